"""Whether and how to use colours."""

from __future__ import annotations

import os
import sys

from ..render import COLOURED, PLAIN, Style


def style() -> Style:
    """Colours if standard output is a terminal and nobody has asked for none."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return PLAIN if plain else COLOURED
