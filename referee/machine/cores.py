"""How many cores this program may use."""

from __future__ import annotations

import os


def cores() -> int:
    """Fewer than the computer has where somebody keeps some back; at least one."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
