"""Bases and gaps measured where the truth is known: in rendered frames and in path-traced ones."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.core.turns import turn_deg
from referee.lab.dataset.answer_sheet import AnswerSheet, answer_sheets, picture_path, read_frame
from referee.lab.dataset.simulator_answers import light_of
from referee.lab.pictures.crowds import random_crowd, random_roster
from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import random_look, standard_look
from referee.sim.board_state import BoardState
from referee.sim.look import SceneLook
from referee.sim.render import LIVE, RICH, FrameTruth, Renderer
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refinement import MeasuredBase, MeasurementQuality, Refinement
from referee.vision.refine.refiner import Refiner

F64 = npt.NDArray[np.float64]
U8 = npt.NDArray[np.uint8]

SEED = 900_000  # far from those that anything was trained or calibrated with
FIELDS = ("620", "500")
NEAR_MM = 3.0
TIMED, ON_THE_BOARD = 60, 22
BURNT_OUT, BURNT_SHARE = 240, 0.05  # of a base's picture, from which on it lies in glare
BLURRED_MM = 0.4  # how far a base moves while it is exposed
BLURRED_PX = 0.8  # the lens alone


@dataclass(frozen=True, slots=True)
class GuessErrors:
    """How wrong guesses are: usual errors in mm per axis and degrees, and what else is.

    ``detected``: some are much worse, as a detector's are, and other ends are looked for.
    """

    off_mm: float
    off_deg: float
    turned: bool = False
    size_mm: float = 0.0
    detected: bool = False


USUAL_LABEL = "2 px, 4°"
DETECTOR_LABEL = "a detector's"
WORSE = ((1.0, 2.0, 4.0), (0.75, 0.2, 0.05))  # times as far off, and how often
GUESS_ERRORS: Mapping[str, GuessErrors] = {
    "0.5 px, 1°": GuessErrors(0.2, 1.0),
    USUAL_LABEL: GuessErrors(0.75, 3.0),
    "4 px, 8°": GuessErrors(1.5, 6.0),
    DETECTOR_LABEL: GuessErrors(0.6, 2.0, detected=True),
    "back for front": GuessErrors(0.75, 3.0, turned=True),
    "size 1 mm off": GuessErrors(0.75, 3.0, size_mm=1.0),
}


@dataclass(frozen=True, slots=True)
class TrueBase:
    """A base whose truth is known, and what kind of case it is."""

    id: str
    shape: BaseShape
    pose: Pose
    visible: float
    standing: bool
    kinds: Mapping[str, str]

    @property
    def front_shows(self) -> bool:
        """Whether the outline itself tells front from back."""
        points = self.shape.skeleton
        mirrored = -points[np.lexsort(points.T)]
        return not np.allclose(mirrored[np.lexsort(mirrored.T)], points[np.lexsort(points.T)])


@dataclass(frozen=True)
class RefineCase:
    """A frame with everything known of it."""

    image: U8
    refiner: Refiner
    bases: tuple[TrueBase, ...]
    gaps: Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class BaseError:
    """One base of one frame: how far off it was measured, in mm, degrees and sigmas."""

    start: str
    visible: float
    front_shows: bool
    kinds: Mapping[str, str]
    quality: MeasurementQuality
    miss_mm: float
    miss_deg: float
    normalised: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class GapError:
    """One pair less than 3 mm apart, both bases called measured."""

    visible: float
    kinds: Mapping[str, str]
    miss_mm: float
    sigmas: float


@dataclass
class RefineTally:
    """Everything found so far."""

    bases: list[BaseError] = field(default_factory=list)
    gaps: dict[str, list[GapError]] = field(
        default_factory=lambda: {USUAL_LABEL: [], DETECTOR_LABEL: []}
    )
    seconds: list[float] = field(default_factory=list)


def measure_rendered(looks: int, frames: int) -> RefineTally:
    """Figures on, every look another board, light, camera and kind of base."""
    tally = RefineTally()
    for number in range(looks):
        rng = np.random.default_rng([SEED, number])
        name = FIELDS[number % len(FIELDS)]
        profile = load_field(name)
        roster = random_roster(rng)
        plain = number % 4 == 3
        look = standard_look(profile, roster, SEED + number) if plain else None
        look = look or random_look(profile, roster, rng)
        renderer = Renderer(profile, look, RICH if number % 2 == 0 else LIVE)
        refiner = Refiner(look.camera)
        of_look = {"board": name, "light": light_of(look), "colours": _colours(look)}
        for k in range(frames):
            state = random_crowd(profile, roster, rng, k * 1_000_000_000)
            frame = renderer.render(state)
            known = _known(frame.truth, frame.image, state, look, roster, of_look)
            gaps = {(g.first, g.second): g.gap_mm for g in frame.truth.gaps}
            case = RefineCase(frame.image, refiner, known, gaps)
            _measure(case, rng, tally)
        _time(case, rng, tally)
    return tally


def measure_drawn(folder: Path, name: str, most: int) -> RefineTally:
    """Frames of a data set with answers; none when it has not been made."""
    tally = RefineTally()
    for number, path in enumerate(answer_sheets(folder, name)[:most]):
        if not picture_path(folder, name, path.stem).is_file():
            continue
        frame = read_frame(folder, name, path.stem)
        case = RefineCase(
            frame.image,
            Refiner(frame.calibration.camera),
            _answered(frame.answers, frame.image),
            {(g.first, g.second): g.gap_mm for g in frame.answers.gaps},
        )
        _measure(case, np.random.default_rng([SEED, number]), tally)
    return tally


def _known(
    truth: FrameTruth,
    image: U8,
    state: BoardState,
    look: SceneLook,
    roster: Roster,
    of_look: Mapping[str, str],
) -> tuple[TrueBase, ...]:
    near = _nearest({(g.first, g.second): g.gap_mm for g in truth.gaps})
    speeds = {p.player_id: math.hypot(p.vx_mm_s, p.vy_mm_s) for p in state.pieces}
    soft = look.sensor.blur_px > BLURRED_PX
    rows = []
    for piece, player in zip(truth.pieces, roster, strict=True):
        moved_mm = speeds[piece.player_id] * look.sensor.exposure_ms * 1e-3
        blur = "moving" if moved_mm > BLURRED_MM else "soft lens" if soft else "sharp"
        kinds = {
            **of_look,
            "seen": _seen(piece.visible),
            "neighbour": _neighbour(near.get(piece.player_id, math.inf)),
            "blur": blur,
            "glare": _glare(image, np.array(piece.corners_px)),
        }
        pose = Pose(piece.x_mm, piece.y_mm, piece.heading_deg)
        standing = not (piece.fallen or piece.lifted or piece.off_picture)
        rows.append(TrueBase(piece.player_id, player.base, pose, piece.visible, standing, kinds))
    return tuple(rows)


def _answered(answers: AnswerSheet, image: U8) -> tuple[TrueBase, ...]:
    near = _nearest({(g.first, g.second): g.gap_mm for g in answers.gaps})
    return tuple(
        TrueBase(
            b.id,
            b.shape,
            b.pose,
            b.visible,
            not (b.fallen or b.lifted or b.off_picture),
            {
                "seen": _seen(b.visible),
                "neighbour": _neighbour(near.get(b.id, math.inf)),
                "glare": _glare(image, np.array(b.corners_px)),
                "colours": "see-through plastic" if b.base_alpha < 1.0 else "solid plastic",
            },
        )
        for b in answers.bases
    )


def _measure(case: RefineCase, rng: np.random.Generator, tally: RefineTally) -> None:
    for name, start in GUESS_ERRORS.items():
        measure = case.refiner.settle if start.detected else case.refiner.refine
        found = measure(case.image, _guesses(case.bases, start, rng))
        tally.bases += [
            _compared(base, known, name)
            for known, base in zip(case.bases, found.bases, strict=True)
            if known.standing
        ]
        if name in tally.gaps:
            tally.gaps[name] += _compared_gaps(case, found)


def _time(case: RefineCase, rng: np.random.Generator, tally: RefineTally) -> None:
    """Only after everything has run before: the first call may still be compiling."""
    guesses = _guesses(case.bases, GUESS_ERRORS[USUAL_LABEL], rng)[:ON_THE_BOARD]
    for _ in range(TIMED):
        began = time.thread_time()
        case.refiner.refine(case.image, guesses)
        tally.seconds.append(time.thread_time() - began)


def _guesses(
    bases: Sequence[TrueBase], start: GuessErrors, rng: np.random.Generator
) -> list[PoseGuess]:
    guesses = []
    for known in bases:
        worse = rng.choice(WORSE[0], p=WORSE[1]) if start.detected else 1.0
        off = worse * np.array([start.off_mm, start.off_mm, start.off_deg])
        x, y, turn = rng.normal(0.0, 1.0, 3) * off
        pose = known.pose
        turned = turn + (180.0 if start.turned else 0.0)
        guesses.append(
            PoseGuess(
                _sized(known.shape, start.size_mm),
                Pose(pose.x_mm + x, pose.y_mm + y, pose.heading_deg + turned),
            )
        )
    return guesses


def _sized(shape: BaseShape, more_mm: float) -> BaseShape:
    """The same form, longer and wider."""
    if more_mm == 0.0:
        return shape
    half = np.array([shape.length_mm, shape.width_mm]) / 2 - shape.radius_mm
    points = shape.skeleton * (half + more_mm / 2) / half
    return replace(shape, skeleton_mm=tuple((float(x), float(y)) for x, y in points))


def _compared(base: MeasuredBase, known: TrueBase, start: str) -> BaseError:
    dx, dy = base.pose.x_mm - known.pose.x_mm, base.pose.y_mm - known.pose.y_mm
    half = 180.0 if GUESS_ERRORS[start].turned else 0.0
    turn = turn_deg(known.pose.heading_deg, base.pose.heading_deg + half)
    z = np.array([dx, dy, math.radians(turn)]) / np.sqrt(np.diag(np.array(base.covariance)))
    return BaseError(
        start,
        known.visible,
        known.front_shows,
        known.kinds,
        base.quality,
        math.hypot(dx, dy),
        abs(turn),
        (float(z[0]), float(z[1]), float(z[2])),
    )


def _compared_gaps(case: RefineCase, found: Refinement) -> list[GapError]:
    rows = []
    for pair in found.pairs:
        a, b = case.bases[pair.first], case.bases[pair.second]
        gap_mm = case.gaps.get((a.id, b.id), case.gaps.get((b.id, a.id), math.inf))
        sure = all(
            found.bases[i].quality is MeasurementQuality.MEASURED for i in (pair.first, pair.second)
        )
        if gap_mm < NEAR_MM and sure:
            worse = a if a.visible < b.visible else b
            miss = pair.gap_mm - gap_mm
            rows.append(GapError(worse.visible, worse.kinds, miss, miss / pair.sigma_mm))
    return rows


def _nearest(gaps: Mapping[tuple[str, str], float]) -> dict[str, float]:
    near: dict[str, float] = {}
    for pair, gap_mm in gaps.items():
        for who in pair:
            near[who] = min(near.get(who, math.inf), gap_mm)
    return near


def _seen(visible: float) -> str:
    for least in (0.8, 0.6, 0.4):
        if visible >= least:
            return f"{least:.0%} or more of the top"
    return "less than 40% of the top"


def _neighbour(near_mm: float) -> str:
    if near_mm < 0.3:
        return "touching"
    return "within 3 mm" if near_mm < NEAR_MM else "none within 3 mm"


def _glare(image: U8, corners_px: F64) -> str:
    """Whether some of the base's picture is burnt out."""
    low = np.clip(np.floor(corners_px.min(axis=0)), 0, None).astype(int)
    high = np.ceil(corners_px.max(axis=0)).astype(int) + 1
    part = image[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return "none"
    mask = np.zeros(part.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners_px - low).astype(np.int32), 1)
    burnt = part[mask > 0].min(axis=1) >= BURNT_OUT
    return "burnt out in part" if burnt.size and burnt.mean() > BURNT_SHARE else "none"


def _colours(look: SceneLook) -> str:
    """How far the plastic of the bases is from the turf they stand on, of the nearer team."""
    turf = np.array(look.field.turf)
    nearest = min(float(np.abs(np.array(t.base) - turf).sum()) for t in look.teams.values())
    clear = any(t.base_alpha < 1.0 for t in look.teams.values())
    if clear:
        return "see-through plastic"
    return "plastic like the turf" if nearest < 0.35 else "plastic unlike the turf"
