"""Who may import whom, and that nothing below the cards knows a game."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
THIRD_PARTY_OF_COMPILER = {"lark", "yaml", "jsonschema", "referencing", "platformdirs"}
THIRD_PARTY_OF_DOCUMENTS = {"yaml", "jinja2", "markupsafe", "mkdocs", "typst"}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Absolute names of everything a module imports, ``cardwright.`` spelt out."""
    package = ("cardwright", *path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join((*base, *(node.module or "").split("."))).rstrip(".")
            for alias in node.names:
                yield ".".join((*base, *filter(None, (node.module or "").split(".")), alias.name))


@pytest.mark.parametrize("path", modules("runtime"), ids=lambda p: p.name)
def test_the_runtime_imports_the_standard_library_and_itself_only(path: Path) -> None:
    for name in imported(path):
        top = name.split(".")[0]
        assert name.startswith("cardwright.runtime") or top in sys.stdlib_module_names, f"{path.name} imports {name}"


@pytest.mark.parametrize(
    "path", [p for p in modules("compiler") if "tools" not in p.parts], ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_the_compiler_imports_data_definitions_of_the_runtime_only(path: Path) -> None:
    allowed = tuple(f"cardwright.runtime.{name}" for name in ("ir", "script", "packfile", "sets"))
    libraries = THIRD_PARTY_OF_DOCUMENTS if "documents" in path.parts else THIRD_PARTY_OF_COMPILER
    for name in imported(path):
        top = name.split(".")[0]
        if name == "cardwright.runtime":
            continue
        if name.startswith("cardwright.runtime"):
            assert name.startswith(allowed), f"{path.name} imports {name}"
        elif not name.startswith("cardwright"):
            assert top in sys.stdlib_module_names or top in libraries, f"{path.name} imports {name}"
        else:
            assert not name.startswith("cardwright.compiler.tools"), f"{path.name} imports {name}"


def test_only_one_module_imports_the_parser_library() -> None:
    users = {path.name for path in modules("compiler") if any(n.split(".")[0] == "lark" for n in imported(path))}
    assert users == {"syntax.py", "prebuilt.py"}


GAME_WORDS = ("squillo", "squirmish", "character", "pimp", "stable", "powerup", "power-up", "power_up")


def names_and_words(path: Path) -> Iterator[str]:
    """Every name in the code of a module, and every string in it that is a single word (prose is left out)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "name", "attr", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value.lower()
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value.strip():
            yield node.value.lower()


@pytest.mark.parametrize("folder", ["compiler", "runtime"])
def test_no_concept_of_a_game_in_code(folder: str) -> None:
    found = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in modules(folder)
        for word in names_and_words(path)
        for game in GAME_WORDS
        if game in word
    }
    assert not found


def test_no_concept_of_a_game_in_the_grammar() -> None:
    for path in (ROOT / "grammar").iterdir():
        if path.suffix in {".lark", ".json"}:
            text = path.read_text(encoding="utf-8").lower()
            assert not [word for word in GAME_WORDS if word in text], path.name
