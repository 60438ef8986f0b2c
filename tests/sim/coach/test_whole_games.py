"""Games in step from the toss to the final whistle, in a playoff, which nobody may tie."""

from __future__ import annotations

import pytest

from referee.game.events import QuarterEnded
from referee.game.frame_events import Tossed
from referee.game.state import GamePhase
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup


# With the toss, the choice and the ends of one, and the other's field goal before the game.
@pytest.mark.parametrize("league", ["efhl", "vsefl"])
def test_a_game_goes_from_the_toss_to_the_final_whistle(league):
    night = LockstepNight(NightSetup(league, seed=3, plays_a_quarter=1, kicks=None, playoff=True))
    night.play()
    state = night.snapshot.state
    entries = [entry.what for entry in night.snapshot.entries]
    assert state.phase is GamePhase.OVER
    assert state.leader is not None  # somebody has to win a playoff
    assert sum(isinstance(what, QuarterEnded) for what in entries) >= 4
    tossed = sum(isinstance(what, Tossed) for what in entries)
    assert tossed == 1 + (state.quarter > 4)
