"""The bench of touches: pairs of bases, what is said of each approach, and how often it is true."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from referee.calls.thresholds import Thresholds
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.figures import median
from referee.lab.bench.tools.machine import load_average
from referee.lab.bench.tools.side_by_side import side_by_side
from referee.lab.bench.touches.close_pairs import JudgedApproach, PairFigures, approaches_of
from referee.lab.bench.touches.pair_setup import record_pair

# Pairs whose seeds taught nothing: the weights were fitted on seeds 23,000 and on plays of 17,000.
SEEDS = 41_000
PAIRS, QUICK_PAIRS, PAIRS_PER_CHUNK = 3000, 160, 40
# Of what is decided without a flag.
RIGHT_BAR = 99.9
# Where the table of what is said begins each of its rows.
STEPS = (0.0, 0.005, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 0.995, 0.999)


def run(quick: bool) -> Report:
    """Pairs of bases alone on a board, through the same made-up eyes as the bench of the calls."""
    count = QUICK_PAIRS if quick else PAIRS
    with side_by_side(os.cpu_count() or 1) as work:
        starts = range(0, count, PAIRS_PER_CHUNK)
        chunks = work.done(work.each("pairs", partial(_chunk, count), starts))
    made = [each for chunk in chunks for each in chunk.approaches]
    seconds = [each for chunk in chunks for each in chunk.seconds]
    rows = [
        Row("pairs", float(count), ""),
        Row("approaches within range", float(len(made)), ""),
        *decision_rows(made),
        Row("a frame of a pair, mean", 1e3 * float(np.mean(seconds)), "ms"),
    ]
    notes = [
        "half of the pairs at 30 frames/s, half at 60; the power is cut in half of them",
        f"load {load_average()}",
        *reliability_lines(made),
    ]
    return Report("touches", rows=rows, notes=notes)


def _chunk(count: int, start: int) -> PairFigures:
    """A few of the pairs, in a process of their own."""
    numbers = range(start, min(start + PAIRS_PER_CHUNK, count))
    return approaches_of(record_pair(PlayRecipe(k, SEEDS)) for k in numbers)


def decision_rows(made: Sequence[JudgedApproach]) -> Iterator[Row]:
    """How many are decided, and how many of those wrongly; frames alone for comparison."""
    thresholds = Thresholds()
    touched = sum(each.touched_s > 0.0 for each in made)
    yield Row("of these touches", 100.0 * touched / max(len(made), 1), "%")
    sides: tuple[tuple[str, list[float | None], float], ...] = (
        ("", [each.said for each in made], thresholds.untouched),
        (", frames alone", [each.by_frames for each in made], thresholds.doubt),
    )
    for label, said, none in sides:
        sure = [
            e for e, p in zip(made, said, strict=True) if p is not None and p >= thresholds.sure
        ]
        past = [e for e, p in zip(made, said, strict=True) if p is not None and p <= none]
        decided = len(sure) + len(past)
        wrong = sum(e.touched_s == 0.0 for e in sure) + sum(e.touched_s > 0.0 for e in past)
        open_share = 100.0 * (1.0 - decided / max(len(made), 1))
        right = 100.0 * (1.0 - wrong / max(decided, 1))
        bar = None if label else RIGHT_BAR
        yield Row(f"decided ones right{label}", right, "%", bar, "higher")
        yield Row(f"decided and wrong{label}", float(wrong), "")
        yield Row(f"undecided{label}", open_share, "%")
    short = [abs(each.touched_s) for each in made if each.touched_s > 0.0]
    if short:
        yield Row("touches, median length", 1e3 * median(np.array(short)), "ms")


def reliability_lines(made: Sequence[JudgedApproach]) -> Iterator[str]:
    """What was said, how often, and how often they touched: with the motion, and frames alone."""
    sides: list[tuple[str, list[tuple[float | None, bool]]]] = [
        ("with the motion", [(each.said, each.touched_s > 0.0) for each in made]),
        ("frames alone", [(each.by_frames, each.touched_s > 0.0) for each in made]),
    ]
    for label, said in sides:
        for low, high in zip(STEPS, (*STEPS[1:], 1.1), strict=True):
            held = [real for p, real in said if p is not None and low <= p < high]
            if held:
                real = sum(held) / len(held)
                yield f"{label}: said {low:g} to {min(high, 1.0):g}, {len(held)}: true {real:.3f}"
        unknown = sum(p is None for p, _ in said)
        if unknown:
            yield f"{label}: nothing said of {unknown}"
