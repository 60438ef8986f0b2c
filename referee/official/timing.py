"""How long a stretch of power may last, and what follows when its time is over."""

from __future__ import annotations

from referee.calls.pass_rules import Missed
from referee.calls.pulse import Limit, limit_of
from referee.core.ruled import Ruled
from referee.official.stand import Stand
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Row
from referee.rulebooks.rulebook import Rulebook


def limit_in(rulebook: Rulebook, stand: Stand, row: Row) -> Ruled[float] | None:
    """The seconds of a row in this play, with their rule; None or 0: nobody has set a time."""
    limit = Limit.RECOVERY if _lies_live(rulebook, stand, row) else row.limit
    return None if limit is None else limit_of(rulebook.calls.pulse, limit)


def after_limit(row: Row) -> Period | None:
    """What follows: a ball that lies live is gone for again."""
    return row.period if row.period is Period.IN_THE_AIR else row.then


def next_limit(rulebook: Rulebook, stand: Stand) -> Ruled[float] | None:
    """The seconds of the stretch that comes next."""
    procedure = rulebook.procedure
    if stand.bare or stand.period not in procedure:
        return None
    row = procedure.row(stand.period)
    if stand.period is Period.SET and row.then is not None:
        row = procedure.row(row.then)
    return limit_in(rulebook, stand, row)


def _lies_live(rulebook: Rulebook, stand: Stand, row: Row) -> bool:
    """A backward pass that stays live until somebody has it, whoever runs past."""
    live = rulebook.calls.passes.backward.value is Missed.STAYS_LIVE
    aim = stand.aim
    return live and row.period is Period.IN_THE_AIR and aim is not None and aim.backward
