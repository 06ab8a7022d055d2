"""The site: built of the toy game ``duel`` with the further files in ``tests/data/printed``, and read as HTML."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace as replaced
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

import pytest
from cardwright.compiler import cache, codes, project
from cardwright.compiler.documents.building import Order, build, build_all
from cardwright.compiler.documents.places import relative
from cardwright.compiler.tools import cli, documenting

DATA = Path(__file__).parent / "data"


def lay_out(folder: Path) -> Path:
    game = folder / "cards" / "duel"
    shutil.copytree(DATA / "duel", game)
    shutil.copytree(DATA / "printed", game, dirs_exist_ok=True)
    return game


def order(folder: Path, *languages: str) -> Order:
    return Order(project.find([folder / "cards"]), folder / "site", languages or ("en", "it"))


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in both languages; its generator had nothing to say."""
    folder = tmp_path_factory.mktemp("built")
    lay_out(folder)
    outcomes = build_all(order(folder))
    assert [(one.lang, one.found, one.warnings) for one in outcomes] == [("en", (), ()), ("it", (), ())]
    return folder / "site"


# ---- reading pages -----------------------------------------------------------------------------------


class Reader(HTMLParser):
    """The addresses and names of a page, and its text. prose: what of it is no code."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.names: set[str] = set()
        self.words: list[str] = []
        self.prose: list[str] = []
        self.in_code = 0
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        self.in_code += tag == "code"
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("img", "script", "link", "iframe", "source") and given.get("rel") != "canonical":
            self.fetched += [given[name] for name in ("src", "href") if name in given]

    def handle_endtag(self, tag: str) -> None:
        self.in_code -= tag == "code"

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if not self.in_code:
            self.prose.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def pages(site: Path) -> list[Path]:
    return [path for path in site.rglob("*.html") if path.name != "404.html"]


def broken(site: Path) -> Iterator[str]:
    """Every address of every page that leads nowhere, and everything that is fetched from elsewhere."""
    readers = {path.resolve(): Reader(path) for path in pages(site)}
    for path, reader in readers.items():
        for address in (*reader.links, *reader.fetched):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in reader.fetched or parts.scheme not in ("http", "https"):
                    yield f"{path}: {address} is fetched from elsewhere"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            chosen = "=" in parts.fragment
            if not target.is_file():
                yield f"{path}: {address} is no file"
            elif parts.fragment and not chosen and parts.fragment not in readers[target].names:
                yield f"{path}: {address} is no place"


def test_no_link_leads_nowhere_and_nothing_comes_from_elsewhere(built: Path) -> None:
    assert list(broken(built)) == []
    assert len(pages(built)) > 2 * (15 + len(codes.pages()))


def test_a_broken_link_would_be_found(built: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site"
    shutil.copytree(built, copy)
    (copy / "en/duel/cards/ogre.html").unlink()
    replace(copy / "en/duel/rulebook/cards.html", 'id="duel.ogre.price"', 'id="other"')
    found = list(broken(copy))
    assert any("ogre.html is no file" in line for line in found)
    assert any("#duel.ogre.price is no place" in line for line in found)


# ---- what pages say ----------------------------------------------------------------------------------


def test_the_page_of_a_card(built: Path) -> None:
    page = Reader(built / "en/duel/cards/ogre.html")
    for words in (
        "When this fighter is killed by a fighter, put 1 damage on that fighter.",
        "Attack 70 this project",
        "Printed title Orcone",
        "Does the Ogre kill a Brute ?",
        "Yes: 70 is more than 20 <i>.",
        "proved by 1 scenario",
        "Seen on a real card.",
        "big.yaml",
    ):
        assert words in page.text
    assert {"hunter.html", "brute.html", "../abilities.html#dodge"} <= set(page.links)
    assert "index.html#tag=evil" in page.links
    assert any(address.endswith("pictures/en/duel/ogre.svg") for address in page.fetched)


def test_the_rulebook_is_linked_to_what_proves_it(built: Path) -> None:
    page = Reader(built / "en/duel/rulebook/attacking.html")
    assert "1.1 An attack must be higher than the defence to kill." in page.text
    assert "../faq/attacking.html#ogre-strikes" in page.links
    assert "duel.attack.strict" in page.names
    assert "There is nothing here to try out. There is nothing to try." in page.text
    assert "Is a draw enough?" in page.text


def test_italian_pages_say_nothing_in_english(built: Path) -> None:
    english = re.compile(
        r"\b(Questions|Answers?|Cards?|Set-up|Where it comes|this project|is a draw|rulebooks?"
        r"|Wrong|Right|Reference|Diagnostics|one of|the|and|with)\b"
    )
    for path in pages(built / "it"):
        assert english.findall(" ".join(Reader(path).prose)) == [], path
    page = Reader(built / "it/duel/cards/ogre.html")
    assert "Quando questo lottatore viene eliminato da un lottatore" in page.text
    assert "L’ Orco" in page.text.replace("L’Orco", "L’ Orco")


def test_glossary_errata_and_first_edition(built: Path) -> None:
    assert "Tapped fighters cannot act." in Reader(built / "en/duel/glossary.html").text
    assert "The Ogre has an attack of 70." in Reader(built / "en/duel/errata.html").text
    assert "This is the first edition" in Reader(built / "en/duel/changes.html").text
    assert "Whoever sits first." in Reader(built / "en/duel/faq/other.html").text


def test_pages_of_cards_show_the_navigation_of_their_game(built: Path) -> None:
    card = Reader(built / "en/duel/cards/ogre.html")
    assert {"../glossary.html", "../errata.html", "../rulebook/index.html"} <= set(card.links)


def test_titles_are_words_and_never_markup(tmp_path: Path) -> None:
    title = "</title> <script>alert(1)</script> *s* _u_ `c` {{ x }} [l](y) <!-- & -->"
    game = lay_out(tmp_path)
    replace(game / "game.yaml", "{en: Duel,", f"{{en: '{title}',")
    replace(game / "big.yaml", "{en: Ogre,", f"{{en: '{title}',")
    replace(game / "statements.yaml", "{en: Card by card,", f"{{en: '{title}',")
    assert build(order(tmp_path, "en"), "en").warnings == ()
    site = tmp_path / "site/en"
    for path in pages(site):
        assert "<script>alert" not in path.read_text("utf-8"), path
    assert f"{title} - Rules documents" in Reader(site / "duel/cards/ogre.html").text
    assert f"{title} › Cards {title} ¶ Fighter" in Reader(site / "duel/cards/ogre.html").text
    assert f"{title} ¶ 2 to 4 players" in Reader(site / "duel/index.html").text


def test_every_chapter_and_card_has_a_page_of_its_own(tmp_path: Path) -> None:
    game = lay_out(tmp_path)
    replace(game / "big.yaml", "id: hunter", "id: index")
    with (game / "statements.yaml").open("a", encoding="utf-8") as file:
        for number, name in enumerate(("Win-ning", "Win ning", "Other", "Index", "!", "?", "Long " * 80 + "end")):
            file.write(
                f"  - {{id: duel.page.p{number}, section: '{name}', kind: definition, states: {{en: It is.}}}}\n"
            )
    assert build(order(tmp_path, "en"), "en").warnings == ()
    site = tmp_path / "site/en/duel"
    names = {path.stem for path in (site / "rulebook").glob("*.html")}
    assert {"index", "win-ning", "win-ning-2", "other-2", "index-2", "chapter", "chapter-2"} <= names
    assert any(name.startswith("long-long") for name in names)
    assert "Hunter & Dog" in Reader(site / "cards/index_.html").text
    assert "index_.html" in Reader(site / "cards/index.html").links
    assert list(broken(tmp_path / "site/en")) == []


def test_a_game_called_authors_is_not_in_the_way_of_the_reference(tmp_path: Path) -> None:
    game = lay_out(tmp_path)
    for path in game.glob("**/*.yaml"):
        path.write_text(path.read_text("utf-8").replace("game: duel", "game: authors"), "utf-8")
    game.rename(game.parent / "authors")
    outcome = build(order(tmp_path, "en"), "en")
    assert (outcome.found, outcome.warnings) == ((), ())
    site = tmp_path / "site/en"
    assert len(pages(site)) == outcome.pages
    assert "2 to 4 players" in Reader(site / "authors/index.html").text


def test_languages_lead_to_each_other(built: Path) -> None:
    assert {"en/index.html", "it/index.html"} <= set(Reader(built / "index.html").links)
    assert any(link.endswith("it/index.html") for link in Reader(built / "en/duel/index.html").links)


def test_search_knows_every_card_and_question(built: Path) -> None:
    entries = json.loads((built / "en/search/search_index.json").read_text("utf-8"))["docs"]
    places = {entry["location"] for entry in entries}
    assert {f"duel/cards/{card}.html" for card in ("ogre", "brute", "sentry", "ambush", "hunter")} <= places
    assert "duel/faq/attacking.html#ogre-strikes" in places


# ---- building again ----------------------------------------------------------------------------------


def ages(site: Path) -> dict[str, int]:
    return {path.relative_to(site).as_posix(): path.stat().st_mtime_ns for path in pages(site)}


def test_only_what_has_changed_is_built_again(tmp_path: Path) -> None:
    game = lay_out(tmp_path)
    wanted = order(tmp_path, "en")
    build(wanted, "en")
    site = tmp_path / "site" / "en"
    before = ages(site)
    build(wanted, "en")
    assert ages(site) == before

    replace(game / "big.yaml", "attack: 5,", "attack: 6,")
    assert build(wanted, "en").warnings == ()
    after = ages(site)
    assert {name for name in after if after[name] != before[name]} == {
        "duel/cards/hunter.html",
        "duel/cards/index.html",
    }
    assert "Attack 6" in Reader(site / "duel/cards/hunter.html").text
    entries = json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]
    assert len([one for one in entries if one["location"] == "duel/cards/hunter.html"]) == 1
    assert [one for one in entries if one["location"] == "duel/cards/ogre.html"]


CHANGES = {
    "a number": ("big.yaml", "attack: 70", "attack: 75"),
    "a title": ("big.yaml", "{en: Hunter & Dog,", "{en: Huntress,"),
    "a statement": ("statements.yaml", "higher than the defence", "more than the defence"),
    "a word": ("texts.yaml", "{en: tapped,", "{en: weary,"),
    "a file that says nothing": ("big.yaml", "set: big", "# A comment.\nset: big"),
}


def contents(site: Path) -> dict[str, bytes]:
    """Every file below a folder, but for the settings of the generator, which name that folder."""
    paths = (path for path in site.rglob("*") if path.is_file() and path.name != "mkdocs.yml")
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}


def test_what_is_built_again_is_the_same_as_what_is_built_from_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change is built on top of what was there; pages, the index of search, pictures and files to print."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    game = lay_out(tmp_path)
    again = replaced(order(tmp_path), pdf=True)
    build_all(again)
    for name, (file, old, new) in CHANGES.items():
        before = contents(again.out)
        replace(game / file, old, new)
        assert [(one.found, one.warnings) for one in build_all(again)] == [((), ())] * 2
        assert name == "a file that says nothing" or contents(again.out) != before, name
    monkeypatch.setenv(cache.VARIABLE, "")
    build_all(replaced(again, out=tmp_path / "fresh"))
    built, fresh = contents(again.out), contents(tmp_path / "fresh")
    assert {"en/search/search_index.json", "print/it/duel/sheets-a4.pdf", "pictures/en/duel/ogre.svg"} <= built.keys()
    assert built.keys() == fresh.keys()
    assert [path for path in built if built[path] != fresh[path]] == []


def test_a_card_that_is_gone_leaves_nothing_behind(tmp_path: Path) -> None:
    game = lay_out(tmp_path)
    wanted = order(tmp_path, "en")
    build(wanted, "en")
    text = (game / "big.yaml").read_text("utf-8")
    (game / "big.yaml").write_text(text[: text.index("  - id: hunter")] + text[text.index("rulings:\n  - id: who") :])
    build(wanted, "en")
    left = [path.name for path in tmp_path.joinpath("site").rglob("*hunter*")]
    assert left == []
    assert list(broken(tmp_path / "site" / "en")) == []


# ---- the command -------------------------------------------------------------------------------------


def run(folder: Path, *arguments: str) -> int:
    return cli.run(["docs", "build", str(folder / "cards" / "duel"), "-o", str(folder / "site"), *arguments])


def test_missing_wordings_fail_unless_a_draft_will_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = lay_out(tmp_path)
    replace(game / "big.yaml", ", it: Chi comincia?", "")
    assert run(tmp_path, "--lang", "it") == 1
    told = capsys.readouterr()
    assert "error[CW1101]: the question of `who-begins` has no Italian wording" in told.err
    assert "it: 1 wording missing: nothing was built; `--draft` leaves them out" in told.err
    assert not (tmp_path / "site").exists()
    assert run(tmp_path, "--lang", "it", "--draft") == 1
    assert "left out" in capsys.readouterr().err
    assert not list((tmp_path / "site/it/duel/faq").glob("other.html"))


def test_a_game_without_texts_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = lay_out(tmp_path)
    (game / "texts.yaml").unlink()
    for arguments in ((), ("--lang", "it")):
        assert run(tmp_path, *arguments) == 2
        assert "`duel` has no `texts:` file, so there is nothing to print in this language" in capsys.readouterr().err
        assert not (tmp_path / "site").exists()


def test_printed_titles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(tmp_path)
    assert run(tmp_path, "--lang", "en", "--titles", "printed") == 0
    assert "pages" in capsys.readouterr().out
    page = Reader(tmp_path / "site/en/duel/cards/ogre.html")
    assert "Does the Orcone kill a Brute" in page.text
    assert "Orcone - Rules documents" in page.text
    assert "Ogre" not in page.text


def test_what_has_changed_since_a_revision(tmp_path: Path) -> None:
    game = lay_out(tmp_path)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "cards"], ["commit", "-q", "-m", "First"], ["tag", "v1"]):
        subprocess.run([*git, *words], check=True)
    replace(game / "big.yaml", "attack: 70", "attack: 90")
    assert run(tmp_path, "--lang", "en") == 0
    page = Reader(tmp_path / "site/en/duel/changes.html")
    assert "Compared with the edition v1." in page.text
    assert "changed Ogre attack 70 attack 90" in page.text
    assert "cards/ogre.html" in page.links


def test_errors_in_card_files_are_shown_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = lay_out(tmp_path)
    replace(game / "big.yaml", "kind: fighter\n    tags", "kind: figter\n    tags")
    assert run(tmp_path) == 1
    assert "did you mean `fighter`?" in capsys.readouterr().err


def test_what_is_not_installed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(tmp_path)
    monkeypatch.setattr(documenting, "NEEDED", ("mkdocs", "no_such_library"))
    assert run(tmp_path) == 2
    assert "documents need no_such_library: install `cardwright[docs]`" in capsys.readouterr().err


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(tmp_path)
    (tmp_path / "site/en").mkdir(parents=True)
    (tmp_path / "site/en/mine.txt").write_text("Mine.")
    assert run(tmp_path, "--lang", "en") == 2
    assert "holds other files" in capsys.readouterr().err
    assert (tmp_path / "site/en/mine.txt").is_file()


def test_serve_shows_what_is_saved(tmp_path: Path) -> None:
    game = lay_out(tmp_path)
    port = _free_port()
    words = ["docs", "serve", str(game), "-o", str(tmp_path / "site"), "--lang", "en", "--port", str(port)]
    code = f"from cardwright.compiler.tools.cli import main; main({words})"
    server = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    address = f"http://127.0.0.1:{port}/en/duel/cards/hunter.html"
    try:
        _wait_for(address, "Attack</dt><dd>5")
        replace(game / "big.yaml", "attack: 5,", "attack: 6,")
        _wait_for(address, "Attack</dt><dd>6")
        replace(game / "big.yaml", "kind: fighter\n    tags", "kind: figter\n    tags")
        assert server.stderr is not None
        assert any("did you mean `fighter`?" in line for line in iter(server.stderr.readline, ""))
        replace(game / "big.yaml", "kind: figter", "kind: fighter")
        replace(game / "big.yaml", "attack: 6,", "attack: 7,")
        _wait_for(address, "Attack</dt><dd>7")
        (game / "game.yaml").rename(game / "away")
        assert next(line for line in iter(server.stderr.readline, "") if "error: " in line).startswith("error: ")
        (game / "away").rename(game / "game.yaml")
        replace(game / "big.yaml", "attack: 7,", "attack: 8,")
        _wait_for(address, "Attack</dt><dd>8")
    finally:
        server.terminate()
        server.wait(20)


def test_a_server_that_is_ended_leaves_no_workers_behind(tmp_path: Path) -> None:
    game, port = lay_out(tmp_path), _free_port()
    words = ["docs", "serve", str(game), "-o", str(tmp_path / "site"), "--port", str(port)]
    code = f"from cardwright.compiler.tools.cli import main; main({words})"
    server = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        _wait_for(f"http://127.0.0.1:{port}/en/duel/cards/hunter.html", "Hunter")
    finally:
        server.terminate()
        server.wait(20)
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.killpg(server.pid, 0)
            time.sleep(0.1)


def test_what_cannot_be_served_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = lay_out(tmp_path)
    serve = ["docs", "serve", str(game), "--lang", "it", "-o"]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert cli.run([*serve, str(tmp_path / "site"), "--port", str(taken.getsockname()[1])]) == 2
    assert "address already in use; choose another with `--port`" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
    (tmp_path / "file").touch()
    assert cli.run([*serve, str(tmp_path / "file/site"), "--port", str(_free_port())]) == 2
    assert "file/site` cannot be written: not a directory" in capsys.readouterr().err
    for path in game.rglob("texts.yaml"):
        path.unlink()
    assert cli.run([*serve, str(tmp_path / "site"), "--port", str(_free_port())]) == 2
    assert "`--lang en` prints a draft" in capsys.readouterr().err


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(address: str, words: str) -> None:
    """Until a page has these words in it."""
    for _ in range(300):
        with suppress(OSError), urlopen(address) as page:
            if words in page.read().decode():
                return
        time.sleep(0.2)
    pytest.fail(f"{address} never says {words}")


# ---- the reference -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_code_has_its_page(built: Path, lang: str) -> None:
    for code, page in codes.pages(lang).items():
        text = Reader(built / f"{lang}/for_authors/diagnostics/{code.lower()}.html").text
        assert f"{code}:{unmarked(page.title)}{page.slug}" in unmarked(text).replace("¶", "")


def unmarked(prose: str) -> str:
    """Without the marks of code and without blanks, which stand around code on a page."""
    return re.sub(r"[`\s]", "", prose)


def test_the_reference_speaks_the_language_of_its_site(built: Path) -> None:
    folder = built / "it/for_authors"
    for name, english, italian in (
        ("index", "Reference for authors", "Riferimento per autori"),
        ("grammar", "what a card or a rule adds", "Ganci: che cosa aggiunge una carta o una regola"),
        ("effects", "Such an event cannot be performed.", "Un evento del genere non può compiersi."),
        ("effects", "When this fighter attacks", "Quando questo lottatore attacca"),
        ("verbs", "Verbs of the engine", "Verbi del motore"),
        ("files", "Kinds of card.", "I tipi di carta."),
        ("files", "one of shared", "uno tra shared"),
        ("diagnostics/index", "an unknown verb", "un verbo sconosciuto"),
        ("diagnostics/cw0404", "Wrong", "Sbagliato"),
    ):
        text = Reader(folder / f"{name}.html").text
        assert italian in text
        assert english not in text
        assert english in Reader(built / f"en/for_authors/{name}.html").text
    assert "drau 1 for you" in Reader(folder / "diagnostics/cw0404.html").text


@pytest.mark.parametrize(("lang", "title"), [("en", "For authors"), ("it", "Per gli autori")])
def test_the_front_leads_to_the_reference_of_its_language(built: Path, lang: str, title: str) -> None:
    front = Reader(built / lang / "index.html")
    assert "for_authors/index.html" in front.links
    assert title in front.text


@pytest.mark.parametrize(
    ("target", "here", "suffix", "wanted"),
    [
        ("duel/cards/ogre", "duel/faq/other", ".html", "../cards/ogre.html"),
        ("duel/cards/ogre#rulings", "duel/cards/ogre", ".html", "#rulings"),
        ("index", "index", ".html", "index.html"),
        ("../pictures/en/ogre.svg", "duel/cards/ogre", "", "../../../pictures/en/ogre.svg"),
        ("../pictures/en/ogre.svg", "index", "", "../pictures/en/ogre.svg"),
    ],
)
def test_addresses_seen_from_pages(target: str, here: str, suffix: str, wanted: str) -> None:
    assert relative(target, here, suffix) == wanted


def test_what_the_generator_says_itself_is_in_the_language_too(built: Path) -> None:
    pages = [path.read_text("utf-8") for path in (built / "it").rglob("*.html")]
    assert not [page for page in pages if "Permanent link" in page or "Not found" in page]
    assert "Questa pagina non esiste" in (built / "it" / "404.html").read_text("utf-8")
