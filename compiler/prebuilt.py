"""The parser that lark builds of the grammar, kept beside it: building it takes longer than checking a small game.

`python -m cardwright.compiler.prebuilt` keeps it anew after a change of the grammar. One of another grammar, or of
another lark, is not used. Knows nothing of what is parsed.
"""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

STARTS = ["start", "procedure", "condition", "duration"]
KEPT = "rules.parser.json"


def parser(**options: Any) -> Lark:
    """The parser of the grammar. options: those that lark takes for one that is already built."""
    from lark import Lark

    kept = json.loads(_text(KEPT), object_hook=_numbered)
    load: Any = Lark._load_from_dict  # what lark's own generator of stand-alone parsers uses; it has no types
    found: Lark = load(kept["data"], kept["memo"], **options) if kept["of"] == origin() else built(**options)
    return found


def built(**options: Any) -> Lark:
    """The same parser, built anew."""
    from lark import Lark

    return Lark(grammar_text(), parser="lalr", start=STARTS, **options)


def grammar_text() -> str:
    return _text("rules.lark")


def origin() -> str:
    """What a parser is made from: the grammar and lark."""
    from lark import __version__

    return f"{__version__} {sha256(grammar_text().encode()).hexdigest()}"


def keep(path: Path, parser: Lark) -> None:
    """Writes what a parser consists of."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    from .cache import write_atomically

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in ("postlex", "_plugins")}
    content = json.dumps({"of": origin(), "data": data, "memo": memo}, separators=(",", ":"))
    write_atomically(path, f"{content}\n".encode())


def _text(name: str) -> str:
    return files("cardwright.grammar").joinpath(name).read_text("utf-8")


def _numbered(content: dict[str, Any]) -> dict[Any, Any]:
    """A mapping as it was before it was JSON, where all keys are text."""
    return {int(key) if key.isdecimal() else key: value for key, value in content.items()}


if __name__ == "__main__":
    keep(Path(__file__).resolve().parent.parent / "grammar" / KEPT, built())
