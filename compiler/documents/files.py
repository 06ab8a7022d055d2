"""Files of documents: written only if they are not as they should be already, so that what is old stays old."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from ..cache import write_atomically

T = TypeVar("T")

RECORD = ".made.json"
"""In a folder of what has been drawn or set: what it was made from."""


def write(path: Path, content: bytes) -> bool:
    """Whether the file was not like this already. Raises OSError."""
    if _content(path) == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content)
    return True


def _content(path: Path) -> bytes | None:
    """What is in a file; None if there is none."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def below(folder: Path) -> list[str]:
    """All files in a folder and those in it, by their paths from there, with slashes."""
    found: list[str] = []
    for place, _, names in os.walk(folder):
        within = Path(place).relative_to(folder).as_posix()
        found += names if within == "." else (f"{within}/{name}" for name in names)
    return found


def keep_only(folder: Path, names: frozenset[str]) -> bool:
    """Removes every file of a folder that is not one of these, by their paths in it; whether there were any."""
    strangers = [name for name in below(folder) if name not in names]
    for name in strangers:
        (folder / name).unlink()
    return bool(strangers)


def note(folder: Path, made: Mapping[str, Any], order: Iterable[str]) -> None:
    """Writes down what the files of a folder were made from: a data class for each name of an order that has one.
    Raises OSError."""
    record = {name: asdict(made[name]) for name in order if name in made}
    write(folder / RECORD, json.dumps(record, indent=1).encode())


def noted(folder: Path, read: Callable[..., T]) -> dict[str, T]:
    """What was written down, as far as it can be read. read: makes a value from its fields."""
    try:
        record = json.loads((folder / RECORD).read_text("utf-8"))
        return {name: read(**fields) for name, fields in record.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
