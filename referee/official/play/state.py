"""Where a play stands: plain values, replaced and never changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import LostBall, PassAttempt, PlayPhase
from referee.calls.play_name import ActingSide, PlayName, RollKind
from referee.calls.stops.place_stop import StopPlace
from referee.core.roster import Team
from referee.game.state import GamePhase, State
from referee.official.declarations.types import BallAtRest, PassAimed, PlayNamed
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure, ProcedureRow, ProcedureStop, SwitchHolder


@dataclass(frozen=True, slots=True)
class PendingExchange:
    """Who gets the ball if dice or a throw say so, how, and as which play."""

    to: str
    how: ExchangeKind
    play: PlayName | None = None


@dataclass(frozen=True, slots=True)
class PlayState:
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
    period: PlayStep
    offense: Team
    team: Team
    last: PlayStep = PlayStep.SET
    phase: PlayPhase | None = None
    carrier: str | None = None
    named: PlayName | None = None
    meant: PlayNamed | None = None
    caught_behind: bool = False
    gained_x_mm: float | None = None
    aim: PassAimed | None = None
    thrown: PassAttempt | None = None
    passer: str | None = None
    gets: PendingExchange | None = None
    ball: BallAtRest | None = None
    lost: LostBall | None = None
    shotgun: bool = False
    dice: tuple[RollKind, ...] = ()
    used: tuple[tuple[PlayStep, StopPlace], ...] = ()
    bare: bool = False
    unnamed: bool = False
    run_only: bool = False
    run_on: bool = False
    no_stops: bool = False
    changes: int = 0
    tries: int = 0

    def left(self, period: PlayStep, stop: ProcedureStop) -> bool:
        """Whether a stop may still be made in this play; one by choice alone counts by period."""
        chosen = stop.at is StopPlace.ANYWHERE
        made = sum(at is stop.at for where, at in self.used if where is period or not chosen)
        return stop.times == 0 or made < stop.times

    def stopped(self, period: PlayStep, stop: ProcedureStop) -> PlayState:
        """The same play after one more such stop."""
        return replace(self, used=(*self.used, (period, stop.at)))


def state_before_play(state: State, *, stops_on_tries: bool, play: int = 1) -> PlayState:
    """A play that is about to begin, by the state of the game."""
    team = state.team or Team.HOME
    none = state.stage is GamePhase.TRY and not stops_on_tries
    return PlayState(play=play, period=PlayStep.SET, offense=team, team=team, no_stops=none)


def switch_holder_of(row: ProcedureRow, stand: PlayState) -> Team | None:
    """The team that holds the switch in a period; None: the referee."""
    return stand.offense if stand.no_stops else team_of_holder(row.holder, stand)


def team_of_holder(holder: SwitchHolder, stand: PlayState) -> Team | None:
    """The team that a table names by its part in the play; None: the referee."""
    return {
        SwitchHolder.OFFENSE: stand.offense,
        SwitchHolder.DEFENSE: stand.offense.other,
        SwitchHolder.CARRIER: stand.team,
        SwitchHolder.OTHER: stand.team.other,
        SwitchHolder.LOST: stand.team,
        SwitchHolder.REFEREE: None,
    }[holder]


def team_of_side(side: ActingSide, stand: PlayState) -> Team | None:
    """The team that somebody names by its part in the play; None: the referee."""
    return {
        ActingSide.OFFENSE: stand.offense,
        ActingSide.DEFENSE: stand.offense.other,
        ActingSide.HOME: Team.HOME,
        ActingSide.AWAY: Team.AWAY,
        ActingSide.REFEREE: None,
    }[side]


def state_at_stop(procedure: Procedure, stand: PlayState, then: PlayStep | None) -> PlayState:
    """The play after power went off: what comes next, as far as it is known."""
    if stand.period is PlayStep.SET or stand.period is PlayStep.DEAD:
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


def state_with_play(
    procedure: Procedure, stand: PlayState, play: PlayName, carrier: str | None
) -> PlayState:
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


def state_without_pass(procedure: Procedure, stand: PlayState) -> PlayState:
    """The play after a pass that was named and refused: what would come next without it."""
    if stand.period is not PlayStep.IN_THE_AIR or stand.thrown is not None:
        return stand
    then = procedure.row(stand.last).then
    return replace(stand, period=then or stand.last, unnamed=then is None, named=None)


def _used_up(row: ProcedureRow, stand: PlayState) -> bool:
    """Whether all the stops that would let it run on as it is have been made."""
    same = [stop for stop in row.stops if stop.then is row.period and stop.times > 0]
    return bool(same) and not any(stand.left(row.period, stop) for stop in same)


def _ran(procedure: Procedure, stand: PlayState, then: PlayStep) -> bool:
    """Whether a period that runs once in a play would run again."""
    return then is stand.period and procedure.row(then).once


def state_with_power(procedure: Procedure, stand: PlayState) -> PlayState:
    """The play as power comes on: before the snap the first period begins."""
    if stand.period is PlayStep.SET:
        row, meant = procedure.row(PlayStep.SET), stand.meant
        plays = row.plays or {}
        if meant is not None and meant.play is not None and meant.play in plays:
            stand = state_with_play(procedure, stand, meant.play, meant.carrier)
        elif row.then is not None:
            stand = replace(stand, period=row.then)
    return replace(stand, phase=procedure.row(stand.period).phase or stand.phase or PlayPhase.RUN)
