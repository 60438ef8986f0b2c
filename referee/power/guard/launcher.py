"""Sending a guard out: a process with pipes of its own, deaf to the keyboard."""

from __future__ import annotations

import subprocess
import sys

from referee.power.guard.commission import GuardCommission


def start_guard(commission: GuardCommission) -> subprocess.Popen[bytes]:
    """The guard, with pipes nobody else inherits, deaf to what the keyboard sends."""
    flags = getattr(subprocess, "ABOVE_NORMAL_PRIORITY_CLASS", 0)
    flags |= getattr(subprocess, "CREATE_NO_WINDOW", 0)
    flags |= getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    guard = subprocess.Popen(
        [sys.executable, "-P", "-m", "referee.power.guard"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        creationflags=flags,
        start_new_session=True,
    )
    if guard.stdin:
        guard.stdin.write(commission.line())
        guard.stdin.flush()
    return guard
