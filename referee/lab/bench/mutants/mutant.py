"""Which mistakes can be made: Cosmic Ray's operators, at places drawn with a fixed seed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.core.errors import BadValue, PlainWord

SEED = 6021
ROOMS = ("core", "calls")
# Words of decorators that make things smaller or faster and no result different.
_SPEED_ONLY = frozenset({"cache", "nogil", "slots"})
# Operators that ask for arguments of their own.
_ASK = frozenset({"core/VariableInserter", "core/VariableReplacer"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake in one module, named within its room without ``.py``; ``text`` has it in."""

    room: str
    module: str
    line: int
    operator: str
    before: str
    after: str
    text: str

    @property
    def words(self) -> str:
        """Where and what, on one line."""
        where = f"{self.room}/{self.module}:{self.line} {self.operator}"
        return f"{where}: {self.before}  ->  {self.after}"


def sample_mutants(root: Path, count: int) -> tuple[list[Mutant], int]:
    """So many mutants, drawn from all places of all modules, and how many were no mistakes."""
    places = [place for room in ROOMS for place in _places(root, room)]
    rng = np.random.default_rng(SEED)
    found: list[Mutant] = []
    left_out = 0
    for place in (places[k] for k in rng.permutation(len(places))):
        if len(found) == count:
            break
        mutant = place.mutant(place.choices[rng.integers(len(place.choices))])
        if mutant is None:
            left_out += 1
        else:
            found.append(mutant)
    return found, left_out


@dataclass(frozen=True, slots=True)
class _MutationPlace:
    """A place in a module, and every operator and occurrence that changes it."""

    room: str
    module: str
    path: Path
    line: int
    choices: tuple[tuple[str, int], ...]

    def mutant(self, choice: tuple[str, int]) -> Mutant | None:
        """The module with this mistake; None if the program stays the same."""
        operator, occurrence = choice
        text = self.path.read_text(encoding="utf-8")
        changed = _tools().mutating.mutate_code(text, _operator(operator), occurrence)
        if changed is None or _meaning(changed) == _meaning(text):
            return None
        pairs = zip(text.splitlines(), changed.splitlines(), strict=False)
        before, after = next(((a, b) for a, b in pairs if a != b), ("", ""))
        return Mutant(
            self.room,
            self.module,
            self.line,
            operator.removeprefix("core/"),
            before.strip(),
            after.strip(),
            changed,
        )


def _places(root: Path, room: str) -> Iterator[_MutationPlace]:
    tools = _tools()
    names = [name for name in sorted(tools.plugins.operator_names()) if name not in _ASK]
    for path in sorted((root / "referee" / room).rglob("*.py")):
        if path.stem == "__init__":
            continue
        module = path.relative_to(root / "referee" / room).with_suffix("").as_posix()
        tree = tools.ast.get_ast(path.read_text(encoding="utf-8"))
        at: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for name in names:
            spots = _Spots(name)
            spots.walk(tree)
            for occurrence, spot in enumerate(spots.found):
                at.setdefault(spot, []).append((name, occurrence))
        for spot in sorted(at):
            yield _MutationPlace(room, module, path, spot[0], tuple(at[spot]))


def _Spots(name: str) -> Any:  # noqa: N802 - it makes a visitor of a class that is imported late
    """A visitor that notes where an operator applies, in the order of its occurrences."""
    operator = _operator(name)

    class Spots(_tools().ast.Visitor):  # type: ignore[misc]
        def __init__(self) -> None:
            self.found: list[tuple[int, int]] = []

        def visit(self, node: Any) -> Any:
            self.found += [start for start, _ in operator.mutation_positions(node)]
            return node

    return Spots()


def _operator(name: str) -> Any:
    return _tools().plugins.get_operator(name)()


def _tools() -> Any:
    try:
        import cosmic_ray.ast  # noqa: PLC0415 - only this bench needs it, and only developers have it
        import cosmic_ray.mutating  # noqa: PLC0415
        import cosmic_ray.plugins  # noqa: PLC0415
    except ImportError:
        words = PlainWord("not installed")
        raise BadValue("cosmic-ray", words, "the dev extra: pip install -e '.[dev]'") from None
    return cosmic_ray


def _meaning(text: str) -> str:
    """A module as it runs: without annotations that nobody evaluates, texts, words for speed.

    Dataclasses read the names of their fields, not what stands behind the colon, so what an
    annotation says changes nothing; a default does.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and not _read_by_somebody(node):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
        elif isinstance(node, ast.Call):
            node.keywords = [word for word in node.keywords if word.arg not in _SPEED_ONLY]
    return ast.dump(tree)


def _read_by_somebody(node: ast.AnnAssign) -> bool:
    """Settings carry their limits in ``Annotated``, and those are read."""
    return "Annotated" in ast.dump(node.annotation)
