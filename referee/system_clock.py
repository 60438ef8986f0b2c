"""The one clock that everything is stamped with, and the one place that reads it.

It never steps back and goes on while the computer sleeps or its date is set. Its zero means
nothing (about when the computer started), so:

* stamps compare with each other within one start of the computer, in all processes of it: the
  program's, the guard's, the simulated board's, and those of a program that was killed;
* they do not compare with stamps of another computer or of before a restart. So a record keeps
  game time, and for every session the offset from this clock to it;
* they do not compare with `time.perf_counter` or `time.monotonic` where those are other clocks.

On Windows before Python 3.13 `time.monotonic` steps by 15.6 ms, half a frame. The performance
counter does not, and is one for all processes there. Elsewhere `time.monotonic` is the clock that
camera drivers stamp with (Linux), and steps by less than a microsecond.
"""

from __future__ import annotations

import sys
import time

from referee.core.clock import S_NS

if sys.platform == "win32":
    clock_ns = time.perf_counter_ns
else:
    clock_ns = time.monotonic_ns


def clock_s() -> float:
    """The same clock in seconds, for how long to wait and how long something took."""
    return clock_ns() / S_NS
