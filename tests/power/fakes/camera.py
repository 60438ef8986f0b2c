"""A board with one base, a switch and a camera above it, all on one simulated clock."""

from __future__ import annotations

import numpy as np

from referee.camera.frame_source import Frame
from referee.power.switch import PowerCause, PowerState

MS = 1_000_000
PICTURE = np.zeros((2, 2, 3), dtype=np.uint8)


class StoppingBoard:
    """Runs at a constant speed while on, and slows down evenly when off; 30 pictures a second."""

    def __init__(self, speed_mm_s, coast_ms):
        self.speed_mm_s, self.coast_ms = speed_mm_s, coast_ms
        self.t_ns = 10**12
        self.on_ns = self.off_ns = None
        self.taken = 0

    def on(self, lease_ns):
        self.on_ns = self.on_ns or self.t_ns

    def off(self):
        self.off_ns = self.t_ns + 2 * MS

    def state(self):
        return PowerState(False, PowerCause.ASKED_OFF, self.off_ns, None, self.t_ns)

    def newest(self, timeout_s):
        self.t_ns += 1000 * MS // 30
        self.taken += 1
        return Frame(self.t_ns, PICTURE, self.taken)

    def places(self, frame):
        run_ms = (min(frame.t_ns, self.off_ns) - self.on_ns) / MS
        part = min(max((frame.t_ns - self.off_ns) / MS / self.coast_ms, 0.0), 1.0)
        coasted_mm = self.speed_mm_s * self.coast_ms / 2000 * (1 - (1 - part) ** 2)
        return np.array([[100 + self.speed_mm_s * run_ms / 1000 + coasted_mm, 200.0]])
