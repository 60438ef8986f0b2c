"""The guard's rules, without a port, a pipe or a clock: when the relay may close and when it opens.

Closed needs three things at every instant: the order to stay on renewed in time, the program's
beats, and a board that answers. The first one missing opens the relay, and then it stays open until
a person clears it: power never comes back by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from referee.core.clock import MS_NS
from referee.power.events import PowerEvent, PowerEventKind, PowerHappening
from referee.power.guard.messages import MAX_WORDS, GuardOrder, GuardReport, GuardVerb
from referee.power.power_device import PowerDevice, PowerFault
from referee.power.switch import LATCHING, MAX_LEASE_NS, MIN_LEASE_NS, PowerCause

BEAT_LIMIT_NS = 200 * MS_NS
# An order that took longer on its way is not an order of now.
STALE_NS = 250 * MS_NS
# A welded contact is worse than anything before it; a restart garbles the line before it is told.
_EXPLAINS: Mapping[PowerCause, Collection[PowerCause]] = {
    PowerCause.STUCK: frozenset(PowerCause),
    PowerCause.RESTARTED: frozenset({PowerCause.FOREIGN}),
}
_EDGES = {PowerEventKind.CLOSED: True, PowerEventKind.OPENED: False}


class GuardCore:
    """One board under guard. Every method is told the time."""

    def __init__(self, device: PowerDevice, t_ns: int, just_plugged_in: bool = False) -> None:
        self.device = device
        self.fault: PowerFault | None = None
        self._just_plugged_in = just_plugged_in
        self._linked = False
        self._gone = False
        self._trouble = "not connected yet"
        self._events: list[PowerEvent] = []
        self._count = 0
        self._obeyed = 0
        self._beat_ns = t_ns
        self._until_ns: int | None = None
        self._pulse_end_ns: int | None = None
        self._closed = False
        self._cause = PowerCause.NEVER_ON
        self._since_ns = t_ns
        self._why_off: PowerCause | None = None
        self._cleared_ns = t_ns

    @property
    def wants_closed(self) -> bool:
        """Whether an order stands that keeps the relay closed."""
        return self._until_ns is not None or self._pulse_end_ns is not None

    def connected(self, t_ns: int) -> None:
        """The port is open."""
        self._linked, self._trouble = True, ""
        self.device.connected(t_ns, self._just_plugged_in)
        self._just_plugged_in = False
        self._settle(t_ns)

    def disconnected(self, t_ns: int, why: str) -> None:
        """The port is gone, or could not be opened."""
        self._trouble = why
        if not self._linked:
            return
        self._linked = False
        self.device.disconnected(t_ns)
        self._tell(
            PowerHappening(PowerEventKind.LINK_DOWN, t_ns, 0, PowerCause.LINK_LOST, self._trouble)
        )
        self._latch(t_ns, PowerFault(PowerCause.LINK_LOST, f"the link to the board is lost: {why}"))
        self._settle(t_ns)

    def received(self, t_ns: int, data: bytes) -> None:
        """Bytes from the board."""
        self.device.received(t_ns, data)
        self._settle(t_ns)

    def order(self, t_ns: int, order: GuardOrder) -> None:
        """The program asks; every order is a sign of life.

        What was over before it came is over: an order that was late revives nothing.
        """
        self.tick(t_ns)
        self._obeyed = order.number
        self._beat_ns = max(self._beat_ns, min(order.t_ns, t_ns))
        match order.verb:
            case GuardVerb.ON | GuardVerb.PULSE:
                refusal = self._refusal(t_ns, order)
                if refusal:
                    self._tell(PowerHappening(PowerEventKind.REFUSED, t_ns, 0, None, refusal))
                elif order.verb is GuardVerb.ON:
                    self._until_ns = min(order.t_ns, t_ns) + order.for_ns
                    self.device.on(t_ns, self._until_ns)
                else:
                    self._pulse_end_ns = t_ns + order.for_ns
                    self.device.pulse(t_ns, order.for_ns)
            case GuardVerb.OFF:
                self._off(t_ns, PowerCause.ASKED_OFF)
            case GuardVerb.PANIC:
                self._drop()
                self.device.panic(t_ns)
                self._latch(
                    t_ns, PowerFault(PowerCause.PANIC, "stopped at once, by order"), quiet=True
                )
            case GuardVerb.CLEAR:
                self._clear(t_ns)
            case GuardVerb.BYE:
                self._gone = True
                self._off(t_ns, PowerCause.ASKED_OFF)
        self._settle(t_ns)

    def host_gone(self, t_ns: int) -> None:
        """The program is dead: its end of the pipe is closed."""
        if not self._gone:
            self._gone = True
            self._latch(
                t_ns, PowerFault(PowerCause.HOST_SILENT, "the program ended without a goodbye")
            )
            self._settle(t_ns)

    def tick(self, t_ns: int) -> None:
        """Whatever is over ends now."""
        if self._until_ns is not None and t_ns >= self._until_ns:
            self._silent(t_ns, "the order to stay on was not renewed in time")
        elif self.wants_closed and t_ns >= self._beat_ns + BEAT_LIMIT_NS:
            self._silent(t_ns, "the program gave no sign of life")
        if self._pulse_end_ns is not None and t_ns >= self._pulse_end_ns:
            self._pulse_end_ns = None
        self.device.tick(t_ns)
        self._settle(t_ns)

    def due_ns(self) -> int:
        """When ``tick`` is wanted next."""
        due = self.device.due_ns()
        if self.wants_closed:
            due = min(due, self._beat_ns + BEAT_LIMIT_NS)
        for end_ns in (self._until_ns, self._pulse_end_ns):
            if end_ns is not None:
                due = min(due, end_ns)
        return due

    def output(self, t_ns: int) -> bytes:
        """What is to be written to the board now."""
        data = self.device.output(t_ns)
        self._settle(t_ns)
        return data

    def events(self) -> list[PowerEvent]:
        """What happened since this was last asked."""
        events, self._events = self._events, []
        return events

    def at_rest(self) -> bool:
        """Nothing is left to be done before the port may be closed."""
        off = not self.wants_closed and self.device.closed is not True
        return not self._linked or (off and self.device.quiet)

    @property
    def gone(self) -> bool:
        """The program said goodbye, or died."""
        return self._gone

    def standing(self, t_ns: int) -> GuardReport:
        """How everything stands."""
        caps, fit = self.device.capabilities, self.device.fit
        return GuardReport(
            t_ns=t_ns,
            obeyed=self._obeyed,
            linked=self._linked,
            ready=self._linked and self.device.ready,
            closed=self._closed,
            cause=self._standing_cause(),
            since_ns=self._since_ns,
            until_ns=(self._until_ns or self._pulse_end_ns) if self._closed else None,
            fault=_line(self.fault.detail) if self.fault else "",
            trouble=_line(self._trouble),
            about=_line(self.device.about),
            answers=caps.reads_back,
            lacks=caps.shortcomings(),
            offset_ns=fit.offset_ns if fit else None,
            within_ns=fit.within_ns if fit else 0,
            drift_ppm=fit.drift_ppm if fit else 0.0,
            round_trip_ns=fit.round_trip_ns if fit else 0,
        )

    def _refusal(self, t_ns: int, order: GuardOrder) -> str:
        """Why the relay may not close now; empty if it may."""
        late = t_ns > order.t_ns + STALE_NS
        ended = order.verb is GuardVerb.ON and t_ns >= order.t_ns + order.for_ns
        taken = self._pulse_end_ns is not None or (
            order.verb is GuardVerb.PULSE and self.wants_closed
        )
        reasons = (
            (self._gone, "the program has said goodbye"),
            (self.fault is not None, f"off until cleared: {self.fault and self.fault.detail}"),
            (not self._linked, f"no link to the board: {self._trouble}"),
            (not self.device.ready, "the board does not answer yet"),
            (not MIN_LEASE_NS <= order.for_ns <= MAX_LEASE_NS, "20 ms to 5 s are allowed"),
            (late or ended, "the order arrived too late"),
            (taken, "a pulse is running, or the power is on already"),
        )
        return next((words for applies, words in reasons if applies), "")

    def _standing_cause(self) -> PowerCause:
        """Why the relay is as it is: what a person has cleared is no reason any more."""
        if self.fault is not None:
            return self.fault.cause
        if self._cause in LATCHING and self._since_ns <= self._cleared_ns:
            return PowerCause.ASKED_OFF
        return self._cause

    def _clear(self, t_ns: int) -> None:
        self._drop()
        self._cleared_ns = t_ns
        self.device.off(t_ns)
        self.device.clear(t_ns)
        if self.fault is not None:
            self._tell(PowerHappening(PowerEventKind.CLEARED, t_ns, 0, None, self.fault.detail))
        self.fault = None

    def _silent(self, t_ns: int, detail: str) -> None:
        self._latch(t_ns, PowerFault(PowerCause.HOST_SILENT, detail))

    def _off(self, t_ns: int, why: PowerCause) -> None:
        self._drop()
        self._why_off = why
        self.device.off(t_ns)

    def _drop(self) -> None:
        self._until_ns = self._pulse_end_ns = None

    def _latch(self, t_ns: int, fault: PowerFault, quiet: bool = False) -> None:
        """Off, and off it stays. The first fault is shown, unless a later one explains more."""
        if not quiet:
            self._off(t_ns, fault.cause)
        self._why_off = fault.cause
        known = self.fault and self.fault.cause
        if known is None or (fault.cause is not known and known in _EXPLAINS.get(fault.cause, ())):
            self.fault = fault
            self._tell(PowerHappening(PowerEventKind.FAULT, t_ns, 0, fault.cause, fault.detail))

    def _settle(self, t_ns: int) -> None:
        """Take what the board told."""
        for happening in self.device.happened():
            closed = _EDGES.get(happening.kind)
            if closed is not None:
                happening = self._edge(happening, closed)  # noqa: PLW2901 - with its true cause
            self._tell(happening)
        for fault in self.device.faults():
            self._drop()
            self._latch(t_ns, fault)

    def _edge(self, happening: PowerHappening, closed: bool) -> PowerHappening:
        self._closed, self._since_ns = closed, happening.t_ns
        if closed:
            self._cause = happening.cause or PowerCause.ASKED_ON
            # Told late, after the order to open went out: why it was given still holds.
            if self.wants_closed:
                self._why_off = None
            return happening
        told = happening.cause or PowerCause.ASKED_OFF
        if told is PowerCause.ASKED_OFF and self._why_off is None and self.wants_closed:
            detail = "the board was switched off, and not from here: is another program using it?"
            self._latch(happening.t_ns, PowerFault(PowerCause.FOREIGN, detail))
        # The board knows only that it was told off; the guard knows why.
        self._cause = (self._why_off or told) if told is PowerCause.ASKED_OFF else told
        self._pulse_end_ns = None
        return replace(happening, cause=self._cause)

    def _tell(self, happening: PowerHappening) -> None:
        self._count += 1
        said = replace(happening, detail=_line(happening.detail))
        self._events.append(PowerEvent(self._count, said))


def _line(text: str) -> str:
    """Words as the pipe and the log take them: one line, printable, not too long."""
    return "".join(c if c.isprintable() else "?" for c in text)[:MAX_WORDS]
