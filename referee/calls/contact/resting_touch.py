"""Do two bases that rest touch each other? What the run before said of it decides most.

At rest every frame shows the same pictures of the same edges, so their errors repeat: many frames
tell hardly more than one. But the two came there. Whoever was pushing another as the power went off
rolls out with it, and seldom comes off it; whoever was apart may have rolled into the other. So how
likely they touched in the last frame with power is weighed by how often bases stay in touch, come
apart or meet while they roll out, and by the gap as it is measured at rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.touch import PairFrame
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.clock import ns_from_s
from referee.core.geometry.base_shape import BaseShape
from referee.core.probability import normal_density, p_between

# Of 1,412 pairs of opponents on the simulated board (seeds 816203 to 816206, docs/calls.md) that
# touched as the power went off so many touched at rest, too: of those who had done so for a while
# (`LASTS_NS`), and of the others. Who came apart stood anywhere up to `OPENED_MM`.
STAYS_LASTING, STAYS_NEW, OPENED_MM = 0.98, 0.86, 1.0
LASTS_NS = ns_from_s(0.2)
# Of 360 pairs up to 4 mm apart as the power went off so many touched at rest, and of the others
# so many more stood up to `APART_MM` from each other.
MEETS, STANDS_NEAR, APART_MM = 0.34, 0.6, 2.0
# Up to this two touch for whoever looks at them: the benches' truth takes it so, too.
TOUCHING_MM = 0.05
# How much of the error of a gap under power is in the gap at rest, too: of 197 rests of pairs that
# touched in pictures.
CARRIED = 0.6
# Frames of the last moment with power tell the gap of the run, and frames at rest that of the rest.
_RUN_NS = ns_from_s(0.2)
# Nobody who has rolled out for so long still moves.
ROLLED_NS = ns_from_s(0.2)
# As likely touching as not: of the run nothing is known.
_UNKNOWN = 0.5


@dataclass(frozen=True, slots=True)
class RunOut:
    """How a pair went into the rest: how likely it touched in the last frame with power.

    ``lasting``: for a while already; ``gap_mm`` is what its gap was measured to be, on average.
    """

    touched: float
    lasting: bool
    gap_mm: float


_NOTHING_KNOWN = RunOut(_UNKNOWN, lasting=False, gap_mm=0.0)


def p_touch_at_rest(
    run: Sequence[BoardFrame],
    rest: Sequence[BoardFrame],
    pair: tuple[str, str],
    shapes: tuple[BaseShape, BaseShape],
    thresholds: Thresholds,
) -> float:
    """How likely two touch who rest, from frames of the power run before and frames of the rest."""
    return p_gap_shut(run_out(run, pair, shapes, thresholds), rest, pair, shapes, thresholds)


def p_gap_shut(
    before: RunOut,
    rest: Sequence[BoardFrame],
    pair: tuple[str, str],
    shapes: tuple[BaseShape, BaseShape],
    thresholds: Thresholds,
) -> float:
    """How likely two who went into a rest so touch in it; 0 where it does not show them both."""
    watch = PairTracker(*shapes, thresholds)
    looks = [look for board in rest if (look := watch.glance(board, *pair)) is not None]
    if not looks:
        return 0.0
    least = thresholds.prior.least_sigma_mm
    gap_mm = sum(look.gap_mm for look in looks) / len(looks)
    sigma_mm = math.sqrt(sum(max(look.sigma_mm, least) ** 2 for look in looks) / len(looks))
    return p_rests_touching(before, gap_mm, sigma_mm)


def run_out(
    run: Sequence[BoardFrame],
    pair: tuple[str, str],
    shapes: tuple[BaseShape, BaseShape],
    thresholds: Thresholds,
) -> RunOut:
    """How a pair went into a rest, from the frames with power before it."""
    watch, last = PairTracker(*shapes, thresholds), None
    powered = [board for board in run if board.power]
    for board in powered:
        last = watch.update(board, *pair)
    if last is None:
        return _NOTHING_KNOWN
    touch = max(watch.touches(), key=lambda each: each.probability, default=None)
    if touch is None:
        return RunOut(0.0, lasting=False, gap_mm=last.gap_mm)
    shut = [look for look in touch.run if look.t_ns >= last.t_ns - _RUN_NS]
    gap_mm = sum(look.gap_mm for look in shut) / len(shut)
    return RunOut(touch.probability, _lasts(touch.run), gap_mm)


def p_rests_touching(before: RunOut, gap_mm: float, sigma_mm: float) -> float:
    """How likely a gap that is measured so at rest is shut."""
    stays = STAYS_LASTING if before.lasting else STAYS_NEW
    own_mm = sigma_mm * math.sqrt(1.0 - CARRIED * CARRIED)
    stayed = stays * _density(gap_mm - CARRIED * before.gap_mm, own_mm)
    opened = (1.0 - stays) * _anywhere(gap_mm, sigma_mm, OPENED_MM)
    met = MEETS * _density(gap_mm, sigma_mm)
    apart = STANDS_NEAR * _anywhere(gap_mm, sigma_mm, APART_MM)
    shut = before.touched * stayed + (1.0 - before.touched) * met
    open_ = before.touched * opened + (1.0 - before.touched) * apart
    return shut / (shut + open_) if shut + open_ > 0.0 else 0.0


def _lasts(run: Sequence[PairFrame]) -> bool:
    return run[-1].t_ns - run[0].t_ns >= LASTS_NS


def _density(off_mm: float, sigma_mm: float) -> float:
    return normal_density(off_mm / sigma_mm) / sigma_mm


def _anywhere(gap_mm: float, sigma_mm: float, widest_mm: float) -> float:
    """The density of a gap that is open and any length up to that one, as it is measured."""
    past_mm = gap_mm - TOUCHING_MM
    return p_between((past_mm - widest_mm) / sigma_mm, past_mm / sigma_mm) / widest_mm


def frames_at_rest(boards: Sequence[BoardFrame]) -> list[BoardFrame]:
    """Those of these frames in which nobody rolls any more, or all that have no power."""
    off = [board for board in boards if not board.power]
    on_ns = max((board.t_ns for board in boards if board.power), default=None)
    if on_ns is None:
        return off
    rests = [board for board in off if board.t_ns - on_ns >= ROLLED_NS]
    return rests or off
