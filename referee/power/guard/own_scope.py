"""A scope of its own for the guard, where systemd can give one.

A terminal and all it has started are one scope. Where memory runs out, systemd-oomd ends a whole
scope: the program, and its guard with it. In a scope of its own the guard outlives the program.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PROBE_S = 2.0
# `avoid` asks systemd-oomd to end anything else first; it is ignored where it may not be asked.
SCOPE = ("--user", "--scope", "--quiet", "--collect", "--property=ManagedOOMPreference=avoid")


def in_own_scope(command: Sequence[str]) -> list[str]:
    """The command, put into a scope of its own if this system has such a thing."""
    runner = _scope_runner()
    return [*runner, "--", *command] if runner else list(command)


@functools.cache
def _scope_runner() -> tuple[str, ...]:
    """What begins a command in a scope; empty where there is no systemd for this person."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    program = shutil.which("systemd-run")
    there = bool(runtime) and (Path(runtime) / "systemd").is_dir()
    if sys.platform != "linux" or program is None or not there:
        return ()
    runner = (program, *SCOPE)
    try:
        tried = subprocess.run(  # noqa: S603 - our own words
            [*runner, "--", "true"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PROBE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return runner if tried.returncode == 0 else ()
