"""How exactly bases are measured in rendered frames, how true the error bars are, and how fast."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.bench.report import Report, Row
from referee.core.pose import Pose
from referee.core.roster import Roster
from referee.files.fields import load_field
from referee.sim.art.looks import random_look, standard_look
from referee.sim.crowds import random_crowd, random_roster
from referee.sim.look import Look
from referee.sim.render import LIVE, RICH, FrameTruth, Renderer
from referee.vision.refine.measured import Refinement, Verdict
from referee.vision.refine.refiner import Refiner
from referee.vision.refine.table import Guess

SEED = 900_000  # far from those the readers of edges were trained and calibrated with
FIELDS = ("620", "500")
START = (0.75, 3.0)  # usual error of a guess, per axis in mm, in degrees: 2 px and 4 degrees in all
STARTS = {"0.5 px, 1°": (0.2, 1.0), "2 px, 4°": START, "4 px, 8°": (1.5, 6.0)}
OPEN = 0.6  # share of a top that is seen when nothing but its own figure hides it
INSIDE = 1.959964  # a 95 % interval, in sigmas
NEAR_MM = 3.0
F64 = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Found:
    """One base of one frame: where it was, and how far off it was measured."""

    board: str
    light: str
    colours: str
    visible: float
    near_mm: float
    start: str
    verdict: Verdict
    miss_mm: float
    miss_deg: float
    normalised: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class FoundGap:
    """One pair less than 3 mm apart, both bases open to view."""

    miss_mm: float
    sigmas: float


@dataclass
class Tally:
    """Everything found so far."""

    bases: list[Found]
    gaps: list[FoundGap]
    seconds: list[float]


def run(quick: bool) -> Report:
    """Figures on, every look another board, light, camera and kind of base."""
    cv2.setNumThreads(1)
    looks, frames = (3, 2) if quick else (24, 4)
    tally = Tally([], [], [])
    for number in range(looks):
        _measure(number, frames, tally)
    usual = [b for b in tally.bases if b.start == "2 px, 4°"]
    opened = [b for b in usual if b.visible >= OPEN and b.verdict is Verdict.MEASURED]
    miss, turn = _of(opened, _miss), _of(opened, _turn)
    gaps = np.abs([g.miss_mm for g in tally.gaps])
    load = ", ".join(f"{v:.1f}" for v in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
    ms = 1e3 * float(np.median(tally.seconds))
    rows = [
        Row("open bases, position median", float(np.median(miss)), "mm", 0.2),
        Row("open bases, position 95 %", float(np.percentile(miss, 95)), "mm", 0.7),
        Row("open bases, position worst", float(miss.max()), "mm", 2.0),
        Row("open bases, heading median", float(np.median(turn)), "°", 0.5),
        Row("pairs within 3 mm, gap median", float(np.median(gaps)), "mm", 0.2),
        Row("pairs within 3 mm, gap 95 %", float(np.percentile(gaps, 95)), "mm"),
        *_honesty("all measured bases", _good(usual)),
        *_gap_honesty(tally.gaps),
        Row("22 bases, one core's time", ms, "ms/frame", 3.0),
        *_verdicts(usual),
        *_splits(usual, tally.bases),
    ]
    return Report(
        "refine",
        rows=rows,
        notes=[
            (
                f"{looks} looks, {looks * frames} frames at 1920 x 1080 (half RICH, half LIVE), "
                f"{len(usual)} bases per start, {len(gaps)} pairs; seeds of their own; load {load}"
            ),
            (
                f"open: at least {OPEN:.0%} of the top is seen (the own figure hides up to the "
                "rest); worst and percentiles of bases called measured"
            ),
            "starts are normal errors with these sizes; outlines and camera are known exactly",
        ],
    )


def _measure(number: int, frames: int, tally: Tally) -> None:
    rng = np.random.default_rng([SEED, number])
    name = FIELDS[number % len(FIELDS)]
    profile = load_field(name)
    roster = random_roster(rng)
    plain = number % 4 == 3
    look = standard_look(profile, roster, SEED + number) if plain else None
    look = look or random_look(profile, roster, rng)
    renderer = Renderer(profile, look, RICH if number % 2 == 0 else LIVE)
    refiner = Refiner(look.camera)
    light, colours = _light(look), _colours(look)
    for k in range(frames):
        frame = renderer.render(random_crowd(profile, roster, rng, k * 1_000_000_000))
        for start, (off_mm, off_deg) in STARTS.items():
            guesses = list(_guesses(frame.truth, roster, off_mm, off_deg, rng))
            if not tally.seconds:
                refiner.refine(frame.image, guesses)
            began = time.thread_time()
            found = refiner.refine(frame.image, guesses)
            tally.seconds.append(time.thread_time() - began)
            tally.bases += _compared(frame.truth, found, (name, light, colours, start))
            if start == "2 px, 4°":
                tally.gaps += _compared_gaps(frame.truth, found)


def _guesses(
    truth: FrameTruth, roster: Roster, off_mm: float, off_deg: float, rng: np.random.Generator
) -> Iterator[Guess]:
    for piece, player in zip(truth.pieces, roster, strict=True):
        x, y, turn = rng.normal(0.0, 1.0, 3) * (off_mm, off_mm, off_deg)
        pose = Pose(piece.x_mm + x, piece.y_mm + y, piece.heading_deg + turn)
        yield Guess(player.base, pose)


def _compared(
    truth: FrameTruth, found: Refinement, case: tuple[str, str, str, str]
) -> Iterator[Found]:
    near = {p.player_id: math.inf for p in truth.pieces}
    for gap in truth.gaps:
        for who in (gap.first, gap.second):
            near[who] = min(near[who], gap.gap_mm)
    board, light, colours, start = case
    for piece, base in zip(truth.pieces, found.bases, strict=True):
        if piece.fallen or piece.off_picture:
            continue
        dx, dy = base.pose.x_mm - piece.x_mm, base.pose.y_mm - piece.y_mm
        turn = (base.pose.heading_deg - piece.heading_deg + 180.0) % 360.0 - 180.0
        sigma = np.sqrt(np.diag(np.array(base.covariance)))
        z = np.array([dx, dy, math.radians(turn)]) / sigma
        yield Found(
            board,
            light,
            colours,
            piece.visible,
            near[piece.player_id],
            start,
            base.verdict,
            math.hypot(dx, dy),
            abs(turn),
            (float(z[0]), float(z[1]), float(z[2])),
        )


def _compared_gaps(truth: FrameTruth, found: Refinement) -> Iterator[FoundGap]:
    true = {(g.first, g.second): g.gap_mm for g in truth.gaps}
    for pair in found.pairs:
        a, b = truth.pieces[pair.first], truth.pieces[pair.second]
        gap_mm = true.get((a.player_id, b.player_id), math.inf)
        sure = all(found.bases[i].verdict is Verdict.MEASURED for i in (pair.first, pair.second))
        if gap_mm < NEAR_MM and min(a.visible, b.visible) >= OPEN and sure:
            miss = pair.gap_mm - gap_mm
            yield FoundGap(miss, miss / pair.sigma_mm)


def _light(look: Look) -> str:
    """By the largest lamp: small ones make hard shadows."""
    strongest = max(look.lamps, key=lambda lamp: lamp.strength)
    if strongest.gobo:
        return "window with bars"
    return "hard light" if strongest.size_mm < 120.0 else "soft light"


def _colours(look: Look) -> str:
    """How far the plastic of the bases is from the turf they stand on, of the nearer team."""
    turf = np.array(look.field.turf)
    nearest = min(float(np.abs(np.array(t.base) - turf).sum()) for t in look.teams.values())
    clear = any(t.base_alpha < 1.0 for t in look.teams.values())
    if clear:
        return "see-through plastic"
    return "plastic like the turf" if nearest < 0.35 else "plastic unlike the turf"


def _miss(found: Found) -> float:
    return found.miss_mm


def _turn(found: Found) -> float:
    return found.miss_deg


def _of(bases: list[Found], figure: Callable[[Found], float]) -> F64:
    return np.array([figure(b) for b in bases])


def _good(bases: list[Found]) -> list[Found]:
    return [b for b in bases if b.verdict is Verdict.MEASURED]


def _honesty(label: str, bases: list[Found]) -> Iterator[Row]:
    z = np.array([b.normalised for b in bases])
    for name, columns in (("position", z[:, :2]), ("heading", z[:, 2:])):
        share = 100.0 * float((np.abs(columns) < INSIDE).mean())
        yield Row(f"{label}, {name} inside 95 % interval", share, "%", 93.0, "higher")
        yield Row(f"{label}, {name} normalised error", float(columns.std()), "sigma")


def _gap_honesty(gaps: list[FoundGap]) -> Iterator[Row]:
    z = np.array([g.sigmas for g in gaps])
    share = 100.0 * float((np.abs(z) < INSIDE).mean())
    yield Row("gaps inside 95 % interval", share, "%", 93.0, "higher")
    yield Row("gaps, normalised error", float(z.std()), "sigma")


def _verdicts(bases: list[Found]) -> Iterator[Row]:
    good = _good(bases)
    wrong = [b for b in good if b.miss_mm > 2.0]
    yield Row("called doubtful or unmeasured", 100.0 * (1.0 - len(good) / len(bases)), "%")
    yield Row("called measured, more than 2 mm off", 100.0 * len(wrong) / len(bases), "%")


def _splits(usual: list[Found], everything: list[Found]) -> Iterator[Row]:
    yield from _split("seen", usual, _seen)
    yield from _split("neighbour", usual, _neighbour)
    yield from _split("board", usual, lambda b: b.board)
    yield from _split("light", usual, lambda b: b.light)
    yield from _split("colours", usual, lambda b: b.colours)
    yield from _split("start", everything, lambda b: b.start)


def _seen(base: Found) -> str:
    for least in (0.8, 0.6, 0.4):
        if base.visible >= least:
            return f"{least:.0%} or more of the top"
    return "less than 40% of the top"


def _neighbour(base: Found) -> str:
    if base.near_mm < 0.3:
        return "touching"
    return "within 3 mm" if base.near_mm < NEAR_MM else "none within 3 mm"


def _split(what: str, bases: list[Found], key: Callable[[Found], str]) -> Iterator[Row]:
    groups: dict[str, list[Found]] = {}
    for base in bases:
        groups.setdefault(key(base), []).append(base)
    for name, group in sorted(groups.items()):
        good = _good(group)
        if not good:
            continue
        miss, turn = _of(good, _miss), _of(good, _turn)
        z = np.array([b.normalised for b in good])
        label = f"{what} {name} ({len(group)})"
        yield Row(f"{label}: median", float(np.median(miss)), "mm")
        yield Row(f"{label}: 95 %", float(np.percentile(miss, 95)), "mm")
        yield Row(f"{label}: heading", float(np.median(turn)), "°")
        yield Row(f"{label}: inside 95 %", 100.0 * float((np.abs(z) < INSIDE).mean()), "%")
        yield Row(f"{label}: doubtful", 100.0 * (1.0 - len(good) / len(group)), "%")
