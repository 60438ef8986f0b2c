"""Frames with answers as the reader's training takes them: where pieces seem to stand or lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from referee.camera.calibration import read_calibration
from referee.camera.camera_model import CameraModel
from referee.lab.dataset.answer_sheet import (
    BaseAnswer,
    answer_sheets,
    calibration_path,
    picture_path,
    read_answers,
)
from referee.lab.dataset.picture_file import read_picture
from referee.vision.frame.board_scale import detected_base_of
from referee.vision.sighting import Detection, Thing

F64 = npt.NDArray[np.float64]
U8 = npt.NDArray[np.uint8]
BOX_TOP_MM = 3.0  # the height at which the middle of a fallen figure's box is taken


@dataclass(frozen=True)
class ReaderScene:
    """One frame. Rows of ``standing`` are x mm, y mm, heading in radians, as the base is seen to
    stand when its top is taken to lie at ``tops_mm``; ``visible`` is the share of each top.

    ``lying`` holds for each fallen figure the middle of its box and its tipped base, x and y each;
    ``hands`` the boxes of hands in mm; ``unsure`` what is there but belongs to neither.
    """

    picture: Path
    camera: CameraModel
    standing: F64
    tops_mm: F64
    visible: F64
    names: tuple[str, ...]
    marks: tuple[str, ...]
    lying: F64
    hands: F64
    unsure: F64

    def image(self) -> U8:
        """The picture."""
        return read_picture(self.picture)


def scene_paths(folders: Sequence[Path], name: str) -> list[tuple[Path, str]]:
    """The frames of a set that are ready: folder and stem. Looks still in the making are left."""
    found = []
    for folder in folders:
        done = {path.stem for path in (folder / "done" / name).glob("*.json")}
        found += [
            (folder, p.stem) for p in answer_sheets(folder, name) if p.stem.split("-")[0] in done
        ]
    return found


def read_scene(folder: Path, name: str, stem: str) -> ReaderScene:
    """One frame's truth as it is seen from its camera."""
    answers = read_answers(folder / "answers" / name / f"{stem}.json")
    camera = read_calibration(calibration_path(folder, name, stem)).camera
    here = [base for base in answers.bases if _in_picture(base, camera)]
    up = [base for base in here if not base.fallen]
    unsure = [b for b in answers.bases if b not in here]
    lying = [b for b in here if b.fallen and b.box_px is not None]
    unsure += [b for b in here if b.fallen and b.box_px is None]
    boxes = np.array(answers.hands, dtype=float).reshape(-1, 2, 2)
    return ReaderScene(
        picture=picture_path(folder, name, stem),
        camera=camera,
        standing=np.array([_seen(base, camera) for base in up]).reshape(-1, 3),
        tops_mm=np.array([base.shape.height_mm for base in up]),
        visible=np.array([base.visible for base in up]),
        names=tuple(base.figure for base in up),
        marks=tuple(base.front_mark for base in up),
        lying=np.array([_lies(base, camera) for base in lying]).reshape(-1, 4),
        hands=np.sort(camera.to_plane(boxes, BOX_TOP_MM), axis=1).reshape(-1, 4),
        unsure=np.array([(b.pose.x_mm, b.pose.y_mm) for b in unsure]).reshape(-1, 2),
    )


def _in_picture(base: BaseAnswer, camera: CameraModel) -> bool:
    x, y = np.mean(base.corners_px, axis=0)
    return bool(0 <= x <= camera.width_px - 1 and 0 <= y <= camera.height_px - 1)


def _seen(base: BaseAnswer, camera: CameraModel) -> tuple[float, float, float]:
    """Where a detector would put it: a base held up in a hand seems to stand further out."""
    seen = Detection(Thing.BASE, 1.0, (0.0, 0.0, 0.0, 0.0), base.corners_px)
    pose = detected_base_of(seen, camera, base.shape.height_mm).pose
    return pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)


def _lies(base: BaseAnswer, camera: CameraModel) -> tuple[float, ...]:
    left, top, right, bottom = base.box_px or (0.0, 0.0, 0.0, 0.0)
    middles = [((left + right) / 2, (top + bottom) / 2), np.mean(base.corners_px, axis=0)]
    return tuple(float(v) for v in camera.to_plane(np.array(middles), BOX_TOP_MM).ravel())
