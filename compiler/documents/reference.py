"""The reference for authors: the language, the files and the diagnostics, generated from what defines them.

Its sources are the grammar, the effect objects, the schemas and the pages of codes; its examples come from the cards.
What they say in English has a wording in every other language; keys and keywords are the same in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, get_args

from cardwright.runtime import ir

from .. import codes, schema
from .examples import Example, Examples
from .pages import Page, environment
from .places import relative
from .words import DEFINED_IN, translated, words

FOLDER = "for_authors"
"""No game can be called like it."""

_RULE = re.compile(r"^[?!]?([a-z_]+)(?:\.\d+)?: *(.*)$")
_HEAD = re.compile(r"^// ---- (.*?) -+$")
_TERMINAL = re.compile(r"^([A-Z_]+)(?:\.\d+)?: (.*)$", re.MULTILINE)
_LANGUAGE = "^[a-z]{2}$"
_TOKEN = re.compile(r'"([^"]*)"|\b([A-Z_]{2,})\b|\b([a-z_]+)\b')

PARTS: Mapping[str, Any] = {
    "hooks": ir.Hook,
    "steps": ir.Step,
    "modifiers": ir.Mod,
    "questions": ir.Cond,
    "values": ir.Expr,
}
"""The kinds of effect objects, in the order in which they are told."""

AREAS = tuple(f"CW{number:02}" for number in range(1, 12))
"""The first digits of codes, which say what a diagnostic is about."""


@dataclass(frozen=True, slots=True)
class Construct:
    """An effect object: what it means, as its definition says, and an example."""

    name: str
    meaning: str
    example: Example | None


@dataclass(frozen=True, slots=True)
class Production:
    """A rule of the grammar. forms: each way to write it."""

    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineVerb:
    """A verb that the engine brings. form: with its roles."""

    name: str
    form: str
    example: Example | None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a card file. path: from the top. about: what the schema says of it, or its type."""

    path: str
    required: bool
    about: str


def reference(lang: str, found: Examples) -> tuple[Page, ...]:
    """All pages of the reference in a language. found: examples with their texts in that language."""
    return tuple(_pages(lang, found))


def _pages(lang: str, found: Examples) -> Iterator[Page]:
    say = words(lang)
    told = {kind: tuple(keys(kind, lang)) for kind in schema.KINDS}
    yield _page(lang, "index", say["authors.title"], "index", kinds=schema.KINDS)
    yield _page(lang, "grammar", say["authors.grammar"], "grammar", sections=grammar(lang))
    yield _page(lang, "effects", say["authors.effects"], "effects", parts=tuple(effects(found, lang)))
    yield _page(lang, "verbs", say["authors.verbs"], "verbs", verbs=tuple(verbs(found)))
    yield _page(lang, "files", say["authors.files"], "files", kinds=told)
    yield _page(lang, "diagnostics/index", say["authors.diagnostics"], "diagnostics", areas=tuple(_areas(lang)))
    for code in codes.pages(lang).values():
        page = _page(lang, f"diagnostics/{code.code.lower()}", code.code, "code", code=code, body=_body(code))
        yield replace(page, listed=False)


def _page(lang: str, name: str, title: str, template: str, **values: Any) -> Page:
    here = f"{FOLDER}/{name}"
    content = (
        environment()
        .get_template(f"authors-{template}.md.jinja")
        .render(to=lambda target: relative(f"{FOLDER}/{target}", here), w=words(lang), **values)
    )
    return Page(here, title, content)


# ---- the language ------------------------------------------------------------------------------------


def grammar(lang: str = DEFINED_IN) -> dict[str, tuple[Production, ...]]:
    """The productions of the grammar by the headings that stand in it; words that there is a choice of come last."""
    text = files("cardwright.grammar").joinpath("rules.lark").read_text("utf-8")
    choices = {name: _choices(written) for name, written in _TERMINAL.findall(text) if not name.startswith("_")}
    literal = {name: found for name, found in choices.items() if found and "|" not in found}
    told = {translated(title, lang): _productions(rules, literal) for title, rules in _sections(text).items() if rules}
    many = tuple(Production(name, (found,)) for name, found in choices.items() if "|" in found)
    return {**told, words(lang)["authors.grammar-words"]: many}


def _sections(text: str) -> dict[str, list[tuple[str, list[str]]]]:
    """The rules below each heading: their names, and their forms as they stand in the grammar."""
    sections: dict[str, list[tuple[str, list[str]]]] = {}
    for line in text.splitlines():
        if head := _HEAD.match(line):
            sections[head[1]] = []
        elif sections and (rule := _RULE.match(line)):
            sections[[*sections][-1]].append((rule[1], [rule[2]]))
        elif sections and line.lstrip().startswith("|"):
            sections[[*sections][-1]][-1][1].append(line.strip()[1:].strip())
    return sections


def _productions(rules: list[tuple[str, list[str]]], literal: Mapping[str, str]) -> tuple[Production, ...]:
    return tuple(Production(name, tuple(_form(form, literal) for form in forms)) for name, forms in rules)


def _choices(written: str) -> str:
    """The words that a terminal stands for; "" if they cannot be listed."""
    listed = re.match(r"/\(([^()\\[]*)\)", written)
    if listed:
        return listed[1].replace("|", " | ")
    return written.replace('"', "") if re.fullmatch(r'"[^"]*"(?: \| "[^"]*")*', written) else ""


def _form(written: str, literal: Mapping[str, str]) -> str:
    """A form as it is read: what is written as it stands, parts in brackets, choices of words in capitals."""

    def said(token: re.Match[str]) -> str:
        word, terminal, rule = token.groups()
        if word is not None:
            return word
        if rule:
            return f"‹{rule.strip('_').replace('_', ' ')}›"
        return literal.get(terminal) or (terminal[1:].lower().replace("_", " ") if terminal[0] == "_" else terminal)

    form = re.sub(r"_NL|_INDENT|_DEDENT", "", written.partition("->")[0])
    return " ".join(_TOKEN.sub(said, form).split()).replace(" :", ":")


def effects(found: Examples, lang: str = DEFINED_IN) -> Iterator[tuple[str, tuple[Construct, ...]]]:
    """Every effect object, by what it is: a hook, a step, a modifier, a question, a value."""
    for part, union in PARTS.items():
        yield part, tuple(Construct(one.__name__, _told(one, lang), found.get(one.__name__)) for one in get_args(union))


def _told(node: type, lang: str) -> str:
    """What its definition says of a node, in a language; "" if it says nothing."""
    meaning = _meaning(node)
    return translated(meaning, lang) if meaning else ""


def _meaning(node: type) -> str:
    """What its definition says of a node; "" if it says nothing."""
    text = node.__doc__ or ""
    return "" if text.startswith(f"{node.__name__}(") else re.sub(r"\s*\n\s*", " ", text).replace("``", "`").strip()


def verbs(found: Examples) -> Iterator[EngineVerb]:
    """What the engine can do, with the roles of each verb."""
    for name, roles in ir.ENGINE_VERBS.items():
        parts = [" ".join(filter(None, (role.preposition, _called(role)))) for role in roles]
        said = [part if role.required else f"[{part}]" for part, role in zip(parts, roles, strict=True)]
        yield EngineVerb(name, " ".join((name, *said)), found.get(f"do {name}"))


def _called(role: ir.Param) -> str:
    """A role in capitals; one that is called like its preposition, by what fills it."""
    return (role.type if role.name == role.preposition else role.name).upper()


# ---- files -------------------------------------------------------------------------------------------


def keys(kind: str, lang: str = DEFINED_IN) -> Iterator[Key]:
    """The keys of a kind of file, as its schema has them."""
    yield from _keys(schema.schema(kind), kind, lang, "", 0)


def _keys(node: Mapping[str, Any], kind: str, lang: str, above: str, depth: int) -> Iterator[Key]:
    node, kind = _resolved(node, kind)
    if "items" in node:
        yield from _keys(node["items"], kind, lang, f"{above}[]", depth)
        return
    required = node.get("required", ())
    for name, value in node.get("properties", {}).items():
        path = f"{above}.{name}" if above else name
        plain, home = _resolved(value, kind)
        yield Key(path, name in required, _about(plain, lang))
        if depth < 3:
            yield from _keys(plain, home, lang, path, depth + 1)
    more = node.get("additionalProperties")
    if isinstance(more, Mapping) and depth < 3:
        path = f"{above}.{_any(node)}"
        plain, home = _resolved(more, kind)
        if "description" in plain:
            yield Key(path, False, _about(plain, lang))
        yield from _keys(plain, home, lang, path, depth)


def _any(node: Mapping[str, Any]) -> str:
    """What stands for the keys of a map: for names, or for languages."""
    return "LANG" if node.get("propertyNames", {}).get("pattern") == _LANGUAGE else "NAME"


def _resolved(node: Mapping[str, Any], kind: str) -> tuple[Mapping[str, Any], str]:
    """What a reference leads to, and the schema it stands in."""
    while "$ref" in node:
        name, _, path = node["$ref"].partition("#")
        kind = name.partition(".")[0] or kind
        target: Any = schema.schema(kind)
        for part in filter(None, path.split("/")):
            target = target[part]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node, kind


def _about(node: Mapping[str, Any], lang: str) -> str:
    """What a schema says of a key, or else what can stand there."""
    if "description" in node:
        return translated(node["description"], lang)
    say = words(lang)
    if "enum" in node:
        return say.filled("authors.one-of", values=", ".join(f"`{value}`" for value in node["enum"]))
    types = [node["type"]] if isinstance(node["type"], str) else node["type"]
    return f" {say['authors.or']} ".join(say[f"authors.type-{name}"] for name in types)


# ---- diagnostics -------------------------------------------------------------------------------------


def _areas(lang: str) -> Iterator[tuple[str, tuple[codes.Page, ...]]]:
    """The pages of codes by the titles of their areas."""
    pages = codes.pages(lang).values()
    for area in AREAS:
        title = words(lang)[f"authors.area-{area.lower()}"]
        yield title, tuple(page for page in pages if page.code.startswith(area))


def _body(code: codes.Page) -> str:
    """The page of a code, its examples with the names of their files."""
    return re.sub(r"^```(\w+) (\S+\.yaml)(.*)$", r'```\1 title="\2"', code.body, flags=re.MULTILINE)
