"""What the board tells, on the computer's clock; an edge that went missing is noticed."""

from __future__ import annotations

import dataclasses

from referee.core.clock import MS_NS
from referee.power.capabilities import Capabilities
from referee.power.efl.board_clock import BoardClock
from referee.power.efl.board_words import CLOSED_BY, OPENED, reset_words, trip_fault
from referee.power.efl.protocol import MAX_STAMP, BoardEvent, number_in
from referee.power.events import PowerEventKind, PowerHappening
from referee.power.power_device import PowerFault
from referee.power.switch import PowerCause

# How late an edge's own event may be after an answer that already shows it.
EDGE_GRACE_NS = 100 * MS_NS
_SWITCHES = {
    ("LOAD", "1"): (PowerEventKind.LOAD_ON, "", None),
    ("LOAD", "0"): (PowerEventKind.LOAD_OFF, "", None),
    ("ESTOP", "1"): (PowerEventKind.STOP_PRESSED, "", PowerCause.EMERGENCY_STOP),
    ("ESTOP", "0"): (PowerEventKind.STOP_RELEASED, "", None),
    ("SHAKE", "1"): (PowerEventKind.SENSE, "shaking", None),
    ("SHAKE", "0"): (PowerEventKind.SENSE, "still", None),
}


class BoardReporter:
    """Keeps what was told until it is taken."""

    def __init__(self, clock: BoardClock) -> None:
        self._clock = clock
        self._happened: list[PowerHappening] = []
        self._number: int | None = None
        self._missed = False
        self._differs_since_ns: int | None = None
        self._says_closed = False
        self.closed = False
        self.keeps = False
        self.last_start = ""

    def forget(self) -> None:
        """The board is gone, or started anew: it is off and counts from the beginning."""
        self._number, self._differs_since_ns = None, None
        self._missed = self._says_closed = self.closed = False

    def gone(self, t_ns: int, lease_ns: int) -> None:
        """The link is gone; a board that was on opens when its lease ends, and cannot say so."""
        if self.closed:
            detail = "not seen: the board opens by itself within its lease"
            self._happened.append(
                PowerHappening(PowerEventKind.OPENED, t_ns, lease_ns, PowerCause.LINK_LOST, detail)
            )
        self.forget()

    def taken(self) -> list[PowerHappening]:
        """Everything told since; it is not told twice."""
        happened, self._happened = self._happened, []
        return happened

    def add(
        self, t_ns: int, kind: PowerEventKind, cause: PowerCause | None = None, detail: str = ""
    ) -> None:
        """Something seen from here."""
        self._happened.append(PowerHappening(kind, t_ns, 0, cause, detail))

    def note(self, t_ns: int, detail: str) -> None:
        """Something worth writing down."""
        self.add(t_ns, PowerEventKind.NOTE, None, detail)

    def started(self, t_ns: int, event: BoardEvent) -> None:
        """The board started anew; if it was on, that ended it."""
        why = reset_words(number_in(event.words, "rst", 16, 255))
        self.last_start = f"the board started anew ({why})"
        if self.closed:
            self.add(t_ns, PowerEventKind.OPENED, PowerCause.RESTARTED, "at the latest now")
        self.forget()
        self._number = event.number
        self.add(t_ns, PowerEventKind.STARTED, None, self.last_start)

    def event(self, t_ns: int, event: BoardEvent) -> PowerFault | None:
        """Take an event down; a trip is a fault."""
        self._count(t_ns, event.number)
        stamp = number_in(event.words, "t", 16, MAX_STAMP)
        if event.name == "COIL" and event.value in {"0", "1"}:
            self._edge(t_ns, event, stamp)
        elif event.name == "TRIP":
            return trip_fault(event.words.get("cause", "?"))
        elif event.name == "LAPSE":
            self.note(t_ns, "the board heard nothing in time and ended the session")
        elif known := _SWITCHES.get((event.name, event.value)):
            kind, detail, cause = known
            self._happened.append(self._stamped(t_ns, stamp, kind, cause, detail))
        return None

    def stands(self, t_ns: int, closed: bool) -> None:
        """An answer shows the relay; its event should follow."""
        self._says_closed = closed
        if closed == self.closed:
            self._differs_since_ns = None
        elif self._differs_since_ns is None:
            self._differs_since_ns = t_ns

    def lost_edge(self, t_ns: int) -> bool:
        """Make up for an edge whose event never came; True when the board should be asked."""
        since = self._differs_since_ns
        if since is not None and t_ns >= since + EDGE_GRACE_NS:
            self._differs_since_ns = None
            self.closed = self._says_closed
            kind = PowerEventKind.CLOSED if self.closed else PowerEventKind.OPENED
            detail = "seen in an answer, its event was lost"
            self._happened.append(PowerHappening(kind, since, EDGE_GRACE_NS, None, detail))
        missed, self._missed = self._missed, False
        return missed

    def capabilities(self, model: Capabilities, letters: str, senses: bool) -> Capabilities:
        """What the board says it has, in place of what its model could have."""
        self.keeps = "k" in letters
        return dataclasses.replace(
            model,
            emergency_stop="e" in letters,
            load_feedback="l" in letters,
            exact_pulses="p" in letters,
            sense=senses and "s" in letters,
        )

    def _edge(self, t_ns: int, event: BoardEvent, stamp: int | None) -> None:
        closed, why = event.value == "1", event.words.get("why", "")
        self.closed, self._differs_since_ns = closed, None
        kind = PowerEventKind.CLOSED if closed else PowerEventKind.OPENED
        cause = (CLOSED_BY if closed else OPENED).get(why, PowerCause.TRIPPED)
        lasted = number_in(event.words, "us", 10, MAX_STAMP)
        detail = "" if closed or lasted is None else f"after {lasted / 1000:.3f} ms"
        self._happened.append(self._stamped(t_ns, stamp, kind, cause, detail))

    def _stamped(
        self,
        t_ns: int,
        stamp: int | None,
        kind: PowerEventKind,
        cause: PowerCause | None,
        detail: str,
    ) -> PowerHappening:
        placed = None if stamp is None else self._clock.host_ns(stamp)
        if placed is None:
            return PowerHappening(kind, t_ns, 0, cause, detail, stamp)
        return PowerHappening(kind, min(placed[0], t_ns), placed[1], cause, detail, stamp)

    def _count(self, t_ns: int, number: int) -> None:
        if self._number is not None and number != (self._number + 1) % 256:
            lost = (number - self._number - 1) % 256
            self.note(t_ns, f"{lost} events of the board were lost")
            self._missed = True
        self._number = number
