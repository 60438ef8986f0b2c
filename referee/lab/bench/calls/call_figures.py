"""From decisions to figures: how many are right, how many are flagged, how true errors are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from referee.lab.bench.calls.call_decisions import CallDecision
from referee.lab.bench.calls.judged_play import JudgedPlay, PlayResult
from referee.lab.bench.report import Row
from referee.lab.bench.tools.figures import honest_rows, median, percentile

# One play in five has to be near: 400 of 2,000.
RIGHT_BAR, FLAGS_BAR, NEAR_SHARE = 99.9, 5.0, 0.2
TIME_MS, SPOT_MM = 8.0, 3.2
TOUCHED = ("tackle", "sack", "fumble", "broken")
FEWEST = 20
# The right kind of call, about another player or another time.
ANOTHER = "another's"


@dataclass(frozen=True)
class Confusion:
    """How often something that truly was one thing was called another; flagged ones apart."""

    sure: Counter[tuple[str, str]]
    flagged: Counter[tuple[str, str]]


def counted_plays(results: Sequence[PlayResult]) -> list[JudgedPlay]:
    """The plays that count: those whose truth is known."""
    return [judged for result in results for judged in result.judged if not judged.aside]


def confusion(judged: Iterable[JudgedPlay]) -> Confusion:
    """All decisions of all plays by what was true and what was called."""
    sure: Counter[tuple[str, str]] = Counter()
    flagged: Counter[tuple[str, str]] = Counter()
    for each in judged:
        for decision in each.decisions:
            called = decision.called
            if called == decision.true and not decision.right:
                called = f"{called}, {ANOTHER}"
            (flagged if decision.flagged else sure)[decision.true, called] += 1
    return Confusion(sure, flagged)


def call_rows(results: Sequence[PlayResult]) -> Iterator[Row]:
    """How right, how often flagged, over how many."""
    judged = counted_plays(results)
    made = [d for each in judged for d in each.decisions]
    sure = [d for d in made if not d.flagged]
    wrong = [d for d in sure if not d.right]
    near = {each.number for each in judged if each.near}
    plain = [each for each in judged if not each.near]
    close = [each for each in judged if each.near]
    yield Row("plays", float(len({each.number for each in judged})), "")
    wanted = NEAR_SHARE * len(results)
    yield Row("of these with a near call", float(len(near)), "", wanted, "higher")
    yield Row("plays judged, all rulebooks", float(len(judged)), "")
    right = 100.0 * (1.0 - len(wrong) / max(len(sure), 1))
    yield Row("unflagged calls right", right, "%", RIGHT_BAR, "higher")
    yield Row("unflagged calls", float(len(sure)), "")
    yield Row("unflagged and wrong", float(len(wrong)), "")
    yield from _end_rows(judged)
    for label, group, bar in (("ordinary", plain, FLAGS_BAR), ("near", close, None)):
        share = 100.0 * sum(each.flagged for each in group) / max(len(group), 1)
        yield Row(f"flags on {label} plays", share, "%", bar)
        own = [d for each in group for d in each.decisions if not d.flagged]
        bad = sum(not d.right for d in own)
        yield Row(
            f"unflagged calls right, {label} plays", 100.0 * (1 - bad / max(len(own), 1)), "%"
        )


def _end_rows(judged: Sequence[JudgedPlay]) -> Iterator[Row]:
    """The ends of plays counted alone: the calls that matter most, and the hardest."""
    ends = [d for each in judged for d in each.decisions if d.what == "end"]
    sure = [d for d in ends if not d.flagged]
    wrong = sum(not d.right for d in sure)
    right = 100.0 * (1.0 - wrong / max(len(sure), 1))
    yield Row("ends counted alone, unflagged ones right", right, "%", RIGHT_BAR, "higher")
    yield Row("ends counted alone, unflagged", float(len(sure)), "")
    yield Row("ends counted alone, unflagged and wrong", float(wrong), "")
    flagged = 100.0 * (1.0 - len(sure) / max(len(ends), 1))
    yield Row("ends counted alone, flagged", flagged, "%")


def error_rows(results: Sequence[PlayResult]) -> Iterator[Row]:
    """Errors of times and spots, and how often the stated intervals hold them."""
    judged = counted_plays(results)
    gaps = np.array([z for result in results for z in result.gap_sigmas])
    made = [(each, d) for each in judged for d in each.decisions if d.time_sigmas is not None]
    yield from _honest("gap of a frame", gaps)
    sure = [d for _, d in made if not d.flagged]
    yield from _honest("time", np.array([d.time_sigmas for d in sure], float))
    spots = [d.spot_sigmas for d in sure if d.spot_sigmas is not None]
    yield from _honest("spot", np.array(spots, float))
    for fps in (30, 60):
        touches = [d for each, d in made if each.fps == fps and _touched(d)]
        lines = [d for each, d in made if each.fps == fps and not _touched(d)]
        barred = fps == 30
        for what, group in (("contact", touches), ("line", lines)):
            off = np.abs(np.array([d.off_ms for d in group], float))
            if not len(off):
                continue
            within = 100.0 * float((off <= TIME_MS).mean())
            yield Row(f"{what} time at {fps} frames/s, median", median(off), "ms")
            bar = TIME_MS if barred and what == "contact" else None
            yield Row(f"{what} time at {fps} frames/s, 95 %", percentile(off, 95), "ms", bar)
            yield Row(f"{what} time at {fps} frames/s, within 8 ms", within, "%")
    placed = [d.off_mm for _, d in made if d.off_mm is not None and not d.flagged]
    places = np.abs(np.array(placed, float))
    if len(places):
        yield Row("spot, median", median(places), "mm")
        yield Row("spot, 95 %", percentile(places, 95), "mm", SPOT_MM)
        yield Row("spot, within 3.2 mm", 100.0 * float((places <= SPOT_MM).mean()), "%")
        yield Row("spot, worst", float(places.max()), "mm")


def speed_rows(results: Sequence[PlayResult]) -> Iterator[Row]:
    """How long a frame takes, how late the power goes off, and whether it is the same each time."""
    times = 1e3 * np.array([s for result in results for s in result.seconds])
    late = [each.cut_after_ms for each in counted_plays(results) if each.cut_after_ms is not None]
    yield Row("a frame of 22 bases, median", median(times), "ms")
    yield Row("a frame of 22 bases, 99 %", percentile(times, 99), "ms", 1.0)
    if late:
        yield Row("power asked off after the instant, median", median(late), "ms")
        yield Row("power asked off after the instant, 95 %", percentile(late, 95), "ms")
    yield Row(
        "judged differently again or mixed", float(sum(r.differing for r in results)), "", 0.0
    )


def _touched(decision: CallDecision) -> bool:
    return decision.true.startswith(TOUCHED)


def _honest(label: str, sigmas: np.ndarray) -> Iterator[Row]:
    if len(sigmas) >= FEWEST:
        yield from honest_rows(f"{label} inside its 95 % interval", f"{label}, from 95 %", sigmas)
