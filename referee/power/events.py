"""What happened at the switch, with the instant on the computer's own clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.core.settings.settings_table import SettingsTable
from referee.power.switch import PowerCause

MAX_NS = 2**63 - 1
MAX_DETAIL = 300


class PowerEventKind(StrEnum):
    """What an event tells."""

    CLOSED = "closed"
    OPENED = "opened"
    LOAD_ON = "load on"
    LOAD_OFF = "load off"
    FAULT = "fault"
    REFUSED = "refused"
    CLEARED = "cleared"
    LINK_UP = "link up"
    LINK_DOWN = "link down"
    STARTED = "started"
    STOP_PRESSED = "stop pressed"
    STOP_RELEASED = "stop released"
    SENSE = "sense"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class PowerHappening:
    """Something that happened at ``t_ns``, right to within ``within_ns``.

    ``board_us`` is the board's own stamp, where it has a clock.
    """

    kind: PowerEventKind
    t_ns: int
    within_ns: int = 0
    cause: PowerCause | None = None
    detail: str = ""
    board_us: int | None = None


@dataclass(frozen=True, slots=True)
class PowerEvent:
    """A happening with its number; numbers have no gaps, so a lost one would be noticed."""

    number: int
    what: PowerHappening

    def to_json(self) -> dict[str, object]:
        """Plain data; what is not known is left out."""
        what = self.what
        row: dict[str, object] = {"n": self.number, "kind": what.kind.value, "t_ns": what.t_ns}
        if what.within_ns:
            row["within_ns"] = what.within_ns
        if what.cause is not None:
            row["cause"] = what.cause.value
        if what.detail:
            row["detail"] = what.detail
        if what.board_us is not None:
            row["board_us"] = what.board_us
        return row

    @classmethod
    def from_table(cls, table: SettingsTable) -> PowerEvent:
        """The event in a table that was written by ``to_json``."""
        cause = table.choice("cause", list(PowerCause)) if "cause" in table else None
        board_us = table.whole("board_us", 0, MAX_NS) if "board_us" in table else None
        event = cls(
            table.whole("n", 1, MAX_NS),
            PowerHappening(
                table.choice("kind", list(PowerEventKind)),
                table.whole("t_ns", 0, MAX_NS),
                table.whole("within_ns", 0, MAX_NS, 0),
                cause,
                table.text("detail", MAX_DETAIL, "", min_len=0),
                board_us,
            ),
        )
        table.done()
        return event
