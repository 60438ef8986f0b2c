"""The truth of a long evening is let go of, and counted on as if it were all there."""

from __future__ import annotations

from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup


def test_a_guided_board_keeps_no_truth_that_was_taken():
    night = LockstepNight(NightSetup(seed=5, plays_a_quarter=1))
    taken = 0
    while night.now_ns < 5_000_000_000:
        night.step()
        facts = night.board.facts_after(taken)
        assert [number for number, _ in facts] == list(range(taken + 1, taken + len(facts) + 1))
        taken += len(facts)
    assert taken > 0
    assert len(night.board.simulated.world.events()) < taken


def test_bodies_let_go_of_outlines_they_no_longer_have():
    night = LockstepNight(NightSetup(seed=5, plays_a_quarter=1))
    while night.now_ns < 5_000_000_000:
        night.step()
    engine = night.board.simulated.world._board.engine
    assert {len(body.shapes) for body in engine.pymunk_bodies} <= {0, 1}
