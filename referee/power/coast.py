"""How far and how long the figures move after the power is off, measured with a camera.

The last moments are compared with where everything came to rest. Motion ends at the last frame in
which a base was still away from its place of rest by more than the noise of measuring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from referee.core.clock import MS_NS
from referee.core.errors import BadValue, PlainWord
from referee.power.switch import PowerSwitch

FloatArray = npt.NDArray[np.float64]
RUN_NS = 1_200 * MS_NS
LOOK_BEFORE_NS = 150 * MS_NS
LOOK_AFTER_NS = 900 * MS_NS
LEASE_NS = 500 * MS_NS
FRAME_S = 2.0
# A base is nowhere near another one within the distance it can coast.
SAME_BASE_MM = 12.0
REST_FRAMES = 5
MOVED_MM = 0.25
NOISE_SIGMAS = 4.0


class TimedPicture(Protocol):
    """A picture, as far as it matters here."""

    @property
    def t_ns(self) -> int:
        """When it was taken, on the monotonic clock."""


S_co = TypeVar("S_co", bound=TimedPicture, covariant=True)
P = TypeVar("P", bound=TimedPicture)


class PictureSource(Protocol[S_co]):
    """A camera, as far as it matters here."""

    def newest(self, timeout_s: float, /) -> S_co:
        """The newest picture not given yet."""


@dataclass(frozen=True, slots=True)
class Coast:
    """One stop: until the last motion, and how far the bases went, in board millimetres."""

    last_motion_ms: float
    within_ms: float
    median_mm: float
    farthest_mm: float
    bases: int


def film_stop(power: PowerSwitch, camera: PictureSource[P]) -> tuple[list[P], int]:
    """Let the board run, cut the power, keep the frames around it and the instant of the cut."""
    kept: list[P] = []
    frame = camera.newest(FRAME_S)
    began_ns = frame.t_ns
    while frame.t_ns < began_ns + RUN_NS:
        power.on(LEASE_NS)
        frame = camera.newest(FRAME_S)
        kept = [f for f in [*kept, frame] if f.t_ns >= frame.t_ns - LOOK_BEFORE_NS]
    power.off()
    while frame.t_ns < began_ns + RUN_NS + LOOK_AFTER_NS:
        frame = camera.newest(FRAME_S)
        kept.append(frame)
    state = power.state()
    if state.closed:
        raise BadValue("the power", PlainWord("on after it was switched off"), "a board that obeys")
    return kept, state.since_ns


def coast_of(frames: Sequence[P], off_ns: int, places: Callable[[P], FloatArray]) -> Coast:
    """Measure every frame and follow each base back from where it came to rest."""
    times_ns = np.array([frame.t_ns for frame in frames], dtype=np.int64)
    return coast_in(times_ns, [places(frame) for frame in frames], off_ns)


def coast_in(times_ns: npt.NDArray[np.int64], places: list[FloatArray], off_ns: int) -> Coast:
    """The coast in measured places: for every frame an array of x and y in mm, in any order."""
    tracks = _followed_back(places)
    if tracks.shape[1] == 0 or times_ns[-1] <= off_ns or times_ns[0] > off_ns:
        raise BadValue("the film", PlainWord("without bases that stop"), "bases in every frame")
    rest = np.median(tracks[-REST_FRAMES:], axis=0)
    away_mm = np.linalg.norm(tracks - rest, axis=2)
    noise_mm = float(np.median(away_mm[-REST_FRAMES:])) / 1.18  # median of a Rayleigh, in sigmas
    moving = (away_mm > max(MOVED_MM, NOISE_SIGMAS * noise_mm)).any(axis=1)
    late = [i for i in np.flatnonzero(moving) if times_ns[i] > off_ns]
    frame_ms = float(np.median(np.diff(times_ns))) / MS_NS
    at_off_mm = np.array([np.interp(off_ns, times_ns, column) for column in away_mm.T])
    return Coast(
        last_motion_ms=float(times_ns[late[-1]] - off_ns) / MS_NS + frame_ms / 2 if late else 0.0,
        within_ms=frame_ms / 2 if late else frame_ms,
        median_mm=float(np.median(at_off_mm)),
        farthest_mm=float(at_off_mm.max()),
        bases=tracks.shape[1],
    )


def _followed_back(places: list[FloatArray]) -> FloatArray:
    """Frames × bases × 2: those bases of the last frame that every earlier frame has too."""
    last = places[-1]
    tracks = np.full((len(places), len(last), 2), np.nan)
    at = last
    for i in range(len(places) - 1, -1, -1):
        if len(places[i]) == 0 or len(at) == 0:
            return np.empty((len(places), 0, 2))
        apart = np.linalg.norm(at[:, None] - places[i][None], axis=2)
        nearest = apart.argmin(axis=1)
        near = apart[np.arange(len(at)), nearest] <= SAME_BASE_MM
        tracks[i, near] = places[i][nearest[near]]
        at = np.where(near[:, None], places[i][nearest], at)
    return tracks[:, ~np.isnan(tracks).any(axis=(0, 2))]
