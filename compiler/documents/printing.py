"""The files to print of one edition: which there are, and setting those that are not there as they should be.

What has been printed, and from what, stands in a file beside them; so nothing is set twice. A file that has more pages
than it should is reported at what it is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..cache import Cache, write_atomically
from ..codes import WRITTEN_IN
from ..diagnostics import Diagnostic
from ..look import Look
from ..source import Span
from . import typeset
from .books import Books
from .faces import Face, Fit, faces
from .facts import Key
from .files import note, noted
from .maps import Map, maps
from .model import Edition
from .pictures import hung
from .sheets import PAPERS, Paper, arranged
from .wordings import NAMES
from .words import words

TOO_LARGE = "CW1115"

_BOOKS = ("rulebook", "reference", "faq", "aid")
_ONE_PAGE = "aid"
"""The document that has to lie beside the cards, and to be seen at a glance."""

_JOBS = 2


@dataclass(frozen=True, slots=True)
class Printable:
    """A file to print. name: of the file, without its folder; title: for people; data: for the template."""

    name: str
    title: str
    template: str
    data: Any


@dataclass(frozen=True, slots=True)
class Print:
    """A file that is there. mark: changes with what it is made from. pages: how many it has; 0 if nobody asks."""

    name: str
    mark: str
    pages: int = 0


@dataclass(frozen=True)
class Press:
    """All that is drawn or printed of an edition. folder: where its pictures lie. kept: remembers pictures.

    place: tells games of one name apart.
    """

    edition: Edition
    look: Look
    folder: Path
    kept: Cache
    place: str = ""

    @cached_property
    def fits(self) -> dict[str, Fit]:
        """How the face of each card has been set, by its id; its picture lies in the folder."""
        name = f"{self.place} {self.edition.game} {self.edition.lang} {self.edition.titles}"
        return hung(self._plain_faces, self.folder, self.kept, name)

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the cards, each with how it has been set."""
        return tuple(replace(face, fit=self.fits[face.id]) for face in self._plain_faces)

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
    marks = {file.name: typeset.fingerprint(file.template, file.data) for file in wanted}
    known = noted(folder, Print)
    record = {name: one for name, one in known.items() if _is_there(folder, one, marks.get(name))}
    stale = [file for file in wanted if file.name not in record]
    folder.mkdir(parents=True, exist_ok=True)
    for name in known.keys() - marks.keys():
        (folder / Path(name).name).unlink(missing_ok=True)
    note(folder, record, marks)  # first, so that what an interruption leaves is not taken for what it was
    with ThreadPoolExecutor(_JOBS) as pool:
        for file, (content, pages) in zip(stale, pool.map(_set, stale), strict=True):
            write_atomically(folder / file.name, content)
            record[file.name] = Print(file.name, marks[file.name], pages)
    note(folder, record, marks)
    return tuple(folder / file.name for file in stale)


def too_large(folder: Path, lang: str, places: Mapping[Key, Span]) -> Iterator[Diagnostic]:
    """The player aid in a folder, if it takes more than one page: at what it tells. places: of keys in the files."""
    long = next((one for one in noted(folder, Print).values() if one.pages > 1), None)
    place = places.get(("part", "aid")) or places.get(("part", "turn"))
    if long is not None and place is not None:
        paper = words(WRITTEN_IN)[f"print.paper-{long.name.removesuffix('.pdf').rpartition('-')[2]}"]
        message = f"the player aid in {NAMES[lang]} takes {long.pages} pages of {paper}, and should be one"
        shorter = (
            "list fewer or shorter statements" if ("part", "aid") in places else "list a few statements as its `aid:`"
        )
        yield Diagnostic(TOO_LARGE, place, message, f"{shorter} in the look of the game")


def _is_there(folder: Path, known: Print, mark: str | None) -> bool:
    return known.mark == mark and (folder / known.name).is_file()


def _set(file: Printable) -> tuple[bytes, int]:
    """The file, and how many pages it has if that matters."""
    pages = typeset.notes(file.template, file.data, "pages") if file.template == _ONE_PAGE else [0]
    return typeset.pdf(file.template, file.data), int(pages[0])
