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
from .files import Files, origin, set_of
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
    job = _Job(declare(Files(game, tuple(sets))), track)
    return job.pack(), job.vocabulary, job.explained()


def vocabulary_of(game: Document, sets: Sequence[Document]) -> Vocabulary:
    """The words that rules and questions about this game may use."""
    return _Job(declare(Files(game, tuple(sets)))).vocabulary


def compile_condition(
    source: Source, span: Span, vocabulary: Vocabulary, names: Mapping[str, str]
) -> tuple[ir.Cond | None, list[Diagnostic]]:
    """The question at a span; None if it is wrong. names: what it may speak of, each a "card" or a "player"."""
    parsed = parse_condition(source, span, vocabulary.forms)
    diagnostics = list(parsed.diagnostics)
    if not parsed.items:
        return None, diagnostics
    context = Context(vocabulary, Setting(you=False), diagnostics)
    for name, base in names.items():
        context.know(name, PLAYER if base == "player" else CARD, span)
    found = questions.cond(context, parsed.items[0])
    return None if diagnostics else found, diagnostics


UNKNOWN = frozenset({"CW0401", "CW0402", "CW0403", "CW0404", "CW0407", "CW0408", "CW0409", "CW0417", "CW0419"})
"""The codes of names that a set may lack because another one declares them."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """A parsed rules text of a file, and the ability that will be made of it. this: the type of the card it is on."""

    document: Document
    ability: ir.Ability
    hooks: tuple[tree.Hook, ...]
    this: Type | None


class _Job:
    """One compilation."""

    def __init__(self, declared: Declared, track: Track = unseen) -> None:
        self.track = track
        self.declared, self.files, self.root = declared, declared.files, declared.root
        self.game = declared.files.game
        self.diagnostics = list(declared.diagnostics)
        self.verb_sources = declared.verbs
        self.compulsory: list[cycles.Rule] = []
        self.rules = [*self._game_rules(), *self._kind_rules(), *self._entries_rules()]
        self.actions = {
            hook.name.text: None for rules in self.rules for hook in rules.hooks if isinstance(hook, tree.Action)
        }
        self.vocabulary = replace(declared.vocabulary, actions=self.actions)

    def words_of(self, document: Document) -> Vocabulary:
        """The words that the rules of a file may use."""
        return replace(self.declared.words_of(document), actions=self.actions)

    def reader(self, document: Document) -> data.Reader:
        """Reads what a file declares."""
        return data.Reader(self.declared.words_of(document), self.diagnostics)

    def pack(self) -> ir.Pack:
        reader = data.Reader(self.vocabulary, self.diagnostics)
        words = self.vocabulary
        fewest, most = reader.players(self.root)
        verbs = tuple(self._verbs())
        abilities = tuple(self._ability(rules) for rules in self.track("compiling", self.rules))
        if not self.diagnostics:  # what is missing might have stopped them
            self.diagnostics += cycles.endless(self.compulsory, {verb.name: verb for verb in verbs})
        return ir.Pack(
            id=access.text(self.root, "game"),
            title=access.title(self.root, "title", access.text(self.root, "game")),
            min_players=fewest,
            max_players=most,
            kinds=reader.kinds(self.root, [rules.ability.id for rules in self.rules]),
            zones=reader.zones(self.root),
            verbs=verbs,
            abilities=abilities,
            cards=self._cards(),
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
            turn=tuple(self._turn_step(item) for item in access.items(self.root, "turn")),
            default_span=self._default_span(),
            options=tuple(words.options.items()),
            sets=reader.sets(self.files),
            private=reader.private(self.root),
            hiding=reader.hiding(self.root),
            needs=tuple((name, tuple(sorted(needed))) for name, needed in self.files.needs.items()),
            origins=tuple(self._origins()),
            untold=reader.untold(self.root),
        )

    def _cards(self) -> tuple[ir.Card, ...]:
        kinds = access.mapping(self.root, "kinds").items
        return tuple(
            self.reader(document).card(name, entry, document, kinds)
            for name, entry, document in entries(self.files.sets, "cards")
        )

    def _origins(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """What the sets have brought: the section of the pack, the name in it, and the sets it takes."""
        for document in self.files.sets:
            needed = tuple(sorted(origin(document)))
            yield from ((section, name, needed) for section, name in data.brought(document))
            yield from (("abilities", rules.ability.id, needed) for rules in self.rules if rules.document is document)

    def explained(self) -> list[Diagnostic]:
        """What is wrong; of a name that only another set declares, it says so."""
        owners = {name: set_of(document) for document in self.files.sets for _, name in data.brought(document)}
        owners |= {name: set_of(document) for name, _, document in entries(self.files.sets, "abilities")}
        return [self._owned(found, owners) if found.code in UNKNOWN else found for found in self.diagnostics]

    def _owned(self, found: Diagnostic, owners: Mapping[str, str]) -> Diagnostic:
        place = found.span
        owner = owners.get(self.files.source(place).text[place.start : place.end])
        hint = f"it belongs to the set `{owner}`: list that in `needs`, or in `with` in a file of its own"
        return replace(found, help=hint) if owner else found

    # ---- parsing ----

    def _parse(self, document: Document, rules: Scalar) -> tuple[tree.Hook, ...]:
        parsed = parse_hooks(document.source, rules.span, self.declared.words_of(document).forms)
        self.diagnostics += parsed.diagnostics or _missing(parsed.items, document.source, rules.span, "rule")
        return parsed.items

    def _game_rules(self) -> Iterator[_Rules]:
        """The rules of the game itself, and those that sets add to it."""
        for document, name, rules in self._named("rules"):
            yield _Rules(document, ir.Ability(f"rule:{name}", name, ()), self._parse(document, rules), None)

    def _kind_rules(self) -> Iterator[_Rules]:
        for document, name, rules in self._named("kind-rules"):
            kind = name.partition(":")[0]
            if kind not in self.declared.words_of(document).kinds:
                span = access.mapping(document.root, "kind-rules").keys[kind]
                self.diagnostics.append(Diagnostic("CW0402", span, f"`{kind}` is not a kind of this game"))
            else:
                ability = ir.Ability(f"kind:{name}", kind, ())
                yield _Rules(document, ability, self._parse(document, rules), Type("card", kind))

    def _named(self, section: str) -> Iterator[tuple[Document, str, Scalar]]:
        """The rules in a section of every file; the name of those of a set ends with the set."""
        for document in self.files.all:
            for name in access.mapping(document.root, section).items:
                rules = access.scalar(access.mapping(document.root, section), name)
                owner = set_of(document)
                if rules is not None:
                    yield document, f"{name}:{owner}" if owner else name, rules

    def _entries_rules(self) -> Iterator[_Rules]:
        """The rules of abilities and cards."""
        for name, entry, document in entries(self.files.all, "abilities"):
            self.reader(document).ability(entry)
            default = "ability" if "ability" in self.declared.words_of(document).means else ""
            tags = access.texts(entry, "tags")
            yield from self._entry_rules(name, entry, document, CARD, access.text(entry, "means", default), tags)
        kinds = access.mapping(self.root, "kinds").items
        for name, entry, document in self.track("parsing", list(entries(self.files.sets, "cards"))):
            kind = access.text(entry, "kind")
            means = access.text(kinds.get(kind), "means")
            this = Type("card", kind) if kind in kinds else CARD
            yield from self._entry_rules(name, entry, document, this, means)

    def _entry_rules(
        self, name: str, entry: Entry, document: Document, this: Type, means: str, tags: tuple[str, ...] = ()
    ) -> Iterator[_Rules]:
        """The rules of an ability or a card, if it has any."""
        rules = access.scalar(entry, "rules")
        if rules is None:
            return
        title = access.title(entry, "title", name)
        ability = ir.Ability(name, title, (), access.text(entry, "target"), means, tags)
        yield _Rules(document, ability, self._parse(document, rules), this)

    # ---- lowering ----

    def _ability(self, rules: _Rules) -> ir.Ability:
        words = self.words_of(rules.document)
        found = [hooks.hook(words, node, rules.this, self.diagnostics) for node in rules.hooks]
        placed = [(hook, node.span) for hook, node in zip(found, rules.hooks, strict=True) if hook is not None]
        compulsory = (cycles.rule(hook, rules.ability.id, span) for hook, span in placed)
        self.compulsory += [rule for rule in compulsory if rule is not None]
        return replace(rules.ability, hooks=tuple(hook for hook, _ in placed))

    def _verbs(self) -> Iterator[ir.Verb]:
        for source in self.verb_sources:
            reader, signature = self.reader(source.document), self.vocabulary.verbs[source.node.name.text]
            found = hooks.verb(self.words_of(source.document), source.node, signature, self.diagnostics)
            yield replace(
                found, means=reader.means(source.entry, "means"), target=reader.target_class(source.entry, "target")
            )

    def _steps(self, rules: Scalar | None) -> tuple[ir.Step, ...]:
        if rules is None:
            return ()
        words = self.words_of(self.game)
        parsed = parse_steps(self.game.source, rules.span, words.forms)
        self.diagnostics += parsed.diagnostics or _missing(parsed.items, self.game.source, rules.span, "step")
        with settled(self.diagnostics) as reports:
            return steps.body(Context(words, Setting(), reports), parsed.items)

    def _turn_step(self, item: object) -> ir.TurnStep:
        entry = item if isinstance(item, Entry) else access.NO_MAPPING
        return ir.TurnStep(
            access.text(entry, "step"),
            self._steps(access.scalar(entry, "do")),
            self.reader(self.game).offers(entry),
            access.number(entry, "times", 0),
            access.flag(entry, "required"),
            self._condition(access.scalar(entry, "if")),
        )

    def _condition(self, written: Scalar | None) -> ir.Cond | None:
        if written is None:
            return None
        words = self.words_of(self.game)
        parsed = parse_condition(self.game.source, written.span, words.forms)
        self.diagnostics += parsed.diagnostics
        with settled(self.diagnostics) as reports:
            return questions.cond(Context(words, Setting(), reports), parsed.items[0]) if parsed.items else None

    def _default_span(self) -> ir.Span:
        """How long ``temporarily`` lasts: this turn unless the game says otherwise."""
        written = access.scalar(self.root, "default-duration")
        if written is None:
            return ir.Span("turn")
        words = self.words_of(self.game)
        parsed = parse_duration(self.game.source, written.span, words.forms)
        self.diagnostics += parsed.diagnostics
        context = Context(words, Setting(), self.diagnostics)
        context.know("affected", PLAYER, written.span)
        return modifiers.duration(context, parsed.items[0]) if parsed.items else ir.Span("turn")


def _missing(
    items: Sequence[tree.Hook] | Sequence[tree.Step], source: Source, span: Span, what: str
) -> list[Diagnostic]:
    """What is wrong with a text of nothing but comments; of an empty one, the sign before it is shown."""
    if items:
        return []
    if not source.text[span.start : span.end].strip():
        end = len(source.text[: span.start].rstrip())
        span = source.span(max(end - 1, 0), end)
    return [Diagnostic("CW0614", span, f"there is no {what} here", f"write a {what}, or leave the whole entry out")]
