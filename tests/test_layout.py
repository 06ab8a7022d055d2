"""The canonical layout of rules: what it changes, and that it never changes what they mean."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from cardwright.compiler import layout, yaml_loader
from cardwright.compiler.compile import vocabulary_of
from cardwright.compiler.source import Source
from cardwright.compiler.syntax import Parsed, VerbForms, parse_hooks, parse_steps
from cardwright.compiler.tools.cli import run
from hypothesis import given, settings
from hypothesis import strategies as st

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "cards").rglob("*.yaml"))

WRITTEN = """\
  # first


  when   this is killed by any fighter as foe :     # c1
    # inner
    if   attack of foe>3 and [ not this is tapped ] :
          draw {attack of foe - 3}  for you
          # closing
    else:
          nothing

  always:
    this gets  + 20 attack
    this gets +{ attack of this+1 } defence
    this gets x1/2   attack
  play:
   roll 6 as n
   table n:
    1 - 3 "Title  # here" :
     draw 1 for you

"""
WANTED = """\
# first

when this is killed by any fighter as foe:  # c1
    # inner
    if attack of foe > 3 and [not this is tapped]:
        draw {attack of foe - 3} for you
        # closing
    else:
        nothing

always:
    this gets +20 attack
    this gets +{attack of this + 1} defence
    this gets x1/2 attack
play:
    roll 6 as n
    table n:
        1-3 "Title  # here":
            draw 1 for you
"""


def test_an_example() -> None:
    assert layout.layout(WRITTEN) == WANTED
    assert layout.layout(WANTED) == WANTED


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("set  clock to {clock+1}", "set clock to {clock + 1}"),
        ("draw {a -1} for you", "draw {a - 1} for you"),
        ("verb hit(target:fighter)by (n : number=3) :", "verb hit (target: fighter) by (n: number = 3):"),
        ("this is protected from attacks,single events", "this is protected from attacks, single events"),
        ("choose up to {a*b/2} cards in hand of you as c", "choose up to {a * b / 2} cards in hand of you as c"),
    ],
)
def test_words_of_a_line(written: str, wanted: str) -> None:
    assert layout.respaced(written) == wanted


# ---- files -------------------------------------------------------------------------------------------

HEAD = "set: extra\ngame: duel   # as it is\ntitle: {en:   Extra}\n"


def in_file(text: str) -> str:
    loaded = yaml_loader.parse(Source("extra.yaml", text))
    assert loaded.document is not None, loaded.diagnostics
    return layout.laid_out(loaded.document)


def test_nothing_but_rules_is_touched() -> None:
    written = HEAD + "cards:\n    - id: odd\n      text: {reason: a  b}\n      rules: |  # why\n"
    text = written + "          play:\n            draw   1\n"
    assert in_file(text) == written + "        play:\n            draw 1\n"


def test_rules_on_the_line_of_their_key() -> None:
    text = "game: duel\nturn:\n  - step: draw\n    do: draw  1   # one\n    if: n>1\n"
    assert in_file(text) == "game: duel\nturn:\n  - step: draw\n    do: draw 1   # one\n    if: n > 1\n"


def test_line_ends_and_the_end_of_the_file_stay() -> None:
    text = "setup: |\r\n  draw  1\r\n  nothing"
    assert in_file(text) == "setup: |\r\n  draw 1\r\n  nothing"


def test_a_block_that_sets_its_own_indentation_is_left_alone() -> None:
    text = "setup: |3\n   draw  1\n"
    assert in_file(text) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT / "cards").as_posix())
def test_the_cards_of_the_project_are_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    assert in_file(text) == text


# ---- meaning -----------------------------------------------------------------------------------------


@cache
def rules_of(folder: Path) -> tuple[VerbForms, list[tuple[str, str]]]:
    """The verbs of a game, and its rules with the key that each stands under."""
    documents = [yaml_loader.load(path).document for path in sorted(folder.rglob("*.yaml"))]
    read = [document for document in documents if document is not None]
    game = next(document for document in read if "kinds" in document.root.items and "set" not in document.root.items)
    sets = [document for document in read if "set" in document.root.items]
    texts = [
        (document.source.text[key.start : key.end], str(rules.value))
        for document in (game, *sets)
        for key, rules in layout._rules(document.root, False)
        if rules.block
    ]
    return vocabulary_of(game, sets).forms, texts


FOLDERS = [ROOT / "cards" / "squillo", ROOT / "tests" / "data" / "language"]


def parsed(forms: VerbForms, key: str, rules: str) -> Parsed:
    source = Source("rules", rules)
    parse = parse_steps if key in ("do", "setup") else parse_hooks
    return parse(source, source.span(0, len(rules)), forms)


_JOINED = re.compile(r"at least|this turn")
"""Words between which exactly one blank stands."""


def untidy(rules: str, chance: random.Random) -> str:
    """The same rules as somebody in a hurry could have written them."""
    step = chance.randint(1, 7)
    lines: list[str] = []
    for line in rules.splitlines():
        code, comment = layout._parts(line)
        depth = (len(code) - len(code.lstrip())) // 4
        words = _JOINED.sub(lambda words: words[0].replace(" ", "_"), code).split()
        text = "".join(word + " " * chance.choice((1, 1, 2, 4)) for word in words).rstrip()
        for sign in ",()[]{}:":
            if chance.random() < 0.3 and '"' not in text:
                text = text.replace(sign, f" {sign} ").rstrip()
        if words and chance.random() < 0.2:
            lines.append(" " * chance.randint(0, 9) + "# a remark")
        if chance.random() < 0.2:
            lines.append("")
        lines.append(" " * (depth * step) + text.lstrip().replace("_", " ") + (f" {comment}" if comment else ""))
    return "\n".join(lines) + "\n"


@given(data=st.data(), seed=st.integers(0, 10**6))
@settings(max_examples=120, deadline=None)
def test_the_layout_means_the_same_and_is_reached_at_once(data: st.DataObject, seed: int) -> None:
    forms, texts = rules_of(data.draw(st.sampled_from(FOLDERS)))
    key, rules = data.draw(st.sampled_from(texts))
    written = untidy(rules, random.Random(seed))
    before = parsed(forms, key, written)
    wanted = layout.layout(written)
    assert not before.diagnostics, written
    assert before.items
    assert parsed(forms, key, wanted) == before
    assert layout.layout(wanted) == wanted
    assert wanted.count("# a remark") == written.count("# a remark")


@given(rules=st.text(alphabet=' \n\tab1-+{}[]():,"#<=x/', max_size=60))
def test_any_text_keeps_its_signs_and_settles(rules: str) -> None:
    wanted = layout.layout(rules)
    assert "".join(wanted.split()) == "".join(rules.split())
    assert layout.layout(wanted) == wanted


# ---- the command -------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "extra.yaml"
    path.write_text(HEAD + "cards:\n  - id: odd\n    rules: |\n      play:\n        draw 1\n", "utf-8")
    return path


def test_the_command_writes_what_is_wanted(file: Path, capsys: Capture) -> None:
    assert run(["fmt", str(file)]) == 0
    assert capsys.readouterr().out == "extra.yaml: changed\n1 file changed, 0 as they should be\n"
    assert file.read_text("utf-8").endswith("      play:\n          draw 1\n")
    assert run(["fmt", str(file)]) == 0
    assert capsys.readouterr().out == "0 files changed, 1 as they should be\n"


def test_checking_and_showing_write_nothing(file: Path, capsys: Capture) -> None:
    before = file.read_text("utf-8")
    assert run(["fmt", "--check", str(file)]) == 1
    assert capsys.readouterr().out.startswith("extra.yaml: would change\n")
    assert run(["fmt", "--diff", str(file)]) == 0
    assert "-        draw 1\n+          draw 1\n" in capsys.readouterr().out
    assert run(["fmt", "--diff", "--check", str(file)]) == 1
    assert file.read_text("utf-8") == before


def test_a_file_with_faults_is_left_alone(file: Path, capsys: Capture) -> None:
    file.write_text("set: extra\nset: extra: no\n", "utf-8")
    assert run(["fmt", str(file)]) == 1
    assert "extra.yaml: left alone, `cardwright check` says why" in capsys.readouterr().err


def test_a_set_that_lies_elsewhere_than_its_game_is_laid_out(file: Path, capsys: Capture) -> None:
    assert run(["fmt", str(file.parent)]) == 0
    assert capsys.readouterr().out == "extra.yaml: changed\n1 file changed, 0 as they should be\n"


def test_a_folder_without_card_files_is_wrong_use(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "notes.yaml").write_text("a: b\n", "utf-8")
    assert run(["fmt", str(tmp_path)]) == 2
    assert "there is no game in" in capsys.readouterr().err
