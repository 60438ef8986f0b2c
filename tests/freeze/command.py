"""One command of the program run on fixed words, and all that came of it as a text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from typer.testing import CliRunner

from tests.freeze.canonical import as_json, cleaned
from tests.freeze.inputs import app


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Files named without their folder lie in this one, so that no address gets into a text."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def said(folder: Path, *words: object) -> str:
    """Exit code, what was printed, and what was complained, of a command run in a folder.

    An error that the program has no sentence for is raised: it is no result.
    """
    with working_in(folder):
        result = CliRunner().invoke(app, [str(word) for word in words], prog_name="referee")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    out, err = as_json(result.stdout), result.stderr
    return cleaned(f"exit code {result.exit_code}\n{out}\n--- complaints\n{err}", folder)


def made(folder: Path, *words: object) -> str:
    """The same of a command that has to succeed, since what it makes is used."""
    text = said(folder, *words)
    if not text.startswith("exit code 0\n"):
        raise RuntimeError(f"referee {' '.join(map(str, words))}: {text}")
    return text
