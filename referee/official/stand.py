"""Where a play stands: plain values, replaced and never changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.pitch_rules import How
from referee.calls.plays import Play, Roll, Side
from referee.calls.situation import Lost, Pass, Phase
from referee.calls.stops import StopAt
from referee.core.roster import Team
from referee.game.state import Stage, State
from referee.official.said import Aimed, BallLies, Named
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Holder, Procedure, Row, Stop


@dataclass(frozen=True, slots=True)
class Gets:
    """Who gets the ball if dice or a throw say so, how, and as which play."""

    to: str
    how: How
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Stand:
    """One play so far.

    ``period`` is the stretch of power that runs or comes next, ``last`` the one before it.
    ``offense`` snapped the ball, ``team`` has it, or had it last; ``passer`` threw it forward.
    ``meant`` is what was named before it was due. ``aim`` is a pass as it was said, ``thrown`` as
    it was accepted. ``bare``: put directly into a phase; no pulse and no rule stops the board.
    ``unnamed``: a play has to be named before there is power again. ``run_only``: a receiver had
    left the scramble zone, and no pass may follow. ``run_on``: the coach lets the carrier run on.
    ``no_stops``: the offense holds the switch throughout and nobody stops, as on some tries.
    ``shotgun``: the passer stood so far from the center that some books roll for the snap.
    """

    play: int
    period: Period
    offense: Team
    team: Team
    last: Period = Period.SET
    phase: Phase | None = None
    carrier: str | None = None
    named: Play | None = None
    meant: Named | None = None
    caught_behind: bool = False
    gained_x_mm: float | None = None
    aim: Aimed | None = None
    thrown: Pass | None = None
    passer: str | None = None
    gets: Gets | None = None
    ball: BallLies | None = None
    lost: Lost | None = None
    shotgun: bool = False
    dice: tuple[Roll, ...] = ()
    used: tuple[tuple[Period, StopAt], ...] = ()
    bare: bool = False
    unnamed: bool = False
    run_only: bool = False
    run_on: bool = False
    no_stops: bool = False
    changes: int = 0
    tries: int = 0

    def left(self, period: Period, stop: Stop) -> bool:
        """Whether a stop may still be made in this play; one by choice alone counts by period."""
        chosen = stop.at is StopAt.ANYWHERE
        made = sum(at is stop.at for where, at in self.used if where is period or not chosen)
        return stop.times == 0 or made < stop.times

    def stopped(self, period: Period, stop: Stop) -> Stand:
        """The same play after one more such stop."""
        return replace(self, used=(*self.used, (period, stop.at)))


def beginning(state: State, *, stops_on_tries: bool, play: int = 1) -> Stand:
    """A play that is about to begin, by the state of the game."""
    team = state.team or Team.HOME
    none = state.stage is Stage.TRY and not stops_on_tries
    return Stand(play=play, period=Period.SET, offense=team, team=team, no_stops=none)


def holder_of(row: Row, stand: Stand) -> Team | None:
    """The team that holds the switch in a period; None: the referee."""
    return stand.offense if stand.no_stops else team_with(row.holder, stand)


def team_with(holder: Holder, stand: Stand) -> Team | None:
    """The team that a table names by its part in the play; None: the referee."""
    return {
        Holder.OFFENSE: stand.offense,
        Holder.DEFENSE: stand.offense.other,
        Holder.CARRIER: stand.team,
        Holder.OTHER: stand.team.other,
        Holder.LOST: stand.team,
        Holder.REFEREE: None,
    }[holder]


def team_of(side: Side, stand: Stand) -> Team | None:
    """The team that somebody names by its part in the play; None: the referee."""
    return {
        Side.OFFENSE: stand.offense,
        Side.DEFENSE: stand.offense.other,
        Side.HOME: Team.HOME,
        Side.AWAY: Team.AWAY,
        Side.REFEREE: None,
    }[side]


def at_stop(procedure: Procedure, stand: Stand, then: Period | None) -> Stand:
    """The play after power went off: what comes next, as far as it is known."""
    if stand.period is Period.SET or stand.period is Period.DEAD:
        return stand
    row = procedure.row(stand.period)
    unnamed = then is None and bool(row.plays)
    used_up = then is row.period and bool(row.plays) and _used_up(row, stand)
    return replace(
        stand,
        last=stand.period,
        period=then or stand.period,
        unnamed=unnamed or used_up or (then is not None and _ran(procedure, stand, then)),
        bare=False,
    )


def named(procedure: Procedure, stand: Stand, play: Play, carrier: str | None) -> Stand:
    """The play once it is named: what its name leads to."""
    plays = procedure.row(stand.last).plays or {}
    return replace(
        stand,
        period=plays[play],
        named=play,
        carrier=carrier or stand.carrier,
        unnamed=False,
        meant=None,
        gets=None,
    )


def unaimed(procedure: Procedure, stand: Stand) -> Stand:
    """The play after a pass that was named and refused: what would come next without it."""
    if stand.period is not Period.IN_THE_AIR or stand.thrown is not None:
        return stand
    then = procedure.row(stand.last).then
    return replace(stand, period=then or stand.last, unnamed=then is None, named=None)


def _used_up(row: Row, stand: Stand) -> bool:
    """Whether all the stops that would let it run on as it is have been made."""
    same = [stop for stop in row.stops if stop.then is row.period and stop.times > 0]
    return bool(same) and not any(stand.left(row.period, stop) for stop in same)


def _ran(procedure: Procedure, stand: Stand, then: Period) -> bool:
    """Whether a period that runs once in a play would run again."""
    return then is stand.period and procedure.row(then).once


def set_off(procedure: Procedure, stand: Stand) -> Stand:
    """The play as power comes on: before the snap the first period begins."""
    if stand.period is Period.SET:
        row, meant = procedure.row(Period.SET), stand.meant
        plays = row.plays or {}
        if meant is not None and meant.play is not None and meant.play in plays:
            stand = named(procedure, stand, meant.play, meant.carrier)
        elif row.then is not None:
            stand = replace(stand, period=row.then)
    return replace(stand, phase=procedure.row(stand.period).phase or stand.phase or Phase.RUN)
