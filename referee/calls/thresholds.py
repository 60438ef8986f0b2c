"""How sure a call has to be, and how long things take: the referee's own numbers, no rulebook's."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.calls.contact.touch_likelihood import TouchPrior
from referee.core.clock import S_NS
from referee.core.errors import BadValue

# Two instants further apart than this many sigmas are in no doubt about their order.
ORDER_SIGMAS = 2.6


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From ``sure`` on a call is made without a flag; from ``doubt`` on it is worth a flag.

    ``line_sure`` is for lines, which nothing holds a base back from. Up to ``untouched`` two
    who came near each other have not touched, once their motion before and after is known too.
    ``window_ns`` is how far back frames count together, ``hole_ns`` the longest step between
    two frames that is no hole, ``lost_ns`` how long a carrier may be out of sight, ``wait_ns``
    how long an event may wait for another that may have come first, ``coast_ns`` how long bases
    roll on without power, and ``runs_mm_s`` the fastest a base runs, ``closing_mm_s`` the
    fastest two come together, and ``faster_mm_s`` by how much more than they just did. Who has
    stopped has not gone and come back while it was out of sight for ``away_ns`` or less: of
    2,000 such moments of simulated bases that stood under power 99 of 100 took them no more
    than 0.5 mm away and back, the worst 2.7 mm. ``spot_mm`` is how wide the 95 % of a spot may
    be, to one side, without a flag.
    """

    sure: float = 0.995
    line_sure: float = 0.999
    doubt: float = 0.5
    untouched: float = 0.02
    window_ns: int = 350_000_000
    hole_ns: int = 60_000_000
    lost_ns: int = 200_000_000
    wait_ns: int = 150_000_000
    coast_ns: int = 500_000_000
    away_ns: int = 250_000_000
    # The top speed that the simulated board allows a base.
    runs_mm_s: float = 270.0
    # Of the simulated pairs that come near each other one in a hundred is faster; above 150 mm/s
    # is one in four.
    closing_mm_s: float = 250.0
    faster_mm_s: float = 60.0
    spot_mm: float = 3.2
    prior: TouchPrior = field(default_factory=TouchPrior)

    def __post_init__(self) -> None:
        if not 0.5 <= self.doubt < self.sure < 1.0 or not self.doubt < self.line_sure < 1.0:
            raise BadValue("sure", self.sure, "a probability above doubt, which is 0.5 or more")
        if not 0.0 <= self.untouched < self.doubt:
            raise BadValue("untouched", self.untouched, "a probability below doubt")
        for key in ("window_ns", "hole_ns", "lost_ns", "wait_ns", "coast_ns", "away_ns"):
            if not 0 < getattr(self, key) <= 10 * S_NS:
                raise BadValue(key, getattr(self, key), "more than 0, up to 10 s")
        for key in ("runs_mm_s", "closing_mm_s", "faster_mm_s", "spot_mm"):
            if not getattr(self, key) > 0.0:
                raise BadValue(key, getattr(self, key), "more than 0")
