"""Which files make a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from cardwright.compiler import project
from cardwright.compiler.project import NoGame, find, find_one


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games, one with a set below and another game inside it."""
    for name in (
        "cards/chess/game.yaml", "cards/chess/sets/b.yaml", "cards/chess/a.yaml", "cards/chess/notes.txt",
        "cards/chess/.hidden/x.yaml", "cards/chess/inner/game.yaml", "cards/chess/inner/c.yaml", "cards/go/game.yaml",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# a game\ngame: {path.parent.name}-id\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: project.Folder) -> list[str]:
    return [path.relative_to(folder.path).as_posix() for path in folder.files]


def test_a_game_has_all_yaml_files_below_it_but_those_of_inner_games(games: Path) -> None:
    (folder,) = find([games / "cards" / "chess"])
    assert names(folder) == ["game.yaml", "a.yaml", "sets/b.yaml"]


def test_all_games_below_a_folder(games: Path) -> None:
    assert [folder.path.name for folder in find([games])] == ["chess", "inner", "go"]


@pytest.mark.parametrize("inside", ["sets/b.yaml", "sets", "game.yaml", "."])
def test_a_path_inside_a_game_means_that_game(games: Path, inside: str) -> None:
    (folder,) = find([games / "cards" / "chess" / inside])
    assert folder.path.resolve() == games / "cards" / "chess"


def test_a_game_is_found_once(games: Path) -> None:
    assert len(find([games, games / "cards", games / "cards" / "go" / "game.yaml"])) == 3


def test_no_game_and_no_path(games: Path) -> None:
    (games / "empty").mkdir()
    with pytest.raises(NoGame, match="no game in `empty`"):
        find([games / "empty"])
    with pytest.raises(NoGame, match="no file or folder `none`"):
        find([games / "none"])


def test_a_game_by_its_id(games: Path) -> None:
    assert find_one("go-id").path.name == "go"
    assert find_one("cards/go").path.name == "go"
    with pytest.raises(NoGame, match="did you mean `go-id`"):
        find_one("goid")
    with pytest.raises(NoGame, match="there are 3 games"):
        find_one("cards")


def test_without_a_cards_folder_the_games_of_the_package_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (project.default_path() / "__init__.py").is_file()


def test_both_endings_of_yaml_files_count(games: Path) -> None:
    (games / "cards" / "go" / "a.yml").write_text("set: a\n")
    assert names(find([games / "cards" / "go"])[0]) == ["game.yaml", "a.yml"]


def test_links_lead_nowhere_else(games: Path) -> None:
    go = games / "cards" / "go"
    (go / "same.yaml").symlink_to(go / "game.yaml")
    assert names(find([go])[0]) == ["game.yaml", "same.yaml"]
    (go / "other.yaml").symlink_to(games / "cards" / "chess" / "a.yaml")
    with pytest.raises(NoGame, match=r"other\.yaml` is a link that leads out of its game"):
        find([go])
