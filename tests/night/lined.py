"""Nights with two full teams lined up by hand, at rest or creeping, frame by frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.calls.frame import BoardFrame
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import SeriesBegan, Started
from referee.game.journal import Journal
from referee.loaders.rulebooks import load_rulebook
from referee.night.night import Night
from tests.core.fields import EASY
from tests.official.formations import FOUR_THREE, LINE_X, PRO, Spots, board_of, roster_of

MS, FRAME_NS = 1_000_000, 33_000_000
NAMES = {Team.HOME: "Reds", Team.AWAY: "Blues"}
# Home has the ball at x = 300 and plays to the right; nobody is near a goal.
BEGUN = (
    Started("hefl", Team.AWAY, Direction.RIGHT),
    SeriesBegan(Team.HOME, LINE_X, 160.0),
)


def night_of(rulebook="hefl", events=BEGUN, offense: Spots = PRO, defense: Spots = FOUR_THREE):
    """A night before a snap."""
    journal = Journal()
    for event in events:
        journal = journal.append(0, "coach", event)
    return Night(load_rulebook(rulebook), EASY, roster_of(offense, defense), journal, NAMES)


def frames(
    seconds: float,
    offense: Spots = PRO,
    defense: Spots = FOUR_THREE,
    *,
    start_s: float = 0.0,
    creeps: tuple[float, float] | None = None,
    gone: Sequence[str] = (),
    lies: tuple[str, ...] = (),
) -> list[BoardFrame]:
    """Frames of a line-up; from one time until another everybody creeps ahead at 40 mm/s."""
    still = board_of(offense, defense, lies=lies)
    boards = []
    for k in range(round(seconds * 1e9 / FRAME_NS)):
        t_ns = round(start_s * 1e9) + k * FRAME_NS + 1
        t_s, (since, until) = t_ns / 1e9, creeps or (1e9, 1e9)
        way_mm = 40.0 * max(min(t_s, until) - since, 0.0)
        seen = tuple(
            replace(each, measured=_ahead(each.measured, way_mm))
            for each in still.seen
            if each.player not in gone
        )
        boards.append(BoardFrame(t_ns, False, seen))
    return boards


def _ahead(measured: MeasuredPose, way_mm: float) -> MeasuredPose:
    """Everybody toward the right goal together, so that nobody meets anybody."""
    pose = measured.pose
    return replace(measured, pose=Pose(pose.x_mm + way_mm, pose.y_mm, pose.heading_deg))


def at(night: Night) -> Mapping[str, object]:
    """Where the play stands, in few words."""
    return {"period": night.notice.step, "carrier": night.notice.carrier}
