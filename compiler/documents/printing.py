"""The files to print of one edition: which there are, and setting those that are not there as they should be.

What has been printed, and from what, stands in a file beside them; so nothing is set twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..cache import Cache, write_atomically
from ..look import Look
from . import typeset
from .books import Books
from .faces import Face, faces
from .maps import Map, maps
from .model import Edition
from .pictures import Picture, pictures
from .sheets import PAPERS, Paper, arranged
from .words import words

RECORD = ".printed.json"
"""Remembers what each file was made from."""

_BOOKS = ("rulebook", "reference", "faq", "aid")
_JOBS = 2


@dataclass(frozen=True, slots=True)
class Printable:
    """A file to print. name: of the file, without its folder; title: for people; data: for the template."""

    name: str
    title: str
    template: str
    data: Any


@dataclass(frozen=True)
class Press:
    """All that is drawn or printed of an edition. kept: remembers pictures. place: tells games of one name apart."""

    edition: Edition
    look: Look
    kept: Cache
    place: str = ""

    @cached_property
    def pictures(self) -> dict[str, Picture]:
        """A picture of each card, by its id."""
        edition = self.edition
        return pictures(self._plain_faces, self.kept, f"{self.place} {edition.game} {edition.lang} {edition.titles}")

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the cards, each with how it has been set."""
        return tuple(replace(face, fit=self.pictures[face.id].fit) for face in self._plain_faces)

    @cached_property
    def _plain_faces(self) -> tuple[Face, ...]:
        return faces(self.edition, self.look, words(self.edition.lang))

    @cached_property
    def maps(self) -> tuple[Map, ...]:
        return maps(self.edition, self.look)

    def printables(self) -> Iterator[Printable]:
        """Every file to print, on every paper."""
        books = Books(self.edition, self.look, self.faces, self.maps)
        say = words(self.edition.lang)
        for paper in PAPERS:
            size = say[f"print.paper-{paper.name}"]
            for name in (*_BOOKS, *(("map",) if self.maps else ())):
                data: Mapping[str, Any] = getattr(books, name)(paper)
                yield Printable(f"{name}-{paper.name}.pdf", f"{data['title']} ({size})", name, data)
            if any(face.copies for face in self.faces):
                yield self._sheets(paper, f"{say['print.sheets']} ({size})")

    def _sheets(self, paper: Paper, title: str) -> Printable:
        return Printable(f"sheets-{paper.name}.pdf", title, "sheets", arranged(self.edition.title, self.faces, paper))


def printed(folder: Path, files: Iterable[Printable]) -> tuple[Path, ...]:
    """Sets what is not in the folder as it should be; the paths of what has been set anew. Raises OSError."""
    wanted = list(files)
    record = {file.name: typeset.fingerprint(file.template, file.data) for file in wanted}
    known = _record(folder)
    stale = [file for file in wanted if known.get(file.name) != record[file.name] or not (folder / file.name).is_file()]
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(_JOBS) as pool:
        for file, content in zip(stale, pool.map(_set, stale), strict=True):
            write_atomically(folder / file.name, content)
    for name in known.keys() - record.keys():
        (folder / Path(name).name).unlink(missing_ok=True)
    write_atomically(folder / RECORD, json.dumps(record, indent=1).encode())
    return tuple(folder / file.name for file in stale)


def _set(file: Printable) -> bytes:
    return typeset.pdf(file.template, file.data)


def _record(folder: Path) -> dict[str, str]:
    """What the files in a folder were made from, as far as that is known."""
    try:
        record = json.loads((folder / RECORD).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
