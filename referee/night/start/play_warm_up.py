"""A short play that nobody sees, before the first frame counts: nothing compiles in a game."""

from __future__ import annotations

from collections.abc import Iterator

from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State
from referee.night.line_up.engagement_pairs import EngagementPairs
from referee.official.declarations.types import PlayMoved, SwitchUsed
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

FRAME_NS = 33_000_000
POWERED, AT_REST = 24, 8
APART_MM, SPEED_MM_S = 70.0, 90.0
MOST_OF_A_TEAM = 11


def warm_up(rulebook: Rulebook, field: FieldProfile, roster: Roster) -> None:
    """Two rows of figures run into each other, and the calls and touches are judged."""
    line_mm = field.goal_to_goal_mm / 2
    state = State(
        stage=GamePhase.SCRIMMAGE,
        quarter=1,
        home_plays=Direction.RIGHT,
        team=Team.HOME,
        down=1,
        x_mm=line_mm,
        y_mm=field.width_mm / 2,
        dead_y_mm=field.width_mm / 2,
    )
    official = Official(rulebook, field, roster, state)
    engaged = EngagementPairs(rulebook.calls.engagement, roster, Thresholds())
    carrier = next(player.id for player in roster if player.team is Team.HOME)
    official.hear(0, PlayMoved(period=PlayStep.AFTER_THE_LINE, carrier=carrier))
    official.hear(0, SwitchUsed(on=True))
    for board in _clash(field, roster):
        official.see(board)
        engaged.see(board, resting=not board.power)
    official.close()


def _clash(field: FieldProfile, roster: Roster) -> Iterator[BoardFrame]:
    players = {team: [p for p in roster if p.team is team][:MOST_OF_A_TEAM] for team in Team}
    for k in range(POWERED + AT_REST):
        t_ns = (k + 1) * FRAME_NS
        went_mm = min(k, POWERED) * SPEED_MM_S * FRAME_NS / S_NS
        seen = []
        for team, row in players.items():
            sign = 1.0 if team is Team.HOME else -1.0
            x_mm = field.goal_to_goal_mm / 2 - sign * (APART_MM - went_mm)
            for place, player in enumerate(row):
                y_mm = field.width_mm * (place + 1) / (MOST_OF_A_TEAM + 1)
                pose = Pose(x_mm, y_mm, 0.0 if team is Team.HOME else 180.0)
                seen.append(SeenBase(player.id, MeasuredPose.with_sigmas(pose, 0.2, 0.2, 1.0)))
        yield BoardFrame(t_ns, k < POWERED, tuple(seen))
