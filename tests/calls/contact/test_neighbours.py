"""Who may have been at a player unseen: while the board rests nobody comes nearer."""

from __future__ import annotations

import pytest

from referee.calls.contact.neighbours import hidden_near
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
MS = 1_000_000
# Out of sight from here until the end.
LOST_MS, UNTIL_MS = 200, 500


def hidden(apart_mm, *, power):
    """Whether the other, seen so far off and then not, may have been at the player at the end."""
    there = SeenBase("H1", MeasuredPose(Pose(0.0, 0.0, 0.0)))
    other = SeenBase("A1", MeasuredPose(Pose(apart_mm, 0.0, 180.0)))
    boards = [
        BoardFrame(ms * MS, power, (there, other) if ms < LOST_MS else (there,))
        for ms in range(0, UNTIL_MS + 1, 20)
    ]
    found = hidden_near(boards, "H1", {"A1": BASE}, BASE, Thresholds(), UNTIL_MS * MS)
    return bool(found)


@pytest.mark.parametrize(("power", "may_have"), [(True, True), (False, False)])
def test_who_flickers_80_mm_off_may_have_come_only_while_the_board_runs(power, may_have):
    assert hidden(80.0, power=power) is may_have


@pytest.mark.parametrize("power", [True, False])
def test_who_was_lost_beside_the_player_may_touch_it_at_rest_too(power):
    assert hidden(30.0, power=power)


def test_who_was_too_far_off_even_for_the_fastest_did_not_come():
    """In 0.32 s two bases close in by no more than 0.32 s x the fastest pair's speed."""
    far_mm = 2 * BASE.reach_mm + 0.34 * Thresholds().closing_mm_s
    assert not hidden(far_mm, power=True)
