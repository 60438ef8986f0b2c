"""The truth in sentences: who touched whom with what, and how long the rest took."""

from __future__ import annotations

from referee.core.geometry.base_shape import BasePart
from referee.core.roster import Team
from referee.sim.live.coach.series import SeriesPlayKind, SeriesState, kickoff
from referee.sim.live.commentary.narrator import Narrator
from referee.sim.live.commentary.play_commentary import series_words
from referee.sim.physics import ContactBegan, Fell, LineReached, MotionStopped, PowerCommanded
from tests.sim.live.fake_stage import ROSTER

MS = 1_000_000


def told(*events, carrier="H22"):
    return [(h.kind, h.text) for h in Narrator(ROSTER).tell(events, carrier)]


def touch(t_ms, part_of_a54, part_of_h22=BasePart.BACK):
    return ContactBegan(t_ms * MS, "H22", "A54", part_of_h22, part_of_a54, 0.0, 0.0)


def test_a_whole_tackle_is_told_with_its_times():
    story = told(
        PowerCommanded(0, True),
        touch(12_431, BasePart.FRONT_LEFT),
        PowerCommanded(12_449 * MS, False),
        MotionStopped(12_545 * MS),
    )
    assert story == [
        ("power on", "Power on."),
        ("contact", "A54’s front left corner touched H22’s back."),
        ("power off", "Power off, 18 ms after A54’s front touched H22."),
        ("rest", "All figures at rest 96 ms after the power was cut."),
    ]


def test_a_touch_with_anything_but_the_front_is_only_a_touch():
    assert told(touch(100, BasePart.LEFT)) == [("touch", "A54’s left side touched H22’s back.")]


def test_touches_that_leave_the_carrier_out_are_not_told():
    assert told(touch(100, BasePart.FRONT), carrier="H99") == []


def test_the_carrier_on_the_sideline_explains_the_whistle():
    story = told(
        PowerCommanded(0, True),
        LineReached(50 * MS, "H22", "near sideline", -1, 0.0, 0.0),
        PowerCommanded(60 * MS, False),
    )
    assert story[1:] == [
        ("crossing", "H22 reached the near sideline."),
        ("power off", "Power off, 10 ms after H22 reached the near sideline."),
    ]


def test_the_line_to_gain_is_told_but_explains_no_whistle():
    story = told(
        LineReached(50 * MS, "H22", "line to gain", 1, 0.0, 0.0), PowerCommanded(60 * MS, False)
    )
    assert story == [("crossing", "H22 reached the line to gain."), ("power off", "Power off.")]


def test_a_fall_says_if_it_was_the_carrier():
    assert told(Fell(1, "H22", 0.0)) == [("fall", "H22, the ball carrier, fell over.")]
    assert told(Fell(1, "A54", 0.0)) == [("fall", "A54 fell over.")]


def test_situations_in_words():
    second = SeriesState(Team.HOME, SeriesPlayKind.SCRIMMAGE, spot_yd=38.0, down=2, gain_yd=45.0)
    assert series_words(second) == "Home, 2nd and 7 at the left 38"
    goal = SeriesState(Team.AWAY, SeriesPlayKind.SCRIMMAGE, spot_yd=6.0, down=1, gain_yd=0.0)
    assert series_words(goal) == "Away, 1st and goal at the left 6"
    assert series_words(kickoff(Team.AWAY)) == "Away kicks off"
