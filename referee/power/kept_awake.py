"""The computer does not fall asleep while a night runs, where the system can be asked.

A computer that sleeps stops the program and its guard at once. Our own board opens by itself then;
a bought board stays as it was until somebody wakes the computer.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

# So long a refusal of the system may take to come.
REFUSED_S = 0.5
END_S = 2.0
WHY = "a game of electric football is being refereed"
# Windows: ES_CONTINUOUS, and with it ES_SYSTEM_REQUIRED.
AS_USUAL, AWAKE = 0x80000000, 0x80000001
_INHIBIT = ("systemd-inhibit", "--who=referee", f"--why={WHY}", "--mode=block")
# `cat` ends when this program does, whatever ends it. The second asks for less: not everybody may
# keep a closed lid from sending the computer to sleep.
LINUX = (
    (*_INHIBIT, "--what=sleep:idle:handle-lid-switch", "cat"),
    (*_INHIBIT, "--what=sleep:idle", "cat"),
)


@contextmanager
def kept_awake(platform: str = sys.platform) -> Iterator[bool]:
    """Keep the computer awake; False: this system could not be asked."""
    if platform == "win32":
        asked = _windows(AWAKE)
        try:
            yield asked
        finally:
            _windows(AS_USUAL)
        return
    mac = (("caffeinate", "-i", "-m", "-s", "-w", str(os.getpid())),)
    keeper = _started(mac if platform == "darwin" else LINUX if platform == "linux" else ())
    try:
        yield keeper is not None
    finally:
        if keeper is not None:
            _end(keeper)


def _started(commands: Sequence[Sequence[str]]) -> subprocess.Popen[bytes] | None:
    """The first of these that is there and goes on running."""
    for command in commands:
        program = shutil.which(command[0])
        if program is None:
            continue
        try:
            keeper = subprocess.Popen(  # noqa: S603 - our own words
                [program, *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            continue
        try:
            keeper.wait(REFUSED_S)
        except subprocess.TimeoutExpired:
            return keeper
        _end(keeper)
    return None


def _end(keeper: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if keeper.stdin is not None:
            keeper.stdin.close()
        keeper.terminate()
    try:
        keeper.wait(END_S)
    except subprocess.TimeoutExpired:
        keeper.kill()
        keeper.wait()


def _windows(state: int) -> bool:
    with contextlib.suppress(OSError, AttributeError):
        kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
        kernel.SetThreadExecutionState.argtypes = (ctypes.c_uint,)
        kernel.SetThreadExecutionState.restype = ctypes.c_uint
        return bool(kernel.SetThreadExecutionState(state))
    return False
