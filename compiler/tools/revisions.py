"""Folders as they were at an earlier revision, and what has changed since: asked of git, nothing is checked out."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click


def has_changed(folder: Path, revision: str) -> bool:
    """Whether anything in a folder is not as it was at a revision, files that git does not know yet included."""
    commit = _commit(folder, revision)
    changed = _git(folder, "diff", "--name-only", "--no-ext-diff", commit, "--", ".")
    return bool(changed or _git(folder, "ls-files", "--others", "--exclude-standard", "--", "."))


@contextmanager
def at_revision(folder: Path, revision: str) -> Iterator[Path]:
    """A copy of a folder as it was at a revision, for as long as the block lasts; empty if it was not there then."""
    commit = _commit(folder, revision)
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().strip())
    inside = folder.resolve().relative_to(top.resolve()).as_posix()
    with TemporaryDirectory(prefix="cardwright-") as temporary:
        copy = Path(temporary, folder.resolve().name)
        copy.mkdir()
        if inside == "." or _git(top, "ls-tree", commit, "--", inside):
            archive = _git(top, "archive", "--format=tar", f"{commit}:{'' if inside == '.' else inside}")
            with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
                tar.extractall(copy, filter="data")
        yield copy


def latest_tag(folder: Path) -> str | None:
    """The latest tag that the history of a folder has; None if there is none, or no git."""
    try:
        return _git(folder, "describe", "--tags", "--abbrev=0").decode().strip()
    except (_Refused, click.UsageError):
        return None


def _commit(folder: Path, revision: str) -> str:
    """The commit that a revision names."""
    try:
        return _git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    except _Refused as error:
        if "not a git repository" in str(error):
            raise click.UsageError(f"`{folder}` is in no git repository") from None
        raise click.UsageError(f"git knows no revision `{revision}`") from None


class _Refused(Exception):
    pass


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(folder if folder.is_dir() else folder.parent), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        raise click.UsageError("git is not installed") from None
    if done.returncode:
        raise _Refused(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout
