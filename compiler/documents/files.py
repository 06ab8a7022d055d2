"""Files of documents: written only if they are not as they should be already, so that what is old stays old."""

from __future__ import annotations

from pathlib import Path

from ..cache import write_atomically


def write(path: Path, content: bytes) -> bool:
    """Whether the file was not like this already. Raises OSError."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content)
    return True


def below(folder: Path) -> list[Path]:
    """All files in a folder and those in it."""
    return [path for path in folder.rglob("*") if path.is_file()]


def keep_only(folder: Path, names: frozenset[str]) -> bool:
    """Removes every file of a folder that is not one of these, by their paths in it; whether there were any."""
    strangers = [path for path in below(folder) if path.relative_to(folder).as_posix() not in names]
    for path in strangers:
        path.unlink()
    return bool(strangers)
