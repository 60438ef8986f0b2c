"""What the night orders of the switch: a table of modes, conditions, orders and next modes.

The rows of a mode are read from top to bottom, and the first one whose conditions all hold counts:

1. Power stays on only while a frame came and nothing disturbs: each frame renews the lease. Without
   renewal the device opens the switch by itself. What disturbs is a reason that the gate gives and
   that screens show (`CUTS_POWER` in `referee.night.gate`): the same reasons decide both.
2. Power comes on only when nothing speaks against it (`referee.night.gate`), and all is set, or the
   power had been cut for nothing. An alarm or a latched switch speaks against it until a person
   has looked.
3. Where a coach holds the switch nothing is ordered: the coach is told when, and what the bases
   show of the switch is taken as it is.

The picture in the docs is drawn from `POWER_TABLE`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum


class PowerMode(StrEnum):
    """What the power is, as the night wants it."""

    OFF = "off"
    LEASED = "on, lease by lease"
    PULSED = "on for a pulse"
    BY_HAND = "on, by a coach's hand"

    @property
    def on(self) -> bool:
        """Whether the board is to run."""
        return self is not PowerMode.OFF


class PowerCondition(StrEnum):
    """What may hold at a frame, or where a frame should have come."""

    NO_FRAME = "no fresh picture"
    PLAY_CUT = "the official stops the play"
    DISTURBED = "not watching, hands, switch or alarm"
    PULSE_OVER = "the pulse is over"
    CLOSED = "closed, and nobody asked"
    AGAINST = "something speaks against it"
    RESTORED = "it was cut for nothing"
    SET = "all is set, the count is over"
    PULSE_NEXT = "a pulse comes next"
    HAND_ON = "a coach switches on"
    HAND_ON_TOO_EARLY = "a coach switches on too early"
    HAND_OFF = "a coach switches off"
    HAND_LEFT_ON = "a coach leaves it on"
    HAND_AWAITED = "all is set, a coach has the switch"


class PowerOrder(StrEnum):
    """What is done about it."""

    WAIT = "wait"
    OPEN = "off"
    RENEW = "renew the lease"
    LEASE = "on, with a lease"
    PULSE = "on, for a pulse"
    CUT = "off, the play stops"
    INTERRUPT = "off, the play waits"
    TAKE_OFF = "take it as off"
    TAKE_ON = "take it as on"
    TAKE_STOP = "take it as a stop"
    SAY_ON = 'say "Switch on"'
    SAY_OFF = 'say "Switch off"'
    SAY_WHY_OFF = 'say why, and "Switch off"'


@dataclass(frozen=True, slots=True)
class PowerRow:
    """One row: where all conditions of ``when`` hold, the order, and the mode that follows."""

    when: tuple[PowerCondition, ...]
    order: PowerOrder
    then: PowerMode


_C, _O, _M = PowerCondition, PowerOrder, PowerMode
POWER_TABLE: Mapping[PowerMode, tuple[PowerRow, ...]] = {
    _M.OFF: (
        PowerRow((_C.CLOSED,), _O.OPEN, _M.OFF),
        PowerRow((_C.NO_FRAME,), _O.WAIT, _M.OFF),
        PowerRow((_C.HAND_LEFT_ON,), _O.SAY_OFF, _M.OFF),
        PowerRow((_C.HAND_ON_TOO_EARLY,), _O.SAY_WHY_OFF, _M.OFF),
        PowerRow((_C.HAND_ON,), _O.TAKE_ON, _M.BY_HAND),
        PowerRow((_C.AGAINST,), _O.WAIT, _M.OFF),
        PowerRow((_C.HAND_AWAITED,), _O.SAY_ON, _M.OFF),
        PowerRow((_C.RESTORED, _C.PULSE_NEXT), _O.PULSE, _M.PULSED),
        PowerRow((_C.RESTORED,), _O.LEASE, _M.LEASED),
        PowerRow((_C.SET, _C.PULSE_NEXT), _O.PULSE, _M.PULSED),
        PowerRow((_C.SET,), _O.LEASE, _M.LEASED),
        PowerRow((), _O.WAIT, _M.OFF),
    ),
    _M.LEASED: (
        PowerRow((_C.NO_FRAME,), _O.INTERRUPT, _M.OFF),
        PowerRow((_C.PLAY_CUT,), _O.CUT, _M.OFF),
        PowerRow((_C.DISTURBED,), _O.INTERRUPT, _M.OFF),
        PowerRow((), _O.RENEW, _M.LEASED),
    ),
    _M.PULSED: (
        PowerRow((_C.NO_FRAME,), _O.INTERRUPT, _M.OFF),
        PowerRow((_C.PLAY_CUT,), _O.CUT, _M.OFF),
        PowerRow((_C.DISTURBED,), _O.INTERRUPT, _M.OFF),
        PowerRow((_C.PULSE_OVER,), _O.TAKE_OFF, _M.OFF),
        PowerRow((), _O.WAIT, _M.PULSED),
    ),
    _M.BY_HAND: (
        PowerRow((_C.NO_FRAME,), _O.INTERRUPT, _M.OFF),
        PowerRow((_C.PLAY_CUT,), _O.CUT, _M.OFF),
        PowerRow((_C.DISTURBED,), _O.INTERRUPT, _M.OFF),
        PowerRow((_C.HAND_OFF,), _O.TAKE_STOP, _M.OFF),
        PowerRow((), _O.WAIT, _M.BY_HAND),
    ),
}


def power_row(mode: PowerMode, holds: Collection[PowerCondition]) -> PowerRow:
    """The first row of a mode whose conditions all hold; the last row of each has none."""
    return next(row for row in POWER_TABLE[mode] if all(each in holds for each in row.when))
