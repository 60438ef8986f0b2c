"""One play so far: plain values, replaced and never changed. `status` has the table it goes by."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.phase_state import LostBall, PassAttempt, PlayPhase
from referee.calls.play_name import ActingSide, PlayName, RollKind
from referee.calls.stops.place_stop import StopPlace
from referee.core.roster import Team
from referee.game.events import ScrimmageKick
from referee.game.state import GamePhase, State
from referee.official.declarations.types import BallAtRest, PassAimed, PlayNamed
from referee.official.kicks.kick_play import KickPlay
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import Procedure, ProcedureRow, ProcedureStop, SwitchHolder


@dataclass(frozen=True, slots=True)
class PendingExchange:
    """Who gets the ball if dice or a throw say so, how, and as which play.

    ``forward``: it is thrown to a player ahead, and so a forward pass.
    """

    to: str
    how: ExchangeKind
    play: PlayName | None = None
    forward: bool = False


@dataclass(frozen=True, slots=True)
class PassInPlay:
    """A pass: ``target`` as it was said, ``thrown`` as it was accepted.

    ``passer`` threw the last forward pass that somebody caught. ``owed``: a pass of the passing
    figure was named, and nobody has said what its ball hit. ``unnamed``: its receiver has to be
    named before it is thrown.
    """

    target: PassAimed | None = None
    thrown: PassAttempt | None = None
    passer: str | None = None
    owed: bool = False
    unnamed: bool = False


@dataclass(frozen=True, slots=True)
class BallOnBoard:
    """A ball that nobody has: where it came to rest, where and by whom it was lost.

    ``tries`` counts the power runs of this play in which nobody recovered it.
    """

    ball: BallAtRest | None = None
    lost: LostBall | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True)
class StopsUsed:
    """The stops of a play, each with the step in which it was made.

    ``none_allowed``: the offense holds the switch throughout and nobody stops, as on some tries.
    """

    made: tuple[tuple[PlayStep, StopPlace], ...] = ()
    none_allowed: bool = False

    def any_left(self, step: PlayStep, stop: ProcedureStop) -> bool:
        """Whether a stop may still be made in this play; one by choice alone counts by step."""
        chosen = stop.at is StopPlace.ANYWHERE
        made = sum(at is stop.at for where, at in self.made if where is step or not chosen)
        return stop.times == 0 or made < stop.times


@dataclass(frozen=True, slots=True)
class PlayState:
    """One play so far: what holds in every step, then what belongs to some steps only.

    ``step`` is the step that runs or comes next, ``last`` the one before it. ``offense`` snapped
    the ball, ``team`` has it, or had it last; ``changes`` counts how often that changed.
    ``caught_inside``: the ball was caught inside the numbers, where a rule asks for that.
    ``phase_only``: put directly into a phase; no time limit and no rule stops the board.
    ``run_only``: a receiver had left the scramble zone, and no pass may follow. ``run_on``: the
    coach lets the carrier run on. ``gained_x_mm`` is where the team that has the ball got it.
    ``kick``: a kick from scrimmage, or its return. ``kicking`` is the kick so far, where the
    official plays it.

    At a stop: ``play_to_come`` was named before it was due, ``pending`` waits for dice or a throw,
    ``dice`` are still to be rolled, ``unnamed``: a play has to be named before there is power
    again. ``shotgun``: the passer stood so far from the center that some books roll for the snap.
    """

    play: int
    step: PlayStep
    offense: Team
    team: Team
    last: PlayStep = PlayStep.SET
    phase: PlayPhase | None = None
    carrier: str | None = None
    named: PlayName | None = None
    changes: int = 0
    caught_behind: bool = False
    caught_inside: bool = True
    gained_x_mm: float | None = None
    phase_only: bool = False
    run_only: bool = False
    run_on: bool = False
    kick: ScrimmageKick | None = None
    stops: StopsUsed = StopsUsed()
    play_to_come: PlayNamed | None = None
    pending: PendingExchange | None = None
    dice: tuple[RollKind, ...] = ()
    unnamed: bool = False
    shotgun: bool = False
    passing: PassInPlay = PassInPlay()
    loose: BallOnBoard = BallOnBoard()
    kicking: KickPlay | None = None

    @property
    def involved(self) -> frozenset[str]:
        """The players of whom somebody has said that they do something in this play."""
        target, thrown = self.passing.target, self.passing.thrown
        kicking = self.kicking
        named = [
            self.carrier,
            self.passing.passer,
            *(() if target is None else (target.receiver, target.passer)),
            *(() if thrown is None else (thrown.intended, thrown.passer)),
            None if self.pending is None else self.pending.to,
            None if self.loose.lost is None else self.loose.lost.fumbler,
            *(() if kicking is None else (kicking.caller, kicking.returner)),
        ]
        return frozenset(who for who in named if who)

    def with_stop(self, step: PlayStep, stop: ProcedureStop) -> PlayState:
        """The same state with one more stop made."""
        made = (*self.stops.made, (step, stop.at))
        return replace(self, stops=replace(self.stops, made=made))


def state_before_play(game: State, *, stops_on_tries: bool, play: int = 1) -> PlayState:
    """The state of a play that is about to begin."""
    team = game.team or Team.HOME
    none = game.phase is GamePhase.TRY and not stops_on_tries
    stops = StopsUsed(none_allowed=none)
    return PlayState(play=play, step=PlayStep.SET, offense=team, team=team, stops=stops)


def switch_holder_of(row: ProcedureRow, state: PlayState) -> Team | None:
    """The team that holds the switch in a step; None: the referee."""
    return state.offense if state.stops.none_allowed else team_of_holder(row.holder, state)


def team_of_holder(holder: SwitchHolder, state: PlayState) -> Team | None:
    """The team that a table names by its part in the play; None: the referee."""
    return {
        SwitchHolder.OFFENSE: state.offense,
        SwitchHolder.DEFENSE: state.offense.other,
        SwitchHolder.CARRIER: state.team,
        SwitchHolder.OTHER: state.team.other,
        SwitchHolder.LOST: state.team,
        SwitchHolder.REFEREE: None,
    }[holder]


def team_of_side(side: ActingSide, offense: Team) -> Team | None:
    """The team that somebody names by its part in the play; None: the referee."""
    return {
        ActingSide.OFFENSE: offense,
        ActingSide.DEFENSE: offense.other,
        ActingSide.HOME: Team.HOME,
        ActingSide.AWAY: Team.AWAY,
        ActingSide.REFEREE: None,
    }[side]


def state_at_stop(procedure: Procedure, state: PlayState, then: PlayStep | None) -> PlayState:
    """The state of a play after power went off: with its next step, where that is known."""
    if state.step is PlayStep.SET or state.step is PlayStep.DEAD:
        return state
    row = procedure.row(state.step)
    unnamed = then is None and bool(row.plays)
    used_up = then is row.step and bool(row.plays) and _used_up(row, state)
    return replace(
        state,
        last=state.step,
        step=then or state.step,
        unnamed=unnamed or used_up or (then is not None and _ran(procedure, state, then)),
        phase_only=False,
    )


def state_with_play(
    procedure: Procedure, state: PlayState, play: PlayName, carrier: str | None
) -> PlayState:
    """The state of a play once the play is named: with the step that the name leads to."""
    plays = procedure.row(state.last).plays or {}
    return replace(
        state,
        step=plays[play],
        named=play,
        carrier=carrier or state.carrier,
        unnamed=False,
        play_to_come=None,
        pending=None,
    )


def state_without_pass(procedure: Procedure, state: PlayState) -> PlayState:
    """The state after a named pass was refused: with the step that would come without it."""
    if state.step is not PlayStep.IN_THE_AIR or state.passing.thrown is not None:
        return state
    then = procedure.row(state.last).then
    return replace(state, step=then or state.last, unnamed=then is None, named=None)


def _used_up(row: ProcedureRow, state: PlayState) -> bool:
    """Whether every stop after which the same step continues has been made."""
    same = [stop for stop in row.stops if stop.then is row.step and stop.times > 0]
    return bool(same) and not any(state.stops.any_left(row.step, stop) for stop in same)


def _ran(procedure: Procedure, state: PlayState, then: PlayStep) -> bool:
    """Whether a step that may run once in a play would run again."""
    return then is state.step and procedure.row(then).once


def state_with_power(procedure: Procedure, state: PlayState) -> PlayState:
    """The state of a play as power comes on; before the snap, its first step begins."""
    stage = None if state.kicking is None else state.kicking.stage
    if state.step is PlayStep.SET and stage is not None and stage.run is not None:
        state = replace(state, step=stage.run)
    elif state.step is PlayStep.SET:
        row, named = procedure.row(PlayStep.SET), state.play_to_come
        if named is not None and named.play is not None and named.play in (row.plays or {}):
            state = state_with_play(procedure, state, named.play, named.carrier)
        elif row.then is not None:
            state = replace(state, step=row.then)
    return replace(state, phase=procedure.row(state.step).phase or state.phase or PlayPhase.RUN)
