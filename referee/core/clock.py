"""Units of time. Stamps are whole nanoseconds (``t_ns``); physics and people count in seconds.

Nothing here reads a clock: `referee.system_clock` does.
"""

from __future__ import annotations

US_NS = 1_000
MS_NS = 1_000_000
S_NS = 1_000_000_000


def ns_from_s(seconds: float) -> int:
    """Seconds as whole nanoseconds.

    >>> ns_from_s(0.25)
    250000000
    """
    return round(seconds * S_NS)
