"""Who is near whom: beside the carrier, at a catcher, hidden, and what a frame says of pairs."""

from __future__ import annotations

import math

import pytest

from referee.calls.contact.carrier_neighbours import CarrierNeighbours, neighbours_of
from referee.calls.contact.neighbours import bases_near, hidden_near, p_touching, recent_frames
from referee.calls.frame import FARTHEST_MM, BoardFrame, PairGap, SeenBase
from referee.calls.tackle_box import TackleBox, tackle_box
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from tests.calls.plays import BASE, MS
from tests.calls.stop_scenes import PLAYERS

LEVELS = Thresholds()
# Two of these circles hold two bases however they are turned.
CIRCLES_MM = 2 * (2.0 + math.hypot(11.9, 8.3))


def seen(name, x_mm, y_mm=100.0, heading=0.0, sigma_mm=0.0, **more):
    pose = Pose(x_mm, y_mm, heading)
    return SeenBase(name, MeasuredPose.with_sigmas(pose, sigma_mm, sigma_mm, 0.0), **more)


def frame(t_ms, *players):
    return BoardFrame(t_ms * MS, True, players)


def bases(*names):
    return dict.fromkeys(names, BASE)


# The carrier stands at x = 300: 27.8 mm ahead of him another base touches his.


@pytest.mark.parametrize(
    ("apart_mm", "sigma_mm", "found"),
    [
        (0.001, 0.0, ()),
        (-0.001, 0.0, ("A1",)),
        # errors of 0.3 and 0.4 mm make 0.5, and three times that may be none
        (1.49, 0.4, ("A1",)),
        (1.51, 0.4, ()),
    ],
)
def test_who_may_touch_him_is_beside_him(apart_mm, sigma_mm, found):
    carrier = seen("H1", 300.0, sigma_mm=0.3 if sigma_mm else 0.0)
    board = frame(0, carrier, seen("A1", 327.8 + apart_mm, sigma_mm=sigma_mm))
    assert neighbours_of(board, carrier, BASE, bases("A1", "H1")) == found


def test_everybody_beside_him_is_named_and_nobody_who_does_not_count():
    carrier = seen("H1", 300.0)
    others = [seen("H2", 272.3), seen("H9", 800.0), seen("A9", 300.0, 120.5), seen("A1", 327.7)]
    board = frame(0, others[0], carrier, *others[1:])
    assert neighbours_of(board, carrier, BASE, bases("A1", "A9", "H1")) == ("A1", "A9")
    assert neighbours_of(board, carrier, BASE, bases("A1", "A9", "H1", "H2", "H9")) == (
        "A1",
        "A9",
        "H2",
    )


def kept_company():
    company = CarrierNeighbours(
        "H1", bases("A1", "A2", "H1", "H2"), frozenset({"A1", "A2"}), 90 * MS
    )
    there = {"A1": 327.7, "A2": 272.3}
    for k, names in enumerate([("A1",), ("A1", "A2"), ("A2",), ()]):
        carrier = seen("H1", 300.0)
        others = [seen(name, there[name]) for name in names]
        assert company.update(frame(30 * k, carrier, *others), carrier) is bool(names)
    return company


def test_company_from_a_time_on():
    company = kept_company()
    assert company.anybody(60 * MS)
    assert not company.anybody(61 * MS)
    assert company.met(30 * MS) == [30 * MS, 60 * MS]
    assert company.met(0) == [0, 30 * MS, 60 * MS]


def test_who_holds_him_was_there_in_more_than_half_of_the_frames():
    company = kept_company()
    assert company.holders(0) == ()  # two of four each
    assert company.holders(30 * MS) == ("A2",)  # two of three


def test_frames_are_forgotten_once_they_are_older_than_asked_for():
    company = kept_company()
    company.update(frame(91, seen("H1", 300.0)), seen("H1", 300.0))
    assert company.met(0) == [30 * MS, 60 * MS]


def test_a_mate_beside_him_holds_nobody():
    company = CarrierNeighbours("H1", bases("H1", "H2"), frozenset(), 90 * MS)
    carrier = seen("H1", 300.0)
    assert company.update(frame(0, carrier, seen("H2", 327.7)), carrier)
    assert (company.met(0), company.holders(0), company.anybody(0)) == ([], (), True)


# Around a catch


def test_frames_are_kept_for_four_tenths_of_a_second():
    old = [frame(99), frame(100), frame(300)]
    assert [board.t_ns for board in recent_frames(old, frame(500))] == [
        100 * MS,
        300 * MS,
        500 * MS,
    ]


@pytest.mark.parametrize(("spare_mm", "near"), [(3.9, ["A1"]), (4.1, [])])
def test_who_came_within_4_mm_of_touching_however_they_were_turned_is_looked_at(spare_mm, near):
    far = frame(0, seen("H1", 300.0), seen("A1", 500.0))
    alone = frame(30, seen("H1", 300.0))
    close = frame(60, seen("H1", 300.0), seen("A1", 300.0 + CIRCLES_MM + spare_mm))
    others = bases("A1", "H1")
    assert list(bases_near([far, alone, close], "H1", others, BASE)) == near


def test_how_likely_each_touched_him_then():
    # A1 comes to him between 60 and 90 ms and stays; A2 stays 3 mm off.
    boards = [
        frame(
            30 * k,
            seen("H1", 300.0, sigma_mm=0.1),
            seen("A1", 327.8 + (6.0, 4.0, 2.0, 0.0, 0.0, 0.0)[k], sigma_mm=0.1),
            seen("A2", 269.2, sigma_mm=0.1),
        )
        for k in range(6)
    ]
    late = p_touching(boards, "H1", bases("A1", "A2"), BASE, LEVELS, 120 * MS)
    assert late["A1"] > 0.99
    assert late["A2"] < 0.01
    assert p_touching(boards, "H1", bases("A1"), BASE, LEVELS, 30 * MS)["A1"] < 0.01


def hidden(gap_mm, hidden_ms=30, at_ms=130):
    """A1 was last seen so far off, and then out of sight for some time."""
    apart = CIRCLES_MM + gap_mm
    boards = [
        frame(at_ms - hidden_ms, seen("H1", 300.0), seen("A1", 300.0 + apart)),
        frame(at_ms, seen("H1", 300.0)),
    ]
    return hidden_near(boards, "H1", bases("A1", "H1"), BASE, LEVELS, at_ms * MS)


def test_who_was_hidden_may_have_come_as_far_as_bases_come():
    # 250 mm/s for 30 ms are 7.5 mm.
    assert hidden(7.4) == ["A1"]
    assert hidden(7.6) == []
    assert hidden(14.9, 60) == ["A1"]


def test_one_frame_that_shows_him_too_far_off_is_enough():
    # 400 ms before he may have been anywhere within 100 mm, 30 ms before within 7.5 mm.
    far, apart = 300.0 + CIRCLES_MM, seen("H1", 300.0)
    before = [frame(0, apart, seen("A1", far + 20.0)), frame(370, apart, seen("A1", far + 8.0))]
    boards = [*before, frame(400, apart)]
    assert hidden_near(boards, "H1", bases("A1"), BASE, LEVELS, 400 * MS) == []
    assert hidden_near(boards[::2], "H1", bases("A1"), BASE, LEVELS, 400 * MS) == ["A1"]


def test_who_was_in_sight_then_is_not_hidden():
    boards = [
        frame(0, seen("H1", 300.0)),
        frame(30, seen("H1", 300.0), seen("A1", 330.0)),
        frame(60, seen("H1", 300.0)),
    ]
    asked = [hidden_near(boards, "H1", bases("A1"), BASE, LEVELS, t * MS) for t in (0, 30, 60)]
    assert asked == [["A1"], [], ["A1"]]


def test_of_whom_no_frame_tells_anything_he_may_have_been_there():
    assert hidden_near([], "H1", bases("A1"), BASE, LEVELS, 0) == ["A1"]
    alone = [frame(0, seen("H1", 300.0))]
    assert hidden_near(alone, "H1", bases("A1", "A2"), BASE, LEVELS, 0) == ["A1", "A2"]


# Frames


def test_what_a_frame_says_of_a_pair_holds_both_ways_round():
    gaps = (PairGap("A2", "H1", 1.0, 0.1), PairGap("A1", "H1", 2.0, 0.1))
    board = BoardFrame(0, True, (seen("A1", 1.0), seen("H1", 99.0)), (), gaps)
    assert board.gap("H1", "A1").gap_mm == board.gap("A1", "H1").gap_mm == 2.0
    assert board.gap("A1", "A2") is None
    assert board.find("H1").measured.pose.x_mm == 99.0
    assert board.find("H2") is None


@pytest.mark.parametrize(
    "made",
    [
        lambda: seen("H1", 0.0, fallen=1.01),
        lambda: seen("H1", 0.0, front=-0.01),
        lambda: seen("H1", FARTHEST_MM + 1.0),
        lambda: seen("H1", 0.0, -FARTHEST_MM - 1.0),
        lambda: PairGap("A1", "A1", 0.0, 0.1),
        lambda: PairGap("A1", "H1", 0.0, -0.1),
        lambda: PairGap("A1", "H1", 0.0, math.inf),
        lambda: frame(0, seen("H1", 1.0), seen("A1", 50.0), seen("H1", 90.0)),
    ],
)
def test_what_no_frame_can_say(made):
    with pytest.raises(BadValue):
        made()


def test_what_a_frame_can_just_say():
    edge = seen("H1", FARTHEST_MM, -FARTHEST_MM, fallen=1.0, front=0.0)
    assert edge.measured.pose.x_mm == FARTHEST_MM
    assert PairGap("A1", "H1", 0.0, 0.0).sigma_mm == 0.0


# Line-ups


def lined_up(*names):
    places = {"H55": 120.0, "H66": 160.0, "H71": 200.0, "H5": 40.0, "A55": 300.0}
    board = frame(0, *(seen(name, 280.0, places[name]) for name in names))
    return tackle_box(board, Roster(tuple(PLAYERS.values())), Team.HOME)


def test_the_box_lies_between_the_outer_edges_of_the_outermost_linemen():
    # Half a base is 10.3 mm; number 5 is no lineman, and A55 not of the side that snaps.
    box = lined_up("H5", "H66", "H71", "H55", "A55")
    assert (box.low_y_mm, box.high_y_mm) == (pytest.approx(109.7), pytest.approx(210.3))
    assert lined_up("H5", "H66", "A55") is None
    assert lined_up("H5", "H66", "H55").high_y_mm == pytest.approx(170.3)


@pytest.mark.parametrize(
    ("y_mm", "inside", "outside"),
    [
        (160.0, 1.0, 0.0),
        (120.1, 1.0, 0.0),
        (119.9, 0.0, 0.0),
        (199.9, 1.0, 0.0),
        (200.1, 0.0, 0.0),
        (99.5, 0.0, 0.0),
        (99.3, 0.0, 1.0),
        (220.5, 0.0, 0.0),
        (220.7, 0.0, 1.0),
    ],
)
def test_inside_and_outside_of_the_box_are_whole_bases(y_mm, inside, outside):
    box = TackleBox(109.7, 210.3, 0.0, 0.0)
    there = seen("H1", 250.0, y_mm).measured
    assert (box.inside(BASE, there), box.outside(BASE, there)) == (inside, outside)


def test_the_edges_of_the_box_err_too():
    box = TackleBox(109.7, 210.3, 0.3, 0.4)
    on_edge = MeasuredPose.with_sigmas(Pose(250.0, 120.5, 0.0), 0.0, 0.4, 0.0)
    # 0.5 mm inside, known to 0.5 mm: one sigma.
    assert box.inside(BASE, on_edge) == pytest.approx(0.841345, abs=1e-6)
