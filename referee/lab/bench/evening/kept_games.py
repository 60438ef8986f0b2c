"""The files of an evening's games: a finished one is not played again for the same commit.

A game that runs writes a line for each play, so that one that was killed shows how far it came.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from referee.lab.bench.evening.evening_play import EveningPlay
from referee.lab.bench.evening.plan import EveningRow, SeedList
from referee.lab.bench.tools.machine import BenchMachine
from referee.loaders.formats.atomic_file import write_text
from referee.sim.art.looks.table_light import TableLight

FOLDER = Path("out") / "bench" / "evening"
# A commit with this at its end has changes beside it: nothing of it is kept for another run.
CHANGED = "+"
UNKNOWN_COMMIT = "unknown"
FINISHED, UNFINISHED = "final whistle", "unfinished"


@dataclass(frozen=True, slots=True)
class EveningGame:
    """A game as its files have it. ``ended`` is the final whistle, or why it got no further.

    ``made_up`` are the plays of the same game with made-up eyes, ``made_up_ended`` how that ended.
    ``load`` is how busy the computer was at the beginning and at the end, None: it does not say.
    """

    row: EveningRow
    commit: str
    measured_at: str
    ended: str
    plays: tuple[EveningPlay, ...] = ()
    board_s: float = 0.0
    wall_s: float = 0.0
    load: tuple[float | None, float | None] = (None, None)
    made_up: tuple[EveningPlay, ...] = ()
    made_up_ended: str = UNFINISHED

    @property
    def finished(self) -> bool:
        """Whether it was played to the final whistle."""
        return self.ended == FINISHED

    @property
    def stuck(self) -> str:
        """Why it got no further, empty where it did or may still."""
        return "" if self.ended in {FINISHED, UNFINISHED} else self.ended

    def to_json(self) -> dict[str, Any]:
        """As its file has it."""
        plain = asdict(self)
        return {**plain, "format": FORMAT}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> EveningGame:
        """From its file."""
        first, last = kept["load"]
        return cls(
            row_of(kept["row"]),
            kept["commit"],
            kept["measured_at"],
            kept["ended"],
            tuple(EveningPlay.from_json(play) for play in kept["plays"]),
            kept["board_s"],
            kept["wall_s"],
            (first, last),
            tuple(EveningPlay.from_json(play) for play in kept["made_up"]),
            kept["made_up_ended"],
        )


# Counts up when the form of these files changes: older files are played again.
FORMAT = 2


def row_of(kept: Mapping[str, Any]) -> EveningRow:
    """The row of a file."""
    return EveningRow(**{**kept, "light": TableLight(kept["light"])})


@dataclass(frozen=True)
class KeptGames:
    """The games of one commit and one list of seeds, in a folder of their own."""

    out: Path
    commit: str | None
    seeds: SeedList

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self.out / (self.commit or UNKNOWN_COMMIT) / self.seeds.value

    @property
    def clean(self) -> bool:
        """Whether what was measured belongs to a commit; else it counts for this run alone."""
        return self.commit is not None and not self.commit.endswith(CHANGED)

    def begin(self, row: EveningRow) -> None:
        """A game begins: what an earlier attempt left of it goes."""
        self._finished_file(row).unlink(missing_ok=True)
        now = BenchMachine.this_one()
        about = {"format": FORMAT, "row": asdict(row), "machine": now.to_json()}
        write_text(self._lines_file(row), json.dumps(about) + "\n")

    def add(self, row: EveningRow, play: EveningPlay) -> None:
        """A play is judged: its line is on the disk at once."""
        with self._lines_file(row).open("a", encoding="utf-8") as file:
            file.write(json.dumps(play.to_json()) + "\n")

    def finish(self, game: EveningGame) -> None:
        """A game is over."""
        write_text(self._finished_file(game.row), json.dumps(game.to_json(), indent=1) + "\n")

    def finished(self, row: EveningRow) -> EveningGame | None:
        """A game that was played to where it ended, None: it was not."""
        path = self._finished_file(row)
        if not path.is_file():
            return None
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept.get("format") != FORMAT or kept["commit"] != self.commit:
            return None
        return EveningGame.from_json(kept)

    def found(self, row: EveningRow) -> EveningGame | None:
        """A game that is over, or as far as it came; None: nobody has begun it."""
        return self.finished(row) or self._unfinished(row)

    def _unfinished(self, row: EveningRow) -> EveningGame | None:
        path = self._lines_file(row)
        if not path.is_file():
            return None
        lines = [_line(text) for text in path.read_text(encoding="utf-8").splitlines()]
        if not lines or lines[0] is None or lines[0].get("format") != FORMAT:
            return None
        plays = tuple(EveningPlay.from_json(line) for line in lines[1:] if line is not None)
        machine = lines[0]["machine"]
        return EveningGame(
            row,
            machine["commit"] or UNKNOWN_COMMIT,
            machine["measured_at"],
            UNFINISHED,
            plays,
            sum(play.board_s for play in plays),
            sum(play.wall_s for play in plays),
        )

    def _finished_file(self, row: EveningRow) -> Path:
        return self.folder / f"{row.name}.json"

    def _lines_file(self, row: EveningRow) -> Path:
        return self.folder / f"{row.name}.plays.jsonl"


def _line(text: str) -> dict[str, Any] | None:
    """A line, None: the program was killed as it wrote it."""
    try:
        found: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError:
        return None
    return found
