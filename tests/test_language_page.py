"""The page docs/language.md: its examples compile, what they print as stands below them, and nothing is left out.

An example is a block of ``rules``; a word after it says what they are rules of (a kind, ``game``, or ``verb``), a
fighter if there is none. The quotation below it is its derived text: ``pytest --update`` writes it. The examples use
the words of the game in tests/data/page.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler import driver, schema, tree, yaml_loader
from cardwright.compiler.compile import vocabulary_of
from cardwright.compiler.render import one_line
from cardwright.compiler.source import Source, Span
from cardwright.compiler.syntax import parse_hooks
from cardwright.compiler.text import Texts
from cardwright.runtime import ir
from cardwright.runtime.engine import Engine

PAGE = Path(__file__).parent.parent / "docs" / "language.md"
GAME = Path(__file__).parent / "data" / "page"

_EXAMPLE = re.compile(
    r"^```rules(?: (?P<of>[a-z]+))?\n(?P<rules>.*?)^```\n(?:\n(?P<text>(?:>[^\n]*\n)+))?", re.M | re.S
)
_YAML = re.compile(r"^```yaml\n(.*?)^```\n", re.M | re.S)
_ANY_BLOCK = re.compile(r"^```(\w*)", re.M)


@dataclass(frozen=True)
class Example:
    """One example. text: the lines of the quotation below it."""

    number: int
    of: str
    rules: str
    text: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"example-{self.number}"

    def __str__(self) -> str:
        return f"{self.name}: {self.rules.splitlines()[0]}"


def read_examples(page: str) -> Iterator[Example]:
    for number, found in enumerate(_EXAMPLE.finditer(page), 1):
        text = tuple(line[2:] for line in (found["text"] or "").splitlines() if line != ">")
        yield Example(number, found["of"] or "fighter", found["rules"], text)


EXAMPLES = list(read_examples(PAGE.read_text("utf-8")))


def set_file() -> str:
    """A set in which each example is a card, a rule of the game or a verb."""
    parts: dict[str, list[str]] = {"cards": [], "rules": [], "verbs": []}
    for example in EXAMPLES:
        match example.of:
            case "game":
                parts["rules"].append(f"  {example.name}: |\n{textwrap.indent(example.rules, '    ')}")
            case "verb":
                verb = example.rules.split()[1]
                parts["verbs"].append(f"  {verb}:\n    rules: |\n{textwrap.indent(example.rules, '      ')}")
            case kind:
                head = f"  - id: {example.name}\n    title: {{en: Example, it: Esempio}}\n    kind: {kind}\n"
                tags = "    tags: [evil]\n    groups: {colour: [red]}\n"
                parts["cards"].append(f"{head}{tags}    rules: |\n{textwrap.indent(example.rules, '      ')}")
    sections = "".join(f"{section}:\n{''.join(entries)}" for section, entries in parts.items())
    return f"set: page\ngame: arena\ntitle: {{en: Page, it: Pagina}}\nneeds: [basic]\n{sections}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game with all the examples in it."""
    folder = tmp_path_factory.mktemp("page") / "arena"
    shutil.copytree(GAME, folder)
    (folder / "page.yaml").write_text(set_file(), "utf-8")
    return folder


@pytest.fixture(scope="module")
def pack(folder: Path) -> ir.Pack:
    result = driver.check([folder])
    assert [one_line(found, result.source) for found in result.diagnostics] == []
    pack = result.games[0].pack
    assert pack is not None
    return pack


@pytest.fixture(scope="module")
def texts(pack: ir.Pack) -> Texts:
    return Texts(pack, "en")


def derived(example: Example, texts: Texts) -> tuple[str, ...]:
    """What an example prints as; a verb prints nowhere by itself."""
    match example.of:
        case "verb":
            return ()
        case "game":
            return tuple(texts.ability(f"rule:{example.name}:page"))
    return tuple(texts.card(example.name))


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_text_below_an_example_is_derived_from_it(
    example: Example, texts: Texts, request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--update"):
        pytest.skip("the texts are being written")
    assert example.text == derived(example, texts)


def test_update(texts: Texts, request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--update"):
        pytest.skip("only with --update")
    examples = iter(EXAMPLES)

    def with_text(found: re.Match[str]) -> str:
        block = found[0][: found.end("rules") - found.start()] + "```\n"
        quoted = ">\n".join(f"> {line}\n" for line in derived(next(examples), texts))
        return f"{block}\n{quoted}" if quoted else block

    PAGE.write_text(_EXAMPLE.sub(with_text, PAGE.read_text("utf-8")), "utf-8")


def test_the_game_with_the_examples_can_be_linked(pack: ir.Pack) -> None:
    assert Engine(pack).blank(2, 1).winners is None


# ---- nothing is left out -----------------------------------------------------------------------------


def test_every_construct_of_the_grammar_has_an_example(folder: Path) -> None:
    files = [yaml_loader.load(folder / name).document for name in ("game.yaml", "basic.yaml", "page.yaml")]
    game, *sets = [file for file in files if file is not None]
    forms = vocabulary_of(game, sets).forms
    used: set[str] = set()
    for example in EXAMPLES:
        source = Source("example", example.rules)
        parsed = parse_hooks(source, Span("example", 0, len(example.rules)), forms)
        used.update(type(node).__name__ for node in nodes(parsed.items))
    assert len(constructs()) > 80
    assert sorted(constructs() - used) == []


def constructs() -> set[str]:
    """The names of all nodes that rules are parsed into."""
    known = (cls for cls in vars(tree).values() if isinstance(cls, type) and issubclass(cls, tree.Node))
    return {cls.__name__ for cls in known if cls is not tree.Node}


def nodes(value: Any) -> Iterator[tree.Node]:
    """Every node in some nodes, themselves first."""
    if isinstance(value, tuple):
        for item in value:
            yield from nodes(item)
    elif isinstance(value, tree.Node):
        yield value
        for field in fields(value):
            yield from nodes(getattr(value, field.name))


def test_every_verb_of_the_engine_is_used(pack: ir.Pack) -> None:
    done = {node.verb for node in ir.walk(pack) if isinstance(node, ir.Do | ir.Pattern)}
    assert sorted(set(ir.ENGINE_VERBS) - done) == []


def test_every_effect_object_is_used(pack: ir.Pack) -> None:
    used = {type(node).__name__ for node in ir.walk(pack)}
    assert sorted(set(ir.NODES) - used) == []


# ---- the files of section 7 --------------------------------------------------------------------------


def test_every_block_of_the_page_is_tested() -> None:
    page = PAGE.read_text("utf-8")
    assert set(_ANY_BLOCK.findall(page)) == {"rules", "yaml", ""}  # "" closes
    assert len(EXAMPLES) > 30
    assert len(_YAML.findall(page)) >= 5
    assert re.findall(r"^>.*\n[^>\n].*", page, re.M) == []  # it would belong to the quotation


@pytest.mark.parametrize("text", _YAML.findall(PAGE.read_text("utf-8")), ids=lambda text: text.split(":")[0])
def test_the_files_on_the_page_have_the_shape_of_files(text: str) -> None:
    source = Source("page.yaml", text.replace("[...]", "[]"))
    loaded = yaml_loader.parse(source)
    assert loaded.document is not None, loaded.diagnostics
    found = [*loaded.diagnostics, *schema.check(loaded.document).diagnostics]
    assert [one_line(fault, lambda _: source) for fault in found] == []
