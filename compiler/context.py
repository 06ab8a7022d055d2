"""What a piece of rules is compiled in: the vocabulary, the names bound so far, and where reports go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from . import tree
from .diagnostics import Diagnostic, Label, did_you_mean
from .source import Span
from .types import Type
from .vocabulary import ALONE, Signature, Vocabulary

UNREAD = "CW0601"

PRONOUNS = frozenset({"this", "it", "you"})
"""Names that nothing else can be given."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a piece of rules stands.

    this: the type of the card it is on; None in rules of the game itself. you: whether somebody is spoken to.
    event: the verb that a hook waits for, or that is being declared; ``it`` speaks of it. over: that event is past.
    """

    this: Type | None = None
    you: bool = True
    event: Signature | None = None
    over: bool = False


@dataclass(slots=True)
class Local:
    """A name that the rules themselves bind."""

    type: Type
    span: Span
    read: bool = False


@dataclass(slots=True)
class Context:
    """Names are bound in the innermost block and end with it."""

    vocabulary: Vocabulary
    setting: Setting
    diagnostics: list[Diagnostic]
    blocks: list[dict[str, Local]] = field(default_factory=lambda: [{}])

    # ---- names bound by the rules ----

    @contextmanager
    def block(self) -> Iterator[Context]:
        """Names bound inside are forgotten afterwards; those that nobody has read are reported."""
        self.blocks.append({})
        yield self
        for name, local in self.blocks.pop().items():
            if not local.read:
                self.report(UNREAD, local.span, f"`{name}` is never used", "leave it out, or use it")

    def bind(self, name: tree.Name, type_: Type, read: bool = False) -> None:
        """Gives something a name for the rest of the block; ``read``: it need not be used."""
        earlier = self.find(name.text)
        if name.text in PRONOUNS:
            message = f"`{name.text}` is a word of the rules language itself"
            self.report("CW0413", name.span, message, "choose another name")
        elif earlier is not None:
            label = Label(earlier.span, "first used here")
            self.report("CW0413", name.span, f"`{name.text}` already names something", "choose another name", (label,))
        elif self._is_declared(name.text):
            message = f"`{name.text}` already means something in this game"
            self.report("CW0413", name.span, message, "choose another name")
        self.blocks[-1][name.text] = Local(type_, name.span, read or name.text in PRONOUNS)

    def know(self, name: str, type_: Type, span: Span) -> None:
        """A name from outside the rules: it may hide a word of the game, and nobody need use it."""
        self.blocks[-1][name] = Local(type_, span, read=True)

    def find(self, name: str) -> Local | None:
        return next((block[name] for block in reversed(self.blocks) if name in block), None)

    def read(self, name: str) -> Local | None:
        """The local of that name, which counts as used from now on."""
        local = self.find(name)
        if local is not None:
            local.read = True
        return local

    def local_names(self) -> Iterator[str]:
        for block in self.blocks:
            yield from block

    def _is_declared(self, name: str) -> bool:
        words = self.vocabulary
        return name in ALONE or name in words.zones or name in words.variables or name in words.options

    # ---- reports ----

    def report(self, code: str, span: Span, message: str, help: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.diagnostics.append(Diagnostic(code, span, message, help, labels))

    def unknown(self, code: str, name: tree.Name, what: str, known: Iterable[str], otherwise: str = "") -> None:
        """Reports a name that stands for nothing: ``what`` says what was looked for."""
        help_text = did_you_mean(name.text, known) or otherwise
        self.report(code, name.span, f"`{name.text}` is not {what}", help_text)


@contextmanager
def settled(diagnostics: list[Diagnostic]) -> Iterator[list[Diagnostic]]:
    """A list for the reports of one piece of rules: names unread count only if nothing else is wrong with it."""
    reports: list[Diagnostic] = []
    yield reports
    diagnostics += [found for found in reports if found.code != UNREAD] or reports
