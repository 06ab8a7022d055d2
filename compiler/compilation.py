"""The passes over one game: load, check against the schema, compile, check the rulings.

Each pass is told what the ones before could make sense of; what they lost is not reported a second time as unknown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path

from cardwright.runtime import ir

from . import schema, syntax
from .access import items
from .compile import compile_condition, compile_rules
from .declare import entries
from .diagnostics import ERROR, Diagnostic
from .document import Document, Mapping, Scalar
from .document import Sequence as Listed
from .look import PLAIN, Look, read_look
from .progress import Track
from .project import GAME_FILE, Folder
from .reading import read
from .rulings import Ruling, check_rulings, compile_rulings
from .schema import Checked
from .source import Source, Span
from .statements import Statement, read_statements
from .table import Names
from .text import load_texts, with_texts
from .yaml_loader import REMEMBERED, parse

_UNKNOWN = frozenset({
    "CW0401", "CW0402", "CW0403", "CW0404", "CW0405", "CW0407", "CW0408", "CW0409", "CW0410", "CW0414", "CW0415",
    "CW0418", "CW0419", "CW0703", "CW0705", "CW0708", "CW1111",
})  # fmt: skip
"""The codes of names that nothing declares: mere consequences, if what declares them could not be read."""

_EMPTY = "CW0709"
"""The code of scenarios that have nothing to show."""

BESIDE = frozenset({"rulings", "statements", "texts", "look"})
"""The kinds of file that a game can be played without."""

_KEY = re.compile(r"^([a-z]+):", re.MULTILINE)

WORTHWHILE = 10
"""One piece in so many."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A game as far as it could be compiled. cards: how many its files declare.

    pack: None if its rules or its cards have faults; those of rulings, statements and texts do not keep it from being
    played.
    """

    cards: int
    diagnostics: tuple[Diagnostic, ...]
    pack: ir.Pack | None = None
    statements: tuple[Statement, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    look: Look = PLAIN


@dataclass(frozen=True, slots=True)
class Memory:
    """What need not be found out again when some files have changed. sound: the digests of files of the right shape."""

    sound: frozenset[str] = frozenset()
    pieces: syntax.Pieces = field(default_factory=dict)

    def goes_beyond(self, other: Memory) -> bool:
        """Whether there is so much more to remember that it is worth the time to write it down."""
        return len(self.pieces.keys() - other.pieces.keys()) * WORTHWHILE > len(self.pieces)


@dataclass(frozen=True, slots=True)
class _File:
    """A file after its schema has passed it. document: without its faulty parts; None if nothing is left.

    spoilt: whether rules were lost with them, not only rulings or texts.
    """

    source: Source
    kind: str
    document: Document | None
    diagnostics: tuple[Diagnostic, ...]
    lost: frozenset[str]
    spoilt: bool


def compile_folder(folder: Folder, track: Track, memory: Memory) -> tuple[Compiled, Memory]:
    """All that can be made of a game, and everything wrong with it, in the order of the files; and what to remember of
    it for the next time."""
    syntax.recall(memory.pieces)
    files = _settled([_read(path, memory.sound) for path in track("reading", folder.files)])
    found = [diagnostic for file in files for diagnostic in file.diagnostics]
    pack, rulings, more = _rules(files, track)
    found += more
    pack, more = _texts(files, pack)
    found += more
    statements, more = read_statements(_documents(files, "statements"))
    found += more + check_rulings(rulings, statements)
    look, more = read_look(list(_documents(files, "look")), pack, statements)
    found += more
    diagnostics = _sorted(_causes(found, files), files)
    cards = sum(_count_cards(document) for document in _documents(files, "set"))
    sound = frozenset(file.source.digest for file in files if not file.diagnostics)
    pieces = syntax.remembered({file.source.digest for file in files})
    return Compiled(cards, diagnostics, pack, statements, rulings, look), Memory(sound, pieces)


def _rules(files: Sequence[_File], track: Track) -> tuple[ir.Pack | None, tuple[Ruling, ...], list[Diagnostic]]:
    """What the rules and rulings in the files come to: no pack, if the rules have faults. Rulings are left alone if the
    game itself has some.
    """
    game = next(_documents(files[:1], "game"), None)
    if game is None:
        return None, (), []
    sets = list(_documents(files, "set"))
    pack, vocabulary, found = compile_rules(game, sets, track)
    sound = None if is_faulty(found) or any(file.spoilt for file in files) else pack
    if files[0].diagnostics or any(fault.span.path == game.source.path for fault in found):
        return sound, (), found
    faults = [*found, *(fault for file in files for fault in file.diagnostics)]
    lost = {*_faulty_entries(sets, faults), *(name for file in files for name in file.lost)}
    names = Names(pack, vocabulary.variables, lost)
    rulings: list[Ruling] = []
    for document in (*sets, *_documents(files, "rulings")):
        ruled, more = compile_rulings(document, names, partial(compile_condition, vocabulary=vocabulary))
        rulings += ruled
        found += more
    return sound, tuple(rulings), found


def _texts(files: Sequence[_File], pack: ir.Pack | None) -> tuple[ir.Pack | None, list[Diagnostic]]:
    """The pack with its words; what it lacks is asked only of a pack without faults."""
    titled = [*_documents(files, "game"), *_documents(files, "set")]
    loaded = load_texts(list(_documents(files, "texts")), titled)
    return with_texts(pack, loaded) if pack is not None else (None, loaded.diagnostics)


def _faulty_entries(sets: Iterable[Document], found: Sequence[Diagnostic]) -> Iterator[str]:
    """The ids of cards and abilities with faults in them: what they do cannot be trusted."""
    for document in sets:
        places = [fault.span.start for fault in found if fault.span.path == document.source.path]
        for section in ("cards", "abilities") if places else ():
            for name, entry, _ in entries([document], section):
                if any(entry.span.start <= place < entry.span.end for place in places):
                    yield name


# ---- files -------------------------------------------------------------------------------------------


def _read(path: Path, sound: Collection[str]) -> _File:
    source, faults = read(path)
    return _unread(source, tuple(faults)) if faults else _sifted(source, source.digest in sound)


@lru_cache(maxsize=REMEMBERED)
def _sifted(source: Source, sound: bool) -> _File:
    """A file without what its schema has against it. sound: whether that is known to be nothing."""
    loaded = parse(source)
    if loaded.document is None:
        return _unread(source, loaded.diagnostics)
    document = loaded.document
    checked = Checked(schema.kind_of(document), document, ()) if sound else schema.check(document)
    diagnostics = (*loaded.diagnostics, *checked.diagnostics)
    spoilt = checked.kind not in BESIDE and any(not _is_beside(fault.span, document) for fault in diagnostics)
    return _File(source, checked.kind, checked.document, diagnostics, checked.lost, spoilt)


def _unread(source: Source, diagnostics: tuple[Diagnostic, ...]) -> _File:
    """A file of which nothing can be used."""
    return _File(source, "", None, diagnostics, frozenset(), _at_a_glance(source.text) not in BESIDE)


def _at_a_glance(text: str) -> str:
    """What kind of file this seems to be, although it cannot be read; or ""."""
    keys = set(_KEY.findall(text))
    return next((kind for kind in schema.KINDS if kind in keys), "")


def _is_beside(span: Span, document: Document) -> bool:
    """Whether a place of a set is in what it says beside its rules: the rulings of its cards, and texts by hand."""
    asides = (
        card.items[key].span
        for card in items(document.root, "cards") if isinstance(card, Mapping)
        for key in ("rulings", "text") if key in card.items
    )  # fmt: skip
    return any(aside.start <= span.start < aside.end for aside in asides)


def _settled(files: Sequence[_File]) -> list[_File]:
    """The files, with those taken out of use that are not what their place in the folder says."""
    game = next((name for file in files[:1] if file.document and (name := _named_game(file.document))), "")
    return [_placed(file, index == 0, game) for index, file in enumerate(files)]


def _placed(file: _File, first: bool, game: str) -> _File:
    if not file.kind or file.document is None:
        return file
    keys = file.document.root.keys
    if first and file.kind != "game":
        return _refused(
            file, Diagnostic("CW0214", keys[file.kind], f"`{GAME_FILE}` must declare a game", "use `game:`")
        )
    if not first and file.kind == "game":
        help_text = "begin it with `set:`, `rulings:`, `statements:`, `texts:` or `look:`"
        return _refused(file, Diagnostic("CW0213", keys["game"], f"only `{GAME_FILE}` declares a game", help_text))
    named = _named_game(file.document)
    if game and named and named != game:
        message = f"this file belongs to a game `{named}`, but lies in the folder of `{game}`"
        where = file.document.root.items["game"].span
        return _refused(file, Diagnostic("CW0215", where, message, f"write `{game}`, or move the file", fix=game))
    return file


def _refused(file: _File, diagnostic: Diagnostic) -> _File:
    spoilt = file.kind not in BESIDE
    return replace(file, document=None, diagnostics=(*file.diagnostics, diagnostic), spoilt=spoilt)


def _named_game(document: Document) -> str:
    match document.root.items.get("game"):
        case Scalar(value=str(name)):
            return name
    return ""


def _documents(files: Iterable[_File], kind: str) -> Iterator[Document]:
    return (file.document for file in files if file.kind == kind and file.document is not None)


def _count_cards(document: Document) -> int:
    match document.root.items.get("cards"):
        case Listed(items=cards):
            return len(cards)
    return 0


# ---- diagnostics -------------------------------------------------------------------------------------


def _causes(found: Iterable[Diagnostic], files: Sequence[_File]) -> Iterator[Diagnostic]:
    """Without names that are unknown only because what declares them could not be read, and without scenarios that
    have nothing to show only because what they show could not be read.
    """
    incomplete = any(file.document is None for file in files) or bool(files[0].lost)
    lost = frozenset(name for file in files for name in file.lost)
    sources = {file.source.path: file.source for file in files}
    for diagnostic in found:
        span = diagnostic.span
        consequence = diagnostic.code in _UNKNOWN and (
            incomplete or sources[span.path].text[span.start : span.end] in lost
        )
        if not consequence and not (diagnostic.code == _EMPTY and _is_faulty_within(span, files)):
            yield diagnostic


def _is_faulty_within(span: Span, files: Sequence[_File]) -> bool:
    """Whether a part of what stands at a place has been left out, because it has faults."""
    faults = (fault.span for file in files if file.source.path == span.path for fault in file.diagnostics)
    return any(span.start <= fault.start < span.end for fault in faults)


def _sorted(found: Iterable[Diagnostic], files: Sequence[_File]) -> tuple[Diagnostic, ...]:
    """Each once, file by file, from top to bottom."""
    order = {file.source.path: index for index, file in enumerate(files)}
    unique = dict.fromkeys(found)
    return tuple(sorted(unique, key=lambda one: (order.get(one.span.path, len(order)), one.span.start, one.code)))


def is_faulty(found: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == ERROR for diagnostic in found)
