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

UNSEEN = "\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
"""Characters that cannot be seen, and those that make text read in another order than it has."""

_ODD = re.compile(f"[\r\x85\u2028\u2029{UNSEEN}]\n?")
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


def refusal(char: str) -> str:
    """Why a character that cannot be seen is refused."""
    what = "invisible character" if ord(char) > 0x9F else "control code"
    return f"the {what} U+{ord(char):04X} is not allowed"


def _faults(source: Source) -> Iterator[Diagnostic]:
    if source.text.startswith("\ufeff"):
        help_text = "save it as UTF-8 without a byte order mark"
        yield Diagnostic("CW0105", source.span(0, 1), "this file begins with a byte order mark", help=help_text, fix="")
    for match in _ODD.finditer(source.text):
        at, char = match.start(), match[0][0]
        if match[0] == "\r\n":
            continue
        if char in _BREAK_NAMES:
            message = f"{_BREAK_NAMES[char]} is a line break for some tools only"
            yield Diagnostic("CW0106", source.span(at, at + 1), message, help="use an ordinary line break", fix="\n")
        elif at:  # the byte order mark at the beginning is told above
            yield Diagnostic("CW0119", source.span(at, at + 1), refusal(char), help="delete it", fix="")
    for match in _TAB_INDENT.finditer(source.text):
        message = "a tab in the indentation"
        yield Diagnostic("CW0107", source.span(*match.span(1)), message, help="indent with spaces only")
