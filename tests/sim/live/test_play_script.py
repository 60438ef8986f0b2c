"""The script of a recording keeps the board busy, and ends its plays where the truth says so."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.loaders.fields import load_field
from referee.sim.live.script.play_script import PlayScript, ScriptPhase
from referee.sim.live.script.series import (
    ScriptedEnding,
    SeriesPlayKind,
    SeriesState,
    first_down,
    kickoff,
    series_after_play,
)
from referee.sim.physics import ContactBegan, PhysicsWorld, PowerCommanded
from tests.sim.physics.boards import MS, roster

FRAME = 33 * MS


def scripted(seed: int = 3, board: str = "620", **how) -> tuple[PhysicsWorld, PlayScript]:
    world = PhysicsWorld(load_field(board), roster(11), seed=seed)
    return world, PlayScript(world, seed=seed, **how)


def play(script: PlayScript, seconds: float) -> list[ScriptPhase]:
    phases, t_ns = [], 0
    while t_ns < seconds * 1e9:
        t_ns += FRAME
        script.advance(t_ns)
        phases.append(script.phase)
    return phases


@pytest.mark.parametrize("board", ["620", "500"])
def test_a_minute_holds_several_plays_and_mostly_movement(board: str) -> None:
    world, script = scripted(board=board)
    phases = play(script, 60.0)
    assert len(script.plays) >= 4
    assert len(world.state().pieces) == 22
    assert phases.count(ScriptPhase.RUN) > 0.3 * len(phases)


def test_a_scrimmage_play_goes_through_snap_read_and_run() -> None:
    _, script = scripted()
    phases = play(script, 40.0)
    order = [p for k, p in enumerate(phases) if k == 0 or phases[k - 1] is not p]
    snap = order.index(ScriptPhase.SNAP)
    expected = [
        ScriptPhase.SNAP,
        ScriptPhase.READ,
        ScriptPhase.TURN,
        ScriptPhase.RUN,
        ScriptPhase.DEAD,
        ScriptPhase.LINE_UP,
    ]
    assert order[snap : snap + 6] == expected


def test_the_snap_is_a_quarter_of_a_second() -> None:
    world, script = scripted()
    play(script, 40.0)
    commands = [e for e in world.events() if isinstance(e, PowerCommanded)]
    pulses = {off.t_ns - on.t_ns for on, off in zip(commands[::2], commands[1::2], strict=False)}
    assert any(abs(pulse - 250 * MS) <= 10 * MS for pulse in pulses)


def test_a_tackle_is_a_defenders_front_on_the_carrier() -> None:
    world, script = scripted()
    play(script, 90.0)
    tackles = [p for p in script.plays if p.ending is ScriptedEnding.TACKLED]
    assert tackles
    contacts = [e for e in world.events() if isinstance(e, ContactBegan)]
    for tackle in tackles:
        assert any(tackle.carrier in {e.a, e.b} for e in contacts)


def test_eleven_a_side_are_needed() -> None:
    with pytest.raises(BadValue, match="11 or more"):
        PlayScript(PhysicsWorld(load_field("620"), roster(10), seed=1))


@pytest.mark.parametrize(
    ("now", "ending", "dead_yd", "then"),
    [
        (kickoff(Team.HOME), ScriptedEnding.TACKLED, 70.0, first_down(Team.AWAY, 70.0)),
        (kickoff(Team.HOME), ScriptedEnding.SCORED, 0.0, kickoff(Team.AWAY)),
        (
            SeriesState(Team.HOME, SeriesPlayKind.SCRIMMAGE, 40.0, 1, 50.0),
            ScriptedEnding.TACKLED,
            44.0,
            SeriesState(Team.HOME, SeriesPlayKind.SCRIMMAGE, 44.0, 2, 50.0),
        ),
        (
            SeriesState(Team.AWAY, SeriesPlayKind.SCRIMMAGE, 40.0, 2, 30.0),
            ScriptedEnding.OUT,
            29.0,
            first_down(Team.AWAY, 29.0),
        ),
        (
            SeriesState(Team.HOME, SeriesPlayKind.SCRIMMAGE, 40.0, 3, 50.0),
            ScriptedEnding.TIME,
            45.0,
            SeriesState(Team.HOME, SeriesPlayKind.PUNT, 45.0, 4, 50.0),
        ),
        (
            SeriesState(Team.HOME, SeriesPlayKind.SCRIMMAGE, 75.0, 3, 85.0),
            ScriptedEnding.TIME,
            80.0,
            SeriesState(Team.HOME, SeriesPlayKind.FIELD_GOAL, 80.0, 4, 85.0),
        ),
        (
            SeriesState(Team.HOME, SeriesPlayKind.SCRIMMAGE, 95.0, 2, 100.0),
            ScriptedEnding.SCORED,
            100.0,
            kickoff(Team.HOME),
        ),
    ],
)
def test_downs_follow_from_where_the_ball_was_dead(now, ending, dead_yd, then) -> None:
    assert series_after_play(now, ending, dead_yd) == then
