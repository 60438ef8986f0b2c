"""The state that the calls go by, made of the play's state and the game's."""

from __future__ import annotations

from referee.calls.phase_state import CARRIED, PassAttempt, PhaseState, PlayPhase
from referee.calls.play_name import KickName
from referee.calls.stops.place_stop import KickKind, ReturnStart
from referee.calls.tackle_box import TackleBox
from referee.core.field.field_profile import FieldProfile
from referee.game.state import GamePhase, State
from referee.official.kicks.kick_phase import KICK_PHASES, kick_phase_of, kicked_ball_of
from referee.official.kicks.spots import spot_of_yd
from referee.official.play.state import PlayState


def phase_state_of(
    state: PlayState, game: State, on_field: tuple[str, ...], box: TackleBox | None = None
) -> PhaseState | None:
    """The state that the calls go by in the play's phase; None before the first phase."""
    phase = state.phase
    if phase is None:
        return None
    if phase in KICK_PHASES and state.kicking is not None:
        return kick_phase_of(state, state.kicking, phase, game, on_field)
    regained = phase is PlayPhase.RETURN and state.team is state.offense
    away = phase is PlayPhase.RETURN and not regained
    new_series = away or state.changes > 0
    return PhaseState(
        play=state.play,
        phase=phase,
        team=state.team,
        plays=game.plays_toward(state.team),
        carrier=state.carrier if phase in CARRIED else None,
        on_field=on_field,
        scrimmage_x_mm=None if away else game.x_mm,
        to_gain_x_mm=None if new_series else game.to_gain_x_mm,
        caught_behind=state.caught_behind,
        thrown=pass_attempt_of(state) if phase is PlayPhase.IN_THE_AIR else None,
        run_on=state.run_on,
        lost=state.loose.lost if phase is PlayPhase.LOOSE else None,
        box=box,
        regained=regained,
        kicked=kicked_ball_of(state),
    )


def pass_attempt_of(state: PlayState) -> PassAttempt | None:
    """The pass of the play: as it was accepted, or else as it was declared."""
    target, thrown = state.passing.target, state.passing.thrown
    if thrown is not None or target is None:
        return thrown
    return PassAttempt(
        target.receiver, target.marker, target.passer or state.carrier, target.backward
    )


def return_start_of(state: PlayState, game: State, field: FieldProfile) -> ReturnStart:
    """Where a return began. From scrimmage it counts as the return of a punt."""
    kicking = state.kicking
    if kicking is not None and kicking.kick.name is KickName.ONSIDE:
        line = kicking.kick.rules.restraining_yd
        x_mm = None if line is None else spot_of_yd(field, game, line.value, None).x_mm
        return ReturnStart(state.gained_x_mm, KickKind.ONSIDE, x_mm)
    kick = {GamePhase.KICKOFF: KickKind.KICKOFF, GamePhase.FREE_KICK: KickKind.FREE_KICK}.get(
        game.phase, KickKind.PUNT
    )
    return ReturnStart(state.gained_x_mm, kick, game.x_mm)
