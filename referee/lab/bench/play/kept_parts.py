"""Keeps the finished parts of a long bench, so that a run that was cut short goes on.

Only what the very same commit measured counts again; of a checkout with changes nothing is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from referee.lab.bench.play.trial import Trial, Trouble
from referee.lab.bench.report import Row
from referee.lab.bench.tools.machine import BenchMachine
from referee.loaders.formats.atomic_file import write_text

FOLDER = Path("out/bench/play")
CHANGED = "+"
# A row and a note, either of them empty: what a part of the bench hands over.
RowOrNote = tuple[Row | None, str]


@dataclass
class KeptParts:
    """The finished parts of one commit; ``notes`` say which were measured earlier."""

    commit: str | None
    folder: Path = FOLDER
    notes: list[str] = field(default_factory=list)

    @classmethod
    def here(cls) -> KeptParts:
        """Of the source that runs."""
        return cls(BenchMachine.this_one().commit)

    def rows(self, name: str, make: Callable[[], Iterable[RowOrNote]]) -> list[RowOrNote]:
        """A part that is rows and notes."""
        found = self._read(name)
        if found is None:
            found = [_said_to_json(each) for each in make()]
            self._write(name, found)
        return [_said_of(each) for each in found]

    def trials(self, name: str, make: Callable[[], Iterable[Trial]]) -> list[Trial]:
        """A part that is trials."""
        found = self._read(name)
        if found is None:
            found = [asdict(each) for each in make()]
            self._write(name, found)
        return [Trial(**{**each, "trouble": Trouble(each["trouble"])}) for each in found]

    def values(self, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A part that is joined with others before it is rows."""
        found = self._read(name)
        if found is None:
            found = [make()]
            self._write(name, found)
        return dict(found[0])

    @property
    def _keeps(self) -> bool:
        return self.commit is not None and not self.commit.endswith(CHANGED)

    def _read(self, name: str) -> list[Any] | None:
        path = self.folder / f"{name}.json"
        if not self._keeps or not path.is_file():
            return None
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["commit"] != self.commit:
            return None
        self.notes.append(f"{name}: measured earlier, {kept['measured_at']}, load {kept['load']}")
        return list(kept["found"])

    def _write(self, name: str, found: list[Any]) -> None:
        if not self._keeps:
            return
        now = BenchMachine.this_one()
        load = now.load_1_5_15_min
        kept = {
            "commit": self.commit,
            "measured_at": now.measured_at,
            "load": "unknown" if load is None else f"{load[0]:.1f}",
            "found": found,
        }
        write_text(self.folder / f"{name}.json", json.dumps(kept, indent=1))


def _said_to_json(said: RowOrNote) -> dict[str, Any]:
    row, note = said
    return {"row": None if row is None else asdict(row), "note": note}


def _said_of(kept: dict[str, Any]) -> RowOrNote:
    return None if kept["row"] is None else Row(**kept["row"]), str(kept["note"])
