"""Reads what a game and its sets declare: from documents to a vocabulary. Checks that every word means one thing.

Looks into no rules, except at the heads of the verbs that a game declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from . import access, inflection, tree
from .diagnostics import Diagnostic, Label, did_you_mean
from .document import Document, Mapping, Scalar, Value
from .files import Files
from .source import Source, Span
from .syntax import parse_hooks
from .types import ANY, CARD, NUMBER, PLACE, PLAYER, Type
from .vocabulary import CARD_WORDS, ENGINE_VERBS, PLAYER_WORDS, RESERVED, TAKEN, Role, Signature, Vocabulary, Zone


@dataclass(frozen=True, slots=True)
class VerbSource:
    """A verb of the game or of a set: the file that declares it, its entry there, and its rules."""

    document: Document
    entry: Mapping
    node: tree.Verb


@dataclass(frozen=True, slots=True)
class Declared:
    """vocabulary: all words. root: the game's entries, joined with what the sets declare."""

    files: Files
    root: Mapping
    vocabulary: Vocabulary
    verbs: tuple[VerbSource, ...]
    diagnostics: tuple[Diagnostic, ...]
    known: dict[frozenset[str], Vocabulary] = field(default_factory=dict)

    def words_of(self, document: Document) -> Vocabulary:
        """The words that the rules of a file may use."""
        sets = self.files.known(document)
        if sets not in self.known:
            words = _worded(self.files.seen_by(document), [])
            self.known[sets] = replace(words, verbs={name: self.vocabulary.verbs[name] for name in words.verbs})
        return self.known[sets]


def declare(files: Files) -> Declared:
    """Everything declared, and what is wrong with it."""
    diagnostics = list(files.clashes())
    root = files.joined()
    words = _worded(files, diagnostics)
    diagnostics += _clashes(root, words, files.sets)
    diagnostics += _verb_clashes(root, words)
    sources: list[VerbSource] = []
    signatures: dict[str, Signature] = {}
    for document in files.all:
        if access.mapping(document.root, "verbs").items:
            seen = _worded(files.seen_by(document), [])
            own = [source for source in _verbs(document, seen, diagnostics) if source.node.name.text not in signatures]
            signatures |= {source.node.name.text: _signature(source.node, seen, diagnostics) for source in own}
            sources += own
    words = replace(words, verbs={**words.verbs, **signatures})
    return Declared(files, root, words, tuple(sources), tuple(diagnostics))


def _worded(files: Files, diagnostics: list[Diagnostic]) -> Vocabulary:
    """All words of some files; of their verbs nothing yet but how they are spelt."""
    root = files.joined()
    forms = {name: _forms(name, entry) for name, entry in access.mapping(root, "verbs").items.items()}
    return replace(_words(root, files.all, diagnostics), verbs={**ENGINE_VERBS, **forms})


# ---- words -------------------------------------------------------------------------------------------


def _words(root: Mapping, documents: Sequence[Document], diagnostics: list[Diagnostic]) -> Vocabulary:
    """All words but the verbs. Names keep their places as values where nothing else is kept of them."""

    def keys(section: str) -> dict[str, Span]:
        return access.mapping(root, section).keys

    kinds = access.mapping(root, "kinds").items
    zones = access.mapping(root, "zones").items
    means = access.mapping(root, "means").items
    return Vocabulary(
        kinds={name: access.text(kind, "plural", name + "s") for name, kind in kinds.items()},
        zones={name: _zone(name, zone) for name, zone in zones.items()},
        numbers=keys("numbers"),
        counters=keys("counters"),
        statuses=keys("statuses"),
        tags={**keys("tags"), **_groups(root)},
        links=keys("links"),
        groupings=_valued(root, "groupings"),
        means={name: access.text(each, "plural") for name, each in means.items()},
        classes=keys("classes"),
        variables=_valued(root, "variables"),
        options=_valued(root, "options"),
        abilities=_abilities(documents, diagnostics),
        cards=_cards(documents, diagnostics),
        steps={
            str(step.value): step.span for item in access.items(root, "turn") if (step := access.scalar(item, "step"))
        },
    )


def _zone(name: str, zone: Value) -> Zone:
    return Zone(name, access.text(zone, "scope") == "shared", access.text(zone, "layout", "pile"))


def _valued(root: Mapping, section: str) -> dict[str, tuple[str, ...]]:
    return {name: access.texts(each, "values") for name, each in access.mapping(root, section).items.items()}


def _groups(root: Mapping) -> dict[str, Span]:
    """The groups of all groupings, with their places: each is a tag of the cards in it."""
    groupings = access.mapping(root, "groupings").items
    return {group: span for each in groupings.values() for group, span in access.words(each, "values")}


def entries(documents: Iterable[Document], section: str) -> Iterator[tuple[str, Mapping, Document]]:
    """The entries of a section of some files that have an id, with the files they stand in."""
    for document in documents:
        for item in access.items(document.root, section):
            name = access.text(item, "id")
            if name and isinstance(item, Mapping):
                yield name, item, document


def _abilities(documents: Sequence[Document], diagnostics: list[Diagnostic]) -> dict[str, Span]:
    """The abilities by id; a card with rules of its own is one too."""
    found: dict[str, Span] = {}
    for name, entry, _ in entries(documents, "abilities"):
        if "rules" in entry.items:
            _add(found, name, _id_span(entry), "ability", diagnostics)
    abilities = set(found)
    for name, entry, _ in entries(documents, "cards"):
        if "rules" in entry.items:
            _add(found, name, _id_span(entry), "ability" if name in abilities else "card", diagnostics)
    return found


def _cards(documents: Sequence[Document], diagnostics: list[Diagnostic]) -> dict[str, str]:
    places: dict[str, Span] = {}
    kinds: dict[str, str] = {}
    for name, entry, _ in entries(documents, "cards"):
        if name in places and "rules" not in entry.items:
            _add(places, name, _id_span(entry), "card", diagnostics)
        places.setdefault(name, _id_span(entry))
        kinds.setdefault(name, access.text(entry, "kind"))
    return kinds


def _id_span(entry: Mapping) -> Span:
    found = access.scalar(entry, "id")
    return found.span if found is not None else entry.span


def _add(found: dict[str, Span], name: str, span: Span, what: str, diagnostics: list[Diagnostic]) -> None:
    if name in found:
        label = Label(found[name], "first declared here")
        message = f"there is a second {what} called `{name}`"
        diagnostics.append(Diagnostic("CW0411", span, message, "choose another id", (label,)))
    found.setdefault(name, span)


# ---- clashes -----------------------------------------------------------------------------------------

Place = tuple[str, Span]
"""What a word is ("kind", "status"), and where it is declared."""


def _clashes(root: Mapping, words: Vocabulary, sets: Sequence[Document]) -> Iterator[Diagnostic]:
    """Words that mean two things where only one can be meant, and words that the language itself needs."""
    sections = {
        what: [(name, span) for name, span in access.mapping(root, section).keys.items()]
        for section, what in _SECTIONS.items()
    }
    sections["group"] = list(_groups(root).items())
    kinds = access.mapping(root, "kinds")
    sections["plural"] = [(plural, _plural_span(kinds, kind)) for kind, plural in words.kinds.items() if plural != kind]
    sections["card"] = [(name, _id_span(entry)) for name, entry, _ in entries(sets, "cards")]
    for group in _GROUPS:
        seen: dict[str, Place] = {}
        for what in group:
            for name, span in sections[what]:
                if name in seen and seen[name][0] != what:
                    yield _clash(name, span, what, seen[name])
                seen.setdefault(name, (what, span))
    for what, named in sections.items():
        for name, span in named if what != "card" else ():
            if name in RESERVED or name in TAKEN:
                message = f"`{name}` is a word of the rules language itself"
                yield Diagnostic("CW0412", span, message, f"call this {what} something else")


_SECTIONS = {
    "kinds": "kind", "zones": "zone", "numbers": "number", "counters": "counter", "statuses": "status", "tags": "tag",
    "links": "link", "variables": "variable", "options": "option",
}  # fmt: skip
_GROUPS = (
    ("kind", "plural", "status", "tag", "group", "card"),
    ("number", "counter", "link", "zone"),
    ("zone", "variable", "option"),
    ("status", "counter"),
)
"""Words that stand in the same places of a sentence, and so must differ."""


def _plural_span(kinds: Mapping, kind: str) -> Span:
    found = access.scalar(kinds.items[kind], "plural")
    return found.span if found is not None else kinds.keys[kind]


def _clash(name: str, span: Span, what: str, first: Place) -> Diagnostic:
    label = Label(first[1], f"a {first[0]} is called so here")
    message = f"`{name}` is both a {first[0]} and a {what}"
    return Diagnostic("CW0411", span, message, "rename one of them: rules could mean either", (label,))


# ---- verbs -------------------------------------------------------------------------------------------


def _forms(name: str, entry: Value) -> Signature:
    """A verb of which nothing is known yet but how it is spelt."""
    third = access.text(entry, "third") or inflection.third_person(name)
    return Signature(name, (), third, access.text(entry, "participle") or inflection.participle(name))


def _verb_clashes(root: Mapping, words: Vocabulary) -> Iterator[Diagnostic]:
    verbs = access.mapping(root, "verbs")
    nouns = [*words.kind_words(), *words.zones, *words.numbers, *words.counters, *words.statuses]
    nouns += [*words.tags, *words.links, *words.variables, *words.options]
    taken: dict[str, str] = {}
    for verb in ENGINE_VERBS.values():
        taken |= {form: verb.name for form in (verb.name, verb.third, verb.participle) if form}
        for noun in (verb.third,) if verb.third in nouns else ():
            yield Diagnostic(
                "CW0411", _span_of(root, noun), f"`{noun}` is a form of the verb `{verb.name}`", "rename it"
            )
    for name, span in verbs.keys.items():
        verb = words.verbs[name]
        clash = next((form for form in (name, verb.third, verb.participle) if form in taken or form in RESERVED), "")
        if clash:
            whose = f"a form of the verb `{taken[clash]}`" if clash in taken else "a word of the language"
            help_text = "choose another verb, or declare another `third` or `participle`"
            yield Diagnostic("CW0411", span, f"`{clash}` is already {whose}", help_text)
        taken |= {form: name for form in (name, verb.third, verb.participle) if form not in taken}
        if verb.third in nouns:
            message = f"`{verb.third}` is both a form of this verb and a noun of the game"
            yield Diagnostic("CW0411", span, message, "rename one of them, or declare another `third`")


def _span_of(root: Mapping, name: str) -> Span:
    """Where some word is declared."""
    for section in _SECTIONS:
        keys = access.mapping(root, section).keys
        if name in keys:
            return keys[name]
    return root.span


def _verbs(document: Document, words: Vocabulary, diagnostics: list[Diagnostic]) -> Iterator[VerbSource]:
    """The verbs that a file declares, as far as their rules can be read."""
    source, verbs = document.source, access.mapping(document.root, "verbs")
    forms = words.forms
    for name, entry in verbs.items.items():
        rules = access.scalar(entry, "rules")
        if rules is None or not isinstance(entry, Mapping):
            continue
        parsed = parse_hooks(source, rules.span, forms)
        diagnostics += parsed.diagnostics
        match parsed.items:
            case (tree.Verb(name=declared) as node,) if declared.text == name:
                yield VerbSource(document, entry, node)
            case _ if not parsed.diagnostics:
                message = f"the rules of a verb are one `verb {name} ...:`"
                diagnostics.append(Diagnostic("CW0604", _first_line(source, rules), message))


def _first_line(source: Source, rules: Scalar) -> Span:
    end = source.text.find("\n", rules.span.start, rules.span.end)
    return source.span(rules.span.start, end if end >= 0 else rules.span.end)


def _signature(node: tree.Verb, words: Vocabulary, diagnostics: list[Diagnostic]) -> Signature:
    """The verb with its roles."""
    roles: dict[str, Role] = {}
    for param in node.params:
        preposition = param.preposition.text if param.preposition is not None else ""
        role = Role(param.name.text, preposition, _param_type(param, words, diagnostics), param.default is None)
        if role.name in roles or any(other.preposition == preposition for other in roles.values()):
            what = f"called `{role.name}`" if role.name in roles else f"after `{preposition}`"
            diagnostics.append(
                Diagnostic("CW0503", param.span, f"there is a second role {what}", "choose another word")
            )
        roles[role.name] = role
    return replace(words.verbs[node.name.text], roles=tuple(roles.values()))


_TYPES = {"number": NUMBER, "zone": PLACE, "place": PLACE, "any": ANY}


def _param_type(param: tree.Param, words: Vocabulary, diagnostics: list[Diagnostic]) -> Type:
    word = param.type.text
    if word in CARD_WORDS:
        return replace(CARD, plural=CARD_WORDS[word])
    if word in PLAYER_WORDS:
        return replace(PLAYER, plural=PLAYER_WORDS[word])
    if word in _TYPES:
        return _TYPES[word]
    kind = words.kind(word)
    if kind is None:
        known = [*words.kind_words(), *_TYPES]
        message = f"`{word}` is not a type"
        help_text = (
            did_you_mean(word, known) or "a role holds a kind of card, `card`, `player`, `number`, `zone` or `any`"
        )
        diagnostics.append(Diagnostic("CW0417", param.type.span, message, help_text))
        return ANY
    return Type("card", kind, plural=word != kind)
