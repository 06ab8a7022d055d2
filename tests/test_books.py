"""Printed documents: opened, read and measured. The toy game is ``duel``."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cardwright.compiler import driver
from cardwright.compiler.cache import Cache
from cardwright.compiler.documents import books, printing, typeset
from cardwright.compiler.documents.files import note
from cardwright.compiler.documents.gather import gather
from cardwright.compiler.documents.sheets import PAPERS, Paper
from cardwright.compiler.source import Span
from cardwright.compiler.tools.cli import run
from pypdf import PdfReader

CARDS = Path(__file__).parent.parent / "cards"
A4, LETTER = PAPERS
Make = Callable[..., printing.Press]
POINT = 25.4 / 72
"""In millimetres."""


def opened(template: str, data: object) -> PdfReader:
    return PdfReader(io.BytesIO(typeset.pdf(template, data)))


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
    assert "Girato stato I lottatori girati non possono agire." in " ".join(pages)
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


def test_an_aid_that_is_too_long_loses_nothing(press: Make) -> None:
    data = dict(data_of(press(), "aid"))
    lines = [{"lead": "", "text": f"Line {number} of many that nobody can hold in the head."} for number in range(300)]
    pages = text_of(opened("aid", {**data, "parts": [{"title": "Much", "lines": lines}]}))
    assert len(pages) > 1
    assert all(f"Line {number} of" in " ".join(pages) for number in range(300))


def test_an_aid_of_two_pages_is_an_error_at_what_it_tells(
    press: Make, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    press()
    folder, out = tmp_path / "duel", tmp_path / "out"
    arguments = ["docs", "build", str(folder), "-o", str(out), "--lang", "en", "--pdf"]
    statements = folder / "statements.yaml"
    short = statements.read_text("utf-8")
    statements.write_text(
        short.replace("An attack must be higher", f"An attack must {'well ' * 4000}be higher"), "utf-8"
    )
    for _ in range(2):  # what is not set again is not forgotten
        assert run(arguments) == 1
        told = capsys.readouterr().err
        assert "error[CW1115]: the player aid in English takes " in told
        assert "duel/look.yaml:11:3" in told
        assert "list fewer or shorter statements in the look of the game" in told
        with (folder / "big.yaml").open("a", encoding="utf-8") as file:
            file.write("# nothing that is printed\n")
    statements.write_text(short, "utf-8")
    assert run(arguments) == 0


def test_an_aid_without_picks_is_shown_at_the_turn(press: Make, tmp_path: Path) -> None:
    press()
    note(tmp_path, {"aid": printing.Print("aid-letter.pdf", "", 2)}, ["aid"])
    turn = Span("game.yaml", 10, 14)
    (found,) = printing.too_large(tmp_path, "it", {("part", "turn"): turn})
    assert (found.span, found.message) == (
        turn,
        "the player aid in Italian takes 2 pages of US Letter, and should be one",
    )
    assert found.help == "list a few statements as its `aid:` in the look of the game"
    (game,) = driver.check([tmp_path / "duel"]).games
    places = gather(game, "en").places
    assert places["part", "turn"].path.endswith("game.yaml")
    assert places["part", "aid"].path.endswith("look.yaml")


def test_an_aid_without_picks_tells_the_set_up(press: Make) -> None:
    made = press()
    plain = printing.Press(made.edition, replace(made.look, aid=()), made.folder, Cache(None))
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
    other = printing.Press(replace(made.edition, rulings=rulings), made.look, made.folder, Cache(None))
    again = {path.name for path in printing.printed(tmp_path, other.printables())}
    assert again == {"faq-a4.pdf", "faq-letter.pdf"}


def test_what_an_interruption_leaves_is_not_taken_for_what_it_was(
    press: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = press()
    aid, *_ = (file for file in made.printables() if file.template == "aid")
    other = replace(aid, data=data_of(press("it"), "aid"))
    printing.printed(tmp_path, [aid])

    def stop(path: Path, content: bytes) -> None:
        path.write_bytes(content)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(printing, "write_atomically", stop)
        printing.printed(tmp_path, [other])
    assert printing.printed(tmp_path, [aid]) == (tmp_path / aid.name,)


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


@pytest.mark.parametrize("game", ["city", "squirmish"])
def test_cards_and_pages_of_the_games_fit_in_the_longer_language(game: str, tmp_path: Path) -> None:
    opened_game = driver.open_game(str(CARDS / game))
    made = printing.Press(gather(opened_game, "it").edition, opened_game.compiled.look, tmp_path, Cache(None))
    assert [name for name, fit in made.fits.items() if not fit.fits] == []
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
