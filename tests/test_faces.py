"""Faces of cards: what stands on them, how their text is set to fit, pictures of them. The toy game is ``duel``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cardwright.compiler import driver
from cardwright.compiler.cache import Cache
from cardwright.compiler.documents import ornament, pictures, printing, typeset
from cardwright.compiler.documents.faces import Face, Line, faces
from cardwright.compiler.documents.files import RECORD, write
from cardwright.compiler.documents.gather import gather
from cardwright.compiler.documents.words import words
from cardwright.compiler.look import Look, Size

Make = Callable[..., printing.Press]
POINT = 25.4 / 72
"""In millimetres."""


def face_of(press: printing.Press, card: str) -> Face:
    return next(face for face in press.faces if face.id == card)


def test_a_face_has_all_that_is_on_the_card(press: Make) -> None:
    ogre = face_of(press("it"), "ogre")
    assert (ogre.title, ogre.line) == ("Orco", "Lottatore · malvagio · di strada · rosso")
    assert (ogre.width, ogre.height, ogre.colour) == (63, 88, "#7d3446")
    assert ogre.borders == ("#998800",)
    assert [(symbol.label, symbol.colour) for symbol in ogre.symbols] == [("malvagio", "#333333")]
    assert [(stat.label, stat.value) for stat in ogre.stats] == [("Attacco", "70"), ("Difesa", "50")]
    assert [line.row for line in ogre.text] == ["", "", "1", "2–6"]
    assert ogre.text[0].lead == "Schivata (bersaglio singolo):"
    assert ogre.target == "Bersaglio collettivo"
    assert ogre.text[3].lead == "«Botta»"
    assert ogre.quote == "Grr!"
    assert ogre.note == "numeri della casa"
    assert ogre.back.colour == "#204060"


def test_a_card_without_marked_tags_has_the_border_of_its_kind(press: Make) -> None:
    assert face_of(press(), "sentry").borders == ("#7d3446",)


def test_kinds_without_a_look_differ_in_colour(press: Make) -> None:
    plain = press(look=Look())
    assert face_of(plain, "brute").colour != face_of(plain, "ambush").colour


def test_numbers_on_faces_are_those_that_the_look_names(press: Make) -> None:
    made = press()
    kinds = {"fighter": replace(made.look.kind("fighter"), numbers=("defence",))}
    shown = faces(made.edition, replace(made.look, kinds=kinds), words("en"))
    assert {stat.label for face in shown for stat in face.stats} == {"Defence"}


def test_an_ornament_is_the_same_for_one_card_and_another_for_another() -> None:
    one, other = ornament.ornament("brute", "#112233"), ornament.ornament("sentry", "#112233")
    assert one == ornament.ornament("brute", "#112233")
    assert one != other
    ElementTree.fromstring(one)


def test_text_is_set_as_large_as_its_card_allows(press: Make) -> None:
    made = press()
    sizes = {name: fit.size for name, fit in made.fits.items()}
    assert all(fit.fits for fit in made.fits.values())
    assert sizes["sentry"] > 9
    long = replace(face_of(made, "sentry"), fit=None, text=(Line("Words and more words. " * 45),))
    (picture,) = pictures.pictures([long], Cache(None), "long").values()
    assert picture.fit.fits
    assert 5.5 < picture.fit.size < 9


def test_a_text_that_cannot_fit_is_a_diagnostic_at_the_card(
    press: Make, duel: Callable[[dict[str, str]], Path]
) -> None:
    small = press(look=Look(size=Size(22, 24)))
    game = driver.check([duel({})]).games[0]
    places = gather(game, "en").places
    found = list(pictures.too_long(small.fits, places))
    assert {one.code for one in found} == {"CW1114"}
    brute = next(one for one in found if "`ambush`" in one.message)
    assert brute.span == places["card", "ambush"]
    assert "text of `ambush`" in brute.message
    assert re.search(r"smaller than 5\.2 points, and \d+\.\d mm are missing", brute.message)


def test_pictures_are_well_formed_and_of_the_size_of_the_card(press: Make) -> None:
    for face in (made := press("it")).faces:
        picture = (made.folder / f"{face.id}.svg").read_bytes()
        root = ElementTree.fromstring(picture)
        width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
        assert (width * POINT, height * POINT) == pytest.approx((face.width, face.height), abs=0.01)
        assert len(picture) < 90_000


def test_a_picture_is_drawn_again_only_if_its_face_has_changed(
    press: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, kept = press(), Cache(tmp_path / "kept")
    plain = [replace(face, fit=None) for face in made.faces]
    before = pictures.pictures(plain, kept, "duel")
    drawn: list[int] = []
    draw = typeset.pictures
    monkeypatch.setattr(typeset, "pictures", lambda name, data: drawn.append(len(data["faces"])) or draw(name, data))
    assert pictures.pictures(plain, kept, "duel") == before
    assert drawn == []
    changed = [replace(plain[0], title="Another"), *plain[1:]]
    after = pictures.pictures(changed, kept, "duel")
    assert drawn == [1]
    assert [name for name in before if before[name] != after[name]] == [plain[0].id]


def test_pictures_in_a_folder_are_drawn_again_only_if_they_are_not_as_they_should_be(
    press: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = press()
    plain = [replace(face, fit=None) for face in made.faces]
    folder, before = made.folder, made.fits
    drawn: list[str] = []
    draw = typeset.pictures
    monkeypatch.setattr(
        typeset, "pictures", lambda name, data: drawn.extend(face.id for face in data["faces"]) or draw(name, data)
    )
    assert pictures.hung(plain, folder, Cache(None), "duel") == before
    assert drawn == []
    old = (folder / "brute.svg").read_bytes()
    (folder / "brute.svg").unlink()
    assert pictures.hung(plain, folder, Cache(None), "duel") == before
    assert drawn == ["brute"] and (folder / "brute.svg").read_bytes() == old
    changed = [replace(face, title="Another") if face.id == "ogre" else face for face in plain]
    pictures.hung(changed, folder, Cache(None), "duel")
    assert drawn == ["brute", "ogre"]
    (folder / RECORD).write_text("[1]", "utf-8")
    assert pictures.hung(plain, folder, Cache(None), "duel") == before
    assert len(drawn) == 2 + len(plain)


def test_a_picture_that_an_interruption_leaves_is_not_taken_for_what_it_was(
    press: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = press()
    plain = [replace(face, fit=None) for face in made.faces]
    changed = [replace(face, title="Another") if face.id == "ogre" else face for face in plain]
    picture = made.folder / "ogre.svg"
    old = picture.read_bytes()

    def stop(path: Path, content: bytes) -> bool:
        if write(path, content) and path == picture:
            raise KeyboardInterrupt
        return True

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(pictures, "write", stop)
        pictures.hung(changed, made.folder, Cache(None), "duel")
    assert picture.read_bytes() != old
    pictures.hung(plain, made.folder, Cache(None), "duel")
    assert picture.read_bytes() == old
