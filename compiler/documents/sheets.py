"""Sheets to print and cut: which cards go on which page, and where. Knows sizes, draws nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from .faces import Face

MARGIN = 6.0
"""Room in millimetres for crop marks, and for what printers leave white, on each side."""


@dataclass(frozen=True, slots=True)
class Paper:
    """width, height: in millimetres."""

    name: str
    width: float
    height: float


PAPERS = (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))


@dataclass(frozen=True, slots=True)
class Slot:
    """A card on a sheet. face: its number among the faces. column, row: from the left and from the top."""

    face: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page. left, top: of the block of cards, in millimetres, as are the sizes."""

    columns: int
    rows: int
    left: float
    top: float
    card_width: int
    card_height: int
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Sheets:
    """Everything to print on one kind of paper."""

    title: str
    width: float
    height: float
    faces: tuple[Face, ...]
    sheets: tuple[Sheet, ...]


def arranged(title: str, faces: Sequence[Face], paper: Paper) -> Sheets:
    """All copies of all faces, as few pages as cards of one size allow; in the order given otherwise."""
    order = sorted(range(len(faces)), key=lambda index: _size(faces[index]), reverse=True)
    sheets: list[Sheet] = []
    for _, same in groupby(order, key=lambda index: _size(faces[index])):
        sheets += _filled(faces, list(same), paper)
    return Sheets(title, paper.width, paper.height, tuple(faces), tuple(sheets))


def _size(face: Face) -> tuple[int, int]:
    return face.width, face.height


def _filled(faces: Sequence[Face], indexes: Iterable[int], paper: Paper) -> Iterator[Sheet]:
    """The pages for faces of one size."""
    copies = [index for index in indexes for _ in range(faces[index].copies)]
    if not copies:
        return
    width, height = _size(faces[copies[0]])
    columns = max(1, int((paper.width - 2 * MARGIN) // width))
    rows = max(1, int((paper.height - 2 * MARGIN) // height))
    left, top = (paper.width - columns * width) / 2, (paper.height - rows * height) / 2
    for first in range(0, len(copies), columns * rows):
        page = copies[first : first + columns * rows]
        slots = (Slot(face, place % columns, place // columns) for place, face in enumerate(page))
        yield Sheet(columns, rows, left, top, width, height, tuple(slots))
