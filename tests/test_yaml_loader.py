"""The YAML loader: values and places that are true to the file, and a refusal with its own code for all else."""

from __future__ import annotations

from pathlib import Path

import pytest
from cardwright.compiler import yaml_loader
from cardwright.compiler.document import Mapping, Scalar, Value
from cardwright.compiler.reading import MAX_BYTES, decode, read
from cardwright.compiler.source import Source
from cardwright.compiler.yaml_loader import Loaded, load, parse
from hypothesis import given
from hypothesis import strategies as st
from yaml import SafeLoader


def loaded(text: str) -> Loaded:
    return parse(Source("x.yaml", text))


def root(text: str) -> dict[str, Value]:
    found = loaded(text)
    assert found.document is not None, found.diagnostics
    return found.document.root.items


def scalar(text: str, key: str = "a") -> Scalar:
    value = root(text)[key]
    assert isinstance(value, Scalar)
    return value


def codes(found: Loaded) -> list[str]:
    return [diagnostic.code for diagnostic in found.diagnostics]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"), ("on", "on"), ("yes", "yes"), ("true", True), ("False", False), ("~", None), ("", None),
        ("12", 12), ("-3", -3), ("+3", 3), ("0x1f", 31), ("0o17", 15), ("0", 0), ("1_000", "1_000"), ("12:30", "12:30"),
        ("1e3", 1000.0), ("1.5", 1.5), (".inf", float("inf")), ("2026-01-01", "2026-01-01"), ("=", "="),
        ("'12'", "12"), ('"no"', "no"), ("a#b", "a#b"), ("-", "-"), (".", "."),
    ],
)  # fmt: skip
def test_scalars_follow_the_core_rules_of_yaml_1_2(written: str, value: object) -> None:
    text = f"a: {written}\n" if written != "-" else 'a: "-"\n'
    assert scalar(text).value == value
    assert type(scalar(text).value) is type(value)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("written", ["plain", "'quoted'", '"😀 quoted"', "12", "two words"])
def test_the_span_of_a_scalar_is_what_is_written(written: str, line_end: str) -> None:
    text = line_end.join(["# 😀 first", "x: {y: [1]}", f"a: {written}  # after", "b: c", ""])
    span = scalar(text).span
    assert text[span.start : span.end] == written


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("header", ["|", "|  # with a comment", "|-", "|+"])
def test_the_span_of_a_block_is_its_content(header: str, line_end: str) -> None:
    lines = ["# 😀", f"a: {header}", "", "  first 😀:", "      second", "  third", "", "", "# not of it", "b: c"]
    text = line_end.join(lines)
    value = scalar(text)
    assert value.block
    assert text[value.span.start : value.span.end] == line_end.join(["first 😀:", "      second", "  third", ""])


def test_a_block_at_the_end_of_a_file_without_a_line_end() -> None:
    text = "a: |\n  one\n  two"
    span = scalar(text).span
    assert text[span.start : span.end] == "one\n  two"


@pytest.mark.parametrize("text", ["a: |\nb: c", "a: |\n\n\nb: c", "a: |"])
def test_an_empty_block_has_an_empty_span(text: str) -> None:
    span = scalar(text).span
    assert span.start == span.end


def test_collections_end_with_their_last_value() -> None:
    text = "a:\n  - b: c\n\n# after\nd: [e, f ]\n"
    items = root(text)
    assert text[items["a"].span.start : items["a"].span.end] == "- b: c"
    assert text[items["d"].span.start : items["d"].span.end] == "[e, f ]"


def test_keys_have_places() -> None:
    text = 'first: 1\n"second key": 2\n'
    found = loaded(text).document
    assert found is not None
    assert {key: text[span.start : span.end] for key, span in found.root.keys.items()} == {
        "first": "first",
        "second key": '"second key"',
    }


@given(st.dictionaries(st.text("abcé😀", min_size=1), st.text("abc é😀漢", min_size=1).map(str.strip).filter(bool)))
def test_spans_are_true_for_any_plain_text(entries: dict[str, str]) -> None:
    text = "".join(f"{key}: {value}\n" for key, value in entries.items()) or "x: y\n"
    found = loaded(text).document
    assert found is not None
    for value in found.root.items.values():
        assert isinstance(value, Scalar)
        assert text[value.span.start : value.span.end] == value.value


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: 1\na: 2\n", "CW0112", "a"),
        ("a: &x 1\n", "CW0114", "&x"),
        ("a: *x\n", "CW0114", "*x"),
        ("a: !t x\n", "CW0115", "!t"),
        ("a: !!str x\n", "CW0115", "!!str"),
        ("<<: {a: b}\n", "CW0116", "<<"),
        ("1: x\n", "CW0113", "1"),
        ("true: x\n", "CW0113", "true"),
        ("[a]: x\n", "CW0113", "["),
        ("? {a: b}\n: x\n", "CW0113", "{"),
        ("a: 012\n", "CW0117", "012"),
        ("a: 99999999999999999999\n", "CW0120", "99999999999999999999"),
        ("a: {en: b, c d}\n", "CW0121", "c d"),
        ("a: 1\n---\nb: 2\n", "CW0109", "---"),
        ("- a\n", "CW0110", "- a"),
        ("a\n", "CW0110", "a"),
        ("# nothing\n", "CW0108", ""),
        ("a: \x00\n", "CW0119", "\x00"),
        ('a: "b\\e[31m"\n', "CW0119", '"b\\e[31m"'),
        ('a: "b\\u202Ec"\n', "CW0119", '"b\\u202Ec"'),
        ("a: b: c\n", "CW0118", ":"),
        ("a: {b: c\n", "CW0118", "c"),
        ("a: [b\nc: d\n", "CW0118", ":"),
        ('a: "b\n', "CW0118", "b"),
        ("a: @b\n", "CW0118", "@"),
        ("a:\n    b: 1\n  c: 2\n", "CW0118", "c"),
        ("a: }\n", "CW0118", "}"),
        ('a: "\\q"\n', "CW0118", "\\q"),
        ("a: |x\n  b\n", "CW0118", "x"),
        ("a: &\n", "CW0118", "&"),
        ("a: " + "[" * 60 + "]" * 60, "CW0111", "["),
        ("a: " + "{a: " * 60 + "}" * 60, "CW0111", "{"),
    ],
)
@pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])
def test_what_is_refused(text: str, code: str, place: str, pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    yaml_loader.parse.cache_clear()  # or the one would be asked what the other has found
    if pure:
        monkeypatch.setattr(yaml_loader, "_Loader", SafeLoader)
    found = loaded(text)
    assert codes(found) == [code]
    span = found.diagnostics[0].span
    shown = text[span.start : span.end]
    assert shown in place  # the two parsers point at the one or the other character of an escape
    assert bool(shown) == bool(place)
    assert found.diagnostics[0].message[0].islower() or found.diagnostics[0].message[0] == "`"


@pytest.mark.parametrize("text", ["a: {b: }\n", "a: {b: , c : }\n", 'a: {"b":}\n', "a: {b: [], c: {}}\n"])
def test_a_key_with_a_colon_may_be_empty(text: str) -> None:
    assert codes(loaded(text)) == []


def test_a_duplicate_key_shows_both_places_and_keeps_the_first() -> None:
    text = "a: 1\nb: 2\na: 3\n"
    found = loaded(text)
    (diagnostic,) = found.diagnostics
    assert (diagnostic.span.start, diagnostic.labels[0].span.start) == (10, 0)
    assert found.document is not None
    assert found.document.root.items["a"] == Scalar(1, found.source.span(3, 4))


def test_several_faults_are_found_in_one_run() -> None:
    assert codes(loaded("a: &x 1\na: 2\n1: 3\nb: !t 4\n")) == ["CW0114", "CW0112", "CW0113", "CW0115"]


def test_the_document_is_kept_only_if_nothing_of_it_is_lost() -> None:
    assert loaded("a: 1\na: 2\nb: 012\n").document is not None
    assert loaded("a: *x\n").document is None


def test_aliases_that_would_expand_without_end_are_not_expanded() -> None:
    levels = [f"x{i}: &x{i} [{', '.join([f'*x{i - 1}'] * 9)}]" for i in range(1, 40)]
    found = loaded("\n".join(["x0: &x0 [a]", *levels]))
    assert set(codes(found)) == {"CW0114"}
    assert found.document is None


# ---- reading -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"", "CW0108", ""),
        (b" \n\n", "CW0108", ""),
        (b"\xef\xbb\xbfa: b\n", "CW0105", "\ufeff"),
        (b"a: b\n\tc: d\n", "CW0107", "\t"),
        (b"a: |\n  b\n  \t  c\n", "CW0107", "\t  "),
        (b"a: b\rc: d\n", "CW0106", "\r"),
        ("a: b\u2028c: d\n".encode(), "CW0106", "\u2028"),
        ("a: b\x85c: d\n".encode(), "CW0106", "\x85"),
        ("a: b\u202ec\n".encode(), "CW0119", "\u202e"),
        ("a: b\u200bc\n".encode(), "CW0119", "\u200b"),
        ("a: \ufeffb\n".encode(), "CW0119", "\ufeff"),
        (b"a: caf\xe9\n", "CW0104", "\ufffd"),
        (b"\xff\xfea\x00", "CW0104", "\ufffd"),
    ],
)
def test_bytes_that_are_refused(content: bytes, code: str, place: str) -> None:
    source, diagnostics = decode(content, "x.yaml")
    assert [diagnostic.code for diagnostic in diagnostics] == [code]
    span = diagnostics[0].span
    assert source.text[span.start : span.end] == place


def test_each_tab_in_the_indentation_is_reported() -> None:
    _, diagnostics = decode(b"a:\n\tb: 1\n\tc: 2\n \t\n", "x.yaml")
    assert [diagnostic.span.start for diagnostic in diagnostics] == [3, 9]


def test_a_tab_inside_a_line_is_no_fault() -> None:
    assert decode(b"a: b\tc\t# d\n", "x.yaml")[1] == []


def test_a_file_that_is_not_utf_8_is_shown_with_its_place() -> None:
    source, (diagnostic,) = decode("é: é\nx: ".encode() + b"\xe9", "x.yaml")
    assert source.position(diagnostic.span.start) == (2, 4)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    assert codes(load(tmp_path / "none.yaml")) == ["CW0101"]
    assert codes(load(tmp_path)) == ["CW0102"]


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(50_000_000)

    def forbidden(path: Path) -> bytes:
        raise AssertionError(f"{path} was read")

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    _, diagnostics = read(huge)
    assert [diagnostic.code for diagnostic in diagnostics] == ["CW0103"]
    assert "50,000,000" in diagnostics[0].message


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"a: " + b"b" * (MAX_BYTES - 4) + b"\n")
    found = load(path)
    assert found.document is not None
    assert isinstance(found.document.root, Mapping)
