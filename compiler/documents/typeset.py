"""Setting type: from a template and plain data to PDF, or to pictures of its pages. The only module that knows Typst.

Typst comes with fonts of its own; those of the machine are left out, so that the same data give the same pages
anywhere.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, is_dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import typst

_own = threading.local()
TEMPLATES = Path(str(files(__package__))) / "typst"
"""Where the templates are."""


def pdf(template: str, data: Any) -> bytes:
    """The document that a template makes of data. Raises ImportError if the documents' libraries are not installed."""
    (document,) = _set(template, data, "pdf")
    return document


def pictures(template: str, data: Any) -> list[bytes]:
    """The pages as SVG, one each."""
    return _set(template, data, "svg")


def notes(template: str, data: Any, label: str) -> list[Any]:
    """What a template leaves behind about its work, under a label."""
    import typst

    given = {"data": plain(data)}
    compiler = typst.Compiler(_path(template), root=str(TEMPLATES), ignore_system_fonts=True, sys_inputs=given)
    values: list[Any] = json.loads(compiler.query(f"<{label}>", field="value"))
    return values


def plain(data: Any) -> str:
    """Data as a template reads them: JSON, the same text for the same data."""
    return json.dumps(data, default=_as_dict, ensure_ascii=False, sort_keys=True)


def fingerprint(template: str, data: Any) -> str:
    """Changes with whatever could change the document: its data, the templates, the library."""
    digest = sha256(f"{template} {_engine()}\n{plain(data)}".encode())
    return digest.hexdigest()


def _set(template: str, data: Any, form: Literal["pdf", "svg"]) -> list[bytes]:
    made = _compiler().compile(_path(template), format=form, sys_inputs={"data": plain(data)})
    return made if isinstance(made, list) else [made or b""]


def _as_dict(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} is no plain data")


def _path(template: str) -> str:
    return str(TEMPLATES / f"{template}.typ")


def _compiler() -> typst.Compiler:
    """One for each thread, for it can set one document at a time."""
    import typst

    if not hasattr(_own, "compiler"):
        _own.compiler = typst.Compiler(root=str(TEMPLATES), ignore_system_fonts=True)
    compiler: typst.Compiler = _own.compiler
    return compiler


@cache
def _engine() -> str:
    """The library and the templates."""
    parts = (path.read_bytes() for path in sorted(TEMPLATES.glob("*.typ")))
    return f"{version('typst')} {sha256(b''.join(parts)).hexdigest()}"
