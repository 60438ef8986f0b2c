"""Penalties: fouls seen before a snap, as calls that wait, and the yards walked off for a foul."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.core.errors import BadValue
from referee.core.field.yards import stick_mm
from referee.core.settings.ruled import Ruled
from referee.game.events import (
    DownRepeated,
    Event,
    FoulCalled,
    Noted,
    SeriesBegan,
    TryFailed,
)
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.game.order.play_count import CountedEvent, kick_of
from referee.game.penalties.foul_table import FoulTable
from referee.game.penalties.open_fouls import PLAYS
from referee.game.state import GamePhase, State
from referee.night.commands import EnforcePenalty
from referee.official.line_up.line_up import LineUp, LineUpFault
from referee.rulebooks.rulebook import Rulebook


def foul_events_of(found: LineUp, rulebook: Rulebook) -> tuple[FoulCalled | Noted, ...]:
    """The fouls of a line-up that was snapped though a rule was against it: all of both sides.

    Where they cost nothing they are noted.
    """
    rules = rulebook.calls.line_up.penalty_yd
    return tuple(_foul_event(fault, rulebook.game.fouls, rules) for fault in found.faults)


def _foul_event(fault: LineUpFault, fouls: FoulTable, yards: Ruled[float]) -> FoulCalled | Noted:
    row = fouls.of_fault(fault.rule)
    if yards.value <= 0.0 or row is None:
        return Noted(f"{CallKind.ILLEGAL_FORMATION.value}: {fault.sentence}", fault.rule)
    return FoulCalled(
        row.name,
        fault.team,
        words=fault.sentence,
        rule=fault.rule,
        yards=yards.value if yards.house else None,
    )


def foul_calls_of(faults: Sequence[LineUpFault], t_ns: int, play: int) -> tuple[Call, ...]:
    """What is said and recorded of a line-up that was snapped all the same; the play goes on."""
    return tuple(
        Call(
            t_ns=t_ns,
            sigma_ns=0,
            kind=CallKind.ILLEGAL_FORMATION,
            rule=fault.rule,
            certainty=fault.certainty,
            action=CallAction.RECORD,
            players=fault.players,
            gap_mm=None,
            sigma_mm=None,
            spot=None,
            flag=(),
            frames=(t_ns,),
            episode=Episode(
                EpisodeTopic.LINE_UP,
                play,
                name=fault.team.value,
                rule=fault.rule,
                reason=fault.sentence,
            ),
        )
        for fault in faults
    )


def penalty_entries(
    journal: Journal, keeper: Fold, command: EnforcePenalty, since: int | None
) -> Event | OverturnEntry:
    """The down again from the new spot; of a play since ``since`` nothing else stands.

    ``since`` is how many entries there were at the snap, None: the foul was no part of a play.
    """
    state = State()
    played: tuple[int, CountedEvent | TryFailed] | None = None
    for number, event in journal.standing():
        if since is not None and number > since and isinstance(event, PLAYS):
            played = number, event
            break
        state = keeper.after(state, event)
    if state.phase is not GamePhase.SCRIMMAGE:
        raise BadValue("penalty", f"{command.yards:g} yards", "a penalty of a play from scrimmage")
    again = _again(state, keeper, command)
    if played is None:
        return again
    number, wiped_out = played
    kick = None if isinstance(wiped_out, TryFailed) else kick_of(wiped_out)
    return OverturnEntry(number, penalty_reason(command), replace(again, fouled=True, kick=kick))


def entries_before_last_play(journal: Journal) -> int:
    """How long the journal was before the play that is just over was written."""
    played = [number for number, event in journal.standing() if isinstance(event, PLAYS)]
    if not played:
        raise BadValue("penalty", "in the play", "a play that is over")
    return played[-1] - 1


def penalty_reason(command: EnforcePenalty) -> str:
    """The penalty in the journal's words."""
    rule = f", {command.rule}" if command.rule else ""
    return f"penalty of {command.yards:g} yards against {command.team.value}{rule}"


def _again(state: State, keeper: Fold, command: EnforcePenalty) -> DownRepeated | SeriesBegan:
    """Never more than half the way to the goal of whoever fouled."""
    team = state.team
    if team is None:
        raise BadValue("penalty", command.team.value, "a game in which somebody has the ball")
    sign = state.plays_toward(team).sign
    back = -sign if command.team is team else sign
    goal_mm = keeper.field.goal_to_goal_mm if back > 0 else 0.0
    way_mm = min(stick_mm(keeper.field, command.yards), abs(goal_mm - state.x_mm) / 2.0)
    x_mm = state.x_mm + back * way_mm
    line = state.to_gain_x_mm
    if line is not None and sign * (x_mm - line) >= 0.0:
        return SeriesBegan(team, x_mm, state.y_mm)
    return DownRepeated(x_mm, None)
