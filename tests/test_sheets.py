"""Sheets to print and cut: all copies, each in its place, measured on the page. The toy game is ``duel``."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from cardwright.compiler.documents import printing, typeset
from cardwright.compiler.documents.faces import faces
from cardwright.compiler.documents.sheets import PAPERS, Paper, Sheets, arranged
from cardwright.compiler.documents.words import words
from cardwright.compiler.look import Look
from pypdf import PageObject, PdfReader

A4, LETTER = PAPERS
Make = Callable[..., printing.Press]
POINT = 25.4 / 72
"""In millimetres."""


def opened(template: str, data: object) -> PdfReader:
    return PdfReader(io.BytesIO(typeset.pdf(template, data)))


def sheet_boxes(sheets: Sheets) -> list[tuple[float, float, float, float]]:
    return [
        (left, top, left + sheet.card_width, top + sheet.card_height)
        for sheet in sheets.sheets
        for slot in sheet.slots
        for left, top in [(sheet.left + slot.column * sheet.card_width, sheet.top + slot.row * sheet.card_height)]
    ]


def words_on(page: PageObject, height: float) -> list[tuple[str, float, float]]:
    """The words of a page and where they begin, in millimetres from its left and its top. height: of the page."""
    found: list[tuple[str, float, float]] = []

    def note(text: str, on_page: list[float], in_text: list[float], *more: object) -> None:
        a, b, c, d, e, f = on_page
        x, y = in_text[4:]
        found.append((text.strip(), (a * x + c * y + e) * POINT, height - (b * x + d * y + f) * POINT))

    page.extract_text(visitor_text=note)
    return found


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_nine_cards_a_page_and_all_copies(press: Make, paper: Paper) -> None:
    made = press()
    sheets = arranged("Duel", made.faces, paper)
    assert sum(len(sheet.slots) for sheet in sheets.sheets) == sum(card.copies for card in made.edition.cards) == 31
    assert [(sheet.columns, sheet.rows, len(sheet.slots)) for sheet in sheets.sheets] == [
        (3, 3, 9), (3, 3, 9), (3, 3, 3), (3, 4, 10),
    ]  # fmt: skip
    assert {(sheet.card_width, sheet.card_height) for sheet in sheets.sheets} == {(63, 88), (63, 63)}
    for left, top, right, bottom in sheet_boxes(sheets):
        assert left >= 6 and top >= 6
        assert right <= paper.width - 6 and bottom <= paper.height - 6


def test_sheets_measure_what_they_should(press: Make) -> None:
    """On paper the title of each card lies inside the place of its card."""
    made = press()
    sheets = arranged("Duel", made.faces, LETTER)
    pages = opened("sheets", sheets).pages
    assert len(pages) == 2 * len(sheets.sheets)
    for page in pages:
        assert [float(side) * POINT for side in page.mediabox[2:]] == pytest.approx([215.9, 279.4], abs=0.01)
    first = sheets.sheets[0]
    titles = [(x, y) for text, x, y in words_on(pages[0], 279.4) if text in ("Ogre", "Brute")]
    assert len(titles) == len(first.slots)
    for left, top, right, bottom in sheet_boxes(replace(sheets, sheets=(first,))):
        assert sum(left < x < right and top < y < bottom for x, y in titles) == 1


def test_backs_lie_behind_their_cards_when_the_paper_is_turned(press: Make) -> None:
    made = press(look=Look())
    (card,) = (replace(face, copies=1) for face in made.faces if face.id == "ogre")
    sheets = arranged("Duel", [card], A4)
    front, behind = opened("sheets", sheets).pages
    assert any(text == "Ogre" and 10.5 < x < 73.5 and 16.5 < y < 104.5 for text, x, y in words_on(front, 297))
    (back,) = [(x, y) for text, x, y in words_on(behind, 297) if text == "Duel"]
    assert 210 - 73.5 < back[0] < 210 - 10.5
    assert 16.5 < back[1] < 104.5


def test_crop_marks_stand_at_every_cut(press: Make) -> None:
    """The lines of the page as they are drawn: one above and below each column, one beside each row on both sides."""
    sheets = arranged("Duel", press().faces[:1], A4)
    sheet = sheets.sheets[0]
    (front, _) = typeset.pictures("sheets", replace(sheets, sheets=(sheet,)))
    root = ElementTree.fromstring(front)
    strokes = [element for element in root.iter() if element.attrib.get("stroke-width") == "0.2"]
    assert len(strokes) == 2 * (sheet.columns + 1) + 2 * (sheet.rows + 1)


def test_kinds_can_be_left_out_of_the_sheets(press: Make) -> None:
    made = press()
    kinds = {"trick": replace(made.look.kind("trick"), sheets=False)}
    shown = faces(made.edition, replace(made.look, kinds=kinds), words("en"))
    assert {face.id for face in shown if face.copies} == {"brute", "sentry", "ogre"}
