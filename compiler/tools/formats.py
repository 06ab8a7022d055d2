"""Diagnostics in the formats of the people and programs that read them.

Formats only: which diagnostics there are, and what they mean for an exit status, is for the commands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as XML

from cardwright import __version__

from .. import codes, render
from ..diagnostics import ERROR, Diagnostic
from ..source import Span
from .terminal import style


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to say. files: all that were looked at, by their paths as people see them.

    source: of a file. tool: the command that asks. failing: the severities that make it fail.
    """

    diagnostics: Sequence[Diagnostic]
    source: render.Sources
    files: Sequence[str]
    tool: str
    failing: frozenset[str] = frozenset({ERROR})

    def place(self, span: Span) -> dict[str, Any]:
        """Where a span is: file, line and column of its start and its end, all from 1."""
        source = self.source(span.path)
        line, column = source.position(span.start)
        end_line, end_column = source.position(span.end)
        return {"file": span.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


def formatted(report: Report, form: str, limit: int | None) -> Iterator[str]:
    """The report in one of FORMATS, in blocks that each end a line. limit: show so many diagnostics at most."""
    return FORMATS[form](report, limit)


def has_summary(form: str) -> bool:
    """Whether a line for people may follow: not where a program reads all there is."""
    return form in ("text", "short", "github")


# ---- for people --------------------------------------------------------------------------------------


def _text(report: Report, limit: int | None) -> Iterator[str]:
    for block in render.render(report.diagnostics, report.source, style(), limit):
        yield block + "\n"


def _short(report: Report, limit: int | None) -> Iterator[str]:
    return (render.one_line(found, report.source) for found in report.diagnostics[:limit])


# ---- json --------------------------------------------------------------------------------------------


def _json(report: Report, limit: int | None) -> Iterator[str]:
    yield _dumps([_plain(found, report) for found in report.diagnostics[:limit]])


def _plain(found: Diagnostic, report: Report) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        **report.place(found.span),
        "help": found.help,
        "fix": found.fix,
        "labels": [{"text": label.text, **report.place(label.span)} for label in found.labels],
        "notes": list(found.notes),
    }


def _dumps(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


# ---- commands of a workflow --------------------------------------------------------------------------


def _github(report: Report, limit: int | None) -> Iterator[str]:
    """Annotations: commands that a workflow of GitHub reads from standard output."""
    for found in report.diagnostics[:limit]:
        place = report.place(found.span)
        properties = {"file": found.span.path, "line": place["line"], "endLine": place["end_line"]}
        if place["line"] == place["end_line"]:  # columns are for places within one line
            properties |= {"col": place["column"], "endColumn": place["end_column"]}
        properties["title"] = found.code
        listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
        yield f"::{found.severity} {listed}::{_data(_sentence(found))}"


def _sentence(found: Diagnostic) -> str:
    return f"{found.message} ({found.help})" if found.help else found.message


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


# ---- SARIF -------------------------------------------------------------------------------------------

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def _sarif(report: Report, limit: int | None) -> Iterator[str]:
    """The Static Analysis Results Interchange Format, version 2.1.0: one run of one tool."""
    shown = report.diagnostics[:limit]
    rules = sorted({found.code for found in shown})
    driver = {"name": "cardwright", "semanticVersion": __version__, "rules": [_rule(code) for code in rules]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _location(path)} for path in report.files],
        "results": [_result(found, rules.index(found.code), report) for found in shown],
    }
    yield _dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> dict[str, Any]:
    page = codes.pages()[code]
    return {
        "id": code,
        "name": page.slug,
        "shortDescription": {"text": page.title},
        "help": {"text": page.body, "markdown": page.body},
    }


def _result(found: Diagnostic, rule: int, report: Report) -> dict[str, Any]:
    result = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity,
        "message": {"text": _sentence(found)},
        "locations": [_physical(found.span, report)],
        "relatedLocations": [
            {**_physical(label.span, report), "message": {"text": label.text}} for label in found.labels
        ],
    }
    if found.fix is not None:
        replacement = {"deletedRegion": _region(found.span, report), "insertedContent": {"text": found.fix}}
        change = {"artifactLocation": _location(found.span.path), "replacements": [replacement]}
        result["fixes"] = [{"description": {"text": found.help or found.message}, "artifactChanges": [change]}]
    return result


def _physical(span: Span, report: Report) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _location(span.path), "region": _region(span, report)}}


def _region(span: Span, report: Report) -> dict[str, int]:
    place = report.place(span)
    return {
        "startLine": place["line"],
        "startColumn": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
    }


def _location(path: str) -> dict[str, str]:
    return {"uri": quote(path.replace("\\", "/"))}


# ---- JUnit -------------------------------------------------------------------------------------------


def _junit(report: Report, limit: int | None) -> Iterator[str]:
    """A test case for each diagnostic, and one for each file without any."""
    shown = report.diagnostics[:limit]
    faulty = {found.span.path for found in report.diagnostics}
    clean = [path for path in report.files if path not in faulty]
    failures = sum(found.severity in report.failing for found in shown)
    counts = {"tests": len(shown) + len(clean), "failures": failures, "errors": 0, "skipped": len(shown) - failures}
    attributes = {name: str(number) for name, number in counts.items()}
    suites = XML.Element("testsuites", {"name": "cardwright", **attributes})
    suite = XML.SubElement(suites, "testsuite", {"name": f"cardwright {report.tool}", **attributes})
    for path in clean:
        XML.SubElement(suite, "testcase", {"classname": path, "name": "no problems", "file": path})
    for found, text in zip(shown, render.render(shown, report.source, limit=None), strict=True):
        suite.append(_case(found, text, report))
    XML.indent(suites)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n' + XML.tostring(suites, encoding="unicode")


def _case(found: Diagnostic, text: str, report: Report) -> XML.Element:
    line = report.place(found.span)["line"]
    name = f"{found.code} in line {line}"
    case = XML.Element("testcase", {"classname": found.span.path, "name": name, "file": found.span.path})
    case.set("line", str(line))
    fails = found.severity in report.failing
    message = {"message": _printable(_sentence(found)), **({"type": found.code} if fails else {})}
    XML.SubElement(case, "failure" if fails else "skipped", message).text = _printable(text)
    return case


def _printable(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)


FORMATS: dict[str, Callable[[Report, int | None], Iterator[str]]] = {
    "text": _text,
    "short": _short,
    "json": _json,
    "github": _github,
    "sarif": _sarif,
    "junit": _junit,
}
ABOUT = "text: with excerpts; short: a line each; github: annotations of a workflow; json, sarif, junit: for programs."
