"""Line-up fouls against the line-up as it truly stood, read by the same rules without any error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.calls.call import Call, CallKind
from referee.calls.call_rules import CallRules
from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.roster import Roster
from referee.game.state import GamePhase, State
from referee.official.line_up.line_up import LineUpFault
from referee.official.line_up.line_up_reader import read_line_up
from referee.official.line_up.measured_player import Scrimmage
from referee.rulebooks.kicks.kick_rules import Kick
from referee.sim.board_state import BoardState

# How well true poses are known, in mm and in degrees: next to nothing, but no division by zero.
TRUE_SIGMA = 0.001
_SNAPS = (GamePhase.SCRIMMAGE, GamePhase.TRY)


@dataclass(frozen=True, slots=True)
class JudgedFouls:
    """``false`` and ``missed`` are the rules of fouls that were none, and of fouls not called."""

    called: int = 0
    false: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()


def true_faults(
    board: BoardState,
    state: State,
    roster: Roster,
    field: FieldProfile,
    rules: CallRules,
    kick: Kick | None = None,
) -> tuple[LineUpFault, ...]:
    """What the rules have against the figures where they truly stand."""
    if state.phase not in _SNAPS or state.team is None:
        return ()
    sigmas = (TRUE_SIGMA, TRUE_SIGMA, TRUE_SIGMA)
    seen = tuple(
        SeenBase(
            piece.player_id,
            MeasuredPose.with_sigmas(piece.pose, *sigmas),
            fallen=float(piece.fallen),
        )
        for piece in board.pieces
    )
    at = Scrimmage(state.team, state, field, rules, kick)
    return read_line_up(BoardFrame(board.t_ns, False, seen), roster, at).faults


def judged_fouls(calls: Sequence[Call], faults: Sequence[LineUpFault]) -> JudgedFouls:
    """The fouls among calls that name true figures. A foul of other figures is another foul."""
    made = [call for call in calls if call.kind is CallKind.ILLEGAL_FORMATION]
    false = [call.rule for call in made if not any(_same(call, fault) for fault in faults)]
    missed = [fault.rule for fault in faults if not any(_same(call, fault) for call in made)]
    return JudgedFouls(len(made), tuple(false), tuple(missed))


def _same(call: Call, fault: LineUpFault) -> bool:
    alike = call.rule == fault.rule
    nobody = not call.players or not fault.players
    return alike and (nobody or bool(set(call.players) & set(fault.players)))
