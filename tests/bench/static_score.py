"""How many typical mistakes ``check`` finds, and where: `python tests/bench/static_score.py [--rounds N] [-v]`.

Plants mistakes into the real card files (one into each card, ability and ruling, and one slip of YAML into each file),
checks the game once for all of them, and counts those that are reported on the line they were planted in. Each round
draws other places. A mistake that leaves a file right in another way is none: only such are planted as cannot be meant.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cardwright.compiler import driver, schema, yaml_loader
from cardwright.compiler.document import Document, Mapping, Scalar, Sequence, Value
from cardwright.compiler.source import Span
from cardwright.compiler.vocabulary import RESERVED
from cardwright.runtime import ir

ROOT = Path(__file__).parent.parent.parent
GAMES = sorted(path.parent for path in (ROOT / "cards").glob("*/game.yaml"))

_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_PREPOSITIONS = ("to", "from", "by", "for", "into", "against", "under", "using", "at", "onto", "on")
_FREE_KEYS = frozenset({"title", "question", "answer", "states", "text", "reading", "options", "given"})
"""Mappings whose keys are languages, or names from elsewhere."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A change of a file.

    sort: what an author would call it. slack: so many lines away it may be reported. place: where it is to be reported,
    if not where it was made: what is missing is missing in the entry around it.
    """

    sort: str
    path: Path
    span: Span
    text: str
    slack: int = 0
    place: Span | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """What the game knows: every word that means something, its zones, and words that are no zones."""

    known: frozenset[str]
    zones: frozenset[str]
    others: tuple[str, ...]


def words_of(pack: ir.Pack) -> Words:
    known = {word for node in ir.walk(pack) for word in _texts(node)}
    known |= {kind.plural for kind in pack.kinds} | {verb.third for verb in pack.verbs}
    known |= {verb.participle for verb in pack.verbs} | RESERVED
    return Words(frozenset(known), frozenset(zone.name for zone in pack.zones), (*pack.statuses, *pack.numbers))


def _texts(node: object) -> Iterator[str]:
    for name in getattr(node, "__slots__", ()):
        pending = [getattr(node, name)]
        while pending:
            value = pending.pop()
            if isinstance(value, str):
                yield value
            elif isinstance(value, tuple):
                pending += value


# ---- mistakes in one entry ---------------------------------------------------------------------------


def misspelt(word: str, words: Words, chance: random.Random) -> str:
    """A slip of the fingers that makes no other word of the game, nor of the language."""
    while True:
        at = chance.randrange(len(word))
        slip = chance.choice(("drop", "double", "swap", "other"))
        changed = {
            "drop": word[:at] + word[at + 1 :],
            "double": word[:at] + word[at] + word[at:],
            "swap": word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
            "other": word[:at] + chance.choice("aeioumnrst") + word[at + 1 :],
        }[slip]
        if changed != word and len(changed) > 2 and _WORD.fullmatch(changed) and changed not in words.known:
            return changed


def in_keys(document: Document, path: Path, value: Value, words: Words, chance: random.Random) -> Iterator[Mistake]:
    """Misspelt keys, at any depth, where keys are not free."""
    match value:
        case Mapping(items=items, keys=keys):
            for key, item in items.items():
                written = document.source.text[keys[key].start : keys[key].end]
                if written == key and len(key) > 3:
                    yield Mistake("a misspelt key", path, keys[key], misspelt(key, words, chance))
                if key not in _FREE_KEYS:
                    yield from in_keys(document, path, item, words, chance)
        case Sequence(items=items):
            for item in items:
                yield from in_keys(document, path, item, words, chance)


def in_names(path: Path, entry: Mapping, words: Words, chance: random.Random) -> Iterator[Mistake]:
    """Misspelt values that must name something."""
    for key in ("kind", "target", "means", "deck"):
        match entry.items.get(key):
            case Scalar(value=str(word), span=span):
                yield Mistake("a misspelt name", path, span, misspelt(word, words, chance))
    for key in ("tags", "abilities", "settles"):
        match entry.items.get(key):
            case Sequence(items=items):
                for item in items:
                    if isinstance(item, Scalar) and isinstance(item.value, str):
                        wrong = misspelt_id(item.value, words, chance)
                        yield Mistake("a misspelt name", path, item.span, wrong)


def misspelt_id(name: str, words: Words, chance: random.Random) -> str:
    """The last part of a name with dots, misspelt."""
    head, dot, last = name.rpartition(".")
    return head + dot + misspelt(last, words, chance)


def in_types(path: Path, entry: Mapping, words: Words, chance: random.Random) -> Iterator[Mistake]:
    """Values of the wrong type."""
    wrong = {
        "id": "[a, b]", "kind": "[a, b]", "copies": "many", "tags": "7", "abilities": "7", "title": "12",
        "question": "12", "answer": "12",
    }  # fmt: skip
    for key, text in wrong.items():
        value = entry.items.get(key)
        if value is not None and not (isinstance(value, Sequence) and value.span.end - value.span.start < 3):
            yield Mistake("a wrong type", path, value.span, text)
    match entry.items.get("numbers"):
        case Mapping(items=items):
            for item in items.values():
                yield Mistake("a wrong type", path, item.span, "ten")


def in_lines(document: Document, path: Path, entry: Mapping, keys: Iterable[str]) -> Iterator[Mistake]:
    """Dropped lines that had to be there."""
    source = document.source
    first = next(iter(entry.keys.values()))
    for key in keys:
        value = entry.items.get(key)
        if value is None or source.position(first.start)[0] == source.position(entry.keys[key].start)[0]:
            continue
        start = source.text.rfind("\n", 0, entry.keys[key].start) + 1
        end = source.text.find("\n", value.span.end - 1) + 1
        if not source.text[start : entry.keys[key].start].strip():
            yield Mistake("a dropped line", path, source.span(start, end), "", place=first)


def in_rule_lines(document: Document, path: Path, rules: Scalar) -> Iterator[Mistake]:
    """Dropped lines of rules without which the others make no sense: the only head, and the only line of a body."""
    source, start = document.source, document.source.text.rfind("\n", 0, rules.span.start) + 1
    if not rules.block:
        return
    lines: list[tuple[int, str]] = []
    for line in source.text[start : rules.span.end].splitlines(keepends=True):
        lines.append((start, line))
        start += len(line)
    depth = [len(line) - len(line.lstrip()) for _, line in lines]
    for number, (at, line) in enumerate(lines):
        code = line.split("#")[0].strip()
        after = depth[number + 1] if number + 1 < len(lines) else 0
        above = lines[number - 1][1].split("#")[0].strip() if number else ""
        head = number == 0 and code.endswith(":") and after > depth[0] and min(depth[1:]) > depth[0]
        only = bool(number) and above.endswith(":") and depth[number] > depth[number - 1] >= after
        if (head or (only and not code.endswith(":"))) and code:
            yield Mistake("a dropped line of rules", path, source.span(at, at + len(line)), "", slack=1)


def in_rules(document: Document, path: Path, rules: Scalar, words: Words, chance: random.Random) -> Iterator[Mistake]:
    """Mistakes in a text of rules."""
    source, start, end = document.source, rules.span.start, rules.span.end
    offset = start
    bound: set[str] = set()
    for line in source.text[start:end].splitlines(keepends=True):
        code = line.split("#")[0]
        yield from _in_line(source.span(offset, offset + len(code)), code, path, bound, words, chance)
        offset += len(line)


def _in_line(
    place: Span, code: str, path: Path, bound: set[str], words: Words, chance: random.Random
) -> Iterator[Mistake]:
    unquoted = re.sub(r'"[^"]*"', lambda title: " " * len(title[0]), code)
    found = list(_WORD.finditer(unquoted))
    free = len(found) == 1 and unquoted.strip().endswith(":") and found[0][0] not in words.known
    before = ""
    for word in found:
        span = Span(place.path, place.start + word.start(), place.start + word.end())
        names = before in ("as", "let", "action", "verb") or free
        if names:
            bound.add(word[0])
        elif len(word[0]) > 3:
            known = Words(words.known | bound, words.zones, words.others)
            yield Mistake("a misspelt word in rules", path, span, misspelt(word[0], known, chance))
        if before == "in" and word[0] in words.zones and words.others:
            yield Mistake("a wrong zone", path, span, chance.choice(words.others))
        if word[0] in _PREPOSITIONS and before not in ("up", "next", "instead", "respond", "connected", "play"):
            wrong = chance.choice([other for other in ("under", "onto", "against") if other != word[0]])
            yield Mistake("a misplaced role", path, span, wrong)
        before = word[0]
    stripped = code.rstrip()
    if stripped.endswith(":"):
        colon = Span(place.path, place.start + len(stripped) - 1, place.start + len(stripped))
        yield Mistake("a missing colon", path, colon, "", slack=1)


def of_card(document: Document, path: Path, entry: Mapping, words: Words, chance: random.Random) -> list[Mistake]:
    """Everything that can be planted into a card or an ability."""
    own = Mapping({k: v for k, v in entry.items.items() if k != "rulings"}, entry.keys, entry.span)
    found = [*in_keys(document, path, own, words, chance), *in_names(path, entry, words, chance)]
    found += in_types(path, entry, words, chance)
    match entry.items.get("rules"):
        case Scalar(value=str()) as rules:
            found += in_rules(document, path, rules, words, chance)
            found += in_rule_lines(document, path, rules)
    found += in_lines(document, path, entry, ("kind", "title"))
    return found


def of_ruling(document: Document, path: Path, entry: Mapping, words: Words, chance: random.Random) -> list[Mistake]:
    """Everything that can be planted into a ruling."""
    found = [*in_keys(document, path, entry, words, chance), *in_names(path, entry, words, chance)]
    found += in_types(path, entry, words, chance)
    scenarios = [entry.items.get("scenario"), *getattr(entry.items.get("scenarios"), "items", ())]
    for scenario in scenarios:
        if isinstance(scenario, Mapping):
            found += in_scenario(path, scenario, words, chance)
            found += in_lines(document, path, scenario, ("players",))
    found += in_lines(document, path, entry, ("question", "answer"))
    return found


def in_scenario(path: Path, scenario: Mapping, words: Words, chance: random.Random) -> Iterator[Mistake]:
    for value in _scalars(scenario.items.get("given")):
        if isinstance(value.value, str) and value.value in words.known:
            yield Mistake("a misspelt card", path, value.span, misspelt(value.value, words, chance))
    match scenario.items.get("given"):
        case Mapping(items=items, keys=keys):
            for name, inner in items.items():
                if name in words.zones:
                    yield Mistake("a wrong zone", path, keys[name], misspelt(name, words, chance))
                if isinstance(inner, Mapping):
                    for zone, span in inner.keys.items():
                        if zone in words.zones:
                            yield Mistake("a wrong zone", path, span, misspelt(zone, words, chance))
    for value in _scalars(scenario.items.get("expect")):
        for word in _WORD.finditer(str(value.value)):
            if len(word[0]) > 4 and word[0] in words.known:
                span = Span(value.span.path, value.span.start + word.start(), value.span.start + word.end())
                yield Mistake("a misspelt word in an expectation", path, span, misspelt(word[0], words, chance))


def _scalars(value: Value | None) -> Iterator[Scalar]:
    match value:
        case Scalar():
            yield value
        case Sequence(items=items):
            for item in items:
                yield from _scalars(item)
        case Mapping(items=items):
            for item in items.values():
                yield from _scalars(item)


def of_file(document: Document, path: Path, chance: random.Random) -> list[Mistake]:
    """Slips that break the YAML of a file."""
    text, name = document.source.text, document.source.path
    found = [
        Mistake("a tab", path, Span(name, m.start(), m.end()), "\t") for m in re.finditer(r"(?<=\n)    (?=\w)", text)
    ]
    for match in re.finditer(r"\n( +)[a-z-]+: [^\n|{}\[\]#\"':]+(?=\n)", text):
        line = Span(name, match.end(), match.end())
        found.append(Mistake("a key given twice", path, line, match[0], slack=1))
    found += [
        Mistake("a missing bracket", path, Span(name, m.start(), m.end()), "", slack=1)
        for m in re.finditer(r"[\]}](?=\n)", text)
        if text.count("\n", 0, m.start()) < text.count("\n") - 1
    ]
    return found


# ---- planting and checking ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Finding:
    file: str
    line: int


def score(game: Path, rounds: int, seed: int) -> Iterator[tuple[Mistake, bool]]:
    """Plants mistakes into a game, round after round; each with whether it was found."""
    pack = driver.open_game(str(game)).pack
    if pack is None:
        raise SystemExit(f"{game.name} has errors of its own")
    words = words_of(pack)
    documents = {path: document for path in game.rglob("*.yaml") if (document := yaml_loader.load(path).document)}
    for number in range(rounds):
        chance = random.Random(f"{seed}.{number}")
        for batch in (_cards(documents, words, chance), _rulings(documents, words, chance)):
            yield from _judge(game, documents, batch)
        broken = [chance.choice(found) for path, d in documents.items() if (found := of_file(d, path, chance))]
        yield from _judge(game, documents, broken)


Planters = Callable[[Document, Path, Mapping, Words, random.Random], list[Mistake]]


def _cards(documents: dict[Path, Document], words: Words, chance: random.Random) -> list[Mistake]:
    return [
        *_one_each(documents, "cards", of_card, words, chance),
        *_one_each(documents, "abilities", of_card, words, chance),
    ]


def _rulings(documents: dict[Path, Document], words: Words, chance: random.Random) -> list[Mistake]:
    return list(_one_each(documents, "rulings", of_ruling, words, chance))


def _one_each(
    documents: dict[Path, Document], section: str, plant: Planters, words: Words, chance: random.Random
) -> Iterator[Mistake]:
    """A mistake for each entry of a section. Sorts are drawn first, so that rare ones are not."""
    for path, document in documents.items():
        match document.root.items.get(section):
            case Sequence(items=items) if schema.kind_of(document) in ("set", "rulings"):
                for entry in items:
                    if isinstance(entry, Mapping):
                        by_sort: defaultdict[str, list[Mistake]] = defaultdict(list)
                        for mistake in plant(document, path, entry, words, chance):
                            by_sort[mistake.sort].append(mistake)
                        if by_sort:
                            yield chance.choice(by_sort[chance.choice(sorted(by_sort))])


def _judge(game: Path, documents: dict[Path, Document], batch: Iterable[Mistake]) -> Iterator[tuple[Mistake, bool]]:
    """Checks a copy of the game with all of these mistakes in it."""
    by_file: defaultdict[Path, list[Mistake]] = defaultdict(list)
    for mistake in batch:
        by_file[mistake.path].append(mistake)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, game.name)
        shutil.copytree(game, copy)
        lines: dict[int, int] = {}
        for path, planted in by_file.items():
            (copy / path.relative_to(game)).write_text(_planted(documents[path], planted, lines), "utf-8")
        result = driver.check([copy])
        found: set[Finding] = set()
        for one in result.diagnostics:
            source = result.source(one.span.path)
            for span in (one.span, *(label.span for label in one.labels)):
                if span.path == one.span.path:
                    file = str(Path(span.path).resolve().relative_to(copy.resolve()))
                    first, last = source.position(span.start)[0], source.position(max(span.start, span.end - 1))[0]
                    found.update(Finding(file, line) for line in (first, last))
        for path, planted in by_file.items():
            file = str(path.relative_to(game))
            for mistake in planted:
                near = range(lines[id(mistake)] - mistake.slack, lines[id(mistake)] + mistake.slack + 1)
                yield mistake, any(Finding(file, line) in found for line in near)


def _planted(document: Document, planted: list[Mistake], lines: dict[int, int]) -> str:
    """The text of a file with its mistakes; lines: where each of them has come to stand."""
    text = document.source.text
    parts: list[str] = []
    at = 0
    for mistake in sorted(planted, key=lambda one: one.span.start):
        parts += [text[at : mistake.span.start], mistake.text]
        at = mistake.span.end
        lead = len(mistake.text) - len(mistake.text.lstrip("\n"))
        lines[id(mistake)] = "".join(parts[:-1]).count("\n") + 1 + lead
        if mistake.place is not None:  # nothing else is planted between the two
            lines[id(mistake)] -= text.count("\n", mistake.place.start, mistake.span.start)
    return "".join([*parts, text[at:]])


# ---- the report --------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=[path.name for path in GAMES])
    parser.add_argument("-v", action="store_true", help="list the mistakes that were not found")
    given = parser.parse_args()
    planted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for game in GAMES:
        if given.game in (None, game.name):
            for mistake, hit in score(game, given.rounds, given.seed):
                planted[mistake.sort] += 1
                found[mistake.sort] += hit
                if given.v and not hit:
                    print(told(mistake))
    width = max(map(len, planted))
    for sort, number in sorted(planted.items()):
        print(f"{sort:<{width}}  {found[sort]:>5} of {number:>5}  {100 * found[sort] / number:6.2f} %")
    total, hits = planted.total(), found.total()
    print(f"{'in all':<{width}}  {hits:>5} of {total:>5}  {100 * hits / total:6.2f} %")


def told(mistake: Mistake) -> str:
    text = mistake.path.read_text("utf-8")
    line = text.count("\n", 0, mistake.span.start) + 1
    was = text[mistake.span.start : mistake.span.end]
    return f"{mistake.path.relative_to(ROOT)}:{line}: {mistake.sort}: {was!r} -> {mistake.text!r}"


if __name__ == "__main__":
    main()
