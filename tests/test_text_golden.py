"""Golden texts: each construct of the rules language as it is printed, in English and Italian.

``tests/data/texts/golden.txt`` holds them: a line ``==== what it is about``, the rules of a card, and after lines
``---- en`` and ``---- it`` its printed lines. ``pytest --update`` writes what was found into the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from cardwright.compiler.diagnostics import Diagnostic
from cardwright.compiler.text import LANGUAGES, Texts, load_texts, with_texts
from cardwright.runtime import ir

DATA = Path(__file__).parent / "data" / "texts"
GOLDEN = DATA / "golden.txt"

Tell = Callable[[str, str], dict[str, list[str]]]
"""Takes the rules of a card and its kind, gives its text in each language."""


@dataclass(frozen=True)
class Case:
    title: str
    rules: str
    texts: str

    @property
    def kind(self) -> str:
        last = self.title.rpartition(" of a ")[2]
        return last if last in ("spell", "gem") else "beast"

    def __str__(self) -> str:
        return f"==== {self.title}\n{self.rules}{self.texts}"


def read_cases() -> Iterator[Case]:
    for part in GOLDEN.read_text("utf-8").split("==== ")[1:]:
        title, text = part.split("\n", 1)
        rules, mark, texts = text.partition("---- en\n")
        yield Case(title, rules, mark + texts)


CASES = list(read_cases())


@pytest.fixture(scope="module")
def tell(sampler) -> Tell:  # type: ignore[no-untyped-def]  # a class of conftest
    words = sampler.document((DATA / "words.yaml").read_text("utf-8"))

    def texts(rules: str, kind: str) -> dict[str, list[str]]:
        compiled: tuple[ir.Pack | None, list[Diagnostic]] = sampler.compile(rules, kind)
        pack, found = compiled
        assert pack is not None, found
        loaded = load_texts([words], [sampler.basic])
        for lang in LANGUAGES:
            loaded.add(lang, "cards", "probe", "Probe")
        pack, found = with_texts(pack, loaded)
        assert found == []
        return {lang: Texts(pack, lang).card("probe") for lang in LANGUAGES}

    return texts


def found_for(case: Case, tell: Tell) -> Case:
    texts = tell(case.rules, case.kind)
    blocks = (f"---- {lang}\n" + "".join(f"{line}\n" for line in texts[lang]) for lang in LANGUAGES)
    return Case(case.title, case.rules, "".join(blocks) + "\n")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case, tell: Tell, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        pytest.skip("golden cases are being written")
    assert str(found_for(case, tell)).rstrip() == str(case).rstrip()


def test_update(tell: Tell, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        intro = GOLDEN.read_text("utf-8").split("==== ")[0]
        GOLDEN.write_text(intro + "".join(str(found_for(case, tell)) for case in CASES), "utf-8")
