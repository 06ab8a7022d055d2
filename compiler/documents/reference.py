"""The reference for authors: the language, the files and the diagnostics, generated from what defines them.

Its sources are the grammar, the effect objects, the schemas and the pages of codes; its examples come from the cards.
In English, as the tools for authors are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, get_args

from cardwright.runtime import ir

from .. import codes, schema
from .examples import Example, Examples
from .pages import Page, environment
from .places import relative

FOLDER = "for_authors"
"""No game can be called like it."""

_RULE = re.compile(r"^[?!]?([a-z_]+)(?:\.\d+)?: *(.*)$")
_HEAD = re.compile(r"^// ---- (.*?) -+$")
_TERMINAL = re.compile(r"^([A-Z_]+)(?:\.\d+)?: (.*)$", re.MULTILINE)
_TOKEN = re.compile(r'"([^"]*)"|\b([A-Z_]{2,})\b|\b([a-z_]+)\b')

PARTS: Mapping[str, Any] = {
    "Hooks": ir.Hook,
    "Steps": ir.Step,
    "Modifiers": ir.Mod,
    "Questions": ir.Cond,
    "Things and numbers": ir.Expr,
}
"""The kinds of effect objects, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Construct:
    """An effect object: what it means, as its definition says, and an example."""

    name: str
    meaning: str
    example: Example | None


@dataclass(frozen=True, slots=True)
class Production:
    """A rule of the grammar. forms: each way to write it."""

    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineVerb:
    """A verb that the engine brings. form: with its roles."""

    name: str
    form: str
    example: Example | None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a card file. path: from the top. about: what the schema says of it, or its type."""

    path: str
    required: bool
    about: str


def reference(found: Examples) -> tuple[Page, ...]:
    """All pages of the reference."""
    return tuple(_pages(found))


def _pages(found: Examples) -> Iterator[Page]:
    yield _page("index", "Reference", "authors-index", kinds=schema.KINDS, areas=tuple(_areas()))
    yield _page("grammar", "Grammar", "authors-grammar", sections=grammar())
    yield _page("effects", "Effects", "authors-effects", parts=tuple(effects(found)))
    yield _page("verbs", "Verbs of the engine", "authors-verbs", verbs=tuple(verbs(found)))
    yield _page("files", "Card files", "authors-files", kinds={kind: tuple(keys(kind)) for kind in schema.KINDS})
    yield _page("diagnostics/index", "Diagnostics", "authors-diagnostics", areas=tuple(_areas()))
    for code in codes.pages().values():
        page = _page(f"diagnostics/{code.code.lower()}", code.code, "authors-code", code=code, body=_body(code))
        yield replace(page, listed=False)


def _page(name: str, title: str, template: str, **values: Any) -> Page:
    here = f"{FOLDER}/{name}"
    content = (
        environment()
        .get_template(f"{template}.md.jinja")
        .render(to=lambda target: relative(f"{FOLDER}/{target}", here), **values)
    )
    return Page(here, title, content)


# ---- the language ------------------------------------------------------------------------------------


def grammar() -> dict[str, tuple[Production, ...]]:
    """The productions of the grammar by the headings that stand in it; words that there is a choice of come last."""
    text = files("cardwright.grammar").joinpath("rules.lark").read_text("utf-8")
    words = {name: written for name, written in _TERMINAL.findall(text)}
    choices = {name: _choices(written) for name, written in words.items() if not name.startswith("_")}
    sections: dict[str, list[tuple[str, list[str]]]] = {}
    for line in text.splitlines():
        if head := _HEAD.match(line):
            sections[head[1]] = []
        elif sections and (rule := _RULE.match(line)):
            sections[[*sections][-1]].append((rule[1], [rule[2]]))
        elif sections and line.lstrip().startswith("|"):
            sections[[*sections][-1]][-1][1].append(line.strip()[1:].strip())
    literal = {name: found for name, found in choices.items() if found and "|" not in found}
    told = {
        title: tuple(Production(name, tuple(_form(form, literal) for form in forms)) for name, forms in rules)
        for title, rules in sections.items()
        if rules
    }
    many = {name: found for name, found in choices.items() if "|" in found}
    return {**told, "words": tuple(Production(name, (found,)) for name, found in many.items())}


def _choices(written: str) -> str:
    """The words that a terminal stands for; "" if they cannot be listed."""
    listed = re.match(r"/\(([^()\\[]*)\)", written)
    if listed:
        return listed[1].replace("|", " | ")
    return written.replace('"', "") if re.fullmatch(r'"[^"]*"(?: \| "[^"]*")*', written) else ""


def _form(written: str, literal: Mapping[str, str]) -> str:
    """A form as it is read: what is written as it stands, parts in brackets, choices of words in capitals."""

    def said(token: re.Match[str]) -> str:
        word, terminal, rule = token.groups()
        if word is not None:
            return word
        if rule:
            return f"‹{rule.strip('_').replace('_', ' ')}›"
        return literal.get(terminal) or (terminal[1:].lower().replace("_", " ") if terminal[0] == "_" else terminal)

    form = re.sub(r"_NL|_INDENT|_DEDENT", "", written.partition("->")[0])
    return " ".join(_TOKEN.sub(said, form).split()).replace(" :", ":")


def effects(found: Examples) -> Iterator[tuple[str, tuple[Construct, ...]]]:
    """Every effect object, by what it is: a hook, a step, a modifier, a question, a value."""
    for title, union in PARTS.items():
        yield title, tuple(Construct(one.__name__, _meaning(one), found.get(one.__name__)) for one in get_args(union))


def _meaning(node: type) -> str:
    """What its definition says of a node; "" if it says nothing."""
    text = node.__doc__ or ""
    return "" if text.startswith(f"{node.__name__}(") else re.sub(r"\s*\n\s*", " ", text).replace("``", "`").strip()


def verbs(found: Examples) -> Iterator[EngineVerb]:
    """What the engine can do, with the roles of each verb."""
    for name, roles in ir.ENGINE_VERBS.items():
        parts = [" ".join(filter(None, (role.preposition, _called(role)))) for role in roles]
        said = [part if role.required else f"[{part}]" for part, role in zip(parts, roles, strict=True)]
        yield EngineVerb(name, " ".join((name, *said)), found.get(f"do {name}"))


def _called(role: ir.Param) -> str:
    """A role in capitals; one that is called like its preposition, by what fills it."""
    return (role.type if role.name == role.preposition else role.name).upper()


# ---- files -------------------------------------------------------------------------------------------


def keys(kind: str) -> Iterator[Key]:
    """The keys of a kind of file, as its schema has them."""
    yield from _keys(schema.schema(kind), kind, "", 0)


def _keys(node: Mapping[str, Any], kind: str, above: str, depth: int) -> Iterator[Key]:
    node, kind = _resolved(node, kind)
    if "items" in node:
        yield from _keys(node["items"], kind, f"{above}[]", depth)
        return
    required = node.get("required", ())
    for name, value in node.get("properties", {}).items():
        path = f"{above}.{name}" if above else name
        plain, home = _resolved(value, kind)
        yield Key(path, name in required, value.get("description") or plain.get("description") or _type(plain))
        if depth < 3:
            yield from _keys(plain, home, path, depth + 1)
    more = node.get("additionalProperties")
    if isinstance(more, Mapping) and depth < 3:
        plain, home = _resolved(more, kind)
        yield from _keys(plain, home, f"{above}.NAME", depth + 1)


def _resolved(node: Mapping[str, Any], kind: str) -> tuple[Mapping[str, Any], str]:
    """What a reference leads to, and the schema it stands in."""
    while "$ref" in node:
        name, _, path = node["$ref"].partition("#")
        kind = name.partition(".")[0] or kind
        target: Any = schema.schema(kind)
        for part in filter(None, path.split("/")):
            target = target[part]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node, kind


def _type(node: Mapping[str, Any]) -> str:
    if "enum" in node:
        return "one of " + ", ".join(f"`{value}`" for value in node["enum"])
    names = node.get("type", "")
    return " or ".join(names) if isinstance(names, list) else str(names)


# ---- diagnostics -------------------------------------------------------------------------------------

AREAS = {
    "CW01": "Text and YAML",
    "CW02": "The shape of files",
    "CW03": "The syntax of rules",
    "CW04": "Names",
    "CW05": "Types and roles",
    "CW06": "Rules that cannot work",
    "CW07": "Rulings and statements",
    "CW08": "Texts",
    "CW09": "Packs and replays",
    "CW10": "Warnings of lint",
    "CW11": "Documents",
}
"""What the first digits of a code say."""


def _areas() -> Iterator[tuple[str, tuple[codes.Page, ...]]]:
    pages = codes.pages()
    for area, title in AREAS.items():
        yield title, tuple(page for code, page in pages.items() if code.startswith(area))


def _body(code: codes.Page) -> str:
    """The page of a code, its examples with the names of their files."""
    return re.sub(r"^```(\w+) (\S+\.yaml)(.*)$", r'```\1 title="\2"', code.body, flags=re.MULTILINE)
