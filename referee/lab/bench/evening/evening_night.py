"""The night that an evening's bench plays: the only place that knows how one is opened."""

from __future__ import annotations

from referee.lab.bench.evening.plan import EveningRow
from referee.lab.bench.games.judged_game import OpenBoard
from referee.sim.coach.board_hands import PERSONS_PACE
from referee.sim.coach.table.lockstep_night import (
    QUICK_PACE,
    EyesKind,
    LockstepNight,
    NightSetup,
)

# Figures of each team that begin beside the board.
SUBSTITUTES = 2


def evening_setup(row: EveningRow, *, pictures: bool) -> NightSetup:
    """The night of a game: the real eyes on pictures, or made-up ones that know everybody."""
    return NightSetup(
        row.rulebook,
        row.seed,
        row.plays_a_quarter,
        field=row.board,
        fps=row.fps,
        pace=PERSONS_PACE if pictures else QUICK_PACE,
        eyes=EyesKind.PICTURES if pictures else EyesKind.MADE_UP,
        light=row.light,
        substitutes=SUBSTITUTES,
    )


def evening_night(setup: NightSetup, board: OpenBoard) -> LockstepNight:
    """A night in step; its eyes are those of the setup."""
    return LockstepNight(setup, board=board)
