"""Fouls that are not settled: which of them come up next, and what a play's end does to them."""

from __future__ import annotations

from dataclasses import replace

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import (
    Event,
    FoulCalled,
    FoulPlay,
    FoulRolled,
    PlayEnded,
    QuarterEnded,
    Scored,
    SeriesBegan,
    TryFailed,
)
from referee.game.order.play_count import kick_of
from referee.game.penalties.foul_table import FoulTable, FoulTime
from referee.game.penalties.penalty_rules import PenaltyRules
from referee.game.state import OpenFoul, State

# What ends a play; a foul that was called in it may be settled then.
PLAYS = (PlayEnded, Scored, TryFailed, SeriesBegan)
_TIMES = tuple(FoulTime)


def with_foul(fouls: FoulTable, state: State, called: FoulCalled) -> State:
    """The state once a foul has been called."""
    row = fouls.row(called.foul)
    if called.team not in row.by.teams(_snapped_by(state, called)):
        raise BadValue("team", called.team.value, f"the {row.by.value}: {row.name} ({row.rule})")
    if called.play is FoulPlay.LAST and state.snap is None:
        raise BadValue("play", called.play.value, "a foul of a play that is over")
    count = state.fouls_called + 1
    opened = OpenFoul(count, called, over=called.play is not FoulPlay.THIS)
    before = () if called.play is FoulPlay.NONE else state.fouls
    snap = None if called.play is FoulPlay.NONE else state.snap
    return replace(state, fouls=(*before, opened), fouls_called=count, snap=snap)


def with_roll(fouls: FoulTable, state: State, rolled: FoulRolled) -> State:
    """The state once the dice were rolled: with the foul that the chart has for them, if any.

    At a stop it belongs to the play that runs, else to the one that is over.
    """
    if fouls.chart is None:
        raise BadValue("event", "FoulRolled", "a rulebook with a chart of fouls")
    found = fouls.chart.foul(rolled.penalty_die, rolled.action_die)
    if found is None:
        return state
    side, name = found
    play = FoulPlay.THIS if fouls.chart.in_play else FoulPlay.LAST
    called = FoulCalled(name, Team.HOME, play, rule=fouls.chart.rule)
    (team,) = side.teams(_snapped_by(state, called) or Team.HOME)
    return with_foul(fouls, state, replace(called, team=team))


def _snapped_by(state: State, called: FoulCalled) -> Team | None:
    last = called.play is FoulPlay.LAST and state.snap is not None
    return state.snap.team if last and state.snap is not None else state.team


def with_play_over(before: State, event: Event, after: State) -> State:
    """The state after an event, with the fouls of the play that it has ended.

    Fouls of an earlier play that nobody has taken are declined.
    """
    if isinstance(event, PLAYS):
        now = tuple(replace(foul, over=True) for foul in before.fouls if not foul.over)
        snap = replace(before, snap=None, fouls=())
        kick = None if isinstance(event, TryFailed) else kick_of(event)
        return replace(after, fouls=now, snap=snap, snap_kick=kick)
    return without_fouls(after) if isinstance(event, QuarterEnded) else after


def without_fouls(state: State) -> State:
    """The state with nothing left to settle."""
    return replace(state, fouls=(), snap=None, snap_kick=None)


def fouls_to_settle(fouls: FoulTable, rules: PenaltyRules, state: State) -> tuple[OpenFoul, ...]:
    """The fouls that come up next: all of the same time, where they offset by both sides."""
    over = [foul for foul in state.fouls if foul.over]
    for time in _TIMES:
        found = [foul for foul in over if fouls.row(foul.called.foul).when is time]
        if found:
            teams = {foul.called.team for foul in found}
            if len(teams) > 1 and not rules.offset.value:
                found = [foul for foul in found if foul.called.team is found[0].called.team]
            return tuple(found)
    return ()


def offset(to_settle: tuple[OpenFoul, ...]) -> bool:
    """Whether fouls that come up together are of both sides."""
    return len({foul.called.team for foul in to_settle}) > 1
