"""Stops that a coach asks for: where a carrier has to stand, measured by hand."""

from __future__ import annotations

import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.stops.place_stop import ReturnStart, StopPlace
from referee.calls.stops.scramble_zone import p_left_zone
from referee.calls.stops.snap import NO_LIMIT, SnapTracker, short_yardage
from referee.calls.stops.stop_request import StopRequest, p_granted
from referee.calls.tackle_box import linemen, tackle_box
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import BASE
from tests.core.fields import EASY

NUMBERS = {Team.HOME: (1, 22, 33, 55, 75, 88), Team.AWAY: (50, 90)}
ROSTER = Roster(
    tuple(Player(f"{t.name[0]}{n}", t, n, BASE) for t, ns in NUMBERS.items() for n in ns)
)
# The box is between 120 - 10.3 and 200 + 10.3 mm.
LINE = {"H55": (285, 120, 0), "H75": (285, 200, 0)}
SIGMA = 0.05
HEFL = load_rulebook("hefl").calls
VSEFL = load_rulebook("vsefl").calls
EFHL = load_rulebook("efhl").calls


def board(t_ns=0, **players):
    seen = []
    for name, (x, y, heading) in {**LINE, **players}.items():
        pose = MeasuredPose.with_sigmas(Pose(x, y, heading), SIGMA, SIGMA, 0.05)
        seen.append(SeenBase(name, pose))
    return BoardFrame(t_ns, True, tuple(seen))


def play(carrier="H22", **changes):
    values = {
        "play": 1,
        "phase": PlayPhase.RUN,
        "team": Team.HOME,
        "plays": Direction.RIGHT,
        "carrier": carrier,
        "on_field": tuple(sorted(p.id for p in ROSTER)),
        "scrimmage_x_mm": 300.0,
        "to_gain_x_mm": 380.0,
    }
    return PhaseState(**{**values, **changes})


def asked(rules, at, seen, way=None, **changes):
    box = tackle_box(seen, ROSTER, Team.HOME)
    place = StopRequest(rules.stops, EASY, ROSTER, play(**changes), seen, box, way or ReturnStart())
    return p_granted(at, place) >= 0.5


@pytest.mark.parametrize(
    ("x", "y", "holds"),
    [
        (285, 160, True),  # his front at 298.9
        (287, 160, False),  # at 300.9: he has crossed
        (240, 51, True),  # his side at 40.7, the numbers' outer edge is 40
        (240, 49, False),
        (240, 269, True),  # and 280 on the far side
        (240, 271, False),
    ],
)
def test_a_cutback_inside_the_numbers(x, y, holds):
    assert asked(HEFL, StopPlace.CUTBACK, board(H22=(x, y, 0))) is holds


@pytest.mark.parametrize(
    ("at", "seen", "holds"),
    [
        # At ten yards there is a stop, at twenty none is left; a yard is 8 mm, a front 13.9 ahead.
        (StopPlace.PAST, (300 + 80 - 13.9, 160, 0), True),
        (StopPlace.PAST, (300 + 160 - 13.9, 160, 0), False),
        # Who has reached the line has no cutback left.
        (StopPlace.CUTBACK, (300 - 13.9, 98, 0), False),
    ],
)
def test_exactly_on_a_limit_of_a_stop(at, seen, holds):
    for noise in (-1e-10, 0.0, 1e-10):
        moved = (seen[0] + noise, *seen[1:])
        assert asked(VSEFL, at, board(H22=moved)) is holds


def test_a_side_on_the_edge_of_the_numbers_is_inside_them():
    # The numbers' outer edges are at 40 and 280, a side is 10.3 from the middle.
    for y in (40.0 + 10.3, 280.0 - 10.3):
        assert asked(HEFL, StopPlace.CUTBACK, board(H22=(240, y, 0)))


def test_a_free_opponent_exactly_a_base_length_away_bars_a_stop():
    # "One base length or less" in VSEFL: 27.8 mm between the bases' nearest points.
    for apart, granted in ((27.8, False), (28.4, True)):
        seen = board(H22=(400, 160, 0), A50=(400 + 27.8 + apart, 160, 180))
        assert asked(VSEFL, StopPlace.CLEAR, seen) is granted


@pytest.mark.parametrize(
    ("past_mm", "left"), [(-1e-10, False), (0.0, False), (1e-10, False), (0.5, True)]
)
def test_a_receiver_exactly_thirty_yards_past_the_line_is_in_the_zone(past_mm, left):
    seen = board(H1=(250, 160, 0), H88=(300 + 240 - 13.9 + past_mm, 40, 0))
    share = p_left_zone(30.0, EASY, ROSTER, seen, play("H1"))
    assert (share >= 0.5) is left


@pytest.mark.parametrize(
    ("x", "y", "holds"),
    [(270, 160, False), (270, 98, True), (270, 101, False), (270, 222, True), (290, 98, False)],
)
def test_a_cutback_outside_the_box(x, y, holds):
    assert asked(VSEFL, StopPlace.CUTBACK, board(H22=(x, y, 0))) is holds


@pytest.mark.parametrize(("y", "holds"), [(98, True), (101, False), (160, False), (222, True)])
def test_a_sweep_out_of_the_box(y, holds):
    assert asked(VSEFL, StopPlace.SWEEP, board(H22=(320, y, 0))) is holds


def test_without_a_line_there_is_no_box():
    seen = board(H22=(270, 98, 0))
    place = StopRequest(VSEFL.stops, EASY, ROSTER, play(), seen, None, ReturnStart())
    assert p_granted(StopPlace.SWEEP, place) == 0.0


@pytest.mark.parametrize(
    ("past_mm", "holds"), [(79.5, False), (80.5, True), (159.5, True), (160.5, False)]
)
def test_from_ten_to_twenty_yards_past_the_line(past_mm, holds):
    seen = board(H22=(300 - 13.9 + past_mm, 160, 0))
    assert asked(VSEFL, StopPlace.PAST, seen) is holds


@pytest.mark.parametrize(("gone_mm", "holds"), [(159.5, False), (160.5, True)])
def test_twenty_yards_of_a_return(gone_mm, holds):
    seen = board(H22=(400 - 13.9 + gone_mm, 160, 0))
    changes = {"phase": PlayPhase.RETURN, "scrimmage_x_mm": None, "to_gain_x_mm": None}
    assert (
        asked(VSEFL, StopPlace.RETURNED, seen, ReturnStart(gained_x_mm=400.0), **changes) is holds
    )


@pytest.mark.parametrize(
    ("gap_mm", "blocked", "holds"),
    [(27.0, False, False), (28.6, False, True), (5.0, True, True)],
)
def test_a_free_opponent_a_base_length_away(gap_mm, blocked, holds):
    x = 400 + 27.8 + gap_mm
    men = {"H88": (400, 160, 0), "A50": (x, 160, 180)}
    if blocked:
        men["H33"] = (x, 160 + 20.6, 0)  # lies flat on his side
    assert asked(VSEFL, StopPlace.CLEAR, board(**men), carrier="H88") is holds


def test_anywhere_is_anywhere_and_an_unseen_carrier_nowhere_else():
    seen = board()
    assert asked(EFHL, StopPlace.ANYWHERE, seen)
    assert not asked(VSEFL, StopPlace.PAST, seen)


def test_linemen_are_known_by_their_numbers():
    assert linemen(ROSTER, Team.HOME) == ("H55", "H75")
    assert linemen(ROSTER, Team.AWAY) == ("A50",)


def test_the_box_is_between_the_outer_edges_of_the_outer_linemen():
    box = tackle_box(board(), ROSTER, Team.HOME)
    assert (box.low_y_mm, box.high_y_mm) == (pytest.approx(109.7), pytest.approx(210.3))
    assert box.low_sigma_mm == pytest.approx(SIGMA, rel=0.2)
    inside = MeasuredPose(Pose(250, 121, 0))
    across = MeasuredPose(Pose(250, 110, 0))
    assert (box.inside(BASE, inside), box.outside(BASE, inside)) == (
        pytest.approx(1.0),
        pytest.approx(0.0),
    )
    assert (box.inside(BASE, across), box.outside(BASE, across)) == (
        pytest.approx(0.0),
        pytest.approx(0.0),
    )


def test_one_lineman_makes_no_box():
    alone = BoardFrame(0, True, board().seen[:1])
    assert tackle_box(alone, ROSTER, Team.HOME) is None


@pytest.mark.parametrize(
    ("player", "yards", "left"),
    [("H88", 19.5, False), ("H88", 20.5, True), ("H55", 25.0, False), ("H22", 25.0, False)],
)
def test_an_eligible_receiver_leaves_the_zone_by_his_foremost_part(player, yards, left):
    seen = board(**{player: (300 - 13.9 + 8 * yards, 40, 0)})
    share = p_left_zone(20.0, EASY, ROSTER, seen, play())
    assert (share > 0.5) is left


def test_no_zone_nobody_leaves():
    assert p_left_zone(0.0, EASY, ROSTER, board(H88=(700, 40, 0)), play()) == 0.0


def snapped(rules, before, after, phase=PlayPhase.SNAP, **changes):
    situation = play(carrier="H1", phase=phase, **changes)
    watch = SnapTracker(rules.snap, EASY, ROSTER, Thresholds(), situation)
    first = watch.update(board(0, **before))
    again = [c for k in (1, 2) for c in watch.update(board(k * 33_000_000, **after))]
    assert first == []
    return [(call.kind.value, call.rule, call.players) for call in again]


@pytest.mark.parametrize(
    ("player", "from_x", "to_x", "foul"),
    [
        ("H88", 285, 308.5, False),  # 23.5 mm are less than 3 yards of 8
        ("H88", 285, 309.8, True),
        ("H88", 285, 240, False),  # backward
        ("H75", 305, 309.0, False),  # a lineman whose front is 22.9 mm past the line
        ("H75", 308, 312.0, True),  # 25.9
        ("A90", 400, 430, False),  # the defense may
    ],
)
def test_a_false_start(player, from_x, to_x, foul):
    found = snapped(HEFL, {player: (from_x, 40, 0)}, {player: (to_x, 40, 0)})
    expected = [("false start", "HEFL-SNP-01", (player,))] if foul else []
    assert found == expected


def test_only_the_snap_has_false_starts():
    far = {"H88": (330, 40, 0)}
    assert snapped(HEFL, {"H88": (285, 40, 0)}, far, PlayPhase.READ) == []
    assert snapped(VSEFL, {"H88": (285, 40, 0)}, far) == []


@pytest.mark.parametrize(
    ("phase", "forward_mm", "to_gain", "wrong"),
    [
        (PlayPhase.SNAP, 7.0, 380.0, False),  # a yard is nothing
        (PlayPhase.SNAP, 9.0, 380.0, True),
        (PlayPhase.READ, 9.0, 380.0, True),
        (PlayPhase.READ, 9.0, 316.0, False),  # two yards to gain
        (PlayPhase.READ, 9.0, 317.0, True),
        (PlayPhase.SNAP, 9.0, 316.0, True),  # in the snap never
    ],
)
def test_the_passer_stays(phase, forward_mm, to_gain, wrong):
    before, after = {"H1": (250, 160, 0)}, {"H1": (250 + forward_mm, 160, 0)}
    found = snapped(EFHL, before, after, phase, to_gain_x_mm=to_gain)
    assert found == ([("not allowed", "EFHL-SNP-04", ("H1",))] if wrong else [])


@pytest.mark.parametrize(
    ("plays", "scrimmage", "to_gain", "short"),
    [
        (Direction.RIGHT, 300.0, 316.0, True),
        (Direction.RIGHT, 300.0, 317.0, False),
        (Direction.LEFT, 300.0, 284.0, True),
        (Direction.LEFT, 300.0, 283.0, False),
        (Direction.RIGHT, 785.0, None, True),  # the goal line is at 800
        (Direction.RIGHT, 783.0, None, False),
        (Direction.LEFT, 15.0, None, True),
        (Direction.LEFT, 17.0, None, False),
    ],
)
def test_two_yards_or_less(plays, scrimmage, to_gain, short):
    changes = {"plays": plays, "scrimmage_x_mm": scrimmage, "to_gain_x_mm": to_gain}
    assert short_yardage(EFHL.snap, EASY, play(**changes)) is short
    assert NO_LIMIT == 11
