"""From rules text to syntax trees, in place: every span is a span of the file. With ``prebuilt`` it alone knows lark.

A text of several hooks or steps is cut where a line returns to the base indentation, and each piece is parsed by
itself, so that one mistake hides no other. Knows the verb forms it is given and nothing else of a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar, cast

from . import prebuilt
from .diagnostics import Diagnostic
from .source import Source, Span
from .syntax_errors import Unexpected, explain
from .syntax_nodes import TooDeep, build

if TYPE_CHECKING:
    from lark import Lark, Token

T = TypeVar("T")

REMEMBERED = 20_000
"""So many pieces are not parsed again while somebody writes a game."""


@dataclass(frozen=True, slots=True)
class VerbForms:
    """How the verbs of a game are spelt. third: "attacks" to "attack". base: "attack"."""

    third: Mapping[str, str]
    base: frozenset[str]

    def __hash__(self) -> int:
        return hash(self.base)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text holds, as far as it could be parsed, and what is wrong with the rest."""

    items: tuple[Any, ...]
    diagnostics: tuple[Diagnostic, ...]


Pieces = dict[tuple[str, Span, VerbForms, str, int], Parsed]
"""What pieces have come to: by the digest of the file, the place, the verb forms, the start rule, the indentation."""


def parse_hooks(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """The hooks (``tree.Hook``) of a rules text."""
    return _parse_pieces(source, span, forms, "start")


def parse_steps(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """The steps (``tree.Step``) of a procedure."""
    return _parse_pieces(source, span, forms, "procedure")


def parse_condition(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """One question (``tree.Cond``), or nothing."""
    return _parse_piece(source, unquoted(source, span), forms, "condition", 0)


def parse_duration(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """One span of time (``tree.Duration``), or nothing."""
    return _parse_piece(source, unquoted(source, span), forms, "duration", 0)


def pieces(source: Source, span: Span) -> Iterator[Span]:
    """The hooks (or steps) of a rules text, each parsed by itself."""
    return (piece for piece, _ in _pieces(source, span))


def unquoted(source: Source, span: Span) -> Span:
    """The span without the quotes around it, if there are any."""
    text = source.text[span.start : span.end]
    quoted = len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]
    return source.span(span.start + 1, span.end - 1) if quoted else span


# ---- pieces ------------------------------------------------------------------------------------------


def _parse_pieces(source: Source, span: Span, forms: VerbForms, start: str) -> Parsed:
    items: list[Any] = []
    diagnostics: list[Diagnostic] = []
    for piece, indentation in _pieces(source, span):
        parsed = _parse_piece(source, piece, forms, start, indentation)
        items += parsed.items
        diagnostics += parsed.diagnostics
    return Parsed(tuple(items), tuple(diagnostics))


def _pieces(source: Source, span: Span) -> Iterator[tuple[Span, int]]:
    """The hooks or steps of a text, each with its indentation."""
    lines = [line for line in _lines(source, span) if _holds_something(source, line)]
    base = min((indentation for _, indentation in lines), default=0)
    starts = [start for start, depth in lines if depth == base and not _continues(source, start)]
    if lines and (not starts or starts[0] > lines[0][0]):
        starts.insert(0, lines[0][0])
    for start, end in pairwise([*starts, span.end]):
        yield source.span(start, _line_start(source, end)), base


def _lines(source: Source, span: Span) -> Iterator[tuple[int, int]]:
    """Where the text of each line starts, and how far it is indented. A text on the line of its key is not indented."""
    begin = _line_start(source, span.start)
    if begin == span.start and source.text[begin : span.start].strip():
        begin = span.start
    while begin < span.end:
        newline = source.text.find("\n", begin, span.end)
        end = span.end if newline < 0 else newline + 1
        line = source.text[begin:end]
        indentation = len(line) - len(line.lstrip(" \t"))
        yield begin + indentation, indentation
        begin = end


def _line_start(source: Source, offset: int) -> int:
    """Where the line of an offset begins if nothing but blanks stands before the offset; else the offset."""
    begin = source.text.rfind("\n", 0, offset) + 1
    return offset if source.text[begin:offset].strip() else begin


def _holds_something(source: Source, line: tuple[int, int]) -> bool:
    return source.text[line[0] : line[0] + 1] not in ("", "\n", "\r", "#")


def _continues(source: Source, start: int) -> bool:
    """Whether a line belongs to the step before it although it is not indented."""
    return source.text[start : start + 5].rstrip(" :\r\n") == "else"


# ---- one piece ---------------------------------------------------------------------------------------


def _parse_piece(source: Source, piece: Span, forms: VerbForms, start: str, indentation: int) -> Parsed:
    known = (source.digest, piece, forms, start, indentation)
    found = _remembered.get(known)
    if found is None:
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        found = _remembered[known] = _parsed(source, piece, forms, start, indentation)
    return found


_remembered: Pieces = {}


def recall(pieces: Pieces) -> None:
    """Takes over what has been parsed before, perhaps by another process."""
    _remembered.update(pieces)


def remembered(digests: Collection[str]) -> Pieces:
    """What has been parsed of the files with these digests."""
    return {known: parsed for known, parsed in _remembered.items() if known[0] in digests}


def _parsed(source: Source, piece: Span, forms: VerbForms, start: str, indentation: int) -> Parsed:
    from lark import TextSlice, UnexpectedInput

    parser, blocks = _parser()
    blocks.begin(forms, indentation, piece.end, inline=start not in ("start", "procedure"))
    try:
        parsed = parser.parse(cast(Any, TextSlice(source.text, piece.start, piece.end)), start=start)
        return Parsed(build(parsed, source), ())
    except _BadDedent as error:
        message = "the indentation of this line fits no line above"
        return _failed("CW0304", source.span(error.position, error.position + 1), message)
    except TooDeep as error:
        return _failed("CW0305", error.span, "this is nested too deeply", "give parts of it names with `let`")
    except UnexpectedInput as error:
        return Parsed((), (explain(source, _unexpected(error, piece), forms.third, forms.base),))


def _failed(code: str, span: Span, message: str, help: str = "") -> Parsed:
    return Parsed((), (Diagnostic(code, span, message, help),))


def _unexpected(error: Any, piece: Span) -> Unexpected:
    """What lark found wrong, in plain values."""
    token: Any = getattr(error, "token", None)
    at_end = token is None and error.pos_in_stream is None
    kind = "$END" if at_end else getattr(token, "type", "")
    position = piece.end if at_end or kind == "$END" or error.pos_in_stream is None else error.pos_in_stream
    if kind == "_INDENT":
        position = token.end_pos
    interactive = getattr(error, "interactive_parser", None)
    expected = interactive.accepts() if interactive is not None else getattr(error, "allowed", None) or ()
    return Unexpected(kind, position, frozenset(expected), _spellings())


@lru_cache(maxsize=1)
def _spellings() -> dict[str, str]:
    """How the terminals that are fixed words or signs are written."""
    parser, _ = _parser()
    return {
        terminal.name: str(terminal.pattern.value) for terminal in parser.terminals if terminal.pattern.type == "str"
    }


# ---- lark --------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _parser() -> tuple[Lark, _Blocks]:
    """The parser, and the block structure it is fed through."""
    from lark.lexer import ContextualLexer

    class Trusting(ContextualLexer):
        """A test makes sure that no two words of the grammar can be taken for each other: no need to ask each time."""

        def __init__(self, conf: Any, *args: Any, **kwargs: Any) -> None:
            conf.skip_validation = True
            super().__init__(conf, *args, **kwargs)

    blocks = _Blocks()
    plugins = {"ContextualLexer": Trusting}
    return prebuilt.parser(postlex=blocks, propagate_positions=True, _plugins=plugins), blocks


class _BadDedent(Exception):
    def __init__(self, position: int) -> None:
        self.position = position


_OPENING = frozenset({"WHEN", "BEFORE", "ALWAYS", "ACTION", "PLAY", "VERB"})
"""The words that begin a hook, and are names elsewhere."""


class _Blocks:
    """Between the lexer and the parser: tells verbs from names, and turns indentation into tokens."""

    always_accept = ("_NL", "NAME")

    def __init__(self) -> None:
        self.begin(VerbForms({}, frozenset()), 0, 0, inline=True)

    def begin(self, forms: VerbForms, indentation: int, end: int, inline: bool) -> None:
        """Prepares for a piece with that indentation, which ends at an offset; ``inline``: line ends mean nothing."""
        self._forms, self._levels, self._end, self._inline = forms, [indentation], end, inline
        self._last = ""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        token: Token | None = None
        for token in stream:
            if token.type == "NAME" or self._begins_a_step(token):
                token = self._tagged(token)
            if token.type != "_NL":
                self._last = token.type
                yield token
            elif not self._inline:
                yield from self._line_end(token)
        if token is not None and not self._inline:
            if token.type != "_NL":
                yield token.new_borrow_pos("_NL", "", token)
            for _ in self._levels[1:]:
                yield token.new_borrow_pos("_DEDENT", "", token)

    def _begins_a_step(self, token: Token) -> bool:
        """Whether a word that begins a hook stands where only a step can: after a block either may follow."""
        return token.type in _OPENING and self._last == "_NL" and len(self._levels) > 1

    def _tagged(self, token: Token) -> Token:
        verb = token.value in self._forms.third or (self._last == "YOU" and token.value in self._forms.base)
        return token.new_borrow_pos("VERBS" if verb else "NAME", token.value, token)

    def _line_end(self, token: Token) -> Iterator[Token]:
        self._last = "_NL"
        yield token
        if token.end_pos is not None and token.end_pos >= self._end:
            return  # what follows belongs to no line of this piece
        depth = len(token.value) - token.value.rindex("\n") - 1
        if depth > self._levels[-1]:
            self._levels.append(depth)
            yield token.new_borrow_pos("_INDENT", "", token)
        while depth < self._levels[-1]:
            self._levels.pop()
            if not self._levels or depth > self._levels[-1]:
                raise _BadDedent(cast(int, token.end_pos))
            yield token.new_borrow_pos("_DEDENT", "", token)
