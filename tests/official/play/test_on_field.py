"""Who waits beside the board is no doubt of a call; who is not seen on it is one."""

from __future__ import annotations

import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.clock import S_NS
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base
from referee.official.play.on_field import LATELY_NS, OnField

BASE = load_base("standard")
HOMES, AWAYS = [f"H{k:02d}" for k in range(13)], [f"A{k:02d}" for k in range(13)]
ROSTER = Roster(
    tuple(
        Player(name, Team.HOME if name[0] == "H" else Team.AWAY, k, BASE)
        for names in (HOMES, AWAYS)
        for k, name in enumerate(names)
    )
)


def frame(names, t_s=1.0, power=False):
    seen = tuple(SeenBase(n, MeasuredPose(Pose(30.0 * k, 10.0, 0.0))) for k, n in enumerate(names))
    return BoardFrame(round(t_s * S_NS), power, seen)


@pytest.fixture
def field():
    made = OnField(ROSTER)
    made.update(frame([*HOMES[:11], *AWAYS[:10]]))
    return made


def test_of_eleven_that_are_seen_nobody_else_plays(field):
    assert [n for n in field.names(()) if n[0] == "H"] == HOMES[:11]


def test_of_ten_that_are_seen_anybody_may_be_the_eleventh(field):
    assert [n for n in field.names(()) if n[0] == "A"] == AWAYS


def test_somebody_who_is_said_to_have_the_ball_and_is_not_seen_opens_it_again(field):
    assert [n for n in field.names({"H12"}) if n[0] == "H"] == HOMES


def test_who_flickers_still_plays(field):
    field.update(frame([*HOMES[:10], *AWAYS[:10]], 2.0))
    assert [n for n in field.names(()) if n[0] == "H"] == HOMES[:11]


def test_who_was_taken_off_and_another_put_on_plays_no_more(field):
    field.update(frame([*HOMES[1:12], *AWAYS[:10]], 1.5 + LATELY_NS / S_NS))
    assert [n for n in field.names(()) if n[0] == "H"] == HOMES[1:12]


def test_what_the_line_up_showed_holds_while_the_board_runs(field):
    field.update(frame(["H00"], 20.0, power=True))
    assert [n for n in field.names(()) if n[0] == "H"] == HOMES[:11]


def test_at_a_stop_who_has_fallen_is_not_seen_and_still_plays(field):
    field.update(frame(HOMES[:9], 60.0))
    assert [n for n in field.names(()) if n[0] == "H"] == HOMES[:11]
    assert [n for n in field.names({HOMES[10]}) if n[0] == "H"] == HOMES[:11]


def test_somebody_else_who_shows_up_among_few_may_play_with_anybody(field):
    field.update(frame([*HOMES[:9], "H12"], 60.0))
    assert [n for n in field.names(()) if n[0] == "H"] == HOMES


def test_a_name_that_was_put_right_is_of_somebody_who_does_not_play(field):
    """For two seconds both names had counted as seen, and both as players."""
    field.update(frame([*HOMES[:10], "H12"], 1.2))
    assert [n for n in field.names(()) if n[0] == "H"] == [*HOMES[:10], "H12"]
