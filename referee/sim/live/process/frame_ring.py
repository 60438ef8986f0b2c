"""Frames from one process to another: a small ring in shared memory, newest wins.

Theory of operation. The writer fills slot ``sequence % slots`` and only then announces the
sequence (over the pipe, which also orders the memory). A slot's header holds the sequence it
carries, 0 while it is being written. A reader copies the slot and looks at the header again: if it
changed, the writer came round the whole ring meanwhile, and the reader asks for a newer one. Nobody
ever waits.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory

import numpy as np
import numpy.typing as npt

from referee.camera.frame_source import Image

SLOTS = 4
_HEADER = np.dtype([("sequence", "<u8"), ("t_ns", "<i8")])


@dataclass(frozen=True, slots=True)
class RingShape:
    """What both sides must agree on; small enough to be sent at the start."""

    name: str
    width_px: int
    height_px: int

    @property
    def slot_bytes(self) -> int:
        """One picture with its header, padded to whole cache lines."""
        return -(-(_HEADER.itemsize + self.width_px * self.height_px * 3) // 64) * 64


class FrameRing:
    """Either end of the ring. The side that made it also removes it."""

    def __init__(self, shape: RingShape, memory: SharedMemory) -> None:
        self.shape = shape
        self._memory = memory
        self._forgetting = threading.Lock()

    @classmethod
    def create(cls, width_px: int, height_px: int) -> FrameRing:
        """A new ring for pictures of this size."""
        size = RingShape("", width_px, height_px).slot_bytes * SLOTS
        memory = SharedMemory(create=True, size=size)
        return cls(RingShape(memory.name, width_px, height_px), memory)

    @classmethod
    def attach(cls, shape: RingShape) -> FrameRing:
        """The ring another process made."""
        return cls(shape, SharedMemory(name=shape.name))

    def write(self, sequence: int, t_ns: int, image: Image) -> None:
        """Put one picture into its slot; ``sequence`` starts at 1."""
        header, pixels = self._slot(sequence)
        header["sequence"] = 0
        pixels[...] = image
        header["t_ns"] = t_ns
        header["sequence"] = sequence

    def read(self, sequence: int) -> tuple[int, Image] | None:
        """Time and a copy of the picture, or None if it was overwritten already."""
        header, pixels = self._slot(sequence)
        if int(header["sequence"]) != sequence:
            return None
        t_ns, image = int(header["t_ns"]), pixels.copy()
        return (t_ns, image) if int(header["sequence"]) == sequence else None

    def close(self) -> None:
        """Let go of the memory."""
        self._memory.close()

    def remove(self) -> None:
        """Let go and delete it."""
        self.close()
        self.forget()

    def forget(self) -> None:
        """Delete it, whoever still looks at it; fine if the other side did so already.

        Deleting and telling the tracker of shared memory are two steps: a thread that finds it
        deleted must not end the process between another's two.
        """
        with self._forgetting, contextlib.suppress(FileNotFoundError):
            self._memory.unlink()

    def _slot(self, sequence: int) -> tuple[npt.NDArray[np.void], Image]:
        start = (sequence % SLOTS) * self.shape.slot_bytes
        header = np.ndarray((), _HEADER, self._memory.buf, start)
        size = (self.shape.height_px, self.shape.width_px, 3)
        pixels: Image = np.ndarray(size, np.uint8, self._memory.buf, start + _HEADER.itemsize)
        return header, pixels
