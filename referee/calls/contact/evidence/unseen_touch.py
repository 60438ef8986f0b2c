"""Who was out of sight may have touched another meanwhile: how likely, by where it can have been.

A base keeps its speed but for how unevenly it creeps, and bases push each other about. So where it
was seen before, and after if it was seen again, says where it was in between, and how well that is
known. What is asked is how far from the other it stayed, in sigmas of that, at its nearest. A base
that was followed only roughly is asked about like one out of sight, with its rough places.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.calls.contact.evidence.least_gap import gap_and_sigma_at, gaps_along
from referee.calls.contact.evidence.pose_trails import Trail, TrailStep
from referee.calls.contact.evidence.smoothed_motion import MotionFit, fit_motion
from referee.calls.contact.evidence.unevenness import Unevenness
from referee.core.compiler import compiled
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import edges_of
from referee.core.probability import p_from_log_odds

# s: sightings so long before and after a hole tell the motion, thinned to so many.
_AROUND_S, _MOST = 0.25, 12
# s: the gap is asked for this often.
_STEP_S = 0.01
# mm: two who are no further apart before and after a hole touch all the time; that is known.
_LASTS_MM = 0.3
# Before anything is known of its speed: mm/s along its front, and the sigma of it; rad/s.
USUAL_MM_S, SPEED_SIGMA_MM_S, TURN_SIGMA_RAD_S = 60.0, 90.0, 1.0
_LEAD_S = 0.5
# Errors that all frames of a base have in common: a part of the variance of its best frame.
_REPEATS = 0.25
# Of x and y in mm², of the heading in square radians: nothing is known better than this.
_LEAST_VARIANCES = np.array([1e-4, 1e-4, 1e-6])
MOST_SIGMAS, _FEWEST_SIGMAS = 8.0, -3.0
# The log-odds of a touch at 0 sigmas, and what each sigma takes from them, while it is still out of
# sight, and once it was seen again: who bounced off is apart again. A fit on 3,018 holes of seeds
# 29,000 (docs/calls-accuracy.md).
_STILL_HIDDEN, _SEEN_AGAIN = (0.29, 2.28), (0.97, 1.22)
# How far a base that stands goes while nobody sees it: shares, and the mean way of each in mm. In
# 452 holes of four development games with the real eyes, three of them played twice, 7 % went more
# than 30 mm, 3 % more than 60 mm, 1.8 % more than 80 mm; taken wider than that. In the open it is
# seen at once.
_UNSEEN_WAYS = ((0.9, 12.0), (0.1, 60.0))


@dataclass(frozen=True, slots=True)
class SightHole:
    """From the last plain sighting of a base to the next, by the board's own time.

    ``until_s`` is infinite while there is none.
    """

    from_s: float
    until_s: float


def holes_of(
    steps: Sequence[TrailStep], since_s: float, until_s: float, hole_s: float
) -> Iterator[SightHole]:
    """The times in a span in which a base was not plainly seen for longer than ``hole_s``.

    All by the board's own time: while the board rests nothing goes anywhere, seen or not.
    """
    plain = [step.board_s for step in steps if not step.rough]
    places = [since_s, *plain, math.inf]
    first = 1 if plain and plain[0] <= since_s else 0
    for k in range(first, len(plain) + 1):
        seen_s = min(places[k + 1], until_s) if k == len(plain) else places[k + 1]
        if seen_s > since_s and places[k] < until_s and seen_s - places[k] > hole_s:
            yield SightHole(places[k], places[k + 1])


def unseen_sigmas(
    shapes: tuple[BaseShape, BaseShape],
    carrier: Sequence[TrailStep],
    other: Sequence[TrailStep],
    hole: SightHole,
    until_s: float,
    uneven: Unevenness,
    *,
    since_s: float = -math.inf,
) -> float | None:
    """By how many sigmas the other stayed clear of the carrier in a hole, at its nearest.

    ``since_s`` and ``until_s`` are the first and last instants asked about. None where one of the
    two is not known. A touch that lasts from before the hole until after it is no touch that
    nobody saw.
    """
    from_s, to_s = max(hole.from_s, since_s), min(hole.until_s, until_s)
    if to_s <= from_s:
        return MOST_SIGMAS
    own, seen = _known_of(carrier, hole), _known_of(other, hole)
    if not own or not seen:
        return None
    fit_a, repeats_a = _fit(own, uneven.powers)
    fit_b, repeats_b = _fit(seen, uneven.powers)
    a, b = edges_of(shapes[0]), edges_of(shapes[1])
    radii_mm = shapes[0].radius_mm + shapes[1].radius_mm
    if to_s == hole.until_s:
        ends = gaps_along(a, fit_a, b, fit_b, radii_mm, np.array([from_s, to_s]))
        if float(ends.max()) <= _LASTS_MM:
            return MOST_SIGMAS
    when = np.append(np.arange(from_s, to_s, _STEP_S), to_s)
    clear = _clear_sigmas(a, fit_a, b, fit_b, radii_mm, when, repeats_a, repeats_b)
    return min(max(clear, -MOST_SIGMAS), MOST_SIGMAS)


def _known_of(steps: Sequence[TrailStep], hole: SightHole) -> list[TrailStep]:
    """The sightings that tell of a hole: plain ones round it and in it, and rough ones."""
    near = [s for s in steps if hole.from_s - _AROUND_S <= s.board_s <= hole.until_s + _AROUND_S]
    before = [s for s in near if s.board_s <= hole.from_s]
    after = [s for s in near if s.board_s >= hole.until_s]
    during = [s for s in near if hole.from_s < s.board_s < hole.until_s]
    # A figure that is followed roughly is off by much the same in every frame.
    often = float(sum(s.rough for s in near))
    thin = [*_thinned(before), *_thinned(during), *_thinned(after)]
    return [replace(s, variances=_times(s.variances, often)) if s.rough else s for s in thin]


def _thinned(steps: Sequence[TrailStep]) -> list[TrailStep]:
    """No more than are needed, the first and the last among them."""
    if len(steps) <= _MOST:
        return list(steps)
    places = np.linspace(0, len(steps) - 1, _MOST).round().astype(int)
    return [steps[int(k)] for k in places]


def _times(variances: tuple[float, float, float], factor: float) -> tuple[float, float, float]:
    x, y, turn = variances
    return x * factor, y * factor, turn * factor


def _fit(steps: Sequence[TrailStep], powers: FloatArray) -> tuple[MotionFit, FloatArray]:
    """The motion through some sightings, and the variances that all of them have in common."""
    trail = Trail((_usual_before(steps[0]), *steps))
    variances = trail.variances
    repeats = _REPEATS * variances[1:].min(axis=0)
    # A marker that was pointed at has no error of its heading: without one no motion can be fitted.
    own = np.maximum(variances - repeats, _LEAST_VARIANCES)
    return fit_motion(trail.times_s, trail.rows, own, powers), repeats


def _usual_before(first: TrailStep) -> TrailStep:
    """Where a base may have been before its first sighting: the speed that it has as a rule."""
    x_mm, y_mm, heading = first.row
    ahead_mm = (2.0 * first.p_front - 1.0) * USUAL_MM_S * _LEAD_S
    place = (SPEED_SIGMA_MM_S * _LEAD_S) ** 2
    return TrailStep(
        first.t_ns,
        first.board_s - _LEAD_S,
        (x_mm - ahead_mm * math.cos(heading), y_mm - ahead_mm * math.sin(heading), heading),
        (place, place, (TURN_SIGMA_RAD_S * _LEAD_S) ** 2),
    )


@compiled
def _clear_sigmas(
    a: FloatArray,
    fit_a: MotionFit,
    b: FloatArray,
    fit_b: MotionFit,
    radii_mm: float,
    when: FloatArray,
    repeats_a: FloatArray,
    repeats_b: FloatArray,
) -> float:
    """The least gap in its own sigmas, of all those instants."""
    least, slopes = np.inf, np.empty((2, 6))
    for k in range(when.shape[0]):
        gap, sigma = gap_and_sigma_at(
            a, fit_a, b, fit_b, radii_mm, when[k], repeats_a, repeats_b, slopes
        )
        least = min(least, gap / max(sigma, 1e-9))
    return least


def unseen_way_mm(
    shapes: tuple[BaseShape, BaseShape],
    carrier: Sequence[TrailStep],
    other: Sequence[TrailStep],
    hole: SightHole,
    until_s: float,
    *,
    since_s: float = -math.inf,
) -> float:
    """How far the other had to go unseen, at least, to be at the carrier in a hole.

    ``since_s`` and ``until_s`` are the first and last instants asked about. 0 where it was not
    seen before.
    """
    ends = [
        *[step for step in other if not step.rough and step.board_s <= hole.from_s][-1:],
        *[step for step in other if not step.rough and step.board_s >= hole.until_s][:1],
    ]
    from_s, to_s = max(hole.from_s, since_s), min(hole.until_s, until_s)
    path = [step for step in carrier if from_s <= step.board_s <= to_s]
    if not ends or ends[0].board_s > hole.from_s or not path:
        return 0.0
    reach_mm = shapes[0].reach_mm + shapes[1].reach_mm
    there = np.array([step.row[:2] for step in path])
    apart = [np.hypot(*(there - end.row[:2]).T).min() for end in ends]
    return max(float(min(apart)) - reach_mm, 0.0)


def p_goes_unseen(way_mm: float) -> float:
    """How likely a base that is not seen has gone so far."""
    return sum(share * math.exp(-way_mm / mean_mm) for share, mean_mm in _UNSEEN_WAYS)


def p_unseen_touch(sigmas: float, *, seen_again: bool) -> float:
    """How likely two touched in a hole in which they stayed clear by so many sigmas."""
    even, each = _SEEN_AGAIN if seen_again else _STILL_HIDDEN
    return p_from_log_odds(even - each * max(sigmas, _FEWEST_SIGMAS))
