"""Showing documents while card files are being written: what is saved is built, and open pages load again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

from .. import driver, project
from .building import Order, Outcome, build_all, workshop

HOST = "127.0.0.1"

Tell = Callable[[Order, Sequence[Outcome]], None]
"""What is done with the outcomes of a build."""

Refuse = Callable[[driver.Result], None]
"""What is done with games that have errors, of which nothing is built."""


def serve(order: Order, port: int, tell: Tell, refuse: Refuse) -> None:
    """Builds, then serves the documents and builds them again after each change, until interrupted.

    Raises OSError if the port is in use.
    """
    from mkdocs.livereload import LiveReloadServer

    order.out.mkdir(parents=True, exist_ok=True)
    with workshop(order) as workers:
        rebuild = partial(_build, order, workers, tell, refuse)
        rebuild()
        server = LiveReloadServer(builder=rebuild, host=HOST, port=port, root=str(order.out))
        for folder in order.folders:
            server.watch(str(folder.path))
        try:
            server.serve()  # type: ignore[no-untyped-call]
        finally:
            server.shutdown()


def _build(order: Order, workers: Executor, tell: Tell, refuse: Refuse) -> None:
    """One build of the files that there are now; those added from elsewhere stay what they were."""
    now = replace(order, folders=tuple(map(_looked_up, order.folders)))
    games = tuple(driver.open_games(now.folders))
    if any(game.summary.errors for game in games):
        refuse(driver.Result(games))
    else:
        tell(now, build_all(now, workers))


def _looked_up(folder: project.Folder) -> project.Folder:
    """The folder with the files that are in it now."""
    elsewhere = tuple(file for file in folder.files if not file.is_relative_to(folder.path))
    (found,) = project.find([folder.path])
    return project.Folder(folder.path, (*found.files, *elsewhere))
