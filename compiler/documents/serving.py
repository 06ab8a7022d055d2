"""Showing documents while card files are being written: what is saved is built, and open pages load again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from signal import SIGTERM, default_int_handler, signal
from socket import SO_REUSEADDR, SOL_SOCKET, socket

from .. import driver, project
from .building import Order, Outcome, build_all, workshop
from .gather import NoTexts

HOST = "127.0.0.1"

Tell = Callable[[Order, Sequence[Outcome]], None]
"""What is done with the outcomes of a build."""

Refuse = Callable[[driver.Result], None]
"""What is done with games that have errors, of which nothing is built."""

Fail = Callable[[Exception], None]
"""What is done if nothing can be built after a change; it may be after the next one."""


class PortTaken(Exception):
    """Nothing can be served at the port."""


def serve(order: Order, port: int, tell: Tell, refuse: Refuse, fail: Fail) -> None:
    """Builds, then serves the documents and builds them again after each change, until interrupted.

    Raises PortTaken before anything is built, and what building raises the first time.
    """
    from mkdocs.livereload import LiveReloadServer

    _try(port)
    signal(SIGTERM, default_int_handler)  # the workers would be left behind otherwise
    order.out.mkdir(parents=True, exist_ok=True)
    with workshop(order) as workers:
        build = partial(_build, order, workers, tell, refuse)
        build()
        server = LiveReloadServer(builder=partial(_again, build, fail), host=HOST, port=port, root=str(order.out))
        for folder in order.folders:
            server.watch(str(folder.path))
        try:
            server.serve()  # type: ignore[no-untyped-call]  # MkDocs gives it no types
        finally:
            server.shutdown()


def _try(port: int) -> None:
    with socket() as tried:
        tried.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, port))
        except OSError as error:
            raise PortTaken((error.strerror or str(error)).lower()) from error


def _again(build: Callable[[], None], fail: Fail) -> None:
    try:
        build()
    except (project.NoGame, NoTexts, OSError) as error:
        fail(error)


def _build(order: Order, workers: Executor, tell: Tell, refuse: Refuse) -> None:
    """One build of the files that there are now; those added from elsewhere stay what they were."""
    now = replace(order, folders=tuple(map(_looked_up, order.folders)))
    games = tuple(driver.open_games(now.folders))
    if any(game.summary.errors for game in games):
        refuse(driver.Result(games))
    else:
        tell(now, build_all(now, games, workers))


def _looked_up(folder: project.Folder) -> project.Folder:
    """The folder with the files that are in it now."""
    elsewhere = tuple(file for file in folder.files if not file.is_relative_to(folder.path))
    (found,) = project.find([folder.path])
    return project.Folder(folder.path, (*found.files, *elsewhere))
