"""The commands and files in the documentation: each command exists with its options, each file is what it should be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from cardwright.compiler.tools.cli import COMMANDS, cli

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_OPTION = re.compile(r"(?<![\w-])(--?[a-z][a-z-]*)")
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`(cardwright [^`\n]+)`|^\s*(?:\$ |- run: |run: |entry: )(cardwright .+)$", re.MULTILINE)


def commands(text: str) -> list[str]:
    return [(inline or line).partition(" | ")[0] for inline, line in _CODE.findall(text)]


def command(words: list[str]) -> click.Command:
    """The command that the words begin with."""
    found = cli.get_command(click.Context(cli), words[0])
    assert found is not None, f"there is no command {words[0]}"
    if isinstance(found, click.Group):
        found = found.get_command(click.Context(found), words[1])
        assert found is not None, f"there is no command {' '.join(words[:2])}"
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_exist_with_their_options(path: Path) -> None:
    for line in commands(path.read_text("utf-8")):
        words = line.split()[1:]
        if not words or not re.fullmatch("[a-z]+", words[0]):
            continue
        known = {option for param in command(words).params for option in param.opts} | {"--help", "--"}
        assert {option for option in _OPTION.findall(line)} <= known, line


def test_every_command_is_in_the_readme() -> None:
    named = {line.split()[1] for line in commands((ROOT / "README.md").read_text("utf-8"))}
    assert {*COMMANDS} <= named


# ---- files -------------------------------------------------------------------------------------------


def fences(page: str) -> list[Any]:
    text = (ROOT / "docs" / page).read_text("utf-8")
    return [yaml.safe_load(content) for language, content in _FENCE.findall(text) if language == "yaml"]


def test_the_workflow_is_one() -> None:
    workflow = next(found for found in fences("ci.md") if "jobs" in found)
    assert set(workflow) == {"name", True, "permissions", "jobs"}  # YAML 1.1 reads `on` as a truth value
    (job,) = workflow["jobs"].values()
    assert job["runs-on"]
    for step in job["steps"]:
        assert ("run" in step) != ("uses" in step)
        assert set(step) <= {"run", "uses", "with", "if"}


def test_the_hooks_for_pre_commit() -> None:
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    for hook in hooks.values():
        assert {"id", "name", "entry", "language", "files"} <= set(hook)
        assert hook["language"] == "python"
        assert command(hook["entry"].split()[1:]).params
        assert re.search(hook["files"], "cards/pond/basic.yaml")
    documented = next(found for found in fences("ci.md") if "repos" in found)
    assert {hook["id"] for repo in documented["repos"] for hook in repo["hooks"]} <= set(hooks)
