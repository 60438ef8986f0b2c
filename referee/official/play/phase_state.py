"""What the calls have to know of a play, made of where it stands and of the state of the game."""

from __future__ import annotations

from referee.calls.phase_state import CARRIED, PassAttempt, PhaseState, PlayPhase
from referee.calls.stops.place_stop import KickKind, ReturnStart
from referee.calls.tackle_box import TackleBox
from referee.game.state import GamePhase, State
from referee.official.play.state import PlayState


def phase_state_of(
    stand: PlayState, state: State, on_field: tuple[str, ...], box: TackleBox | None = None
) -> PhaseState | None:
    """The situation of the phase a play is in; None before its first."""
    phase = stand.phase
    if phase is None:
        return None
    regained = phase is PlayPhase.RETURN and stand.team is stand.offense
    away = phase is PlayPhase.RETURN and not regained
    new_series = away or stand.changes > 0
    return PhaseState(
        play=stand.play,
        phase=phase,
        team=stand.team,
        plays=state.plays_toward(stand.team),
        carrier=stand.carrier if phase in CARRIED else None,
        on_field=on_field,
        scrimmage_x_mm=None if away else state.x_mm,
        to_gain_x_mm=None if new_series else state.to_gain_x_mm,
        caught_behind=stand.caught_behind,
        thrown=pass_attempt_of(stand) if phase is PlayPhase.IN_THE_AIR else None,
        run_on=stand.run_on,
        lost=stand.lost if phase is PlayPhase.LOOSE else None,
        box=box,
        regained=regained,
    )


def pass_attempt_of(stand: PlayState) -> PassAttempt | None:
    """The pass as it was accepted, or else as it was said."""
    aim = stand.aim
    if stand.thrown is not None or aim is None:
        return stand.thrown
    return PassAttempt(aim.receiver, aim.marker, aim.passer or stand.carrier, aim.backward)


def return_start_of(stand: PlayState, state: State) -> ReturnStart:
    """A return so far. From scrimmage it is that of a punt."""
    kick = {GamePhase.KICKOFF: KickKind.KICKOFF, GamePhase.FREE_KICK: KickKind.FREE_KICK}.get(
        state.stage, KickKind.PUNT
    )
    return ReturnStart(stand.gained_x_mm, kick, state.x_mm)
