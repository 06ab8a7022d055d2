"""Files of documents: written only if they are not as they should be already, so that what is old stays old."""

from __future__ import annotations

import os
from pathlib import Path

from ..cache import write_atomically


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
