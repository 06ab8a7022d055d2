"""Parsing rules in place: places of the file, any layout, any text; and a grammar without a conflict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache, partial
from importlib.resources import files
from typing import Any, cast

import lark
import pytest
from cardwright.compiler import parser, syntax, tables, tokens, tree, yaml_loader
from cardwright.compiler.document import Mapping, Scalar, Value
from cardwright.compiler.source import Source, Span
from cardwright.compiler.tokens import VerbForms
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
    pytest.importorskip("interegular")
    lark.Lark(tables.grammar_text(), parser="lalr", strict=True, postlex=Tagging(), start=list(tables.STARTS))


def test_the_grammar_stays_small() -> None:
    lines = [line for line in tables.grammar_text().splitlines() if line.strip() and not line.startswith("//")]
    assert len(lines) <= 250


def test_the_tables_are_those_of_the_grammar() -> None:
    """If not: ``python -m cardwright.compiler.tables``."""
    kept = files("cardwright.grammar").joinpath(tables.KEPT).read_text("utf-8")
    assert kept == tables.written(tables.made(tables.grammar_text()))


def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "grammar_text", lambda: GRAMMAR.replace('"choose" noun _NL', '"pick" noun _NL'))
    assert "pick" in tables.tables.__wrapped__().words["NAME"]


GRAMMAR = tables.grammar_text()


class Tagging:
    """Tells verbs from names in questions, for lark."""

    always_accept = tables.ALWAYS

    def process(self, stream: Iterator[lark.Token]) -> Iterator[lark.Token]:
        before = ""
        for token in stream:
            if token.type == "_NL":
                continue
            if token.type == "NAME":
                verb = token in FORMS.third or (before == "YOU" and token in FORMS.base)
                token = token.update(type="VERBS" if verb else "NAME")
            yield token
            before = token.type


@cache
def reference() -> lark.Lark:
    return lark.Lark(GRAMMAR, parser="lalr", start=list(tables.STARTS), postlex=cast(Any, Tagging()))


def by_lark(text: str) -> object:
    """What lark makes of a question; if it refuses it, where, and what it would have taken."""
    try:
        return reference().parse(text, start="condition")
    except lark.UnexpectedInput as error:
        place = error.pos_in_stream if getattr(error, "token", None) != "" else len(text)
        return place, frozenset(cast(Any, error).interactive_parser.accepts())


def by_us(text: str) -> object:
    """The same of our own parser, with trees in the place of nodes."""
    known = tables.tables()
    makers = tuple(partial(tree_of, rule.name) for rule in known.rules)
    grammar = parser.Grammar(known, makers, dict.fromkeys(known.leaves, lambda text, span: text))
    run = parser.Parser(grammar, Source("question", text), "condition")
    try:
        return run.parse(tokens.tokens(text, 0, len(text), FORMS, 0, True, run.row), len(text))
    except tokens.Stray as error:
        return error.position, run.accepted()
    except parser.Refused as error:
        return error.token[1], run.accepted()


def tree_of(name: str, children: list[Any], span: Span) -> object:
    return lark.Tree(name, children)


WORDS = sorted({word for line in GRAMMAR.splitlines() for word in re.findall(r'"([^" ]+)"', line)})
ODD = [
    "dog",
    "dogs",
    "at least",
    "this turn",
    "not",
    "begins-",
    "x2",
    "x1/2",
    "+3",
    "3",
    '"a title"',
    "mad-dog",
    "$",
    "to",
]
QUESTIONS = (
    "any dog of you is tame and not this has teeth",
    "2 + damage of it >= {number of each dog}",
    "there is a dog",
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(QUESTIONS), st.lists(st.tuples(st.integers(0, 20), st.sampled_from([*WORDS, *ODD, ""])), max_size=6)
)
def test_the_parser_comes_to_what_lark_comes_to(question: str, changes: list[tuple[int, str]]) -> None:
    words = question.split()
    for place, word in changes:
        words[place % len(words)] = word
    text = " ".join(words)
    assert by_us(text) == by_lark(text)
