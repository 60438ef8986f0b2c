"""A short play that nobody sees, before the first frame counts: nothing compiles in a game."""

from __future__ import annotations

from collections.abc import Iterator

from referee.calls.board import Board, Seen
from referee.calls.levels import Levels
from referee.core.clock import S_NS
from referee.core.direction import Direction
from referee.core.field import FieldProfile
from referee.core.measured import MeasuredPose
from referee.core.pose import Pose
from referee.core.roster import Roster, Team
from referee.game.state import Stage, State
from referee.official.official import Official
from referee.official.said import PutInto, Switched
from referee.play.engaged import Engaged
from referee.rulebooks.period import Period
from referee.rulebooks.rulebook import Rulebook

FRAME_NS = 33_000_000
POWERED, AT_REST = 24, 8
APART_MM, SPEED_MM_S = 70.0, 90.0
MOST_OF_A_TEAM = 11


def warm_up(rulebook: Rulebook, field: FieldProfile, roster: Roster) -> None:
    """Two rows of figures run into each other, and the calls and touches are judged."""
    line_mm = field.goal_to_goal_mm / 2
    state = State(
        stage=Stage.SCRIMMAGE,
        quarter=1,
        home_plays=Direction.RIGHT,
        team=Team.HOME,
        down=1,
        x_mm=line_mm,
        y_mm=field.width_mm / 2,
        dead_y_mm=field.width_mm / 2,
    )
    official = Official(rulebook, field, roster, state)
    engaged = Engaged(rulebook.calls.engagement, roster, Levels())
    carrier = next(player.id for player in roster if player.team is Team.HOME)
    official.hear(0, PutInto(period=Period.AFTER_THE_LINE, carrier=carrier))
    official.hear(0, Switched(on=True))
    for board in _clash(field, roster):
        official.see(board)
        engaged.see(board, resting=not board.power)
    official.close()


def _clash(field: FieldProfile, roster: Roster) -> Iterator[Board]:
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
                seen.append(Seen(player.id, MeasuredPose.with_sigmas(pose, 0.2, 0.2, 1.0)))
        yield Board(t_ns, k < POWERED, tuple(seen))
