"""How the shaking follows the switch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.geometry.pose import Pose
from referee.sim.physics import (
    MotionStarted,
    MotionStopped,
    PhysicsSettings,
    PowerBegan,
    PowerCommanded,
    PowerDone,
)
from referee.sim.physics.power_supply import PowerSupply
from tests.sim.physics.boards import CALM, MS, STEADY, world

SETTINGS = PhysicsSettings(start_delay_ms=30, ramp_ms=100, cut_delay_ms=5, coast_ms=80)


def test_on_waits_for_the_start_delay_and_then_ramps() -> None:
    supply = PowerSupply(SETTINGS)
    supply.command(on=True, t_ns=0)
    assert supply.gain(30 * MS) == 0.0
    assert supply.gain(80 * MS) == pytest.approx(0.5)
    assert supply.gain(130 * MS) == 1.0


def test_off_waits_for_the_cut_delay_and_then_coasts() -> None:
    supply = PowerSupply(SETTINGS)
    supply.command(on=True, t_ns=0)
    supply.command(on=False, t_ns=500 * MS)
    assert supply.gain(505 * MS) == 1.0
    assert supply.gain(545 * MS) == pytest.approx(0.5)
    assert supply.gain(585 * MS) == 0.0


def test_a_pulse_cut_within_its_ramp_coasts_from_the_level_reached() -> None:
    supply = PowerSupply(SETTINGS)
    supply.command(on=True, t_ns=0)
    effect = supply.command(on=False, t_ns=75 * MS)
    assert supply.gain(80 * MS) == pytest.approx(0.5)
    assert effect.done_ns == 80 * MS + 40 * MS
    assert supply.gain(effect.done_ns) == 0.0


def test_a_pulse_shorter_than_the_start_delay_never_shakes() -> None:
    supply = PowerSupply(SETTINGS)
    supply.command(on=True, t_ns=0)
    supply.command(on=False, t_ns=10 * MS)
    assert max(supply.gain(t * MS) for t in range(300)) == 0.0


@given(
    st.lists(st.integers(0, 400), min_size=1, max_size=8),
    st.floats(20.0, 300.0),
    st.floats(1.0, 500.0),
)
def test_the_gain_stays_within_bounds_and_never_jumps(waits, coast_ms, ramp_ms) -> None:
    supply = PowerSupply(PhysicsSettings(coast_ms=coast_ms, ramp_ms=ramp_ms))
    t, on, level = 0, False, 0.0
    steepest = 1.0 / min(coast_ms, ramp_ms)
    for wait in [*waits, 900]:
        for _ in range(wait):
            t += 1
            now = supply.gain(t * MS)
            assert 0.0 <= now <= 1.0
            assert abs(now - level) <= steepest + 1e-6
            level = now
        on = not on
        supply.command(on=on, t_ns=t * MS)


@pytest.mark.parametrize("coast_ms", [20.0, 90.0, 300.0])
def test_everything_stands_still_soon_after_the_coast(coast_ms: float) -> None:
    settings = PhysicsSettings(
        coast_ms=coast_ms, falls_per_s=0, falls_per_hard_hit=0, falls_per_side_push_s=0
    )
    board = world({"H0": Pose(100.0, 200.0, 0.0)}, settings=settings)
    board.power_on()
    board.step_to(1000 * MS)
    board.power_off()
    board.step_to(2000 * MS)
    stopped = next(e for e in board.events() if isinstance(e, MotionStopped))
    after_ms = stopped.t_ns / MS - 1000.0 - settings.cut_delay_ms
    # From 80 mm/s it takes friction of 5000 mm/s² at most another 16 ms.
    assert 0.3 * coast_ms < after_ms <= coast_ms + 17.0
    before = board.state().pieces
    board.step_to(5000 * MS)
    assert board.state().pieces == before


def test_commands_and_their_effects_are_told_in_order() -> None:
    board = world({"H0": Pose(100.0, 200.0, 0.0)}, settings=CALM, dynamics=STEADY)
    board.power_on()
    board.step_to(400 * MS)
    board.power_off()
    board.step_to(1000 * MS)
    told = [
        (type(e), e.t_ns)
        for e in board.events()
        if isinstance(e, PowerCommanded | PowerBegan | PowerDone | MotionStarted | MotionStopped)
    ]
    assert [kind for kind, _ in told] == [
        PowerCommanded,
        PowerBegan,
        MotionStarted,
        PowerDone,
        PowerCommanded,
        PowerBegan,
        PowerDone,
        MotionStopped,
    ]
    assert [t for _, t in told] == sorted(t for _, t in told)
