"""How diagnostics look."""

from __future__ import annotations

from typing import Any

import pytest
from cardwright.compiler.diagnostics import WARNING, Diagnostic, Label
from cardwright.compiler.render import COLOURED, PLAIN, one_line, render
from cardwright.compiler.source import Source, Span

TEXT = "first: 漢字 😀 here\nsecond: 2\nthird: 3\nfourth:\tx y\n"
SOURCE = Source("x.yaml", TEXT)


def at(word: str, **more: Any) -> Diagnostic:
    start = TEXT.index(word)
    return Diagnostic("CW0123", Span("x.yaml", start, start + len(word)), "it is wrong", **more)


def shown(*diagnostics: Diagnostic, limit: int | None = None) -> str:
    return "\n".join(render(diagnostics, lambda path: Source(path, TEXT), PLAIN, limit))


def test_an_excerpt_with_help_and_notes() -> None:
    assert shown(at("second", help="do this", notes=("why", "and why"))) == (
        "error[CW0123]: it is wrong\n"
        " --> x.yaml:2:1\n"
        "  |\n"
        "2 | second: 2\n"
        "  | ^^^^^^\n"
        "  = help: do this\n"
        "  = note: why\n"
        "  = note: and why"
    )


def test_signs_that_do_not_show_are_told_by_number() -> None:
    found = Diagnostic("CW0123", Span("x.yaml", 0, 5), "`a\u202eb` is wrong", "write `\u200b`")
    assert "`aU+202Eb` is wrong" in shown(found)
    assert "write `U+200B`" in shown(found)
    assert one_line(found, lambda path: SOURCE).endswith("`aU+202Eb` is wrong (write `U+200B`)")


def test_marks_stand_under_wide_characters_and_tabs() -> None:
    lines = shown(at("😀")).splitlines()
    assert lines[3:] == ["1 | first: 漢字 😀 here", "  |             ^^"]
    assert shown(at("x y")).splitlines()[3:] == ["4 | fourth:    x y", "  |            ^^^"]


def test_labels_are_shown_with_their_lines() -> None:
    start = TEXT.index("first")
    label = Label(Span("x.yaml", start, start + 5), "first given here")
    assert shown(at("third", labels=(label,))).splitlines()[1:] == [
        " --> x.yaml:3:1",
        "  |",
        "1 | first: 漢字 😀 here",
        "  | ----- first given here",
        "...",
        "3 | third: 3",
        "  | ^^^^^",
    ]


def test_a_label_in_another_file_has_an_excerpt_of_its_own() -> None:
    label = Label(Span("y.yaml", 0, 5), "there")
    assert shown(at("third", labels=(label,))).splitlines()[-4:] == [
        " ::: y.yaml:1:1",
        "  |",
        "1 | first: 漢字 😀 here",
        "  | ----- there",
    ]


def test_a_span_of_several_lines_is_marked_on_its_first() -> None:
    assert shown(at("second: 2\nthird: 3")).splitlines()[3:] == ["2 | second: 2", "  | ^^^^^^^^^"]


def test_an_empty_span_has_one_mark() -> None:
    found = Diagnostic("CW0123", Span("x.yaml", len(TEXT), len(TEXT)), "it is wrong")
    assert shown(found).splitlines()[3:] == ["5 |", "  | ^"]


def test_a_file_without_text_has_no_excerpt() -> None:
    found = Diagnostic("CW0101", Span("x.yaml", 0, 0), "there is no such file")
    assert list(render([found], lambda path: Source(path, ""))) == [
        "error[CW0101]: there is no such file\n --> x.yaml:1:1"
    ]


@pytest.mark.parametrize("before", [0, 30, 100, 400])
def test_a_long_line_is_shown_around_the_place(before: int) -> None:
    text = "." * before + "HERE" + "." * 500
    found = Diagnostic("CW0123", Span("x.yaml", before, before + 4), "it is wrong")
    *_, line, mark = next(iter(render([found], lambda path: Source(path, text)))).splitlines()
    assert len(line) < 160
    assert line[mark.index("^") : mark.rindex("^") + 1] == "HERE"


def test_the_rest_beyond_the_limit_is_counted() -> None:
    blocks = list(render([at("first")] * 5, lambda path: SOURCE, PLAIN, 2))
    assert len(blocks) == 3
    assert blocks[-1] == "... and 3 more"


def test_colours_only_when_asked_for() -> None:
    found = [at("first"), at("second", severity=WARNING)]
    plain = "".join(render(found, lambda path: SOURCE, PLAIN))
    coloured = "".join(render(found, lambda path: SOURCE, COLOURED))
    assert "\x1b" not in plain
    assert COLOURED.error in coloured
    assert COLOURED.warning in coloured


def test_control_characters_do_not_reach_the_terminal() -> None:
    text = "a: \x1b[31m\n"
    block = "".join(render([Diagnostic("CW0119", Span("x.yaml", 3, 4), "wrong")], lambda path: Source(path, text)))
    assert "\x1b" not in block


def test_one_line() -> None:
    assert one_line(at("third", help="do this"), lambda path: SOURCE) == (
        "x.yaml:3:1: error[CW0123]: it is wrong (do this)"
    )
