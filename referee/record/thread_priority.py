"""Which threads go first where there are more of them than cores.

The thread that finds the bases and cuts the power must not wait for one that encodes video. So the
threads that can wait lower their priority, which every user of a computer may do.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading

NICER = 3  # steps of the nice value below the first thread
BELOW_NORMAL = -1  # Windows: THREAD_PRIORITY_BELOW_NORMAL
UTILITY = 0x11  # macOS: QOS_CLASS_UTILITY


def lower_thread_priority(platform: str = sys.platform) -> bool:
    """Let the other threads go before this one. False: the system does not offer it."""
    with contextlib.suppress(OSError, AttributeError):
        if platform == "win32":
            kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
            kernel.GetCurrentThread.restype = ctypes.c_void_p
            kernel.SetThreadPriority.argtypes = (ctypes.c_void_p, ctypes.c_int)
            return bool(kernel.SetThreadPriority(kernel.GetCurrentThread(), BELOW_NORMAL))
        if platform == "darwin":
            return bool(ctypes.CDLL(None).pthread_set_qos_class_self_np(UTILITY, 0) == 0)
        # On other systems the call would change the whole process.
        if platform == "linux":
            # A thread starts with its starter's nice value: the first thread's is what counts.
            usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + NICER)
            return True
    return False
