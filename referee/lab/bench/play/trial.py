"""The kinds of trouble, what each must lead to, and the outcome of one trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

OFF_MS, ALARM_MS = 300.0, 1000.0
# Of a night that is killed: the one that is played and the one that gets ready share two cores.
SIZE_PX = (960, 540)


class Trouble(StrEnum):
    """What happens to a night at a random moment."""

    KILLED = "program killed"
    SILENT = "camera silent"
    FROZEN = "camera frozen"
    UNPLUGGED = "camera unplugged"
    MOVED = "camera knocked aside"
    SWITCH_GONE = "power device unplugged"
    DISK_FULL = "disk full"
    PAGE_CLOSED = "page closed"
    CLOCK_SET = "wall clock set"


# After these the board must not run on; the others are none of its business.
STOPPING_TROUBLE = frozenset(
    {
        Trouble.KILLED,
        Trouble.SILENT,
        Trouble.FROZEN,
        Trouble.UNPLUGGED,
        Trouble.MOVED,
        Trouble.SWITCH_GONE,
    }
)
# Of these people have to be told. A killed program cannot: its page does.
ALARMING_TROUBLE = STOPPING_TROUBLE - {Trouble.KILLED} | {Trouble.DISK_FULL}


@dataclass(frozen=True, slots=True)
class Trial:
    """``off_ms`` and ``alarm_ms`` count from the trouble; None: not in time, or not asked for.

    ``ran``: the board was on when it happened. ``intact``: the journal on the disk lacks nothing
    that stood there before. ``went_on``: the same game got its power again; ``why`` is what the
    page said if it did not.
    """

    trouble: Trouble
    ran: bool
    off_ms: float | None
    alarm_ms: float | None
    intact: bool
    went_on: bool
    why: str = ""


def has_passed(trouble: Trouble, off_ms: float | None, alarm_ms: float | None) -> bool:
    """Whether a trouble has had every effect that it must have."""
    if trouble in STOPPING_TROUBLE and off_ms is None:
        return False
    return trouble not in ALARMING_TROUBLE or alarm_ms is not None


def worst_ms(values: Sequence[float | None], never_ms: float) -> float:
    """The longest; one that never came counts as ``never_ms``."""
    return max((never_ms if value is None else value for value in values), default=0.0)
