"""From a path to a source: the bytes of a file as text, or what is wrong with them.

Refuses whatever would make positions or meaning depend on the reader: other encodings, byte order marks, line
breaks that only some tools count, tabs in the indentation. Knows nothing of YAML beyond that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from errno import EINVAL
from pathlib import Path
from stat import S_ISREG

from .diagnostics import Diagnostic
from .source import Source, Span, display_path

MAX_BYTES = 1_000_000
"""Nobody writes a longer card file by hand; a longer one is refused before it is read."""

_ODD_BREAK = re.compile("\r(?!\n)|[\x85\u2028\u2029]")
_TAB_INDENT = re.compile(r"^[ ]*(\t[ \t]*)(?=\S)", re.MULTILINE)
_BREAK_NAMES = {
    "\r": "a carriage return without a line feed",
    "\x85": "a next-line character (U+0085)",
    "\u2028": "a line separator (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
}


def read(path: Path) -> tuple[Source, list[Diagnostic]]:
    """The file as a source, and what is wrong with its text. A file that cannot be read is a source without text."""
    name = display_path(path)
    try:
        content = fetch(path)
    except OSError as error:
        return Source(name, ""), [_unreadable(error, name)]
    if len(content) > MAX_BYTES:
        message = f"this file has {path.stat().st_size:,} bytes; at most {MAX_BYTES:,} are read"
        split = "split it into several files"
        return Source(name, ""), [Diagnostic("CW0103", Span(name, 0, 0), message, help=split)]
    return decode(content, name)


def fetch(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file, one more than ``most`` if there are more. Raises OSError, also for a pipe or a device, which
    might never end."""
    if not S_ISREG(path.stat().st_mode):
        raise OSError(EINVAL, "it is not a regular file")
    with path.open("rb") as file:
        return file.read(most + 1)


def decode(content: bytes, name: str) -> tuple[Source, list[Diagnostic]]:
    """What ``read`` does once it has the bytes."""
    if not content.strip():
        empty = Diagnostic("CW0108", Span(name, 0, 0), "this file is empty", help="write its content, or delete it")
        return Source(name, ""), [empty]
    try:
        source = Source(name, content.decode("utf-8"))
    except UnicodeDecodeError as error:
        at = len(content[: error.start].decode("utf-8"))
        message = f"this file is not UTF-8: byte 0x{content[error.start]:02x}"
        foreign = Diagnostic("CW0104", Span(name, at, at + 1), message, help="save it again with the encoding UTF-8")
        return Source(name, content.decode("utf-8", "replace")), [foreign]
    return source, list(_faults(source))


def _unreadable(error: OSError, name: str) -> Diagnostic:
    if isinstance(error, FileNotFoundError):
        return Diagnostic("CW0101", Span(name, 0, 0), "there is no such file")
    reason = (error.strerror or "no reason given").lower()
    return Diagnostic("CW0102", Span(name, 0, 0), f"this file cannot be read: {reason}")


def _faults(source: Source) -> Iterator[Diagnostic]:
    if source.text.startswith("\ufeff"):
        help_text = "save it as UTF-8 without a byte order mark"
        yield Diagnostic("CW0105", source.span(0, 1), "this file begins with a byte order mark", help=help_text, fix="")
    for match in _ODD_BREAK.finditer(source.text):
        message = f"{_BREAK_NAMES[match[0]]} is a line break for some tools only"
        yield Diagnostic("CW0106", source.span(*match.span()), message, help="use an ordinary line break", fix="\n")
    for match in _TAB_INDENT.finditer(source.text):
        message = "a tab in the indentation"
        yield Diagnostic("CW0107", source.span(*match.span(1)), message, help="indent with spaces only")
