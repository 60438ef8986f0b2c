"""Whether this computer looks quickly enough: the detector's own network, timed."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import numpy as np

from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.core.clock import S_NS
from referee.night.gate import LOOK_STALE_NS
from referee.system_clock import clock_s
from referee.vision.network.model_card import find_model
from referee.vision.network.object_detector import load_detector

LOOKS = 5
SIZE_PX = (1080, 1920)
# A board of 0.9 m fills the picture's width.
PX_PER_MM = 2.0
# A look this old says nothing about now: beyond it there is no power (`night.gate`).
MOST_S = LOOK_STALE_NS / S_NS
# While a game runs a look shares the computer with everything else: twice as long is usual.
GOOD_S = MOST_S / 4

Look = Callable[[], float]


def look_s() -> float:
    """How long a look at a whole board takes here, without anything beside it."""
    detector = load_detector(find_model())
    picture = np.full((*SIZE_PX, 3), 96, np.uint8)
    took = []
    for _ in range(LOOKS + 1):
        began = clock_s()
        detector.find(picture, PX_PER_MM)
        took.append(clock_s() - began)
    return median(took[1:])  # the first one compiles


def check_speed(look: Look = look_s) -> Diagnosis:
    """One line on how quick the eyes are on this computer."""
    took_s = look()
    says = f"a look at the board takes {1000 * took_s:.0f} ms"
    values: dict[str, float | str | None] = {"look_ms": round(1000 * took_s, 1)}
    if took_s >= MOST_S:
        advice = "Too slow for a live game: close other programs, or use another computer."
        return Diagnosis("speed", PartHealth.BROKEN, says, advice, values)
    if took_s > GOOD_S:
        advice = "Close other programs before a game; smaller pictures (1280x720) help."
        return Diagnosis("speed", PartHealth.CHANGE, says, advice, values)
    return Diagnosis("speed", PartHealth.FINE, says, "", values)
