"""What is tested at a stop, each at its limit: places without any error, lengths worked out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.passing.pitch import behind_line_test, exchange
from referee.calls.passing.rules.drop_rules import ThrowAwayElsewhere, ThrowAwayPlace
from referee.calls.passing.rules.pitch_rules import (
    ExchangeKind,
    LaneBan,
    PitchBehindLine,
    PitchLevel,
    TouchBan,
)
from referee.calls.passing.rules.stick_rules import StickUnit
from referee.calls.passing.sticks import marker_refusals, p_pressed, sticks_for
from referee.calls.passing.throw_away import throw_away_calls
from referee.calls.passing.thrown_pass import distance_refusals, throw_refusals
from referee.calls.phase_state import PassAttempt
from referee.calls.play_name import PassStick
from referee.calls.stops.stopped_board import StoppedBoard
from referee.calls.tackle_box import TackleBox
from referee.core.field.direction import Direction
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.settings.ruled import Ruled
from tests.calls.stop_scenes import stop

RULE = "TEST-SET-01"


def ruled(section, **changes):
    return replace(section, **{key: Ruled(value, RULE) for key, value in changes.items()})


def told(here: StoppedBoard, section: str, **changes) -> StoppedBoard:
    """The same stop under other rules."""
    rules = here.context.rules
    made = replace(rules, **{section: ruled(getattr(rules, section), **changes)})
    return replace(here, context=replace(here.context, rules=made))


def exact(here: StoppedBoard, **places) -> StoppedBoard:
    """The same stop, seen without any error."""
    seen = tuple(SeenBase(name, MeasuredPose(Pose(*place))) for name, place in places.items())
    return replace(here, boards=(BoardFrame(0, False, seen),))


def at_rest(places, league="hefl", **changes) -> StoppedBoard:
    return exact(stop(league, places, **changes), **places)


@pytest.mark.parametrize(
    ("plays", "x", "holds"),
    [
        (Direction.RIGHT, 286.0, 1.0),
        (Direction.RIGHT, 286.2, 0.0),
        (Direction.LEFT, 314.0, 1.0),
        (Direction.LEFT, 313.8, 0.0),
    ],
)
def test_behind_the_line_is_no_part_beyond_it(plays, x, holds):
    # 13.9 from his middle to either end, the line at 300.
    test = behind_line_test(at_rest({"H1": (x, 100.0, 0.0)}, plays=plays), "H1", "TEST-SET-01")
    assert test.holds == holds
    assert test.by_mm == pytest.approx(0.1 if holds else -0.1)


def test_who_is_not_seen_is_not_behind_the_line():
    here = at_rest({"H1": (200.0, 100.0, 0.0)})
    assert behind_line_test(here, "H5", "TEST-SET-01").holds == 0.0


@pytest.mark.parametrize(
    ("partly", "x", "allowed"),
    [(False, 286.0, True), (False, 286.2, False), (True, 313.8, True), (True, 314.0, False)],
)
def test_from_where_a_pass_may_be_thrown(partly, x, allowed):
    here = at_rest({"H1": (x, 100.0, 0.0)})
    throw = ruled(here.context.rules.throw, behind=True, partly_over=partly)
    here = replace(
        here, context=replace(here.context, rules=replace(here.context.rules, throw=throw))
    )
    assert (throw_refusals(here, "H1") == ()) is allowed


@pytest.mark.parametrize(("apart", "allowed"), [(79.9, False), (80.0, True), (80.1, True)])
def test_the_figure_throws_from_its_least_distance_on(apart, allowed):
    # Ten yards of 8 mm, along a way of 3 : 4 : 5.
    places = {"H1": (100.0, 100.0, 0.0), "H5": (100.0 + apart * 0.6, 100.0 + apart * 0.8, 0.0)}
    here = at_rest(places)
    for least, wanted in ((10.0, allowed), (0.0, True)):
        throw = ruled(here.context.rules.throw, least_yd=least)
        told = replace(
            here, context=replace(here.context, rules=replace(here.context.rules, throw=throw))
        )
        assert (distance_refusals(told, "H1", "H5") == ()) is wanted


OPEN = {
    "level": PitchLevel.NOTHING, "behind": PitchBehindLine.NOBODY, "free": TouchBan.NOBODY,
    "way": LaneBan.NOBODY,
    "upright": False, "within_tackles": False, "ahead_is_pass": False, "thrown": False,
    "pitch_base_lengths": 0.0, "pitch_from": 0.0, "way_mm": 4.0, "blocked_fumbles": False,
}  # fmt: skip


def pitched(places, how=ExchangeKind.PITCH, plays=Direction.RIGHT, box=None, **changes):
    here = at_rest({"H1": (200.0, 160.0, 0.0), **places}, plays=plays)
    return exchange(told(replace(here, box=box), "pitch", **(OPEN | changes)), how, "H5")


def test_where_nothing_is_asked_any_pitch_goes():
    assert pitched({"H5": (700.0, 20.0, 90.0)}).allowed


@pytest.mark.parametrize(("gap", "far", "near"), [(55.5, True, True), (55.7, False, True)])
def test_a_pitch_reaches_so_many_base_lengths(gap, far, near):
    # Two lengths of 27.8 are 55.6; abreast, their sides are 20.6 nearer than their middles.
    places = {"H5": (200.0, 160.0 - 20.6 - gap, 0.0)}
    assert pitched(places, pitch_base_lengths=2.0).allowed is far
    assert pitched(places, pitch_from=2.0).allowed is not far
    assert pitched(places).allowed is near


@pytest.mark.parametrize(
    ("how", "setting"),
    [
        (ExchangeKind.HANDOFF, "handoff_base_lengths"),
        (ExchangeKind.DELAY, "delay_base_lengths"),
        (ExchangeKind.LATERAL, "lateral_base_lengths"),
        (ExchangeKind.SHOVEL, "shovel_base_lengths"),
    ],
)
def test_each_way_of_giving_it_on_has_its_own_reach(how, setting):
    free = {
        "handoff_behind": False,
        "lateral_free": TouchBan.NOBODY,
        "lateral_way": LaneBan.NOBODY,
        "pitch_from": 9.0,
    }
    at = {"H5": (200.0, 160.0 - 20.6 - 27.7, 0.0)}
    assert pitched(at, how, **{setting: 1.0}, **free).allowed
    further = {"H5": (200.0, 160.0 - 20.6 - 27.9, 0.0)}
    assert not pitched(further, how, **{setting: 1.0}, **free).allowed
    # 0 is any distance, but for a shovel pass, of which there is none then.
    assert pitched(further, how, **{setting: 0.0}, **free).allowed is (
        how is not ExchangeKind.SHOVEL
    )


@pytest.mark.parametrize(
    ("plays", "dx", "level"),
    [
        (Direction.RIGHT, -0.1, True),
        (Direction.RIGHT, 0.0, True),
        (Direction.RIGHT, 0.1, False),
        (Direction.LEFT, -0.1, False),
        (Direction.LEFT, 0.1, True),
    ],
)
@pytest.mark.parametrize("of", [PitchLevel.CENTRE, PitchLevel.FOREMOST])
def test_level_is_not_ahead(plays, dx, level, of):
    places = {"H5": (200.0 + dx, 60.0, 0.0)}
    assert pitched(places, plays=plays, level=of).allowed is level
    assert pitched(places, plays=plays, level=of, ahead_is_pass=True).allowed


@pytest.mark.parametrize(
    ("behind", "carrier_x", "to_x", "allowed"),
    [
        (PitchBehindLine.BOTH, 286.0, 286.0, True),
        (PitchBehindLine.BOTH, 286.2, 286.0, False),
        (PitchBehindLine.BOTH, 286.0, 286.2, False),
        (PitchBehindLine.TARGET, 286.2, 286.0, True),
        (PitchBehindLine.TARGET, 286.0, 286.2, False),
        (PitchBehindLine.NOBODY, 286.2, 286.2, True),
    ],
)
def test_who_has_to_be_behind_the_line_at_a_pitch(behind, carrier_x, to_x, allowed):
    places = {"H1": (carrier_x, 160.0, 0.0), "H5": (to_x, 60.0, 0.0)}
    assert pitched(places, behind=behind).allowed is allowed


def test_who_has_to_be_behind_the_line_otherwise():
    over = {"H1": (286.0, 160.0, 0.0), "H5": (286.2, 60.0, 0.0)}
    free = {"handoff_base_lengths": 0.0}
    assert not pitched(over, ExchangeKind.HANDOFF, handoff_behind=True, **free).allowed
    assert pitched(over, ExchangeKind.HANDOFF, handoff_behind=False, **free).allowed
    # A shovel pass is a pass: only who makes it has to be.
    assert pitched(over, ExchangeKind.SHOVEL, shovel_base_lengths=9.0).allowed
    turned = {"H1": (286.2, 160.0, 0.0), "H5": (286.0, 60.0, 0.0)}
    assert not pitched(turned, ExchangeKind.SHOVEL, shovel_base_lengths=9.0).allowed


@pytest.mark.parametrize(
    ("y", "inside"), [(90.2, False), (90.4, True), (189.6, True), (189.8, False)]
)
def test_both_within_the_tackles(y, inside):
    # The box from 80 to 200 leaves a middle 90.3 to 189.7.
    box = TackleBox(80.0, 200.0, 0.0, 0.0)
    one, other = (200.0, 140.0, 0.0), (150.0, y, 0.0)
    for h1, h5 in ((one, other), (other, one)):
        found = pitched({"H1": h1, "H5": h5}, box=box, within_tackles=True)
        assert found.allowed is inside
    assert not pitched({"H5": other}, within_tackles=True).allowed


@pytest.mark.parametrize(
    ("x", "clear"), [(184.2, False), (184.0, True), (215.8, False), (216, True)]
)
def test_the_way_of_a_pitch_is_from_middle_to_middle(x, clear):
    # From (200, 160) down to (200, 40), 4 mm wide; a base reaches 13.9 mm to either end.
    places = {"H5": (200.0, 40.0, 0.0), "A1": (x, 100.0, 0.0)}
    found = pitched(places, way=LaneBan.OPPONENTS)
    assert found.allowed is clear
    mate = {"H5": (200.0, 40.0, 0.0), "H2": (x, 100.0, 0.0)}
    assert pitched(mate, way=LaneBan.OPPONENTS).allowed
    assert pitched(mate, way=LaneBan.ANYBODY).allowed is clear


def test_a_pitch_into_somebody_may_be_a_fumble():
    places = {"H5": (200.0, 40.0, 0.0), "A1": (200.0, 100.0, 0.0), "H2": (120.0, 100.0, 0.0)}
    (call,) = pitched(places, way=LaneBan.ANYBODY).calls
    assert (call.kind, call.spot, call.certainty) == (CallKind.NOT_ALLOWED, None, 1.0)
    (call,) = pitched(places, way=LaneBan.ANYBODY, blocked_fumbles=True).calls
    assert call.kind is CallKind.FUMBLE
    assert call.spot.x_mm == pytest.approx(213.9)


def test_which_pitch_has_to_be_thrown():
    box = TackleBox(80.0, 200.0, 0.0, 0.0)
    ahead, behind = {"H5": (210.0, 40.0, 0.0)}, {"H5": (190.0, 40.0, 0.0)}
    within = {"H5": (210.0, 110.0, 0.0)}
    as_pass = {"ahead_is_pass": True, "level": PitchLevel.CENTRE, "box": box}
    assert pitched(ahead, **as_pass).throw
    assert not pitched(behind, **as_pass).throw
    assert not pitched(within, **as_pass).throw
    assert not pitched(ahead).throw
    assert pitched(behind, thrown=True).throw
    assert not pitched(behind, ExchangeKind.DELAY, thrown=True, delay_base_lengths=0.0).throw


@pytest.mark.parametrize(("lies", "allowed"), [(0.5, True), (0.51, False)])
def test_who_more_likely_lies_gets_no_pitch(lies, allowed):
    here = at_rest({"H1": (200.0, 160.0, 0.0), "H5": (200.0, 40.0, 0.0)})
    board = here.boards[0]
    one, other = board.seen
    here = replace(here, boards=(replace(board, seen=(one, replace(other, fallen=lies))),))
    found = exchange(told(here, "pitch", **(OPEN | {"upright": True})), ExchangeKind.PITCH, "H5")
    assert found.allowed is allowed


CHOICES = [
    (ThrowAwayPlace.ANYWHERE, 320.0, 100.0, True),
    (ThrowAwayPlace.OUTSIDE, 320.0, 100.0, False),
    (ThrowAwayPlace.OUTSIDE, 320.0, 69.6, True),
    (ThrowAwayPlace.OUTSIDE, 320.0, 69.8, False),
    (ThrowAwayPlace.OUTSIDE, 320.0, 210.4, True),
    (ThrowAwayPlace.OUTSIDE, 320.0, 210.2, False),
    (ThrowAwayPlace.BEHIND_OUTSIDE, 286.0, 69.6, True),
    (ThrowAwayPlace.BEHIND_OUTSIDE, 286.2, 69.6, False),
    (ThrowAwayPlace.BEHIND_OUTSIDE, 286.0, 69.8, False),
]


@pytest.mark.parametrize(("where", "x", "y", "allowed"), CHOICES)
def test_where_a_ball_may_be_thrown_away(where, x, y, allowed):
    # The box is from 80 to 200: wholly outside is 10.3 mm from its edges, 13.9 from the line.
    here = at_rest({"H1": (x, y, 0.0)})
    here = replace(here, box=TackleBox(80.0, 200.0, 0.0, 0.0))
    for otherwise, kind in (
        (ThrowAwayElsewhere.GROUNDING, CallKind.GROUNDING),
        (ThrowAwayElsewhere.REFUSED, CallKind.NOT_ALLOWED),
    ):
        (call,) = throw_away_calls(
            told(here, "drop", by_choice=where, otherwise=otherwise, grounding_safety=False)
        )
        assert call.kind is (CallKind.THROWN_AWAY if allowed else kind)


STICKS = {
    "unit": StickUnit.YARDS, "red_to": 10.0, "red": 5.0, "green_to": 0.0, "green": 9.0,
    "white_to": 20.0, "white": 8.0, "yellow_to": 30.0, "yellow": 11.0, "blue": 15.0,
    "pressure": False, "pressure_to": 6.0, "pressure_more": 2.0, "red_zone_yd": 20.0,
    "off_base_lengths": 0.0, "off_yd": 1.0, "forward_deg": 180.0, "stays_in": False,
}  # fmt: skip


def stuck(places, **changes):
    here = at_rest({"H1": (100.0, 160.0, 0.0), **places})
    return told(here, "sticks", **(STICKS | changes))


@pytest.mark.parametrize(
    ("apart", "stick", "length"),
    [
        (80.0, PassStick.RED, 40.0),
        (80.1, PassStick.WHITE, 64.0),
        (160.0, PassStick.WHITE, 64.0),
        (160.1, PassStick.YELLOW, 88.0),
        (240.0, PassStick.YELLOW, 88.0),
        (240.1, PassStick.BLUE, 120.0),
    ],
)
def test_each_stick_is_for_passes_up_to_its_reach(apart, stick, length):
    # Yards of 8 mm, from head to head; there is no green one.
    (found,) = sticks_for(stuck({"H5": (100.0 + apart, 160.0, 0.0)}), "H1", "H5")
    assert (found.stick, found.length_mm, found.share) == (stick, pytest.approx(length), 1.0)


def test_the_head_to_head_way_is_straight():
    (found,) = sticks_for(stuck({"H5": (100.0 + 48.0, 160.0 - 64.1, 0.0)}), "H1", "H5")
    assert found.stick is PassStick.WHITE  # 3 : 4 : 5, a little more than 80


def aimed(place, receiver=(170.0, 160.0, 0.0), stick=PassStick.RED, more=None, **changes):
    said = PassAttempt("H5", Marker(*place, 4.5), passer="H1")
    return marker_refusals(stuck({"H5": receiver, **(more or {})}, **changes), said, stick) == ()


@pytest.mark.parametrize(
    ("x", "fits"), [(231.8, True), (232, False), (212.3, True), (212.1, False)]
)
def test_the_marker_lies_at_the_end_of_the_stick(x, fits):
    # The front is at 183.9; red is 40 mm long and may be a yard off: 32 to 48. Its furthest point
    # is where a corner ends, 2 mm behind and 10.3 aside: 30.3 along 32.
    assert aimed((x, 160.0)) is fits


@pytest.mark.parametrize(("lengths", "yards"), [(0.5, 1.0), (0.0, 13.9 / 8.0)])
def test_the_longer_of_two_allowances_counts(lengths, yards):
    # Half a base length is 13.9 mm.
    for x, fits in ((183.9 + 40.0 + 13.8, True), (183.9 + 40.0 + 14.0, False)):
        assert aimed((x, 160.0), off_base_lengths=lengths, off_yd=yards) is fits


@pytest.mark.parametrize(
    ("receiver", "place"),
    [
        ((170.0, 40.0, -90.0), (170.0, 0.0)),
        ((170.0, 280.0, 90.0), (170.0, 320.0)),
        ((-40.0, 160.0, 180.0), (-80.0, 160.0)),
        ((850.0, 160.0, 0.0), (890.0, 160.0)),
    ],
)
def test_the_far_end_of_the_stick_may_lie_on_the_line_and_not_beyond(receiver, place):
    ways = {-90.0: (0, -0.1), 90.0: (0, 0.1), 180.0: (-0.1, 0), 0.0: (0.1, 0)}
    dx, dy = ways[receiver[2]]
    any_length = {"red_to": 190.0, "red": 0.0, "stays_in": True}
    assert aimed(place, receiver, **any_length)
    assert not aimed((place[0] + dx, place[1] + dy), receiver, **any_length)
    assert aimed((place[0] + dx, place[1] + dy), receiver, **(any_length | {"stays_in": False}))


def pressure(places, x=100.0, plays=Direction.RIGHT, **changes):
    here = at_rest({"H1": (x, 160.0, 0.0), **places}, plays=plays)
    return p_pressed(told(here, "sticks", **(STICKS | {"pressure": True} | changes)), "H1")


@pytest.mark.parametrize(("apart", "wanted"), [(47.9, 1.0), (48.1, 0.0)])
def test_a_defender_within_six_yards_presses(apart, wanted):
    assert pressure({"A1": (100.0 + 0.6 * apart, 160.0 - 0.8 * apart, 0.0)}) == wanted
    assert pressure({"H2": (100.0 + 0.6 * apart, 160.0 - 0.8 * apart, 0.0)}) == 0.0


@pytest.mark.parametrize(
    ("plays", "x", "wanted"),
    [
        (Direction.RIGHT, 640.0, 1.0),
        (Direction.RIGHT, 639.9, 0.0),
        (Direction.LEFT, 160.0, 1.0),
        (Direction.LEFT, 160.1, 0.0),
    ],
)
def test_within_twenty_yards_of_the_goal_he_is_pressed(plays, x, wanted):
    assert pressure({}, x, plays) == wanted
    assert pressure({}, x, plays, pressure=False) == 0.0


def test_a_longer_stick_under_pressure():
    near = {"A1": (100.0, 130.0, 0.0)}
    place = (183.9 + 40.0 + 16.0, 160.0)  # two yards more
    assert aimed(place, more=near, pressure=True)
    assert not aimed(place, more=near)
    assert not aimed((183.9 + 40.0, 160.0), more=near, pressure=True)
    assert aimed((183.9 + 40.0, 160.0), pressure=True)


@pytest.mark.parametrize(("most_deg", "fits"), [(87.1, True), (86.9, False)])
def test_the_stick_points_no_further_aside_than_so(most_deg, fits):
    # Straight aside of the front; from where its corner ends 2 mm on and 38 aside: 87 degrees.
    for y in (160.0 + 48.3, 160.0 - 48.3):
        assert aimed((183.9, y), forward_deg=most_deg) is fits


@pytest.mark.parametrize("plays", list(Direction))
@pytest.mark.parametrize(("behind", "allowed"), [(0.1, True), (0.0, True), (-0.1, False)])
def test_a_backward_pass_is_laid_no_further_ahead_than_the_passer(plays, behind, allowed):
    here = at_rest({"H1": (400.0, 160.0, 0.0), "H5": (300.0, 60.0, 0.0)}, plays=plays)
    here = told(here, "sticks", **(STICKS | {"red_to": 90.0, "red": 0.0}))
    marker = Marker(400.0 - plays.sign * behind, 100.0, 4.5)
    calls = marker_refusals(
        here, PassAttempt("H5", marker, passer="H1", backward=True), PassStick.RED
    )
    assert (calls == ()) is allowed
    assert marker_refusals(here, PassAttempt("H5", marker, passer="H1"), PassStick.RED) == ()
