"""The hunt: each mutant in a copy of the project, its nearest tests first, until one fails."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from queue import Queue

from rich.progress import track

from referee.core.errors import BadValue, PlainWord
from referee.lab.bench.mutants.mutant import Mutant, sample_mutants

WORKERS = 2
LONGEST_S = 900.0
COPIED = ("referee", "tests", "calibration", "pyproject.toml")
AFTER = {
    "core": ("tests/core", "tests/calls", "tests/cases"),
    "calls": ("tests/calls", "tests/cases"),
}


@dataclass(frozen=True, slots=True)
class MutantResult:
    """A mutant, and whether a test noticed it."""

    mutant: Mutant
    killed: bool


def hunt_mutants(root: Path, count: int) -> tuple[list[MutantResult], int]:
    """The result of each of so many mutants, and how many changes were no mistakes."""
    if not (root / "tests" / "calls").is_dir():
        raise BadValue("tests", PlainWord("missing"), "a source checkout, with its tests")
    mutants, left_out = sample_mutants(root, count)
    if not mutants:
        raise BadValue("mutants", 0, "modules in which a mistake can be made")
    book = _KnownResults(root)
    fresh = [mutant for mutant in mutants if book.result(mutant) is None]
    if fresh:
        _judge(root, fresh, book)
    return [MutantResult(mutant, bool(book.result(mutant))) for mutant in mutants], left_out


def _judge(root: Path, mutants: list[Mutant], book: _KnownResults) -> None:
    with _copies(root) as copies, ThreadPoolExecutor(WORKERS) as pool:
        if _fails(copies.queue[0], None):
            raise BadValue(
                "tests", PlainWord("failing"), "tests that pass before a mistake is made"
            )

        def judged(mutant: Mutant) -> tuple[Mutant, bool]:
            copy = copies.get()
            try:
                return mutant, _fails(copy, mutant)
            finally:
                copies.put(copy)

        done = pool.map(judged, mutants)
        for mutant, killed in track(done, "mistakes", total=len(mutants)):
            book.keep(mutant, killed)


def _fails(copy: Path, mutant: Mutant | None) -> bool:
    """Whether the tests fail with the mistake in place; one that hangs fails too."""
    path = copy / "referee" / mutant.room / f"{mutant.module}.py" if mutant else None
    right = path.read_text(encoding="utf-8") if path else ""
    environment = dict(os.environ, PYTHONPATH=str(copy), PYTHONDONTWRITEBYTECODE="1")
    with tempfile.TemporaryDirectory() as caches:
        if path and mutant:
            path.write_text(mutant.text, encoding="utf-8")
            if "compiled" in right:  # what was compiled from its callers holds the old code
                environment["NUMBA_CACHE_DIR"] = caches
        try:
            return _run(copy, _tests(copy, mutant), environment)
        finally:
            if path:
                path.write_text(right, encoding="utf-8")


def _run(copy: Path, tests: list[str], environment: dict[str, str]) -> bool:
    """All in one process, in this order: starting it anew would cost more than most tests."""
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        done = subprocess.run(  # noqa: S603 - this very interpreter, on tests of this project
            command, cwd=copy, env=environment, capture_output=True, timeout=LONGEST_S, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _tests(copy: Path, mutant: Mutant | None) -> list[str]:
    """The module's own tests first: most mistakes end there."""
    if mutant is None:
        return [tests for tests in AFTER["core"] if (copy / tests).exists()]
    folder, _, name = mutant.module.rpartition("/")
    own = str(PurePosixPath("tests", mutant.room, folder, f"test_{name}.py"))
    return [tests for tests in (own, *AFTER[mutant.room]) if (copy / tests).exists()]


@contextmanager
def _copies(root: Path) -> Iterator[Queue[Path]]:
    """A copy of what the tests need for each worker."""
    copies: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory(prefix="referee-mutants-") as place:
        for number in range(WORKERS):
            copy = Path(place) / str(number)
            for name in COPIED:
                source = root / name
                if source.is_dir():
                    shutil.copytree(source, copy / name)
                elif source.is_file():
                    shutil.copy2(source, copy / name)
            copies.put(copy)
        yield copies


class _KnownResults:
    """Verdicts that are known: of the same module, and where nothing was noticed of the same tests.

    A mutant is named by the whole text of its module. What tests noticed they go on noticing while
    tests are only added to.
    """

    def __init__(self, root: Path) -> None:
        self._path = root / "out" / "bench" / "mutants.jsonl"
        self._tests = _digest(root, ("tests/core", "tests/calls", "tests/cases"))
        self._known: dict[str, bool] = {}
        if self._path.is_file():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                if row["killed"] or row["tests"] == self._tests:
                    self._known[row["mutant"]] = row["killed"]

    def result(self, mutant: Mutant) -> bool | None:
        """Whether it was noticed, if that is known."""
        return self._known.get(_name(mutant))

    def keep(self, mutant: Mutant, killed: bool) -> None:
        """Remember a result."""
        self._known[_name(mutant)] = killed
        self._path.parent.mkdir(parents=True, exist_ok=True)
        row = {
            "tests": self._tests,
            "mutant": _name(mutant),
            "killed": killed,
            "words": mutant.words,
        }
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")


def _name(mutant: Mutant) -> str:
    return hashlib.sha256(f"{mutant.room}/{mutant.module}\n{mutant.text}".encode()).hexdigest()[:20]


def _digest(root: Path, rooms: tuple[str, ...]) -> str:
    """Of everything in some rooms that has a say."""
    total = hashlib.sha256()
    for room in rooms:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in {".py", ".yaml", ".toml"}:
                total.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return total.hexdigest()[:20]
