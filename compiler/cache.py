"""What was compiled before, by the content of what it was compiled from.

An entry is believed only if its checksum holds; whatever else goes wrong, the cache has nothing. Knows nothing of what
it keeps.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from secrets import token_hex
from typing import Any

VARIABLE = "CARDWRIGHT_CACHE"
"""This environment variable names the folder to use; empty: no cache."""

_KEPT = 2000
"""So many entries at most; the oldest go first."""
_CHECKSUM = 32

_SOURCES = (".py", ".lark", ".json", ".yaml", ".md", ".jinja", ".typ")
"""The files that this very compiler is made of."""


class Cache:
    """Values by key. folder: None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str) -> Any:
        """The value kept under a key, or None."""
        if self._folder is None:
            return None
        try:
            content = (self._folder / key).read_bytes()
            if sha256(content[_CHECKSUM:]).digest() != content[:_CHECKSUM]:
                return None
            return pickle.loads(content[_CHECKSUM:])
        except Exception:  # an entry of other code: any error means there is none
            return None

    def put(self, key: str, value: Any) -> None:
        """Keeps a value. A folder that cannot be written is no error."""
        if self._folder is None:
            return
        content = packed(value)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._folder / key, sha256(content).digest() + content)
            _drop_old(self._folder)
        except OSError:
            return


def packed(value: Any) -> bytes:
    """A value as bytes for ``pickle.loads``. Values may share parts, but not contain themselves."""
    content = BytesIO()
    _Packer(content, pickle.HIGHEST_PROTOCOL).dump(value)
    return content.getvalue()


class _Packer(pickle.Pickler):
    """Packs data classes as calls of their constructors: half the time of what they do by themselves, both ways."""

    def reducer_override(self, value: Any) -> Any:
        cls: Any = type(value)
        parts = _given(cls)
        return NotImplemented if parts is None else (cls, parts(value))


@cache
def _given(cls: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """What a value of a class is made from, in order; None if it is not made from its fields alone."""
    if not is_dataclass(cls) or hasattr(cls, "__post_init__"):
        return None
    parts = fields(cls)
    if not parts or any(part.kw_only or not part.init for part in parts):
        return None
    if len(parts) == 1:
        only = attrgetter(parts[0].name)
        return lambda value: (only(value),)
    return attrgetter(*(part.name for part in parts))


def write_atomically(path: Path, content: bytes) -> None:
    """Writes beside, then renames: nobody ever finds half a file. Raises OSError, and leaves nothing behind then."""
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _drop_old(folder: Path) -> None:
    entries = sorted(folder.iterdir(), key=lambda entry: entry.stat().st_mtime)
    for entry in entries[: max(0, len(entries) - _KEPT)]:
        entry.unlink(missing_ok=True)


def cache_folder() -> Path | None:
    """Where to keep things: the folder that the environment names, else the user's own; None: nowhere."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("cardwright"))


def key(what: str, parts: Iterable[str | bytes]) -> str:
    """The key of something made from these parts by this very compiler."""
    digest = sha256(_fingerprint().encode())
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(content) + content)
    return f"{what}-{digest.hexdigest()}"


@cache
def _fingerprint() -> str:
    """Changes with the code that compiles: its version, and the age and size of its files."""
    from cardwright import __version__

    root = Path(__file__).resolve().parent.parent
    parts = [__version__]
    for package in ("compiler", "grammar", "runtime"):
        for file in sorted((root / package).rglob("*")):
            if file.suffix in _SOURCES:
                state = file.stat()
                parts.append(f"{package}/{file.name}:{state.st_mtime_ns}:{state.st_size}")
    return "\n".join(parts)
