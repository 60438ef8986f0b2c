"""The time limit of a power run, and the step that follows when the time is over."""

from __future__ import annotations

from referee.calls.passing.rules.pass_rules import MissedBackwardPass
from referee.calls.stops.power_pulse import PulseLimit, pulse_limit_of
from referee.core.settings.ruled import Ruled
from referee.official.kicks.kick_time import KICK_STEPS, kick_limit_of
from referee.official.play.state import PlayState
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import ProcedureRow
from referee.rulebooks.rulebook import Rulebook


def time_limit_of(rulebook: Rulebook, state: PlayState, row: ProcedureRow) -> Ruled[float] | None:
    """The seconds of a row in this play, with their rule; None or 0: nobody has set a time."""
    if state.kicking is not None and row.step in KICK_STEPS:
        return kick_limit_of(rulebook, state.kicking, row.step)
    limit = PulseLimit.RECOVERY if _lies_live(rulebook, state, row) else row.limit
    return None if limit is None else pulse_limit_of(rulebook.calls.pulse, limit)


def step_after_limit(row: ProcedureRow) -> PlayStep | None:
    """The step after the time is over; a live pass on the board gets another run."""
    return row.step if row.step is PlayStep.IN_THE_AIR else row.then


def next_time_limit(rulebook: Rulebook, state: PlayState) -> Ruled[float] | None:
    """The seconds of the run that comes next; None or 0: nobody has set a time."""
    procedure = rulebook.procedure
    if state.phase_only or state.step not in procedure:
        return None
    row = procedure.row(state.step)
    stage = None if state.kicking is None else state.kicking.stage
    if state.step is PlayStep.SET and stage is not None:
        return (
            None if stage.run is None else time_limit_of(rulebook, state, procedure.row(stage.run))
        )
    if state.step is PlayStep.SET and row.then is not None:
        row = procedure.row(row.then)
    return time_limit_of(rulebook, state, row)


def _lies_live(rulebook: Rulebook, state: PlayState, row: ProcedureRow) -> bool:
    """Whether a backward pass stays live until somebody has it, whoever runs past."""
    live = rulebook.calls.passes.backward.value is MissedBackwardPass.STAYS_LIVE
    target = state.passing.target
    return live and row.step is PlayStep.IN_THE_AIR and target is not None and target.backward
