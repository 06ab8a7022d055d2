"""Bad input of every sort: each is refused with a code, a place and a way to go on, exit status 1, nothing written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cardwright.compiler.tools.cli import run

Layout = Callable[[Mapping[str, str | bytes]], Path]
Capture = pytest.CaptureFixture[str]

HEAD = "set: extra\ngame: duel\ntitle: {en: Extra}\n"
CARD = HEAD + "cards:\n  - id: lout\n    title: {en: Lout}\n    kind: fighter\n"


def rules(text: str) -> dict[str, str | bytes]:
    return {"rules": text}


def ruling(settles: str = "duel.attack.strict", foe: str = "foe", card: str = "brute") -> dict[str, str | bytes]:
    text = f"""\
rulings:
  - id: strict
    settles: [{settles}]
    question: {{en: Does a stronger attack kill?}}
    answer: {{en: "Yes."}}
    scenario:
      players: [ann, bob]
      given:
        ann: {{field: [{card}]}}
        bob: {{field: [{{card: sentry, as: foe}}]}}
      do:
        - ann: attack, {foe}
      expect: [foe is in discard]
"""
    return {"rulings.yaml": text}


BOMB = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 30))

INPUTS: dict[str, tuple[dict[str, str | bytes], str, str]] = {
    "an unknown noun": (rules("play:\n    kill any figther"), "CW0402", "fighter"),
    "an unknown verb": (rules("play:\n    kil this"), "CW0404", "kill"),
    "an unknown role": (rules("when this is attacked:\n    kill atackers of it"), "CW0410", "attackers"),
    "an unknown zone": (rules("play:\n    for each card in hnd of you as c:\n        kill c"), "CW0408", "hand"),
    "an unknown status": (rules("play:\n    put taped on this"), "CW0403", "tapped"),
    "an unknown card": (rules("play:\n    kill any brut fighter"), "CW0403", "brute"),
    "an unknown card in a scenario": (ruling(card="brut"), "CW0705", "brute"),
    "a misspelt YAML key": ({"extra.yaml": CARD + "    copys: 2\n"}, "CW0201", "copies"),
    "empty rules": (rules(""), "CW0614", "leave the whole entry out"),
    "rules that are comments": (rules("# to be written"), "CW0614", "leave the whole entry out"),
    "a role filled twice": (rules("play:\n    kill this by this by this"), "CW0503", "leave one out"),
    "a role missing": (rules("play:\n    draw 1"), "CW0502", "draw AMOUNT for PLAYER"),
    "a number where a card is wanted": (rules("play:\n    kill 3"), "CW0501", "kill VICTIM"),
    "a hook that can never match": (rules("when any trick is killed:\n    nothing"), "CW0505", "name a fighter"),
    "a question that can never hold": (
        rules("when this is killed if this is tapped and this is not tapped:\n    nothing"),
        "CW0605",
        "leave one out",
    ),
    "a let that is never read": (rules("play:\n    let n = 3"), "CW0601", "leave it out"),
    "a ruling that cites an unknown statement": (ruling(settles="duel.atack.strict"), "CW0703", "duel.attack.strict"),
    "a scenario that names a card not in play": (ruling(foe="brutus"), "CW0708", "brute"),
    "two cards with one id": ({"extra.yaml": CARD.replace("lout", "brute")}, "CW0411", "choose another id"),
    "a duplicate YAML key": ({"extra.yaml": CARD + "    kind: trick\n"}, "CW0112", "keep one"),
    "a tab in the indentation": ({"extra.yaml": HEAD + "cards:\n\t- id: lout\n"}, "CW0107", "spaces"),
    "a file that is not UTF-8": ({"extra.yaml": HEAD.encode() + b"printed: caf\xe9\n"}, "CW0104", "UTF-8"),
    "an empty file": ({"extra.yaml": b""}, "CW0108", "delete it"),
    "a file of 50 MB": ({"extra.yaml": b" " * 50_000_000}, "CW0103", "split it"),
    "aliases that expand without end": ({"extra.yaml": BOMB}, "CW0114", "write the value out"),
    "a set that needs a missing set": ({"extra.yaml": HEAD + "needs: [basics]\n"}, "CW0418", "basic"),
}


@pytest.mark.parametrize("name", INPUTS)
def test_it_is_refused(name: str, duel: Layout, capsys: Capture) -> None:
    files, code, hint = INPUTS[name]
    folder = duel(files)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert run(["check", str(folder), "--format", "json", "--limit", "0"]) == 1
    out, err = capsys.readouterr()
    found = [one for one in json.loads(out) if one["code"] == code]
    assert found
    assert {one["code"] for one in json.loads(out)} == {code}
    assert Path(found[0]["file"]).is_file()
    assert found[0]["line"] >= 1
    assert found[0]["column"] >= 1
    assert hint in found[0]["help"]
    assert err == ""
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.parametrize("name", INPUTS)
def test_it_is_not_built(name: str, duel: Layout, tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "duel.pack"
    assert run(["build", str(duel(INPUTS[name][0])), "-o", str(target)]) == 1
    assert not target.exists()
    assert INPUTS[name][1] in capsys.readouterr().err


@pytest.fixture
def packed(duel: Layout, tmp_path: Path) -> bytes:
    assert run(["build", str(duel({})), "-o", str(tmp_path / "whole.pack")]) == 0
    return (tmp_path / "whole.pack").read_bytes()


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda content: content[:-100], "CW0901"),
        (lambda content: b"", "CW0901"),
        (lambda content: b"\xff" + content, "CW0901"),
        (lambda content: content.replace(b'"format":', b'"format":9'), "CW0902"),
        (lambda content: content.replace(b"fighter", b"fightre"), "CW0903"),
    ],
    ids=["truncated", "empty", "binary", "of another version", "corrupted"],
)
@pytest.mark.parametrize("command", ["sim", "play"])
def test_a_damaged_pack_is_refused(
    command: str, damage: Callable[[bytes], bytes], code: str, packed: bytes, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "damaged.pack"
    path.write_bytes(damage(packed))
    capsys.readouterr()
    assert run([command, str(path)]) == 1
    err = capsys.readouterr().err
    assert f"error[{code}]" in err
    assert "damaged.pack" in err
    assert "help:" in err


# ---- what looks like a file --------------------------------------------------------------------------


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def link_to_nowhere(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere.yaml")


def endless_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes among its files")
    os.mkfifo(path)


@pytest.mark.parametrize("make", [pipe, endless_device, link_to_itself, link_to_nowhere])
@pytest.mark.parametrize("name", ["extra.yaml", "game.yaml"])
def test_what_only_looks_like_a_file_is_refused(
    name: str, make: Callable[[Path], None], duel: Layout, capsys: Capture
) -> None:
    folder = duel({})
    (folder / name).unlink(missing_ok=True)
    make(folder / name)
    status = run(["check", str(folder), "--format", "short"])
    out, err = capsys.readouterr()
    assert status in (1, 2)
    assert "CW010" in out or "there is no game" in err or "is a link that leads out of its game" in err
    assert "unexpected" not in err


@pytest.mark.parametrize("make", [pipe, endless_device])
def test_a_replay_that_is_no_file_is_refused(make: Callable[[Path], None], tmp_path: Path, capsys: Capture) -> None:
    make(tmp_path / "kept.json")
    assert run(["replay", str(tmp_path / "kept.json")]) == 2
    assert "it is not a regular file" in capsys.readouterr().err


def test_a_file_whose_name_is_no_text(duel: Layout, capsys: Capture) -> None:
    folder = duel({})
    with open(os.path.join(os.fsencode(folder), b"\xff.yaml"), "wb") as file:
        file.write(b"set: [\n")
    assert run(["check", str(folder), "--format", "short"]) == 1
    assert "\ufffd.yaml:" in capsys.readouterr().out
