"""Declared words without a use: a number that no rule reads, a counter that never changes, a verb nobody performs."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from cardwright.runtime import ir

from ..diagnostics import WARNING, Diagnostic
from .pool import Pool


@dataclass(slots=True)
class _Uses:
    """Names that something reads, and those that something writes, by what they are."""

    read: dict[str, set[str]] = field(default_factory=dict)
    written: dict[str, set[str]] = field(default_factory=dict)

    def reads(self, what: str, *names: str) -> None:
        self.read.setdefault(what, set()).update(names)

    def writes(self, what: str, *names: str) -> None:
        self.written.setdefault(what, set()).update(names)


def orphans(pool: Pool) -> Iterator[Diagnostic]:
    """A warning for each declared word without use, where it is declared."""
    uses = _uses(pool)
    for section, what, complaint in _SECTIONS:
        used = uses.read.get(what, set())
        for word, span in pool.declared(section).items():
            if word not in used:
                yield Diagnostic("CW1003", span, f"{complaint} `{word}`", "use it, or take it away", severity=WARNING)
    for section, what in _CHANGING:
        for word, span in pool.declared(section).items():
            if word in uses.read.get(what, set()) and word not in uses.written.get(what, set()):
                message = f"nothing ever changes `{word}`"
                yield Diagnostic("CW1003", span, message, "let something set it, or take it away", severity=WARNING)
    for name, _, _ in pool.section("abilities"):
        if name not in pool.carried:
            message = f"nothing ever has the ability `{name}`"
            yield Diagnostic("CW1003", pool.id_of(name), message, "give it to a card", severity=WARNING)


_SECTIONS = (
    ("kinds", "kind", "there is no card of the kind"),
    ("zones", "zone", "nothing speaks of the zone"),
    ("numbers", "number", "no rule reads the number"),
    ("counters", "counter", "no rule reads the counter"),
    ("statuses", "status", "no rule asks for the status"),
    ("tags", "tag", "no rule asks for the tag"),
    ("links", "link", "no rule reads the link"),
    ("groupings", "grouping", "no rule asks for the grouping"),
    ("means", "means", "nothing is by the means"),
    ("classes", "class", "nothing is of the class"),
    ("variables", "variable", "no rule reads the variable"),
    ("options", "variable", "no rule reads the option"),
    ("verbs", "verb", "nothing performs"),
)
_CHANGING = (("counters", "counter"), ("links", "link"), ("variables", "variable"))


def _uses(pool: Pool) -> _Uses:
    uses = _Uses()
    pack = pool.pack
    for card in pack.cards:
        uses.reads("kind", card.kind)
        uses.reads("zone", card.deck)
    for kind in pack.kinds:
        uses.reads("zone", kind.after.removeprefix("top of ").removeprefix("bottom of "))
        uses.reads("means", kind.means)
    uses.reads("zone", *(zone.name for zone in pack.zones if zone.in_play or zone.playable))
    uses.reads("status", *pack.hiding)
    uses.reads("verb", *pool.performed)
    uses.reads("means", *(ability.means for ability in pool.live), *(verb.means for verb in pack.verbs))
    uses.reads("class", *(ability.target for ability in pool.live), *(verb.target for verb in pack.verbs))
    for node in ir.walk(pool.effects):
        _note(node, uses)
    asked = uses.read.get("tag", set())
    for card in pack.cards:
        uses.reads("grouping", *(name for name, groups in card.groups if asked.intersection(groups)))
    return uses


def _note(node: object, uses: _Uses) -> None:
    """What one node reads and writes."""
    match node:
        case ir.Part(what, name) | ir.Fold(_, what, name):
            uses.reads(what, name)
        case ir.Select(extreme=(str(), name)):
            uses.reads("number", name)
            uses.reads("counter", name)
        case ir.Is(_, "event", name):
            for what in ("means", "class", "tag"):
                uses.reads(what, name)
        case ir.Is(_, what, name):
            uses.reads(what, name)
        case ir.Shield(_, words) | ir.Lose(keep=words):
            for what in ("means", "class", "tag"):
                uses.reads(what, *words)
        case ir.Var(name):
            uses.reads("variable", name)
        case ir.Place(zone):
            uses.reads("zone", zone)
        case ir.Shares(_, grouping):
            uses.reads("grouping", grouping)
        case ir.Do("set" | "put" | "remove", roles):
            _note_writing(dict(roles), uses)
        case ir.Pattern("set" | "put" | "remove", roles) | ir.Could("set" | "put" | "remove", roles):
            for what in ("counter", "status", "link", "variable"):
                uses.reads(what, *_names(dict(roles)))
        case ir.Amend(name=name) | ir.Adjust(name=name):
            uses.writes("number", name)


def _note_writing(roles: dict[str, ir.Expr], uses: _Uses) -> None:
    for what in ("counter", "status", "link", "variable"):
        uses.writes(what, *_names(roles))


def _names(roles: dict[str, ir.Expr]) -> Set[str]:
    return {value.value for role in ("name", "token") if isinstance(value := roles.get(role), ir.Word)}
