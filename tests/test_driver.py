"""Checking games: all files at once, causes without their consequences, and nothing compiled twice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler import cache, compilation, driver, schema, syntax
from cardwright.compiler.document import Document
from cardwright.compiler.source import Source

Layout = Callable[[Mapping[str, str | bytes]], Path]

EXTRA = "set: extra\ngame: duel\ntitle: {en: Extra}\n"

CARD = """\
cards:
  - id: lout
    title: {en: Lout}
    kind: fighter
    rules: |
      always:
          this gets +10 defence
"""

RULING = """\
rulings:
  - id: strict
    settles: [duel.attack.strict]
    question: {en: Is it?}
    answer: {en: It is.}
    scenario:
      players: [ann, bob]
"""
"""Its scenario is to be continued."""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    return folder


def codes(folder: Path) -> list[str]:
    return [found.code for found in driver.check([folder]).diagnostics]


def test_a_clean_game(duel: Layout) -> None:
    result = driver.check([duel({})])
    assert result.diagnostics == ()
    assert result.errors == 0
    assert [(game.summary.files, game.summary.cards) for game in result.games] == [(3, 3)]


def test_all_files_are_checked_in_one_run_in_their_order(duel: Layout) -> None:
    folder = duel({"z.yaml": b"\xef\xbb\xbfa: b", "b/x.yaml": "a: [", "a.yaml": EXTRA + "cards: 3\nx: y\n"})
    assert codes(folder) == ["CW0203", "CW0201", "CW0118", "CW0105"]


def test_what_is_unknown_only_because_a_file_cannot_be_read_is_not_reported(duel: Layout) -> None:
    ruling = RULING + "      given: {ann: {field: [sentry]}}\n      expect: [sentry has guard]\n"
    assert codes(duel({"rulings.yaml": ruling})) == []
    assert codes(duel({"rulings.yaml": ruling, "basic.yaml": "set: [", "statements.yaml": b"\xff"})) == [
        "CW0118",
        "CW0104",
    ]


def test_what_is_unknown_only_because_its_card_is_faulty_is_not_reported(duel: Layout) -> None:
    cards = """\
cards:
  - id: lout
    title: {en: Lout}
  - id: bully
    title: {en: Bully}
    kind: fighter
    rules: |
      play:
          kill any lout fighter
          kill any luot fighter
"""
    assert codes(duel({"extra.yaml": EXTRA + cards})) == ["CW0202", "CW0403"]


def test_a_huge_file_is_one_diagnostic(duel: Layout) -> None:
    folder = duel({})
    with (folder / "huge.yaml").open("wb") as file:
        file.truncate(50_000_000)
    assert codes(folder) == ["CW0103"]


def test_a_file_that_vanishes_is_one_diagnostic(duel: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = duel({"extra.yaml": EXTRA})
    games = tuple(driver.open_games(driver.project.find([folder])))
    (folder / "extra.yaml").unlink()
    assert [found.code for found in driver.Result(games).diagnostics] == ["CW0101"]


def test_nothing_is_compiled_twice(duel: Layout, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = duel({"extra.yaml": EXTRA + "card: []\n"})
    first = driver.check([folder])
    before = (first.diagnostics, first.games[0].summary)

    def forbidden(*arguments: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(compilation, "compile_folder", forbidden)
    second = driver.check([folder])
    assert (second.diagnostics, second.games[0].summary) == before
    assert second.games[0].pack == first.games[0].pack


def test_only_changed_files_are_shown_to_the_schema_again(
    duel: Layout, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = duel({"extra.yaml": EXTRA})
    shown: list[str] = []
    check = schema.check

    def watched(document: Document) -> schema.Checked:
        shown.append(Path(document.source.path).name)
        return check(document)

    monkeypatch.setattr(schema, "check", watched)
    assert codes(folder) == []
    assert shown == ["game.yaml", "basic.yaml", "extra.yaml", "statements.yaml"]
    (folder / "extra.yaml").write_text(EXTRA + "card: []\n")
    compilation._sifted.cache_clear()  # as if it were another process
    assert codes(folder) == ["CW0201"]
    assert shown[4:] == ["extra.yaml"]


def test_only_changed_files_are_parsed_again(duel: Layout, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = duel({"extra.yaml": EXTRA + CARD})
    parsed: set[str] = set()
    parse = syntax._parsed

    def watched(source: Source, *rest: Any) -> syntax.Parsed:
        parsed.add(Path(source.path).name)
        return parse(source, *rest)

    monkeypatch.setattr(syntax, "_parsed", watched)
    first = driver.check([folder]).games[0].compiled
    assert {"game.yaml", "basic.yaml", "extra.yaml"} <= parsed
    parsed.clear()
    syntax._remembered.clear()  # as if it were another process
    (folder / "extra.yaml").write_text(EXTRA + CARD.replace("10", "20"))
    second = driver.check([folder]).games[0].compiled
    assert parsed == {"extra.yaml"}
    assert first.pack is not None and second.pack is not None
    assert first.pack.abilities != second.pack.abilities
    assert first.pack.verbs == second.pack.verbs


@pytest.mark.parametrize("change", ["content", "new file", "other name"])
def test_a_change_is_noticed(duel: Layout, kept: Path, change: str) -> None:
    folder = duel({"extra.yaml": EXTRA})
    assert codes(folder) == []
    match change:
        case "content":
            (folder / "extra.yaml").write_text(EXTRA + "card: []\n")
        case "new file":
            (folder / "more.yaml").write_text("a: b\n")
        case _:
            (folder / "extra.yaml").rename(folder / "other.yaml")
            (folder / "other.yaml").write_text(EXTRA + "card: []\n")
    found = driver.check([folder]).diagnostics
    assert len(found) == 1
    assert Path(found[0].span.path).exists()


def test_damaged_entries_are_ignored(duel: Layout, kept: Path) -> None:
    folder = duel({"extra.yaml": EXTRA + "card: []\n"})
    assert codes(folder) == ["CW0201"]
    entries = list(kept.iterdir())
    assert entries
    for entry in entries:
        entry.write_bytes(entry.read_bytes()[:40])
    assert codes(folder) == ["CW0201"]


def test_a_warm_check_imports_neither_the_parser_nor_the_schema(duel: Layout, kept: Path) -> None:
    program = (
        "import sys; from cardwright.compiler.tools.cli import run; status = run(['check', sys.argv[1]]);"
        "print(status, sorted({'lark', 'jsonschema', 'yaml', 'rich'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", program, str(duel({}))]
    cold, warm = (
        subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ)) for _ in range(2)
    )
    assert cold.stdout.splitlines()[-1] == "0 ['jsonschema', 'lark', 'yaml']"
    assert warm.stdout.splitlines()[-1] == "0 []"


def test_whoever_wants_to_can_watch(duel: Layout) -> None:
    seen: dict[str, int] = {}

    def track(what: str, items: Sequence[Any]) -> Iterable[Any]:
        for item in items:
            seen[what] = seen.get(what, 0) + 1
            yield item

    assert driver.check([duel({})], track).errors == 0
    assert seen == {"reading": 3, "parsing": 3, "compiling": 4}


def test_a_scenario_is_not_empty_because_a_part_of_it_is_wrong(duel: Layout) -> None:
    doing = RULING + "      do:\n        - "
    assert codes(duel({"rulings.yaml": doing + "refuse: {ann: 3}\n"})) == ["CW0203"]
    assert codes(duel({"rulings.yaml": doing + "ann: pass\n"})) == ["CW0709"]


LOUT = """\
cards:
  - id: lout
    title: {en: Lout}
    kind: fihgter
    rules: |
      when this is killed:
          kill any fighter by this
"""


def test_rules_of_a_card_of_an_unknown_kind_are_not_blamed_for_it(duel: Layout) -> None:
    assert codes(duel({"extra.yaml": EXTRA + LOUT})) == ["CW0402"]
