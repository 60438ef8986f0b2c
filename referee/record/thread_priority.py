"""Which thread goes first where there are more of them than cores.

The thread that sees and cuts must not wait for one that encodes video. So what can wait stands
back, and nobody has to be given more than an ordinary user may have.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading

NICER = 3
BELOW_NORMAL = -1  # Windows: THREAD_PRIORITY_BELOW_NORMAL
UTILITY = 0x11  # macOS: QOS_CLASS_UTILITY


def lower_thread_priority(platform: str = sys.platform) -> bool:
    """This thread lets the others go first; false where the system does not let it."""
    with contextlib.suppress(OSError, AttributeError):
        if platform == "win32":
            kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
            kernel.GetCurrentThread.restype = ctypes.c_void_p
            kernel.SetThreadPriority.argtypes = (ctypes.c_void_p, ctypes.c_int)
            return bool(kernel.SetThreadPriority(kernel.GetCurrentThread(), BELOW_NORMAL))
        if platform == "darwin":
            return bool(ctypes.CDLL(None).pthread_set_qos_class_self_np(UTILITY, 0) == 0)
        # Elsewhere than on Linux this would be the whole process.
        if platform == "linux":
            # A thread starts with the place of whoever started it: the first one's is what counts.
            usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + NICER)
            return True
    return False
