"""Which games an evening's bench plays: rulebooks, boards, lights and rates, each with its seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue
from referee.loaders.rulebooks import LEAGUES
from referee.sim.art.looks.table_light import TableLight

RULEBOOKS = LEAGUES
BOARDS = ("620", "500", "scale-64x30")
LIGHTS = tuple(TableLight)
# Frames a second: the one that the bars hold for, and two beside it.
USUAL_FPS = 30.0
OTHER_FPS = (15.0, 60.0)
# Games of each rulebook at the usual rate, and at each of the others.
GAMES_A_BOOK = 4
GAMES_BESIDE = 1
# Plays in a quarter, as the book counts them: with the kicks between them about 80 a rulebook.
PLAYS_A_QUARTER = 4


class SeedList(StrEnum):
    """Two lists of seeds that have none in common.

    Whoever works on the program looks at games of ``development`` only; of ``held-out`` nothing is
    looked at before the program is done.
    """

    DEVELOPMENT = "development"
    HELD_OUT = "held-out"


# What was held out before, 927,000, 933,000, 947,000 and 953,000, was played and its rows read.
SEEDS = {
    SeedList.DEVELOPMENT: range(816_000, 816_500),
    SeedList.HELD_OUT: range(961_000, 961_500),
}


def seed_list(name: str) -> SeedList:
    """A list of seeds by its name."""
    known = {each.value: each for each in SeedList}
    if name not in known:
        raise BadValue("--seeds", name, f"one of {', '.join(known)}")
    return known[name]


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One game of the bench; it is played with the real eyes, and then with made-up ones."""

    rulebook: str
    board: str
    light: TableLight
    fps: float
    seed: int
    plays_a_quarter: int = PLAYS_A_QUARTER

    @property
    def name(self) -> str:
        """As its files are called."""
        return (
            f"{self.rulebook}-{self.board}-{self.light.value}-{self.fps:g}fps"
            f"-seed{self.seed}-{self.plays_a_quarter}a"
        )


@dataclass(frozen=True, slots=True)
class EveningChoice:
    """What is asked for; what is None is all there is. ``games`` is the most that are played."""

    seeds: SeedList = SeedList.DEVELOPMENT
    rulebook: str | None = None
    board: str | None = None
    fps: float | None = None
    games: int | None = None
    jobs: int = 1
    plays_a_quarter: int = PLAYS_A_QUARTER

    def __post_init__(self) -> None:
        rates = (USUAL_FPS, *OTHER_FPS)
        if self.rulebook is not None and self.rulebook not in RULEBOOKS:
            raise BadValue("--rulebook", self.rulebook, f"one of {', '.join(RULEBOOKS)}")
        if self.board is not None and self.board not in BOARDS:
            raise BadValue("--board", self.board, f"one of {', '.join(BOARDS)}")
        if self.fps is not None and self.fps not in rates:
            allowed = f"one of {', '.join(f'{rate:g}' for rate in rates)}"
            raise BadValue("--fps", self.fps, allowed)
        if self.games is not None and self.games < 0:
            raise BadValue("--games", self.games, "0 (only the table) or more")
        if not 1 <= self.jobs <= 64:
            raise BadValue("--jobs", self.jobs, "1 to 64 games side by side")
        if not 1 <= self.plays_a_quarter <= 100:
            raise BadValue("--plays-a-quarter", self.plays_a_quarter, "1 to 100")

    def rows(self) -> tuple[EveningRow, ...]:
        """The games of the plan that this choice lets in, in the order they are played."""
        return tuple(row for row in planned_rows(self) if self._lets_in(row))

    def _lets_in(self, row: EveningRow) -> bool:
        wanted = ((self.rulebook, row.rulebook), (self.board, row.board), (self.fps, row.fps))
        return all(want is None or want == has for want, has in wanted)


def planned_rows(choice: EveningChoice) -> Iterator[EveningRow]:
    """Every game of the plan: each rulebook comes by every board and every light.

    A game keeps its seed whatever else is chosen.
    """
    seeds = iter(SEEDS[choice.seeds])
    rounds = [(USUAL_FPS, k) for k in range(GAMES_A_BOOK)]
    rounds += [(fps, GAMES_A_BOOK + k) for k in range(GAMES_BESIDE) for fps in OTHER_FPS]
    for fps, k in rounds:
        for r, rulebook in enumerate(RULEBOOKS):
            board = BOARDS[(k + r) % len(BOARDS)]
            light = LIGHTS[(k + r) % len(LIGHTS)]
            yield EveningRow(rulebook, board, light, fps, next(seeds), choice.plays_a_quarter)
