"""What an edition says: gathered from the toy game ``duel`` with the further files in ``tests/data/printed``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.compiler.documents.changed import changes
from cardwright.compiler.documents.gather import Gathered, NoTexts, gather
from cardwright.compiler.documents.mentions import Mentions
from cardwright.compiler.documents.model import Change, Edition, Figure, Reading, Word
from cardwright.compiler.documents.words import Words, words
from cardwright.compiler.text import LANGUAGES

DATA = Path(__file__).parent / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The toy game with all that documents need."""
    game = tmp_path / "duel"
    shutil.copytree(DATA / "duel", game)
    shutil.copytree(DATA / "printed", game, dirs_exist_ok=True)
    return game


def gathered(folder: Path, lang: str = "en", titles: str = "neutral") -> Gathered:
    return gather(driver.open_game(str(folder)), lang, titles)


def edition(folder: Path, lang: str = "en", titles: str = "neutral") -> Edition:
    return gathered(folder, lang, titles).edition


def replace(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


# ---- cards -------------------------------------------------------------------------------------------


def test_a_card_with_all_that_is_known_of_it(folder: Path) -> None:
    ogre = edition(folder).card["ogre"]
    assert (ogre.title, ogre.printed, ogre.quote) == ("Ogre", "Orcone", "Grr!")
    assert ogre.kind == Word("fighter", "fighter")
    assert ogre.set == Word("big", "Big set")
    assert [tag.title for tag in ogre.tags] == ["evil", "street", "red"]
    assert ogre.figures[0] == Figure("attack", "attack", 70, "house")
    assert ogre.abilities == ("dodge",)
    assert dict(ogre.origins) == {"rules": "guide", "numbers": "house"}
    assert ogre.note == "Seen on a real card."
    assert ogre.path == "big.yaml"
    assert "When this fighter is killed by a fighter, put 1 damage on that fighter." in ogre.text
    assert not any("Grr!" in line for line in ogre.text)


def test_a_card_has_to_do_with_those_in_its_rulings_and_rules(folder: Path) -> None:
    found = edition(folder)
    assert found.card["ogre"].related == ("brute", "hunter")
    assert found.card["hunter"].related == ("ogre",)
    assert found.card["sentry"].related == ()
    assert found.card["ogre"].rulings == ("ogre-strikes",)


def test_editions_of_all_languages_link_the_same(folder: Path) -> None:
    english, italian = edition(folder), edition(folder, "it")
    assert [card.related for card in english.cards] == [card.related for card in italian.cards]
    assert [ruling.cards for ruling in english.rulings] == [ruling.cards for ruling in italian.rulings]


def test_the_note_on_a_card_stays_in_its_language(folder: Path) -> None:
    assert edition(folder, "it").card["ogre"].note == ""


# ---- the rulebook ------------------------------------------------------------------------------------


def test_chapters_and_paragraphs_are_numbered_in_one_row(folder: Path) -> None:
    found = edition(folder)
    assert [(one.number, one.title) for one in found.all_chapters] == [
        ("1", "Attacking"),
        ("2", "Card by card"),
        ("2.1", "Ogre"),
    ]
    assert [one.number for one in found.paragraph.values()] == ["1.1", "1.2", "2.1.1", "2.1.2"]
    assert found.all_chapters[2].about == "ogre"


def test_a_section_with_the_title_of_a_card_is_called_like_the_card(folder: Path) -> None:
    assert edition(folder, "it").all_chapters[2].title == "Orco"


def test_what_settles_a_statement_settles_those_that_say_the_same(folder: Path) -> None:
    found = edition(folder)
    assert found.paragraph["duel.ogre.price"].rulings == ("ogre-strikes",)
    assert found.paragraph["duel.ogre.again"].rulings == ("ogre-strikes",)
    assert found.paragraph["duel.fighter.what"].rulings == ()
    assert [one.id for one in found.errata] == ["duel.ogre.price"]


@pytest.mark.parametrize(
    ("lang", "reading"),
    [
        ("en", Reading("Is a draw enough?", "it is not", "The rule says higher.")),
        ("it", Reading("Basta la parità?", "non basta", "La regola dice di superare.")),
    ],
)
def test_how_a_paragraph_is_read_is_said_in_its_language(folder: Path, lang: str, reading: Reading) -> None:
    assert edition(folder, lang).paragraph["duel.attack.strict"].reading == reading


def test_why_nothing_runs_for_a_paragraph_is_said_in_its_language(folder: Path) -> None:
    assert edition(folder).paragraph["duel.fighter.what"].reason == "There is nothing to try."
    assert edition(folder, "it").paragraph["duel.fighter.what"].reason == "Non c’è nulla da provare."


def test_a_plain_note_is_in_english(folder: Path) -> None:
    replace(folder, "statements.yaml", "{en: There is nothing to try., it: Non c’è nulla da provare.}", "Nothing.")
    assert edition(folder).paragraph["duel.fighter.what"].reason == "Nothing."
    italian = gathered(folder, "it")
    paragraph = italian.edition.paragraph["duel.fighter.what"]
    assert (paragraph.reasoned, paragraph.reason) == (True, "")
    assert [one.help for one in italian.missing] == ["write `reason: {en: ..., it: ...}`"]


def test_the_course_of_a_game_is_told(folder: Path) -> None:
    course = edition(folder).course
    assert course.setup[0] == "Shuffle the deck."
    assert [stage.title for stage in course.turn] == ["ready step", "main step"]
    assert course.turn[1].actions == ("attack",)
    assert course.turn[1].plays


def test_words_are_explained_by_what_holds_for_them(folder: Path) -> None:
    terms = {term.id: term for term in edition(folder).terms}
    assert terms["statuses-tapped"].rules == ("Tapped fighters cannot act.",)
    assert terms["kinds-fighter"].paragraphs == ("duel.fighter.what",)
    assert terms["tags-evil"].cards == ("ogre",)


# ---- titles and wordings -----------------------------------------------------------------------------


def test_printed_titles_stand_everywhere(folder: Path) -> None:
    found = edition(folder, titles="printed")
    assert found.card["ogre"].title == "Orcone"
    assert found.ruling["ogre-strikes"].question == "Does the Orcone kill a Brute?"
    assert found.paragraph["duel.ogre.again"].text == "The Orcone kills a Brute."
    assert found.all_chapters[2].title == "Orcone"
    assert any("Orcone" in line for line in found.card["hunter"].text)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("statements.yaml", ", it: Un lottatore è una carta che combatte.", "", "the statement `duel.fighter.what`"),
        ("statements.yaml", "{en: it is not, it: non basta}", "no", "`chosen` of the statement `duel.attack.strict`"),
        ("statements.yaml", "Attacking: {it: Attaccare}\n  Cards", "Cards", "the section `Attacking`"),
        ("big.yaml", ", it: Chi comincia?", "", "the question of `who-begins`"),
        ("big.yaml", ", it: Chi siede per primo.", "", "the answer of `who-begins`"),
        ("big.yaml", ", it: Set grande", "", "the title of `big`"),
    ],
)
def test_what_has_no_wording_is_reported_and_left_out(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    replace(folder, file, old, new)
    assert gathered(folder).missing == ()
    missing = gathered(folder, "it").missing
    assert [one.code for one in missing] == ["CW1101"]
    assert missing[0].message == f"{message} has no Italian wording"
    assert Path(missing[0].span.path).name == file
    assert "who-begins" not in edition(folder, "it").ruling or "who-begins" not in message


def test_a_game_without_words_is_printed_as_a_draft_in_english_only() -> None:
    game = driver.open_game(str(DATA / "duel"))
    assert gather(game, "en").edition.card["brute"].title == "Brute"
    with pytest.raises(NoTexts, match="nothing to print"):
        gather(game, "it")


def test_a_section_that_no_statement_is_in_is_reported(folder: Path) -> None:
    replace(folder, "statements.yaml", "  Attacking: {it: Attaccare}", "  Atacking: {it: Attaccare}")
    found = driver.open_game(str(folder)).summary.diagnostics
    assert [(one.code, one.message) for one in found] == [("CW0703", "no statement is in a section `Atacking`")]
    assert found[0].help == "did you mean `Attacking`?"


# ---- two editions ------------------------------------------------------------------------------------


def test_what_has_changed_since_an_earlier_edition(folder: Path) -> None:
    before = edition(folder)
    replace(folder, "big.yaml", "attack: 70", "attack: 80")
    replace(folder, "big.yaml", "{en: Whoever sits first.", "{en: The first one.")
    replace(folder, "big.yaml", "id: hunter", "id: ranger")
    found = changes(before, edition(folder))
    assert Change("card", "changed", "ogre", "Ogre", ("attack 70",), ("attack 80",)) in found
    assert ("card", "new", "ranger") in {(one.what, one.sort, one.id) for one in found}
    assert ("card", "gone", "hunter") in {(one.what, one.sort, one.id) for one in found}
    rulings = [one for one in found if one.what == "ruling"]
    assert rulings == [
        Change("ruling", "changed", "who-begins", "Who begins?", ("Whoever sits first.",), ("The first one.",))
    ]
    assert changes(before, before) == ()


# ---- small parts -------------------------------------------------------------------------------------


def test_every_language_has_every_word() -> None:
    keys = {lang: set(words(lang)) for lang in LANGUAGES}
    assert keys["en"] == keys["it"]
    for key in keys["en"]:
        texts = [words(lang)[key] for lang in LANGUAGES]
        assert all(texts)
        assert len({text.count(" | ") for text in texts}) == 1, key
        assert len({frozenset(part.split("}")[0] for part in text.split("{")[1:]) for text in texts}) == 1, key


def test_a_missing_word_is_an_error() -> None:
    with pytest.raises(KeyError):
        words("en")["site.no-such-word"]
    with pytest.raises(FileNotFoundError):
        Words("xx")


def test_forms_for_numbers() -> None:
    assert words("en").counted("game.cards", 1) == "1 card"
    assert words("it").counted("game.cards", 3) == "3 carte"
    assert words("en").players(2, 5) == "2 to 5 players"
    assert words("en").players(2, 2) == "2 players"


def test_mentions_take_whole_titles_and_the_longest() -> None:
    mentions = Mentions({"a": "Rage", "b": "Rage of Bo", "c": "L'Orco"})
    assert mentions.ids("Rage of Bo beats Rage; Rages and Outrage do not count.") == ("b", "a")
    assert mentions.ids("Ecco L’Orco.") == ("c",)
    assert mentions.replaced("A Rage.", lambda id, title: f"<{id}>") == "A <a>."
    assert Mentions({}).ids("Nothing.") == ()
