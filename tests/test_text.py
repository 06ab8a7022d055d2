"""Derived texts beyond the golden cases: every kind of node has words, gaps are found, no language borrows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from cardwright.compiler import driver
from cardwright.compiler.text import (
    LANGUAGES,
    TextGap,
    Texts,
    describe,
    describe_ability,
    describe_cond,
    describe_event,
    describe_expr,
    describe_steps,
    label,
    load_texts,
    missing,
    overrides,
    title,
    with_texts,
)
from cardwright.compiler.text.language import Constructs
from cardwright.compiler.text.lexicon import language
from cardwright.compiler.text.phrase import template
from cardwright.compiler.text.words import read_noun, read_verb
from cardwright.runtime import ir

DATA = Path(__file__).parent / "data" / "texts"
THIS, YOU = ir.Ref("this"), ir.Ref("you")


@pytest.fixture(scope="module")
def pack(sampler: Any) -> ir.Pack:
    """The toy game with its words."""
    words = sampler.document((DATA / "words.yaml").read_text("utf-8"))
    compiled, found = sampler.compile("when this is slain:\n    nothing\n")
    assert compiled is not None, found
    loaded = load_texts([words], [sampler.basic])
    for lang in LANGUAGES:
        loaded.add(lang, "cards", "probe", "Probe")
    told, diagnostics = with_texts(compiled, loaded)
    assert diagnostics == []
    return told


def without(pack: ir.Pack, lang: str, section: str, word: str) -> ir.Pack:
    """The pack as if the texts file lacked a word."""
    texts = {code: {name: dict(words) for name, words in data.items()} for code, data in pack.texts}
    del texts[lang][section][word]
    return replace(pack, texts=tuple(texts.items()))


def known_to_golden_cases(sampler: Any) -> set[str]:
    cases = (DATA / "golden.txt").read_text("utf-8").split("==== ")[1:]
    found: set[str] = set()
    for case in cases:
        head, text = case.split("\n", 1)
        last = head.rpartition(" of a ")[2]
        hooks = sampler.hooks(text.partition("---- en\n")[0], last if last in ("spell", "gem") else "beast")
        found |= {type(node).__name__ for node in ir.walk(hooks)}
    return found


# ---- completeness ------------------------------------------------------------------------------------

ELSEWHERE = {"Connected", "Shares"}
"""Nodes that this file tests, because the toy game has no use for them."""


def test_every_node_that_can_occur_in_a_text_occurs_in_a_golden_case(sampler: Any) -> None:
    unions = (ir.Noun, ir.Expr, ir.Cond, ir.Step, ir.Mod, ir.Hook)
    wanted = {cls.__name__ for union in unions for cls in get_args(union)} | {
        "Pattern",
        "Mode",
        "Row",
        "Span",
        "Shield",
    }
    assert wanted - known_to_golden_cases(sampler) == ELSEWHERE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_template_of_a_language_can_be_read(lang: str) -> None:
    constructs = language(lang).constructs
    for field in fields(Constructs):
        assert template(getattr(constructs, field.name)).text


def test_languages_name_the_same_things_in_a_construct() -> None:
    """What one language says of a construct, the other says too, but for words that only one needs for its grammar."""
    grammar = {
        "head",
        "the",
        "subject",
        "owner",
        "noun",
        "a_grouping",
        "number",
        "group",
        "zone",
        "zones",
        "left",
        "name",
    }
    english, italian = (language(lang).constructs for lang in LANGUAGES)
    for field in fields(Constructs):
        here, there = (template(getattr(it, field.name)).places for it in (english, italian))
        assert here ^ there <= grammar, field.name


def test_every_engine_verb_has_words_in_both_languages() -> None:
    english, italian = (language(lang).verbs for lang in LANGUAGES)
    assert english.keys() == italian.keys()
    for name in english.keys() - {"put", "remove"}:
        for lang, verbs in zip(LANGUAGES, (english, italian), strict=True):
            assert read_verb(lang, verbs[name]).forms
    told = {name.removeprefix("made ").split(" ")[0] for name in english}
    assert set(ir.ENGINE_VERBS) <= told


def test_own_words_are_the_same_in_both_languages() -> None:
    english, italian = (language(lang).words for lang in LANGUAGES)
    assert english.keys() == italian.keys()
    for section in english:
        assert english[section].keys() == italian[section].keys()


# ---- gaps --------------------------------------------------------------------------------------------


def test_a_word_that_one_language_lacks_is_a_gap(pack: ir.Pack) -> None:
    broken = without(pack, "it", "kinds", "beast")
    gaps = missing(broken)
    assert [(gap.lang, gap.section, gap.word) for gap in gaps] == [("it", "kinds", "beast")]
    assert str(gaps[0]) == "no Italian text for the word `beast` in `kinds`"
    with pytest.raises(TextGap, match="beast"):
        describe(broken, "probe", "it")
    assert describe(broken, "probe", "en") == ["When this beast is slain, nothing happens."]


def test_a_verb_without_a_clause_for_its_roles_is_a_gap(pack: ir.Pack) -> None:
    step = ir.Do("shuffle", (("place", ir.Place("deck")), ("by", YOU)))
    with pytest.raises(TextGap, match=r"a clause with \{by\} and \{place\} of `shuffle`"):
        describe_steps(replace(pack), (ir.Do("shuffle", (("place", ir.Place("deck")), ("by", THIS))),), "en")
    assert describe_steps(pack, (step,), "en") == ["Shuffle the deck."]


def test_a_gap_does_not_spoil_the_next_text(pack: ir.Pack) -> None:
    texts = Texts(without(pack, "en", "statuses", "asleep"), "en")
    with pytest.raises(TextGap):
        texts.card("nap")
    assert texts.card("probe") == ["When this beast is slain, nothing happens."]


def test_nothing_is_missing(pack: ir.Pack) -> None:
    assert missing(pack) == []


def test_an_unknown_language_is_refused(pack: ir.Pack) -> None:
    with pytest.raises(ValueError, match="fr"):
        describe(pack, "probe", "fr")


# ---- single pieces -----------------------------------------------------------------------------------


def test_titles_stand_before_named_abilities(pack: ir.Pack) -> None:
    assert describe(pack, "wolf", "en") == [
        "Grit: This beast gets +1 strength.",
        "Roar: When this beast strikes a beast, that beast becomes asleep.",
    ]
    assert describe(pack, "wolf", "it") == [
        "Grinta: Questa belva ottiene +1 alla forza.",
        "Ruggito: Quando questa belva colpisce una belva, quella belva diventa addormentata.",
    ]
    assert describe(pack, "bear", "en") == []


def test_abilities_speak_of_the_kind_that_has_them(pack: ir.Pack) -> None:
    assert describe_ability(pack, "grit", "en") == ["This card gets +1 strength."]
    assert describe_ability(pack, "grit", "it", "gem") == ["Questa gemma ottiene +1 alla forza."]


def test_names_of_a_question_can_be_given(pack: ir.Pack) -> None:
    cond = ir.And((ir.Is(ir.Ref("foe"), "status", "asleep"), ir.In(ir.Ref("foe"), ir.Place("hand", ir.Ref("ann")))))
    names = {"foe": "Fang", "ann": "Ann"}
    assert describe_cond(pack, cond, "en", names) == "Fang is asleep and is in Ann’s hand"
    assert describe_cond(pack, cond, "it", names) == "Fang è addormentato ed è nella mano di Ann"


@pytest.mark.parametrize(
    ("cond", "english", "italian"),
    [
        (
            ir.Connected(THIS, ir.Part("link", "rival", YOU)),
            "this card is connected with your rival",
            "questa carta è collegata al tuo rivale",
        ),
        (
            ir.Not(ir.Connected(THIS, ir.Place("deck", at="top"))),
            "this card is not connected with the top card of the deck",
            "questa carta non è collegata alla prima carta del mazzo",
        ),
        (
            ir.Shares(THIS, "line", ir.Part("link", "host", THIS)),
            "this card shares a line with the card this card is attached to",
            "questa carta condivide una linea con la carta a cui questa carta è assegnata",
        ),
        (
            ir.Not(ir.Shares(THIS, "line", THIS)),
            "this card does not share a line with this card",
            "questa carta non condivide una linea con questa carta",
        ),
        (
            ir.Exists(ir.Select("any", "outer space", zone=ir.Place("meadow"))),
            "there is an outer free space in the meadow",
            "c’è uno spazio libero esterno nel prato",
        ),
        (
            ir.Compare("<", ir.Count(ir.Select("each", "beast", (ir.Of(ir.Ref("candidate"), YOU),))), ir.Num(3)),
            "you control at most two beasts",
            "controlli al massimo due belve",
        ),
        (
            ir.Compare("!=", ir.Count(ir.Select("each", "gem")), ir.Num(1)),
            "the number of gems is not 1",
            "il numero di gemme non è pari a 1",
        ),
        (
            ir.Compare("=", ir.Part("counter", "wound", THIS), ir.Num(0)),
            "this card has no wounds",
            "questa carta non ha nessuna ferita",
        ),
    ],
)
def test_questions(pack: ir.Pack, cond: ir.Cond, english: str, italian: str) -> None:
    texts = {lang: {name: dict(words) for name, words in data.items()} for lang, data in pack.texts}
    texts["en"]["groupings"], texts["it"]["groupings"] = {"line": "line | lines"}, {"line": "linea | linee | f"}
    told = replace(pack, texts=tuple(texts.items()))
    assert describe_cond(told, cond, "en") == english
    assert describe_cond(told, cond, "it") == italian


def test_numbers_and_events(pack: ir.Pack) -> None:
    total = ir.Fold("total", "number", "strength", ir.Select("each", "beast", other=True))
    assert describe_expr(pack, total, "en") == "the total strength of other beasts"
    assert describe_expr(pack, total, "it") == "la forza totale delle altre belve"
    event = ir.Pattern("slay", (("victims", ir.Select("any", "beast")), ("slayers", THIS)))
    assert describe_event(pack, event, "en") == "this card slays a beast"
    assert describe_event(pack, event, "it") == "questa carta abbatte una belva"


def test_labels_are_words_of_the_game(pack: ir.Pack) -> None:
    assert label(pack, "strike", "en") == "strike"
    assert label(pack, "strike", "it") == "colpo"
    assert label(pack, "meadow", "it") == "prato"
    assert label(pack, "slay", "it") == "abbattere"
    assert title(pack, "cards", "wolf", "it") == "Lupo"
    with pytest.raises(TextGap):
        label(pack, "no-such-word", "it")


def test_overrides_replace_the_text_and_are_counted(pack: ir.Pack, sampler: Any) -> None:
    written = sampler.document(
        "set: extra\ncards:\n  - id: bear\n    title: {en: Bear, it: Orso}\n"
        "    text: {en: Roars., it: Ruggisce., reason: There is nothing to derive it from.}\n"
    )
    words = sampler.document((DATA / "words.yaml").read_text("utf-8"))
    loaded = load_texts([words], [sampler.basic, written])
    told = replace(pack, texts=loaded.texts)
    assert describe(told, "bear", "it") == ["Ruggisce."]
    found = overrides(told)
    assert [(it.card, it.lang, it.text) for it in found] == [("bear", "en", "Roars."), ("bear", "it", "Ruggisce.")]
    assert found[0].reason == "There is nothing to derive it from."
    assert overrides(pack) == ()


# ---- grammar -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "a", "the", "that"),
    [
        ("libro | libri | m", "un libro", "i libri", "quel libro"),
        ("scudo | scudi | m", "uno scudo", "gli scudi", "quello scudo"),
        ("zaino | zaini | m", "uno zaino", "gli zaini", "quello zaino"),
        ("arco | archi | m", "un arco", "gli archi", "quell’arco"),
        ("spada | spade | f", "una spada", "le spade", "quella spada"),
        ("erba | erbe | f", "un’erba", "le erbe", "quell’erba"),
    ],
)
def test_italian_articles_look_at_the_next_word(word: str, a: str, the: str, that: str) -> None:
    from cardwright.compiler.text.language import Det

    noun, italian = read_noun("it", word), language("it")
    assert italian.point(Det.A, noun.one, False, noun.gender).text == a
    assert italian.point(Det.THE, noun.many, True, noun.gender).text == the
    assert italian.point(Det.THAT, noun.one, False, noun.gender).text == that


@pytest.mark.parametrize(
    ("rough", "polished"),
    [
        ("da il mazzo a la mano", "dal mazzo alla mano"),
        ("su lo scudo , di gli archi", "sullo scudo, degli archi"),
        ("in l’arco", "nell’arco"),
        ("attacchi e eventi", "attacchi ed eventi"),
        ("di  La Fenice", "di La Fenice"),
    ],
)
def test_italian_sounds(rough: str, polished: str) -> None:
    assert language("it").polish(rough) == polished


@pytest.mark.parametrize(
    ("rough", "polished"),
    [
        ("a event", "an event"),
        ("a unit , a hour", "a unit, an hour"),
        ("a one-sided die", "a one-sided die"),
        ("a other  card", "another card"),
        ("a European", "a European"),
    ],
)
def test_english_sounds(rough: str, polished: str) -> None:
    assert language("en").polish(rough) == polished


# ---- the games of this project -----------------------------------------------------------------------

GAMES = sorted(path.parent for path in (Path(__file__).parent.parent / "cards").glob("*/game.yaml"))
ENGLISH = re.compile(
    r"\b(the|this|that|those|these|of|is|are|with|when|if|you|your|each|any|an|to|from|it|its|may|cannot|until|end)\b",
    re.IGNORECASE,
)


def texts_of(folder: Path, lang: str) -> Iterator[tuple[str, list[str]]]:
    pack = driver.open_game(str(folder)).pack
    assert pack is not None
    texts = Texts(pack, lang)
    for card in pack.cards:
        yield card.id, texts.card(card.id)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_with_rules_has_a_clean_text(folder: Path, lang: str) -> None:
    pack = driver.open_game(str(folder)).pack
    assert pack is not None
    with_rules = {card.id for card in pack.cards if card.abilities}
    for card, lines in texts_of(folder, lang):
        assert bool(lines) == (card in with_rules)
        for line in lines:
            if line[0] in "“«":  # a quote says what it likes
                continue
            assert not re.search(r"[{}\[\]‹›#]|  | [,.;:]|\.\.", line), line
            assert line[0].isupper() or not line[0].isalpha()
            assert line[-1] in ".:"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_english_in_italian(folder: Path) -> None:
    pack = driver.open_game(str(folder)).pack
    assert pack is not None
    titles = {title(pack, "cards", card.id, "it") for card in pack.cards}
    for card, lines in texts_of(folder, "it"):
        for line in lines:
            for name in titles:
                line = line.replace(name, "")
            assert not ENGLISH.search(line), (card, line)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_text_is_written_by_hand(folder: Path) -> None:
    pack = driver.open_game(str(folder)).pack
    assert pack is not None
    assert overrides(pack) == ()
