"""What the calls have to know of a play, made of where it stands and of the state of the game."""

from __future__ import annotations

from referee.calls.formation import TackleBox
from referee.calls.situation import CARRIED, Pass, Phase, Situation
from referee.calls.stops import Kick, Way
from referee.game.state import Stage, State
from referee.official.stand import Stand


def situation_of(
    stand: Stand, state: State, on_field: tuple[str, ...], box: TackleBox | None = None
) -> Situation | None:
    """The situation of the phase a play is in; None before its first."""
    phase = stand.phase
    if phase is None:
        return None
    regained = phase is Phase.RETURN and stand.team is stand.offense
    away = phase is Phase.RETURN and not regained
    new_series = away or stand.changes > 0
    return Situation(
        play=stand.play,
        phase=phase,
        team=stand.team,
        plays=state.plays_toward(stand.team),
        carrier=stand.carrier if phase in CARRIED else None,
        on_field=on_field,
        scrimmage_x_mm=None if away else state.x_mm,
        to_gain_x_mm=None if new_series else state.to_gain_x_mm,
        caught_behind=stand.caught_behind,
        thrown=pass_of(stand) if phase is Phase.IN_THE_AIR else None,
        run_on=stand.run_on,
        lost=stand.lost if phase is Phase.LOOSE else None,
        box=box,
        regained=regained,
    )


def pass_of(stand: Stand) -> Pass | None:
    """The pass as it was accepted, or else as it was said."""
    aim = stand.aim
    if stand.thrown is not None or aim is None:
        return stand.thrown
    return Pass(aim.receiver, aim.marker, aim.passer or stand.carrier, aim.backward)


def way_of(stand: Stand, state: State) -> Way:
    """A return so far. From scrimmage it is that of a punt."""
    kick = {Stage.KICKOFF: Kick.KICKOFF, Stage.FREE_KICK: Kick.FREE_KICK}.get(
        state.stage, Kick.PUNT
    )
    return Way(stand.gained_x_mm, kick, state.x_mm)
