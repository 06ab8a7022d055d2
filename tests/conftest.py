"""What several test files share: the toy game ``duel`` with files added or replaced, and checking it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from cardwright.compiler import cache, driver, yaml_loader
from cardwright.compiler.compile import compile_game, vocabulary_of
from cardwright.compiler.diagnostics import Diagnostic
from cardwright.compiler.document import Document
from cardwright.compiler.documents.gather import gather
from cardwright.compiler.documents.printing import Press
from cardwright.compiler.look import Look
from cardwright.compiler.source import Source
from cardwright.compiler.tools.linting import warnings
from cardwright.runtime import ir
from cardwright.runtime.engine import Engine

DATA = Path(__file__).parent / "data"
SAMPLER = ("game.yaml", "basic.yaml")

RULES = "rules"
"""Instead of a file name: the content is the rules of a fighter ``extra`` in a set of its own."""

_RULES_HEAD = """\
set: extra
game: duel
title: {en: Extra, it: Extra}
needs: [basic]
cards:
  - id: extra
    title: {en: Extra, it: Extra}
    kind: fighter
    numbers: {attack: 10, defence: 10}
    rules: |
"""


class Finding(NamedTuple):
    """A diagnostic as a test sees it: the file's name in the folder, the line, the code, the message with its help."""

    file: str
    line: int
    code: str
    message: str


Layout = Callable[[Mapping[str, str | bytes]], Path]
"""Takes file names with contents, gives the folder of the game."""
Check = Callable[[Mapping[str, str | bytes]], list[Finding]]
"""Takes file names with contents, gives what is wrong with the game."""


@pytest.fixture(autouse=True, scope="session")
def no_cache() -> None:
    """No test reads or writes the user's cache, or that of another test."""
    patch = pytest.MonkeyPatch()
    patch.setenv(cache.VARIABLE, "")


@pytest.fixture
def duel(tmp_path: Path) -> Layout:
    """Lays out the toy game with further files; those alone, if there is a ``game.yaml`` among them."""

    def lay_out(files: Mapping[str, str | bytes]) -> Path:
        folder = tmp_path / "duel"
        shutil.rmtree(folder, ignore_errors=True)
        if "game.yaml" not in files:
            shutil.copytree(DATA / "duel", folder)
        for name, content in files.items():
            target = folder / ("extra.yaml" if name == RULES else name)
            target.parent.mkdir(parents=True, exist_ok=True)
            written = _in_a_card(content) if name == RULES else content
            target.write_bytes(written if isinstance(written, bytes) else written.encode())
        return folder

    return lay_out


@pytest.fixture
def check_duel(duel: Layout) -> Check:
    """Checks the toy game with further files."""

    def check(files: Mapping[str, str | bytes]) -> list[Finding]:
        folder = duel(files)
        result = driver.check([folder])
        return [_finding(one, result, folder, RULES in files) for one in result.diagnostics]

    return check


@pytest.fixture
def lint_duel(duel: Layout) -> Check:
    """What ``lint`` has to say about those further files of the toy game, which must be without errors."""

    def check(files: Mapping[str, str | bytes]) -> list[Finding]:
        folder = duel(files)
        result = driver.check([folder])
        found = (_finding(one, result, folder, RULES in files) for one in warnings(result.games[0]))
        return [one for one in found if one.file in files]

    return check


@pytest.fixture
def print_duel(duel: Layout) -> Check:
    """What those further files of the toy game lack for documents in Italian."""

    def check(files: Mapping[str, str | bytes]) -> list[Finding]:
        words = {} if "texts.yaml" in files else {"texts.yaml": (DATA / "printed" / "texts.yaml").read_text("utf-8")}
        folder = duel({**files, **words})
        result = driver.check([folder])
        found = (_finding(one, result, folder, RULES in files) for one in gather(result.games[0], "it").missing)
        return [one for one in found if one.file in files]

    return check


def _finding(one: Diagnostic, result: driver.Result, folder: Path, in_a_card: bool) -> Finding:
    name = Path(one.span.path).relative_to(folder).as_posix()
    line = result.source(one.span.path).position(one.span.start)[0]
    if in_a_card and name == "extra.yaml":
        name, line = RULES, line - _RULES_HEAD.count("\n")
    return Finding(name, line, one.code, f"{one.message} ({one.help})" if one.help else one.message)


Make = Callable[..., Press]
"""Takes a language, and a look instead of the one the toy game has; gives what is printed of it."""


@pytest.fixture
def press(duel: Layout, tmp_path: Path) -> Make:
    """What is printed of the toy game with the files in ``data/press``."""

    def make(lang: str = "en", look: Look | None = None) -> Press:
        files = {path.name: path.read_bytes() for path in (DATA / "press").iterdir()}
        (game,) = driver.check([duel(files)]).games
        assert game.summary.diagnostics == ()
        gathered = gather(game, lang)
        assert gathered.missing == ()
        return Press(gathered.edition, look or game.compiled.look, tmp_path / "pictures", cache.Cache(None))

    return make


@pytest.fixture(scope="session")
def tourney() -> ir.Pack:
    """A toy game that can be played to its end."""
    pack = driver.open_game(str(DATA / "tourney")).pack
    assert pack is not None
    return pack


@pytest.fixture
def engine(tourney: ir.Pack) -> Engine:
    """An engine for that game, which nobody else observes."""
    return Engine(tourney)


def _in_a_card(rules: str | bytes) -> str:
    text = rules if isinstance(rules, str) else rules.decode()
    return _RULES_HEAD + "".join(f"      {line}".rstrip() + "\n" for line in text.splitlines())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what was found into the golden cases")


# ---- the rules language ------------------------------------------------------------------------------


class Sampler:
    """The game ``sampler``: a little of everything that rules can speak of."""

    def __init__(self) -> None:
        self.game, self.basic = (self.document((DATA / "language" / name).read_text("utf-8")) for name in SAMPLER)
        self.vocabulary = vocabulary_of(self.game, [self.basic])

    def document(self, text: str) -> Document:
        loaded = yaml_loader.parse(Source("extra.yaml", text))
        assert loaded.document is not None, loaded.diagnostics
        return loaded.document

    def compile(self, rules: str, kind: str = "beast") -> tuple[ir.Pack | None, list[Diagnostic]]:
        """The game with one more card ``probe`` of these rules."""
        head = "set: extra\nneeds: [basic]\n"
        head += f"cards:\n  - id: probe\n    title: {{en: Probe}}\n    kind: {kind}\n    rules: |\n"
        text = head + "".join(f"      {line}".rstrip() + "\n" for line in rules.splitlines())
        return compile_game(self.game, [self.basic, self.document(text)])

    def hooks(self, rules: str, kind: str = "beast") -> tuple[ir.Hook, ...]:
        """The effects of rules that must be right."""
        pack, found = self.compile(rules, kind)
        assert pack is not None, found
        return next(ability.hooks for ability in pack.abilities if ability.id == "probe")


@pytest.fixture(scope="session")
def sampler() -> Sampler:
    return Sampler()


@pytest.fixture(scope="session")
def sampler_hooks(sampler: Sampler) -> Callable[..., tuple[ir.Hook, ...]]:
    return sampler.hooks
