"""The board's clock against the computer's: offset, drift, and how far to trust them.

Every answer says when its command's last byte was received and when the answer began, so the
instant of receipt lies between two instants of the computer. A resonator may be off by half a
percent, so the rate is learned too, by a line through the narrowest interval of each second.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from referee.power.power_device import ClockFit

WRAP_US = 1 << 32
BIN_NS = 1_000_000_000
MAX_BINS = 60
MIN_HALF_NS = 50_000
MAX_DRIFT = 0.02
# Before a line can be drawn, a clock may be off by this much: a poor resonator.
UNKNOWN_DRIFT = 0.005
FIRM_AFTER_NS = 10 * BIN_NS


@dataclass(frozen=True, slots=True)
class ClockSample:
    """The board's clock read ``board_us`` at ``host_ns``, give or take ``half_ns``."""

    board_us: int
    host_ns: int
    half_ns: int
    round_trip_ns: int


class BoardClock:
    """Turns stamps of the board into instants of the computer."""

    def __init__(self) -> None:
        self._samples: deque[ClockSample] = deque(maxlen=MAX_BINS)
        self._last_us: int | None = None
        self._rate = 1.0
        self._rate_doubt = UNKNOWN_DRIFT
        self._at_us = self._at_ns = 0

    def forget(self) -> None:
        """The board started anew, and its clock with it."""
        self.__init__()  # type: ignore[misc]  # the same as a new clock

    def unwrapped_us(self, stamp: int) -> int:
        """A 32-bit stamp as a count that never wraps; stamps may come a little out of order."""
        if self._last_us is None:
            self._last_us = stamp
            return stamp
        ahead = (stamp - self._last_us) % WRAP_US
        full = self._last_us + (ahead if ahead < WRAP_US // 2 else ahead - WRAP_US)
        self._last_us = max(self._last_us, full)
        return full

    def compare(self, stamp: int, earliest_ns: int, latest_ns: int) -> None:
        """The board's clock read ``stamp`` somewhere between two instants of the computer."""
        half = max((latest_ns - earliest_ns) // 2, MIN_HALF_NS)
        middle = (latest_ns + earliest_ns) // 2
        span = max(latest_ns - earliest_ns, 0)
        self._keep(ClockSample(self.unwrapped_us(stamp), middle, half, span))
        self._fit()

    def host_ns(self, stamp: int) -> tuple[int, int] | None:
        """The instant of a stamp and how far it may be off; None before the first comparison."""
        if not self._samples:
            return None
        board_us = self.unwrapped_us(stamp)
        return self._line_ns(board_us), self._within_ns(board_us)

    @property
    def fit(self) -> ClockFit | None:
        """Offset, drift and the best round trip of late."""
        if not self._samples:
            return None
        return ClockFit(
            self._at_ns - self._at_us * 1000,
            self._within_ns(self._samples[-1].board_us),
            (1.0 / self._rate - 1.0) * 1e6,
            min(s.round_trip_ns for s in self._samples),
        )

    def board_ms(self, ms: float) -> float:
        """How many milliseconds of the board's clock these are, once its rate is known."""
        known = self._samples and self._samples[-1].host_ns - self._samples[0].host_ns
        return ms / self._rate if known and known >= FIRM_AFTER_NS else ms

    def _keep(self, sample: ClockSample) -> None:
        """One sample a second, the narrowest."""
        if self._samples and sample.host_ns // BIN_NS == self._samples[-1].host_ns // BIN_NS:
            if sample.half_ns >= self._samples[-1].half_ns:
                return
            self._samples.pop()
        self._samples.append(sample)

    def _fit(self) -> None:
        """A line through the samples, the narrow ones counting most."""
        base = self._samples[-1]
        rows = [
            (s.board_us - base.board_us, s.host_ns - base.host_ns, 1.0 / s.half_ns**2)
            for s in self._samples
        ]
        weight = sum(w for _, _, w in rows)
        mean_us = sum(w * us for us, _, w in rows) / weight
        mean_ns = sum(w * ns for _, ns, w in rows) / weight
        across = sum(w * (us - mean_us) ** 2 for us, _, w in rows)
        known_ns = base.host_ns - self._samples[0].host_ns
        rate = 1.0
        if across > 0 and known_ns >= BIN_NS:
            both = sum(w * (us - mean_us) * (ns - mean_ns) for us, ns, w in rows)
            rate = min(max(both / across / 1000.0, 1 - MAX_DRIFT), 1 + MAX_DRIFT)
        self._rate = rate
        self._at_us = base.board_us
        self._at_ns = base.host_ns + round(mean_ns - mean_us * 1000.0 * rate)
        self._rate_doubt = min(
            (self._doubt_between(s, base) for s in self._samples if s.board_us < base.board_us),
            default=UNKNOWN_DRIFT,
        )

    def _doubt_between(self, one: ClockSample, two: ClockSample) -> float:
        """The true rate runs through both intervals; how far ours may be from it."""
        passed_ns = (two.board_us - one.board_us) * 1000
        slope = (two.host_ns - one.host_ns) / passed_ns
        return min(abs(slope - self._rate) + (one.half_ns + two.half_ns) / passed_ns, UNKNOWN_DRIFT)

    def _line_ns(self, board_us: int) -> int:
        return self._at_ns + round((board_us - self._at_us) * 1000 * self._rate)

    def _within_ns(self, board_us: int) -> int:
        """Each interval holds the truth; from the best of them the line may have strayed so far."""
        return min(
            s.half_ns
            + abs(self._line_ns(s.board_us) - s.host_ns)
            + round(abs(board_us - s.board_us) * 1000 * self._rate_doubt)
            for s in self._samples
        )
