"""A short play that nobody sees, before the first frame counts: nothing compiles in a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PlayPhase
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.game.state import GamePhase, State
from referee.night.line_up.engagement_pairs import EngagementPairs
from referee.official.declarations.types import PlayMoved, SwitchUsed
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

FRAME_NS = 33_000_000
# Frames with the power on, then at rest.
POWERED = 24
AT_REST = 8
# Half the way between the two rows at the beginning.
APART_MM = 70.0
SPEED_MM_S = 90.0
MOST_OF_A_TEAM = 11


def warm_up(rulebook: Rulebook, field: FieldProfile, roster: Roster) -> None:
    """Two rows of figures run into each other, and the calls and touches are judged."""
    line_mm = field.goal_to_goal_mm / 2
    state = State(
        phase=GamePhase.SCRIMMAGE,
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
    official.hear(0, PlayMoved(step=_running_step(rulebook), carrier=carrier))
    official.hear(0, SwitchUsed(on=True))
    for board in _clash(field, roster):
        official.see(board)
        engaged.update(board, resting=not board.power)
    official.close()


def _running_step(rulebook: Rulebook) -> PlayStep:
    """A step in which the carrier runs: the last one that this rulebook has."""
    rows = rulebook.procedure.rows
    return [row.step for row in rows if row.phase is PlayPhase.RUN][-1]


def eleven_of(roster: Roster, team: Team) -> list[Player]:
    """The first eleven players of a team."""
    return [player for player in roster if player.team is team][:MOST_OF_A_TEAM]


def facing_rows(field: FieldProfile, players: Sequence[Player], off_mm: float) -> dict[str, Pose]:
    """Where two rows stand that face each other, each so far from the middle of the field."""
    poses = {}
    for team in Team:
        home = team is Team.HOME
        x_mm = field.goal_to_goal_mm / 2 - (1.0 if home else -1.0) * off_mm
        for place, player in enumerate(p for p in players if p.team is team):
            y_mm = field.width_mm * (place + 1) / (MOST_OF_A_TEAM + 1)
            poses[player.id] = Pose(x_mm, y_mm, 0.0 if home else 180.0)
    return poses


def _clash(field: FieldProfile, roster: Roster) -> Iterator[BoardFrame]:
    players = [player for team in Team for player in eleven_of(roster, team)]
    for k in range(POWERED + AT_REST):
        went_mm = min(k, POWERED) * SPEED_MM_S * FRAME_NS / S_NS
        seen = tuple(
            SeenBase(player, MeasuredPose.with_sigmas(pose, 0.2, 0.2, 1.0))
            for player, pose in facing_rows(field, players, APART_MM - went_mm).items()
        )
        yield BoardFrame((k + 1) * FRAME_NS, k < POWERED, seen)
