"""The beginning: bases that stand and then set off, or that simply stand."""

from __future__ import annotations

import math

import numpy as np

from referee.camera.frame_source import Frame
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.vision.frame.finder import BaseCandidate, diagonal_covariance
from referee.vision.sighting import HandSighting
from referee.vision.watch.board_look import BoardLook, LookEvidence, NewBase
from referee.vision.watch.line_up.line_up_finder import LineUpFinder
from referee.vision.watch.line_up.placed_roster import place_players, teams_by_side, working_roster

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
NARROW = rounded_rectangle("narrow", 27.8, 15.0, 2.0)
LOOK_NS = 100_000_000
HAND = HandSighting((0, 0, 100, 100), 0.9)


def fresh(t_ns, x, y=100.0, heading=0.0, front=0.9, score=0.8, shape=BASE, in_hand=False):
    pose = Pose(x, y, heading)
    size = (shape.length_mm, shape.width_mm)
    claim = BaseCandidate(
        pose, *size, score, front, 0.0, diagonal_covariance(1.0, 0.1), in_hand=in_hand
    )
    return NewBase(
        pose, shape, claim, LookEvidence(t_ns, heading, front, 0.0, 0.9, None, 0.5, size)
    )


def look(number, bases, hands=()):
    t_ns = number * LOOK_NS
    frame = Frame(t_ns, np.zeros((2, 2, 3), np.uint8), number)
    return BoardLook(frame, (), (), tuple(fresh(t_ns, **b) for b in bases), (), tuple(hands))


def row(count, x=100.0, way=0.0):
    return [{"x": x + way, "y": 50.0 * k} for k in range(count)]


def started(looks):
    line_up = LineUpFinder()
    for each in looks:
        if line_up.look(each) is not None:
            return line_up.start
    return None


def test_a_quiet_second_is_a_start_from_its_beginning():
    start = started(look(k, row(6)) for k in range(40))
    assert start.t_ns <= 2 * LOOK_NS
    assert len(start.standing) == 6


def test_while_hands_are_at_work_nothing_has_begun():
    assert started(look(k, row(6), [HAND]) for k in range(40)) is None


def test_while_figures_still_come_nothing_has_begun():
    assert started(look(k, row(2 + k // 4)) for k in range(40)) is None


def test_when_many_set_off_at_once_the_line_up_is_what_stood_before():
    standing = [look(k, row(6), [HAND]) for k in range(8)]
    moving = [look(8 + k, row(6, way=4.0 * (k + 1)), [HAND]) for k in range(4)]
    start = started(standing + moving)
    assert start.t_ns == 7 * LOOK_NS
    assert {s.pose.x_mm for s in start.standing} == {100.0}


def test_what_is_seen_now_and_then_stands_not_there():
    looks = [look(k, row(6) + ([{"x": 400.0}] if k % 5 == 0 else [])) for k in range(40)]
    assert len(started(looks).standing) == 6


def flickering(k, places=8, there=6):
    """Bases that the detector finds for a while, one after the other, and then not."""
    return [{"x": 400.0, "y": 50.0 * n} for n in range(places) if (k - 3 * n) % 24 < there]


def test_bases_that_are_hardly_seen_do_not_keep_a_line_up_from_beginning_for_ever():
    """Green bases on a green board come and go in the looks although no hand was near."""
    looks = [look(k, row(6) + flickering(k)) for k in range(60)]
    assert started(looks[:20]) is None
    standing = started(looks).standing
    assert sum(s.pose.x_mm == 100.0 for s in standing) == 6


def test_while_hands_come_again_and_again_figures_that_come_have_just_been_set():
    looks = [look(k, row(6) + flickering(k), [HAND] if k % 30 == 0 else []) for k in range(60)]
    assert started(looks) is None


def test_what_a_hand_holds_does_not_stand():
    held = [{"x": 400.0, "in_hand": True}]
    assert len(started(look(k, row(6) + held) for k in range(40)).standing) == 6


def test_one_look_that_takes_the_back_for_the_front_changes_nothing():
    looks = [look(k, [{"x": 100.0, "heading": 180.0 * (k == 3)}, {"x": 300.0}]) for k in range(40)]
    (first, _) = started(looks).standing
    assert math.cos(math.radians(first.pose.heading_deg)) > 0.99
    assert first.front > 0.9


def test_players_go_to_bases_of_their_team_and_size():
    roster = Roster(
        (
            Player("H1", Team.HOME, 1, BASE),
            Player("H2", Team.HOME, 2, NARROW),
            Player("A1", Team.AWAY, 1, BASE),
        )
    )
    bases = [{"x": 300.0}, {"x": 100.0, "shape": NARROW}, {"x": 200.0}]
    start = started(look(k, bases) for k in range(40))
    whose = [(Team.HOME, 0.99), (Team.AWAY, 0.99), (Team.HOME, 0.99)]
    begin = place_players(roster, start.standing, whose, np.zeros((3, 3)))
    assert {p: pose.x_mm for p, pose in begin.places.items()} == {
        "H2": 100.0,
        "A1": 200.0,
        "H1": 300.0,
    }


def test_a_working_roster_has_at_most_eleven_of_a_team_the_rest_is_clutter():
    bases = [{"x": 100.0, "y": 40.0 * k, "score": 0.2 + 0.05 * k} for k in range(13)]
    start = started(look(k, bases) for k in range(40))
    begin = working_roster(start.standing, [Team.HOME] * 13, [BASE] * 13)
    assert [p.id for p in begin.roster] == [f"H{n}" for n in range(1, 12)]
    assert {pose.y_mm for pose in begin.clutter} == {0.0, 40.0}


def test_without_colours_the_left_half_is_home():
    start = started(look(k, row(3) + row(3, x=300.0)) for k in range(40))
    assert teams_by_side(start.standing) == (Team.HOME,) * 3 + (Team.AWAY,) * 3
