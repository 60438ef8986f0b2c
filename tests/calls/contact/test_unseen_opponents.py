"""Who may have touched the carrier while nobody saw them."""

from __future__ import annotations

from referee.calls.contact.evidence.pose_trails import PoseTrails
from referee.calls.contact.unseen_opponents import UnseenOpponents
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
MS = 1_000_000
CARRIER, OPPONENT = "H22", "A55"
# Head on and 12 mm away as it was seen last, at 100 mm/s: it gets there in an eighth of a second.
LAST_MS, UNTIL_MS = 300, 900


def measured(x_mm, heading_deg):
    return MeasuredPose.with_sigmas(Pose(x_mm, 0.0, heading_deg), 0.1, 0.1, 0.5)


def trails(*, lies=False, gap_mm=12.0, until_ms=UNTIL_MS):
    made = PoseTrails()
    for ms in range(0, until_ms + 1, 20):
        seen = [SeenBase(CARRIER, measured(0.0, 0.0))]
        if ms <= LAST_MS:
            x_mm = 27.8 + gap_mm + 0.1 * (LAST_MS - ms)
            pose = measured(x_mm, 180.0)
            seen.append(
                SeenBase(OPPONENT, pose, fallen=0.99 if lies and ms >= LAST_MS - 40 else 0.0)
            )
        made.update(BoardFrame(ms * MS, True, tuple(seen)))
    return made


def likely(*, lying_count=True, until_ms=UNTIL_MS, **how):
    opponents = UnseenOpponents(
        CARRIER,
        {OPPONENT: BASE},
        BASE,
        trails(until_ms=until_ms, **how),
        Thresholds(),
        lying_count=lying_count,
    )
    return opponents.likely(0, until_ms * MS)


def test_who_came_at_the_carrier_and_was_lost_may_have_touched():
    assert likely()[OPPONENT] > 0.5


def test_who_lay_when_it_was_seen_last_is_asked_about_where_lying_figures_count():
    assert OPPONENT in likely(lies=True, lying_count=True)
    assert likely(lies=True, lying_count=False) == {}


def test_who_would_have_had_to_go_far_in_the_open_would_have_been_seen():
    """At 100 mm/s it would be there in 2.5 s; nobody saw it on the way for 3 s."""
    assert likely(gap_mm=250.0, until_ms=LAST_MS + 3_000) == {}
