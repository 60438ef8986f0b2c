"""How long a power run of a kick lasts."""

from __future__ import annotations

from referee.core.settings.ruled import Ruled
from referee.official.kicks.kick_play import KickPlay
from referee.rulebooks.kicks.kick_rules import KickLimit
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

# The steps whose time the kick has, and no setting of the steps themselves.
KICK_STEPS = frozenset({PlayStep.KICK_SNAP, PlayStep.RUSH, PlayStep.COVERAGE, PlayStep.KICKED_BALL})


def kick_limit_of(rulebook: Rulebook, kicking: KickPlay, step: PlayStep) -> Ruled[float] | None:
    """The seconds of a run with their rule; None or 0: as long as who holds the switch likes."""
    rules, stage = kicking.kick.rules, kicking.stage
    if step is PlayStep.KICKED_BALL:
        return rules.recovery_s
    if stage is None or stage.run is not step or stage.limit is None:
        return None
    return {
        KickLimit.SNAP: rulebook.calls.pulse.snap_s,
        KickLimit.RUSH: rules.rush_s,
        KickLimit.HANG: rules.hang_s,
        KickLimit.ROLLED: kicking.hang,
        KickLimit.RECOVERY: rules.recovery_s,
    }[stage.limit]
