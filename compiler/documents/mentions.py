"""Finding the titles of things in prose. Knows titles and texts, nothing of what they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property


class Mentions:
    """titles: of each thing by its id. Of two things with one title, the first is meant."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        self._ids: dict[str, str] = {}
        for name, title in titles.items():
            if title:
                self._ids.setdefault(_plain(title), name)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._ids, key=len, reverse=True)
        words = "|".join(re.escape(title).replace("'", "['’]") for title in longest_first)
        return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])" if words else r"(?!)")

    def ids(self, *texts: str) -> tuple[str, ...]:
        """What the texts speak of, each once, in the order of their first mention."""
        found = (self._ids[_plain(match[0])] for text in texts for match in self._pattern.finditer(text))
        return tuple(dict.fromkeys(found))

    def replaced(self, text: str, said: Callable[[str, str], str]) -> str:
        """The text with each title replaced by what ``said`` makes of the thing's id and the title."""
        return self._pattern.sub(lambda match: said(self._ids[_plain(match[0])], match[0]), text)


def _plain(title: str) -> str:
    return title.replace("’", "'")
