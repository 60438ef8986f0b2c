"""What a penalty comes to: the event that stands in place of the play, or follows it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import gained_yd, goal_x_mm, spot_x_mm, stick_mm
from referee.game.events import DownRepeated, FoulCalled, PenaltyDown, Score, Scored
from referee.game.order.game_order import GameOrder
from referee.game.penalties.foul_table import FoulRow, FoulSpot, FoulTable
from referee.game.penalties.penalty_rules import PenaltyRules
from referee.game.state import OpenFoul, State


@dataclass(frozen=True, slots=True)
class PenaltyGround:
    """What is asked of a rulebook and a board to walk yards off."""

    fouls: FoulTable
    rules: PenaltyRules
    order: GameOrder
    field: FieldProfile


@dataclass(frozen=True, slots=True)
class Enforcement:
    """``event`` is applied to ``before``: with ``wipes_out`` to the state at the snap, of whose
    play nothing else stands then, else to the state as it is. ``yards`` were really walked off.
    """

    event: DownRepeated | Scored
    before: State
    wipes_out: bool
    yards: float


def enforcement_of(ground: PenaltyGround, state: State, foul: OpenFoul) -> Enforcement:
    """What taking the penalty of a foul comes to."""
    row, called = ground.fouls.row(foul.called.foul), foul.called
    wipes_out = state.snap is not None and not row.keeps_play
    before = state.snap if wipes_out and state.snap is not None else state
    team = before.team or called.team
    goal_x = goal_x_mm(ground.field, before.plays_toward(called.team.other))
    in_own_zone = (
        called.x_mm is not None
        and called.team is team
        and before.plays_toward(team.other).sign * (called.x_mm - goal_x) >= 0.0
    )
    # Yards from a place behind the own goal line would leave the ball there: a safety too.
    if in_own_zone and (row.safety or row.spot in (FoulSpot.FOUL, FoulSpot.FARTHER)):
        rule = called.rule or row.rule
        return Enforcement(Scored(Score.SAFETY, team.other, rule), before, wipes_out, 0.0)
    from_x, to_x = _way(ground, row, called, before)
    event = DownRepeated(
        to_x,
        None,
        fouled=wipes_out,
        kick=state.snap_kick if wipes_out else None,
        down=_down(row, called, state, before, wipes_out=wipes_out),
    )
    yards = abs(gained_yd(ground.field, from_x, to_x, before.plays_toward(team)))
    return Enforcement(event, before, wipes_out, yards)


def _way(
    ground: PenaltyGround, row: FoulRow, called: FoulCalled, before: State
) -> tuple[float, float]:
    """From where the yards are walked off, and where that ends: toward the goal of who fouled."""
    field, back = ground.field, before.plays_toward(called.team.other).sign
    goal_x = goal_x_mm(field, before.plays_toward(called.team.other))
    previous_x = _ball_x(ground, before)
    from_x = previous_x
    if called.x_mm is not None and row.spot is FoulSpot.FOUL:
        from_x = called.x_mm
    if row.end_zone_yd is not None and back * (from_x - goal_x) >= 0.0:
        return previous_x, goal_x - back * stick_mm(field, row.end_zone_yd)
    from_x = min(max(from_x, 0.0), field.goal_to_goal_mm)
    yards = row.yards if called.yards is None else called.yards
    left_mm = max(back * (goal_x - from_x), 0.0)
    most_mm = left_mm / 2.0 if ground.rules.half_the_distance.value else left_mm
    to_x = from_x + back * min(stick_mm(field, yards), most_mm)
    if row.spot is FoulSpot.FARTHER and called.x_mm is not None:
        to_x = max(to_x, called.x_mm, key=lambda x: back * x)
    return (previous_x if row.spot is not FoulSpot.END else from_x), to_x


def _ball_x(ground: PenaltyGround, state: State) -> float:
    """Where the ball lies: where it is kicked off from, before a kickoff."""
    from_yd = ground.order.row(state.phase).from_yd
    if from_yd is None or state.team is None:
        return state.x_mm
    return spot_x_mm(ground.field, from_yd, state.plays_toward(state.team))


def _down(
    row: FoulRow, called: FoulCalled, state: State, before: State, *, wipes_out: bool
) -> PenaltyDown:
    """What the penalty makes of the down, by who fouled and what stands of the play."""
    snap = state.snap
    if not wipes_out and snap is not None and state.series != snap.series:
        return PenaltyDown.FIRST  # the play has brought one, and it begins at the new place
    if row.down is PenaltyDown.FIRST and called.team is before.team:
        return PenaltyDown.AGAIN
    return row.down
