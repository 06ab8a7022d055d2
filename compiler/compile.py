"""The entry points of the rules language: from documents to a pack, and from one question to an effect object.

Every text is parsed before any is lowered, because rules may speak of what another text declares. A card with faults
hides no other. Knows nothing of files, schemas or how diagnostics look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cardwright.runtime import ir

from . import access, cycles, data, hooks, modifiers, questions, steps, tree
from .context import Context, Setting, settled
from .declare import Declared, declare, entries
from .diagnostics import ERROR, Diagnostic
from .document import Document, Scalar
from .document import Mapping as Entry
from .progress import Track, unseen
from .source import Source, Span
from .syntax import parse_condition, parse_duration, parse_hooks, parse_steps
from .types import CARD, PLAYER, Type
from .vocabulary import Vocabulary


def compile_game(game: Document, sets: Sequence[Document]) -> tuple[ir.Pack | None, list[Diagnostic]]:
    """The pack of a game with its sets; None if anything is an error. The documents have passed their schemas."""
    pack, _, diagnostics = compile_rules(game, sets)
    faulty = any(found.severity == ERROR for found in diagnostics)
    return None if faulty else pack, diagnostics


def compile_rules(
    game: Document, sets: Sequence[Document], track: Track = unseen
) -> tuple[ir.Pack, Vocabulary, list[Diagnostic]]:
    """The pack as far as it could be made, and the words that questions about the game may use."""
    job = _Job(game, sets, declare(game, sets), track)
    return job.pack(), job.vocabulary, job.diagnostics


def vocabulary_of(game: Document, sets: Sequence[Document]) -> Vocabulary:
    """The words that rules and questions about this game may use."""
    return _Job(game, sets, declare(game, sets)).vocabulary


def compile_condition(
    source: Source, span: Span, vocabulary: Vocabulary, names: Mapping[str, str]
) -> tuple[ir.Cond | None, list[Diagnostic]]:
    """The question at a span; None if it is wrong. names: what it may speak of, each a "card" or a "player"."""
    parsed = parse_condition(source, span, vocabulary.forms())
    diagnostics = list(parsed.diagnostics)
    if not parsed.items:
        return None, diagnostics
    context = Context(vocabulary, Setting(you=False), diagnostics)
    for name, base in names.items():
        context.know(name, PLAYER if base == "player" else CARD, span)
    found = questions.cond(context, parsed.items[0])
    return None if diagnostics else found, diagnostics


@dataclass(frozen=True, slots=True)
class _Rules:
    """A parsed rules text, and the ability that will be made of it. this: the type of the card it is on."""

    ability: ir.Ability
    hooks: tuple[tree.Hook, ...]
    this: Type | None


class _Job:
    """One compilation."""

    def __init__(self, game: Document, sets: Sequence[Document], declared: Declared, track: Track = unseen) -> None:
        self.track = track
        self.game, self.sets, self.root = game, sets, game.root
        self.diagnostics = list(declared.diagnostics)
        self.verb_sources = declared.verbs
        self.vocabulary = declared.vocabulary
        self.compulsory: list[cycles.Rule] = []
        self.forms = declared.vocabulary.forms()
        self.rules = [*self._game_rules(), *self._kind_rules(), *self._set_rules()]
        actions = {
            hook.name.text: None for rules in self.rules for hook in rules.hooks if isinstance(hook, tree.Action)
        }
        self.vocabulary = replace(self.vocabulary, actions=actions)

    def pack(self) -> ir.Pack:
        reader = data.Reader(self.vocabulary, self.diagnostics)
        words = self.vocabulary
        players = access.mapping(self.root, "players")
        verbs = tuple(self._verbs(reader))
        abilities = tuple(self._ability(rules) for rules in self.track("compiling", self.rules))
        if not self.diagnostics:  # what is missing might have stopped them
            self.diagnostics += cycles.endless(self.compulsory, {verb.name: verb for verb in verbs})
        return ir.Pack(
            id=access.text(self.root, "game"),
            title=access.title(self.root, "title", access.text(self.root, "game")),
            min_players=access.number(players, "min", 1),
            max_players=access.number(players, "max", 1),
            kinds=reader.kinds(self.root),
            zones=reader.zones(self.root),
            verbs=verbs,
            abilities=abilities,
            cards=reader.cards(self.root, self.sets),
            numbers=tuple(words.numbers),
            counters=tuple(words.counters),
            statuses=tuple(words.statuses),
            tags=tuple(words.tags),
            links=tuple(words.links),
            means=tuple(words.means),
            classes=tuple(words.classes),
            variables=reader.variables(self.root),
            rules=tuple(rules.ability.id for rules in self.rules if rules.ability.id.startswith("rule:")),
            setup=self._steps(access.scalar(self.root, "setup")),
            turn=tuple(self._turn_step(reader, item) for item in access.items(self.root, "turn")),
            default_span=self._default_span(),
            options=tuple(words.options.items()),
            sets=reader.sets(self.sets),
            private=reader.private(self.root),
        )

    # ---- parsing ----

    def _parse(self, source: Source, rules: Scalar) -> tuple[tree.Hook, ...]:
        parsed = parse_hooks(source, rules.span, self.forms)
        self.diagnostics += parsed.diagnostics
        return parsed.items

    def _game_rules(self) -> Iterator[_Rules]:
        section = access.mapping(self.root, "rules")
        for name in section.items:
            if (rules := access.scalar(section, name)) is not None:
                ability = ir.Ability(f"rule:{name}", name, ())
                yield _Rules(ability, self._parse(self.game.source, rules), None)

    def _kind_rules(self) -> Iterator[_Rules]:
        section = access.mapping(self.root, "kind-rules")
        for kind in section.items:
            if kind not in self.vocabulary.kinds:
                message = f"`{kind}` is not a kind of this game"
                self.diagnostics.append(Diagnostic("CW0402", section.keys[kind], message))
            elif (rules := access.scalar(section, kind)) is not None:
                ability = ir.Ability(f"kind:{kind}", kind, ())
                yield _Rules(ability, self._parse(self.game.source, rules), Type("card", kind))

    def _set_rules(self) -> Iterator[_Rules]:
        default = "ability" if "ability" in self.vocabulary.means else ""
        for name, entry, document in entries(self.sets, "abilities"):
            data.Reader(self.vocabulary, self.diagnostics).ability(entry)
            tags = access.texts(entry, "tags")
            yield from self._entry_rules(name, entry, document, CARD, access.text(entry, "means", default), tags)
        kinds = access.mapping(self.root, "kinds").items
        for name, entry, document in self.track("parsing", list(entries(self.sets, "cards"))):
            kind = access.text(entry, "kind")
            means = access.text(kinds.get(kind), "means")
            yield from self._entry_rules(name, entry, document, Type("card", kind), means)

    def _entry_rules(
        self, name: str, entry: Entry, document: Document, this: Type, means: str, tags: tuple[str, ...] = ()
    ) -> Iterator[_Rules]:
        """The rules of an ability or a card, if it has any."""
        rules = access.scalar(entry, "rules")
        if rules is None:
            return
        title = access.title(entry, "title", name)
        ability = ir.Ability(name, title, (), access.text(entry, "target"), means, tags)
        yield _Rules(ability, self._parse(document.source, rules), this)

    # ---- lowering ----

    def _ability(self, rules: _Rules) -> ir.Ability:
        found = [hooks.hook(self.vocabulary, node, rules.this, self.diagnostics) for node in rules.hooks]
        placed = [(hook, node.span) for hook, node in zip(found, rules.hooks, strict=True) if hook is not None]
        compulsory = (cycles.rule(hook, rules.ability.id, span) for hook, span in placed)
        self.compulsory += [rule for rule in compulsory if rule is not None]
        return replace(rules.ability, hooks=tuple(hook for hook, _ in placed))

    def _verbs(self, reader: data.Reader) -> Iterator[ir.Verb]:
        for source in self.verb_sources:
            signature = self.vocabulary.verbs[source.node.name.text]
            found = hooks.verb(self.vocabulary, source.node, signature, self.diagnostics)
            yield replace(
                found, means=reader.means(source.entry, "means"), target=reader.target_class(source.entry, "target")
            )

    def _steps(self, rules: Scalar | None) -> tuple[ir.Step, ...]:
        if rules is None:
            return ()
        parsed = parse_steps(self.game.source, rules.span, self.forms)
        self.diagnostics += parsed.diagnostics
        with settled(self.diagnostics) as reports:
            return steps.body(Context(self.vocabulary, Setting(), reports), parsed.items)

    def _turn_step(self, reader: data.Reader, item: object) -> ir.TurnStep:
        entry = item if isinstance(item, Entry) else access.NO_MAPPING
        return ir.TurnStep(
            access.text(entry, "step"),
            self._steps(access.scalar(entry, "do")),
            reader.offers(entry),
            access.number(entry, "times", 0),
            access.flag(entry, "required"),
            self._condition(access.scalar(entry, "if")),
        )

    def _condition(self, written: Scalar | None) -> ir.Cond | None:
        if written is None:
            return None
        parsed = parse_condition(self.game.source, written.span, self.forms)
        self.diagnostics += parsed.diagnostics
        with settled(self.diagnostics) as reports:
            return questions.cond(Context(self.vocabulary, Setting(), reports), parsed.items[0]) if parsed.items else None

    def _default_span(self) -> ir.Span:
        """How long ``temporarily`` lasts: this turn unless the game says otherwise."""
        written = access.scalar(self.root, "default-duration")
        if written is None:
            return ir.Span("turn")
        parsed = parse_duration(self.game.source, written.span, self.forms)
        self.diagnostics += parsed.diagnostics
        context = Context(self.vocabulary, Setting(), self.diagnostics)
        context.know("affected", PLAYER, written.span)
        return modifiers.duration(context, parsed.items[0]) if parsed.items else ir.Span("turn")
