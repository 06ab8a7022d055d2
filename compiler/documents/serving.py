"""Showing documents while card files are being written: what is saved is built, and open pages load again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from .. import project
from .building import Order, Outcome, build_all

HOST = "127.0.0.1"

Tell = Callable[[Order, Sequence[Outcome]], None]
"""What is done with the outcomes of a build."""


def serve(order: Order, port: int, tell: Tell) -> None:
    """Builds, then serves the documents and builds them again after each change, until interrupted."""
    from mkdocs.livereload import LiveReloadServer

    order.out.mkdir(parents=True, exist_ok=True)
    rebuild = partial(_build, order, tell)
    rebuild()
    server = LiveReloadServer(builder=rebuild, host=HOST, port=port, root=str(order.out))
    for folder in order.folders:
        server.watch(str(folder.path))
    try:
        server.serve()  # type: ignore[no-untyped-call]
    finally:
        server.shutdown()


def _build(order: Order, tell: Tell) -> None:
    """One build of the files that there are now."""
    folders = project.find(folder.path for folder in order.folders)
    now = replace(order, folders=folders)
    tell(now, build_all(now))
