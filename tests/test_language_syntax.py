"""Parsing rules in place: places of the file, any layout, any text; and a grammar without a conflict."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any

import lark
import pytest
from cardwright.compiler import prebuilt, syntax, tree, yaml_loader
from cardwright.compiler.document import Mapping, Scalar, Value
from cardwright.compiler.source import Source
from cardwright.compiler.syntax import VerbForms
from hypothesis import given, settings
from hypothesis import strategies as st

VERBS = ("attack", "kill", "draw", "strike", "slay", "gain")
FORMS = VerbForms({f"{verb}s": verb for verb in VERBS}, frozenset(VERBS))

RULES = """\
when this is killed by any mad dog of you as killer if damage of this >= 3 and not killer is tame:
    kill killer   # it deserves it
    choose one:
        one if there is any dog as other where [other has teeth]:
            draw {2 * strength of other + 1} for (owner of other)

        other:
            nothing
respond to you attack any number as force paying draw 2:
    until the end of your next turn:
        each dog gets +2 strength
        this is protected from attacks, single events of opponents
"""


def block(rules: str, indentation: int = 6, newline: str = "\n", title: str = "x") -> Source:
    """A file in which the rules are the block of a nested key."""
    pad = " " * indentation
    text = f"title: {title}\ncards:\n{pad[2:]}rules: |\n" if indentation > 2 else f"title: {title}\nrules: |\n"
    body = "".join(f"{pad}{line}".rstrip() + "\n" for line in rules.splitlines())
    return Source("file.yaml", (text + body + "after: 1\n").replace("\n", newline))


def rules_of(source: Source) -> Scalar:
    """The value of the key ``rules``, wherever it is."""
    document = yaml_loader.parse(source).document
    assert document is not None
    found = [value for value in values(document.root) if isinstance(value, Scalar) and value.block]
    assert len(found) == 1
    return found[0]


def values(value: Value) -> Iterator[Value]:
    yield value
    for inner in value.items.values() if isinstance(value, Mapping) else getattr(value, "items", ()):
        yield from values(inner)


def nodes(item: Any) -> Iterator[tree.Node]:
    if isinstance(item, tuple):
        for each in item:
            yield from nodes(each)
    elif isinstance(item, tree.Node):
        yield item
        for each in fields(item):
            yield from nodes(getattr(item, each.name))


def parse(source: Source) -> syntax.Parsed:
    return syntax.parse_hooks(source, rules_of(source).span, FORMS)


# ---- places ------------------------------------------------------------------------------------------

LAYOUTS = [
    block(RULES),
    block(RULES, indentation=2),
    block(RULES, indentation=11),
    block(RULES, newline="\r\n"),
    block(RULES, title="'\N{DRAGON}\N{FACE WITH TEARS OF JOY} e\N{COMBINING ACUTE ACCENT}'"),
    block("# first a word\n\n" + RULES + "\n   # and a last\n"),
]


@pytest.mark.parametrize("source", LAYOUTS)
def test_names_stand_where_their_spans_say(source: Source) -> None:
    parsed = parse(source)
    assert not parsed.diagnostics
    names = [node for node in nodes(parsed.items) if isinstance(node, tree.Name)]
    assert len(names) > 30
    for name in names:
        assert source.text[name.span.start : name.span.end] == name.text


@pytest.mark.parametrize("source", LAYOUTS)
def test_the_layout_around_rules_changes_nothing(source: Source) -> None:
    assert parse(source).items == parse(block(RULES)).items


@pytest.mark.parametrize("source", LAYOUTS)
def test_spans_hold_those_of_their_parts_and_end_with_their_line(source: Source) -> None:
    for node in nodes(parse(source).items):
        text = source.text[node.span.start : node.span.end]
        assert text == text.strip()
        assert "\n" not in text
        for part in (getattr(node, each.name) for each in fields(node)):
            if isinstance(part, tree.Node) and part.span.end <= node.span.end:
                assert node.span.start <= part.span.start


def test_what_a_noun_covers() -> None:
    source = block(RULES)
    nouns = [node for node in nodes(parse(source).items) if isinstance(node, tree.Noun | tree.Fold | tree.Arithmetic)]
    texts = [source.text[node.span.start : node.span.end] for node in nouns]
    assert "any mad dog of you as killer" in texts
    assert "any dog as other where [other has teeth]" in texts
    assert "2 * strength of other + 1" in texts


def test_rules_without_a_last_line_end() -> None:
    source = Source("file.yaml", "rules: |\n  when this is killed:\n      draw 1")
    parsed = parse(source)
    assert not parsed.diagnostics
    assert len(parsed.items) == 1


def test_a_condition_on_one_line() -> None:
    source = Source("file.yaml", 'if: "this is tame"  # so it is')
    document = yaml_loader.parse(source).document
    assert document is not None
    parsed = syntax.parse_condition(source, document.root.items["if"].span, FORMS)
    (condition,) = parsed.items
    assert isinstance(condition, tree.Is)
    assert source.text[condition.word.span.start : condition.word.span.end] == "tame"


def test_a_condition_over_two_lines() -> None:
    source = Source("file.yaml", "if: this is tame\n    and this is wild\n")
    parsed = syntax.parse_condition(source, source.span(4, len(source.text)), FORMS)
    assert not parsed.diagnostics
    assert isinstance(parsed.items[0], tree.And)


def test_steps_on_one_line() -> None:
    source = Source("file.yaml", "do: draw 1\n")
    parsed = syntax.parse_steps(source, source.span(4, 10), FORMS)
    assert not parsed.diagnostics
    assert isinstance(parsed.items[0], tree.Do)


def test_an_else_at_the_base_belongs_to_its_if() -> None:
    source = block("if this is tame:\n    draw 1\nelse:\n    draw 2\ndraw 3\n")
    parsed = syntax.parse_steps(source, rules_of(source).span, FORMS)
    assert not parsed.diagnostics
    first, second = parsed.items
    assert isinstance(first, tree.If)
    assert len(first.other) == 1
    assert isinstance(second, tree.Do)


def test_a_duration() -> None:
    source = Source("file.yaml", "the end of this turn")
    (duration,) = syntax.parse_duration(source, source.span(0, 20), FORMS).items
    assert duration == tree.EndOf(tree.ThisTurn(span=source.span(0, 0)), span=source.span(0, 0))
    assert source.text[duration.turn.span.start : duration.turn.span.end] == "this turn"


# ---- verbs -------------------------------------------------------------------------------------------


def test_a_base_form_is_a_verb_only_after_you() -> None:
    parsed = parse(block("when you attack this:\n    attack this\n"))
    assert not parsed.diagnostics
    (hook,) = parsed.items
    assert isinstance(hook.event, tree.Active)
    assert hook.event.verb.text == "attack"
    assert hook.body[0].call.verb.text == "attack"


# ---- mistakes ----------------------------------------------------------------------------------------


def test_each_hook_is_parsed_by_itself() -> None:
    parsed = parse(
        block("wenn this:\n    draw 1\nwhen this is killed:\n    draw 1\nalways:\nplay:\n    x\n    y y y\n")
    )
    assert [type(item) for item in parsed.items] == [tree.When]
    assert len(parsed.diagnostics) == 3


def test_deep_nesting_is_reported() -> None:
    parsed = parse(block(f"when this is killed if {'not ' * 500}this is tame:\n    draw 1\n"))
    assert [found.code for found in parsed.diagnostics] == ["CW0305"]


def test_deep_brackets_are_no_nesting() -> None:
    parsed = parse(block(f"when this is killed if {'[' * 500}this is tame{']' * 500}:\n    draw 1\n"))
    assert not parsed.diagnostics


TOKENS = """
when this is killed by any dog as it you : if draw 1 { } [ ] ( ) not and or , of in + - * / = < choose one may else
until the end turn each 2 up to number gets +1 x2 cannot has all abilities # " é Ä attacks attack play
"""
WORDS = st.sampled_from([*re.findall(r"\S+", TOKENS), "\t", "\x00"])


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=30), st.lists(st.integers(0, 9), max_size=8))
def test_any_words_are_parsed_or_reported(words: list[str], breaks: list[int]) -> None:
    text = " ".join(words)
    for at in breaks:
        text = text[: at * 7] + "\n" + " " * at + text[at * 7 :]
    check_total(text)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(RULES)), st.integers(0, 12), st.text(alphabet='abz :{}[]\n"#1+- ', max_size=4))
def test_mutated_rules_are_parsed_or_reported(at: int, cut: int, new: str) -> None:
    check_total(RULES[:at] + new + RULES[at + cut :])


def check_total(text: str) -> None:
    """Whatever the text, it gives trees or diagnostics with places inside it."""
    source = Source("file.yaml", text)
    for parse_text in (syntax.parse_hooks, syntax.parse_steps, syntax.parse_condition):
        parsed = parse_text(source, source.span(0, len(text)), FORMS)
        for found in parsed.diagnostics:
            assert 0 <= found.span.start <= found.span.end <= len(text)
            assert found.message
            for raw in ("Token(", "__ANON", "Unexpected"):
                assert raw not in found.message + found.help


# ---- the grammar -------------------------------------------------------------------------------------


def test_the_grammar_is_strictly_lalr() -> None:
    """With ``strict`` lark refuses every conflict and every pair of terminals that can match the same text."""
    blocks: Any = syntax._Blocks()
    lark.Lark(prebuilt.grammar_text(), parser="lalr", strict=True, postlex=blocks, start=prebuilt.STARTS)


def test_the_grammar_stays_small() -> None:
    lines = [line for line in prebuilt.grammar_text().splitlines() if line.strip() and not line.startswith("//")]
    assert len(lines) <= 250


def test_the_parser_that_is_kept_is_that_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    """If not: ``python -m cardwright.compiler.prebuilt``."""
    kept = json.loads(files("cardwright.grammar").joinpath(prebuilt.KEPT).read_text("utf-8"))["of"]
    assert kept.split()[-1] == prebuilt.origin().split()[-1]
    first = parse(block(RULES))
    refused = parse(block("when this is killed:\n    kill kill\n"))
    with monkeypatch.context() as patch:
        patch.setattr(prebuilt, "parser", prebuilt.built)
        forget()
        assert parse(block(RULES)) == first
        assert parse(block("when this is killed:\n    kill kill\n")) == refused
    forget()


def test_a_parser_of_another_grammar_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = prebuilt.grammar_text().replace('"choose" noun _NL', '"pick" noun _NL')
    blocks: Any = syntax._Blocks()
    with monkeypatch.context() as patch:
        patch.setattr(prebuilt, "grammar_text", lambda: changed)
        assert "pick" in {terminal.pattern.value for terminal in prebuilt.parser(postlex=blocks).terminals}
    assert "pick" not in {terminal.pattern.value for terminal in prebuilt.parser(postlex=blocks).terminals}


def test_a_parser_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / prebuilt.KEPT
    prebuilt.keep(path, prebuilt.built())
    assert json.loads(path.read_text("utf-8"))["of"] == prebuilt.origin()


def forget() -> None:
    syntax._parser.cache_clear()
    syntax._remembered.clear()
