"""The rules of a leased switch as a pure state machine: instants in, state out."""

from __future__ import annotations

from dataclasses import dataclass

from referee.power.switch import LATCHING, PowerCause, PowerRefused, PowerState, checked_lease_ns


@dataclass(slots=True)
class LeasedRelay:
    """A switch that opens when its lease runs out. The caller supplies the time."""

    closed: bool = False
    cause: PowerCause = PowerCause.NEVER_ON
    since_ns: int = 0
    until_ns: int | None = None

    def on(self, t_ns: int, lease_ns: int) -> None:
        """Close, or stay closed, until the lease ends."""
        self._close(t_ns, checked_lease_ns("lease_ns", lease_ns), PowerCause.ASKED_ON)

    def pulse(self, t_ns: int, duration_ns: int) -> None:
        """Close for ``duration_ns``."""
        self._close(t_ns, checked_lease_ns("duration_ns", duration_ns), PowerCause.PULSE)

    def off(self, t_ns: int) -> None:
        """Open, as asked."""
        self._open(t_ns, PowerCause.ASKED_OFF)

    def panic(self, t_ns: int) -> None:
        """Open for good."""
        self._open(t_ns, PowerCause.PANIC)
        self.cause = PowerCause.PANIC

    def clear(self, t_ns: int) -> None:
        """Open, and ready to close again when asked."""
        self._open(t_ns, PowerCause.ASKED_OFF)
        self.cause = PowerCause.ASKED_OFF

    def pass_time(self, t_ns: int) -> None:
        """Open at the lease's own end if that lies at or before ``t_ns``."""
        if self.until_ns is not None and self.until_ns <= t_ns:
            over = (
                PowerCause.PULSE_OVER if self.cause is PowerCause.PULSE else PowerCause.LEASE_ENDED
            )
            self._open(self.until_ns, over)

    def state(self, t_ns: int) -> PowerState:
        """The switch as it is at ``t_ns``."""
        return PowerState(self.closed, self.cause, self.since_ns, self.until_ns, t_ns)

    def _close(self, t_ns: int, lease_ns: int, cause: PowerCause) -> None:
        self.pass_time(t_ns)  # a lease that ran out is not renewed
        if self.cause in LATCHING:
            raise PowerRefused(f"the power is off until it is cleared: {self.cause.value}")
        if not self.closed:
            self.since_ns = t_ns
        self.closed, self.cause, self.until_ns = True, cause, t_ns + lease_ns

    def _open(self, t_ns: int, cause: PowerCause) -> None:
        if self.closed:
            self.closed, self.cause, self.since_ns = False, cause, t_ns
        self.until_ns = None
