"""Frames with answers, as the training of the refiner takes them, and guesses as wrong as usual."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel
from referee.core.errors import BadValue, PlainWord
from referee.core.geometry.base_shape import BaseShape, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.lab.dataset.answer_sheet import answer_sheets, read_frame
from referee.vision.refine.guess_table import PoseGuess

F64 = npt.NDArray[np.float64]
U8 = npt.NDArray[np.uint8]

LEAST_VISIBLE = 0.12  # below this there is nothing to measure
# Usual errors of a guess per axis in mm, from a good tracker's to a poor detector's, and how often.
MISSES_MM = (0.1, 0.3, 0.7, 1.2, 1.9)
MISS_SHARES = (0.15, 0.25, 0.25, 0.25, 0.10)
DEG_PER_MM = 3.6
TURNED_SHARE = 0.1  # guesses that take the back for the front
# Some of a detector's answers are far worse than the rest.
FAR_SHARE, FAR_MM, FAR_DEG = 0.1, 1.8, 12.0
MISJUDGED_SHARE = 0.2  # frames where outlines are known only about
WHOLE_PX = 1280  # a narrower picture is a close-up
SIZE_MISS_MM, LARGEST_MISS_MM = 0.8, 2.0


@dataclass(frozen=True)
class RefinerView:
    """One frame: what is seen, and every base that stands in it or is there to mislead.

    ``poses`` are rows of x mm, y mm, heading in radians; ``good`` says which of them stand on
    the board and are seen well enough to be measured; ``whole`` that it is no close-up.
    """

    name: str
    look: int
    camera: CameraModel
    image: U8
    shapes: tuple[BaseShape, ...]
    poses: F64
    corners_px: F64
    good: npt.NDArray[np.bool_]
    visible: F64
    whole: bool


def stems_of(folder: Path, name: str, chosen: Callable[[int], bool]) -> list[str]:
    """The frames of a set whose look's number is chosen."""
    found = [path.stem for path in answer_sheets(folder, name)]
    if not found:
        text = PlainWord(f"{folder}, which has no frames called {name}")
        raise BadValue("data", text, "a folder made with datasets/recipes/reader.toml")
    return [stem for stem in found if chosen(look_of(stem))]


def views_of(
    folders: Sequence[Path], name: str, chosen: Callable[[int], bool], step: int = 1
) -> Iterator[RefinerView]:
    """Every so many of those frames of all folders, without the ones that show no base at all."""
    for folder in folders:
        for stem in stems_of(folder, name, chosen)[::step]:
            view = _view(folder, name, stem)
            if len(view.shapes) > 0:
                yield view


def look_of(stem: str) -> int:
    """A frame's name begins with the number of its look."""
    return int(stem.split("-", maxsplit=1)[0])


def _view(folder: Path, name: str, stem: str) -> RefinerView:
    frame = read_frame(folder, name, stem)
    bases = frame.answers.bases
    return RefinerView(
        name=f"{name}/{stem}",
        look=look_of(stem),
        camera=frame.calibration.camera,
        image=frame.image,
        shapes=tuple(base.shape for base in bases),
        poses=np.array(
            [(b.pose.x_mm, b.pose.y_mm, math.radians(b.pose.heading_deg)) for b in bases]
        ).reshape(-1, 3),
        corners_px=np.array([b.corners_px for b in bases]).reshape(-1, 4, 2),
        good=np.array(
            [not (b.fallen or b.lifted) and b.visible > LEAST_VISIBLE for b in bases], dtype=bool
        ),
        visible=np.array([b.visible for b in bases]),
        whole=frame.image.shape[1] >= WHOLE_PX,
    )


def usual_guesses(poses: F64, rng: np.random.Generator, turned_share: float = 0.0) -> F64:
    """Where a detector or a tracker would say that these bases are."""
    n = len(poses)
    usual = rng.choice(MISSES_MM, size=n, p=MISS_SHARES)
    away = rng.normal(0.0, 1.0, (n, 3)) * usual[:, None]
    away[:, 2] = np.radians(away[:, 2] * DEG_PER_MM)
    away[rng.random(n) < turned_share, 2] += math.pi
    return np.asarray(poses + away)


def detector_guesses(poses: F64, rng: np.random.Generator, turned_share: float = 0.0) -> F64:
    """Where a detector would say that these bases are, now and then far off."""
    start = usual_guesses(poses, rng, turned_share)
    far = rng.random(len(poses)) < FAR_SHARE
    away = rng.normal(0.0, 1.0, poses.shape) * (FAR_MM, FAR_MM, math.radians(FAR_DEG))
    start[far] += away[far]
    return start


def misjudged_outlines(
    shapes: Sequence[BaseShape], rng: np.random.Generator
) -> tuple[BaseShape, ...]:
    """Outlines as measured in haste: each kind of base is wrong in its own way."""
    kinds = {shape: _misjudged(shape, rng) for shape in dict.fromkeys(shapes)}
    return tuple(kinds[shape] for shape in shapes)


def _misjudged(shape: BaseShape, rng: np.random.Generator) -> BaseShape:
    off = np.clip(rng.normal(0.0, SIZE_MISS_MM, 2), -LARGEST_MISS_MM, LARGEST_MISS_MM)
    length, width = float(shape.length_mm + off[0]), float(shape.width_mm + off[1])
    if rng.random() < 0.5:
        radius = float(rng.uniform(0.4, 3.5))
        return rounded_rectangle("about", length, width, radius, shape.height_mm)
    r = shape.radius_mm
    grow = [
        (length / 2 - r) / (shape.length_mm / 2 - r),
        (width / 2 - r) / (shape.width_mm / 2 - r),
    ]
    skeleton = shape.skeleton * grow
    return BaseShape(
        "about",
        tuple((float(x), float(y)) for x, y in skeleton),
        r,
        shape.edge_parts,
        shape.vertex_parts,
        shape.height_mm,
    )


def guesses_of(shapes: Sequence[BaseShape], poses: F64) -> list[PoseGuess]:
    """Rows of poses as the refiner takes them."""
    return [
        PoseGuess(shape, Pose(float(x), float(y), math.degrees(turn)))
        for shape, (x, y, turn) in zip(shapes, poses, strict=True)
    ]
