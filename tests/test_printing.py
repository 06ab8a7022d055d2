"""Printed documents: faces, sheets, maps and books, opened and measured. The toy game is ``duel``."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cardwright.compiler import driver
from cardwright.compiler.cache import Cache
from cardwright.compiler.documents import books, ornament, pictures, printing, typeset
from cardwright.compiler.documents.faces import Face, Line, faces
from cardwright.compiler.documents.gather import gather
from cardwright.compiler.documents.placing import placed
from cardwright.compiler.documents.sheets import PAPERS, Paper, Sheets, arranged
from cardwright.compiler.documents.words import words
from cardwright.compiler.look import Look, Mark, Size, Spot
from cardwright.compiler.tools.cli import run
from pypdf import PageObject, PdfReader

DATA = Path(__file__).parent / "data"
A4, LETTER = PAPERS
POINT = 25.4 / 72
"""In millimetres."""

LOOK = """\
game: duel
look:
  shapes: {dot: {path: M4 4H20V20H4Z}}
  backs: {main: {colour: "#204060", shape: dot}}
  kinds:
    fighter: {colour: "#7d3446", shape: dot, back: main}
    trick: {colour: "#34467d", back: main, size: {width: 63, height: 63}}
  tags:
    street: {colour: "#998800"}
    evil: {colour: "#333333", shape: dot}
  aid: [duel.attack.strict]
"""

BIG = """\
set: big
game: duel
title: {en: Big set, it: Set grande}
abilities:
  - id: dodge
    title: {en: Dodge, it: Schivata}
    target: single
    rules: |
      instead of this is killed:
          nothing
cards:
  - id: ogre
    title: {en: Ogre, it: Orco}
    kind: fighter
    tags: [evil, street]
    groups: {colour: [red]}
    numbers: {attack: 70, defence: 50}
    target: community
    abilities: [dodge]
    quote: {en: Grr!, it: Grr!}
    provenance: {rules: guide, numbers: house}
    rules: |
      when this attacks any fighter as foe:
          roll 6 as luck
          table luck:
              1:
                  nothing
              2-6 "Smash":
                  put {luck} damage on foe
rulings:
  - id: ogre-strikes
    settles: [duel.attack.strict]
    question: {en: Does the Ogre kill the Brute?, it: L’Orco uccide il Bruto?}
    answer: {en: Yes., it: Sì.}
    scenario:
      players: [ann, bob]
      given:
        ann: {field: [ogre]}
        bob: {field: [brute]}
      do:
        - ann: attack, ogre, brute
      expect: [brute is in discard]
"""

TEXTS = """\
game: duel
texts:
  labels:
    Smash: {en: Smash, it: Botta}
"""

STATEMENTS = """\
statements:
  - id: duel.attack.strict
    section: Attacking
    kind: rule
    states: {en: An attack must be higher than the defence to kill., it: Un attacco uccide se è più alto della difesa.}
sections:
  Attacking: {it: Attaccare}
"""

Make = Callable[..., printing.Press]


@pytest.fixture
def press(duel: Callable[[dict[str, str]], Path]) -> Make:
    """Prints the toy game in a language, with another look if one is given."""

    def make(lang: str = "en", look: Look | None = None) -> printing.Press:
        words_of_duel = (DATA / "printed" / "texts.yaml").read_text("utf-8")
        more = {"look.yaml": LOOK, "big.yaml": BIG, "more-texts.yaml": TEXTS, "statements.yaml": STATEMENTS}
        (game,) = driver.check([duel({"texts.yaml": words_of_duel, **more})]).games
        assert game.summary.diagnostics == ()
        gathered = gather(game, lang)
        assert gathered.missing == ()
        return printing.Press(gathered.edition, look or game.compiled.look, Cache(None))

    return make


def opened(template: str, data: object) -> PdfReader:
    return PdfReader(io.BytesIO(typeset.pdf(template, data)))


def face_of(press: printing.Press, card: str) -> Face:
    return next(face for face in press.faces if face.id == card)


# ---- faces -------------------------------------------------------------------------------------------


def test_a_face_has_all_that_is_on_the_card(press: Make) -> None:
    ogre = face_of(press("it"), "ogre")
    assert (ogre.title, ogre.line) == ("Orco", "Lottatore · malvagio · di strada · rosso")
    assert (ogre.width, ogre.height, ogre.colour) == (63, 88, "#7d3446")
    assert ogre.borders == ("#998800",)
    assert [(symbol.label, symbol.colour) for symbol in ogre.symbols] == [("malvagio", "#333333")]
    assert [(stat.label, stat.value) for stat in ogre.stats] == [("Attacco", "70"), ("Difesa", "50")]
    assert [line.row for line in ogre.text] == ["", "", "1", "2–6"]
    assert ogre.text[0].lead == "Schivata (bersaglio singolo):"
    assert ogre.target == "Bersaglio collettivo"
    assert ogre.text[3].lead == "«Botta»"
    assert ogre.quote == "Grr!"
    assert ogre.note == "numeri della casa"
    assert ogre.back.colour == "#204060"


def test_a_card_without_marked_tags_has_the_border_of_its_kind(press: Make) -> None:
    assert face_of(press(), "sentry").borders == ("#7d3446",)


def test_kinds_without_a_look_differ_in_colour(press: Make) -> None:
    plain = press(look=Look())
    assert face_of(plain, "brute").colour != face_of(plain, "ambush").colour


def test_numbers_on_faces_are_those_that_the_look_names(press: Make) -> None:
    made = press()
    kinds = {"fighter": replace(made.look.kind("fighter"), numbers=("defence",))}
    shown = faces(made.edition, replace(made.look, kinds=kinds), words("en"))
    assert {stat.label for face in shown for stat in face.stats} == {"Defence"}


def test_an_ornament_is_the_same_for_one_card_and_another_for_another() -> None:
    one, other = ornament.ornament("brute", "#112233"), ornament.ornament("sentry", "#112233")
    assert one == ornament.ornament("brute", "#112233")
    assert one != other
    ElementTree.fromstring(one)


def test_text_is_set_as_large_as_its_card_allows(press: Make) -> None:
    made = press()
    sizes = {name: picture.fit.size for name, picture in made.pictures.items()}
    assert all(picture.fit.fits for picture in made.pictures.values())
    assert sizes["sentry"] > 9
    long = replace(face_of(made, "sentry"), fit=None, text=(Line("Words and more words. " * 45),))
    (picture,) = pictures.pictures([long], Cache(None), "long").values()
    assert picture.fit.fits
    assert 5.5 < picture.fit.size < 9


def test_a_text_that_cannot_fit_is_a_diagnostic_at_the_card(
    press: Make, duel: Callable[[dict[str, str]], Path]
) -> None:
    small = press(look=Look(size=Size(22, 24)))
    game = driver.check([duel({})]).games[0]
    places = gather(game, "en").places
    found = list(pictures.too_long(small.pictures, places))
    assert {one.code for one in found} == {"CW1114"}
    brute = next(one for one in found if "`ambush`" in one.message)
    assert brute.span == places["card", "ambush"]
    assert "text of `ambush`" in brute.message
    assert re.search(r"smaller than 5\.2 points, and \d+\.\d mm are missing", brute.message)


def test_pictures_are_well_formed_and_of_the_size_of_the_card(press: Make) -> None:
    for face in (made := press("it")).faces:
        root = ElementTree.fromstring(made.pictures[face.id].svg)
        width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
        assert (width * POINT, height * POINT) == pytest.approx((face.width, face.height), abs=0.01)
        assert len(made.pictures[face.id].svg) < 90_000


def test_a_picture_is_drawn_again_only_if_its_face_has_changed(
    press: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, kept = press(), Cache(tmp_path)
    plain = [replace(face, fit=None) for face in made.faces]
    before = pictures.pictures(plain, kept, "duel")
    drawn: list[int] = []
    draw = typeset.pictures
    monkeypatch.setattr(typeset, "pictures", lambda name, data: drawn.append(len(data["faces"])) or draw(name, data))
    assert pictures.pictures(plain, kept, "duel") == before
    assert drawn == []
    changed = [replace(plain[0], title="Another"), *plain[1:]]
    after = pictures.pictures(changed, kept, "duel")
    assert drawn == [1]
    assert [name for name in before if before[name] != after[name]] == [plain[0].id]


# ---- sheets ------------------------------------------------------------------------------------------


def sheet_boxes(sheets: Sheets) -> list[tuple[float, float, float, float]]:
    return [
        (left, top, left + sheet.card_width, top + sheet.card_height)
        for sheet in sheets.sheets
        for slot in sheet.slots
        for left, top in [(sheet.left + slot.column * sheet.card_width, sheet.top + slot.row * sheet.card_height)]
    ]


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


def words_on(page: PageObject, height: float) -> list[tuple[str, float, float]]:
    """The words of a page and where they begin, in millimetres from its left and its top. height: of the page."""
    found: list[tuple[str, float, float]] = []

    def note(text: str, on_page: list[float], in_text: list[float], *more: object) -> None:
        a, b, c, d, e, f = on_page
        x, y = in_text[4:]
        found.append((text.strip(), (a * x + c * y + e) * POINT, height - (b * x + d * y + f) * POINT))

    page.extract_text(visitor_text=note)
    return found


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
    (sheet,) = replace(sheets, sheets=sheets.sheets[:1]).sheets
    (front, _) = typeset.pictures("sheets", replace(sheets, sheets=(sheet,)))
    root = ElementTree.fromstring(front)
    strokes = [element for element in root.iter() if element.attrib.get("stroke-width") == "0.2"]
    assert len(strokes) == 2 * (sheet.columns + 1) + 2 * (sheet.rows + 1)


def test_kinds_can_be_left_out_of_the_sheets(press: Make) -> None:
    made = press()
    kinds = {"trick": replace(made.look.kind("trick"), sheets=False)}
    shown = faces(made.edition, replace(made.look, kinds=kinds), words("en"))
    assert {face.id for face in shown if face.copies} == {"brute", "sentry", "ogre"}


# ---- books -------------------------------------------------------------------------------------------


def data_of(press: printing.Press, name: str, paper: Paper = A4) -> books.Data:
    return next(file.data for file in press.printables() if file.name == f"{name}-{paper.name}.pdf")


def text_of(reader: PdfReader) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_there_is_every_document_on_both_papers(press: Make) -> None:
    names = [file.name for file in press().printables()]
    assert names == [f"{name}-{paper}.pdf" for paper in ("a4", "letter")
                     for name in ("rulebook", "reference", "faq", "aid", "sheets")]  # fmt: skip


@pytest.mark.parametrize(("paper", "size"), [(A4, (210, 297)), (LETTER, (215.9, 279.4))])
@pytest.mark.parametrize("name", ["rulebook", "reference", "faq", "aid"])
def test_books_have_the_size_of_their_paper(press: Make, name: str, paper: Paper, size: tuple[float, float]) -> None:
    for page in opened(name, data_of(press(), name, paper)).pages:
        assert [float(side) * POINT for side in page.mediabox[2:]] == pytest.approx(size, abs=0.01)


def test_the_rulebook_has_contents_numbers_heads_and_an_index(press: Make) -> None:
    reader = opened("rulebook", data_of(press("it"), "rulebook"))
    first, second, *_ = pages = text_of(reader)
    assert "Regolamento" in first and "Indice" in first and "1 Attaccare" in first
    assert second.startswith("Regolamento 1 Attaccare"), "the running head names the document and the chapter"
    assert f"2 / {len(pages)}" in second
    assert "1.1 Un attacco uccide se è più alto della difesa. D1" in second
    assert "Indice analitico" in pages[-1]
    assert [entry["/Title"] for entry in reader.outline if isinstance(entry, dict)][:1] == ["1 Attaccare"]
    assert reader.metadata is not None and reader.metadata.title == "Duello: Regolamento"


def test_the_index_has_cards_where_they_are_spoken_of(press: Make) -> None:
    made = press()
    data = dict(data_of(made, "rulebook"))
    assert data["index"] == []
    spoken = books.Books(replace(made.edition, chapters=tuple(
        replace(chapter, paragraphs=tuple(replace(one, text="The Ogre may dodge.") for one in chapter.paragraphs))
        for chapter in made.edition.chapters
    )), made.look, made.faces, made.maps).rulebook(A4)  # fmt: skip
    assert spoken["index"] == ["Ogre"]
    reader = opened("rulebook", spoken)
    assert "Ogre 2" in text_of(reader)[-1]
    assert len(reader.pages[-1].annotations or ()) == 1, "the number leads to the page"


def test_questions_are_numbered_and_lead_back_to_the_rules(press: Make) -> None:
    pages = text_of(opened("faq", data_of(press("it"), "faq")))
    assert "D1 L’Orco uccide il Bruto? Sì. § 1.1" in " ".join(pages)


def test_the_reference_has_every_card_with_where_its_numbers_come_from(press: Make) -> None:
    made = press()
    text = " ".join(text_of(opened("reference", data_of(made, "reference"))))
    for card in made.edition.cards:
        assert card.title in text
    assert "Attack 70 (this project), defence 50 (this project)" in text
    assert "FAQ: Q1" in text


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_an_aid_is_one_page_with_what_the_look_picks(press: Make, paper: Paper) -> None:
    (page,) = text_of(opened("aid", data_of(press(), "aid", paper)))
    assert "An attack must be higher than the defence to kill." in page
    assert "Main step." in page
    assert "evil" in page


def test_an_aid_without_picks_tells_the_set_up(press: Make) -> None:
    made = press()
    plain = printing.Press(made.edition, replace(made.look, aid=()), Cache(None))
    (page,) = text_of(opened("aid", data_of(plain, "aid")))
    assert "Shuffle the deck." in page


def test_what_is_printed_is_set_once(press: Make, tmp_path: Path) -> None:
    made = press()
    first = printing.printed(tmp_path, made.printables())
    assert len(first) == 10
    assert printing.printed(tmp_path, made.printables()) == ()
    (tmp_path / "faq-a4.pdf").unlink()
    assert printing.printed(tmp_path, made.printables()) == (tmp_path / "faq-a4.pdf",)
    rulings = tuple(replace(ruling, answer="It does.") for ruling in made.edition.rulings)
    other = printing.Press(replace(made.edition, rulings=rulings), made.look, Cache(None))
    again = {path.name for path in printing.printed(tmp_path, other.printables())}
    assert again == {"faq-a4.pdf", "faq-letter.pdf"}


def test_the_same_data_give_the_same_bytes(press: Make) -> None:
    data = data_of(press(), "rulebook")
    assert typeset.pdf("rulebook", data) == typeset.pdf("rulebook", data)


def test_the_command_prints_beside_the_site_and_links_to_it(press: Make, tmp_path: Path) -> None:
    press()
    folder, out = str(tmp_path / "duel"), tmp_path / "out"
    arguments = ["docs", "build", folder, "-o", str(out), "--lang", "it", "--pdf"]
    assert run(arguments) == 0
    prints = {path.name: path.stat().st_mtime_ns for path in (out / "print" / "it" / "duel").glob("*.pdf")}
    assert len(prints) == 10
    front = (out / "it" / "duel" / "index.html").read_text("utf-8")
    assert {name for name in prints if f'print/it/duel/{name}"' in front} == set(prints)
    card = tmp_path / "duel" / "big.yaml"
    card.write_text(card.read_text("utf-8").replace("it: Sì.", "it: Certo."), "utf-8")
    assert run(arguments) == 0
    after = {path.name: path.stat().st_mtime_ns for path in (out / "print" / "it" / "duel").glob("*.pdf")}
    assert {name for name in prints if prints[name] != after[name]} == {"faq-a4.pdf", "faq-letter.pdf"}


# ---- maps --------------------------------------------------------------------------------------------

MAP = Look(maps={"deck": {"brute": Spot(0, 0), "sentry": Spot(1, 0), "ambush": Spot(1, 1), "ogre": Spot(0, 1)}})


def test_a_map_shows_every_card_of_its_zone(press: Make) -> None:
    (drawn,) = press("it", MAP).maps
    root = ElementTree.fromstring(drawn.svg)
    said = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")]
    assert said[0] == "Duello · mazzo"
    assert {"Bruto", "Sentinella", "Agguato", "Orco"} <= set(said)


def test_stops_find_places_of_their_own() -> None:
    ring = {str(index): [str((index - 1) % 8), str((index + 1) % 8)] for index in range(8)}
    spots = placed(list(ring), ring)
    steps = [
        ((spots[a][0] - spots[b][0]) ** 2 + (spots[a][1] - spots[b][1]) ** 2) ** 0.5 for a in ring for b in ring[a]
    ]
    assert all(0.7 < step < 1.5 for step in steps)
    assert min(min(spot) for spot in spots.values()) == 0


def test_colours_of_marks_are_on_the_map(press: Make) -> None:
    look = replace(MAP, tags={"red": Mark("#aa1100")})
    (drawn,) = press("en", look).maps
    assert "#aa1100" in drawn.svg


@pytest.mark.parametrize("game", ["city", "squirmish"])
def test_cards_and_pages_of_the_games_fit_in_the_longer_language(game: str) -> None:
    opened_game = driver.open_game(str(DATA.parent.parent / "cards" / game))
    made = printing.Press(gather(opened_game, "it").edition, opened_game.compiled.look, Cache(None))
    assert [name for name, picture in made.pictures.items() if not picture.fit.fits] == []
    for paper in PAPERS:
        assert len(opened("aid", data_of(made, "aid", paper)).pages) == 1
    if made.maps:
        pages = opened("map", data_of(made, "map")).pages
        assert [page.mediabox.width > page.mediabox.height for page in pages] == [
            drawn.width > drawn.height for drawn in made.maps
        ]
    for drawn in made.maps:
        stops = [card for card in made.edition.cards if card.deck is not None and card.deck.id == drawn.zone]
        root = ElementTree.fromstring(drawn.svg)
        said = " ".join("".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text"))
        assert len(stops) in (10, 15)
        for card in stops:
            assert card.title in said
