"""The detector's tiles as scenes: many more boards and figures, without their cameras.

A tile no longer knows where in its frame it was cut out. So it is taken as seen from straight above
and far away: both planes of its crops are alike and nothing leans, which the network can tell.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.lab.dataset.picture_file import read_picture
from referee.lab.train.detector.tile_batches import find_tiles, labels_of, read_things
from referee.lab.train.reader.reader_scene import BOX_TOP_MM, ReaderScene
from referee.vision.frame.board_scale import detected_base_of
from referee.vision.network.detector_classes import BASE, CORNERS, FALLEN, HAND
from referee.vision.sighting import Detection, Thing

FAR_MM = 1e5
USUAL_LENGTH_MM = 27.0  # of bases in the data: how large a tile's pixels are
USUAL_PX_PER_MM = 1.02
WHOLE = 0.5


def tile_paths(folders: Sequence[Path], name: str) -> list[Path]:
    """The tiles of a set that are ready. A folder with answers holds frames and no tiles."""
    holds_tiles = [folder for folder in folders if not (folder / "answers" / name).is_dir()]
    return [path for folder in holds_tiles for path in find_tiles(folder, name)]


def tile_scene(picture: Path) -> ReaderScene:
    """One tile with what its label file says of it."""
    size_px = read_picture(picture).shape[0]
    things = read_things(labels_of(picture)).astype(float)
    kinds, boxes = things[:, 0], things[:, 1:5] * size_px - [0.5, 0.5, 0.0, 0.0]
    corners = things[:, 5:].reshape(-1, CORNERS, 3)
    bases = kinds == BASE
    whole = bases & (corners[:, :, 2] > WHOLE).all(axis=1)
    seen_px = corners[whole, :, :2] * size_px - 0.5
    camera = _far_camera(size_px, _scale(seen_px))
    middles = camera.to_plane(boxes[:, :2], BOX_TOP_MM)
    fallen = middles[kinds == FALLEN]
    hands = boxes[kinds == HAND]
    ends = np.stack([hands[:, :2] - hands[:, 2:] / 2, hands[:, :2] + hands[:, 2:] / 2], axis=1)
    count = int(whole.sum())
    return ReaderScene(
        picture=picture,
        camera=camera,
        standing=np.array([_pose(each, camera) for each in seen_px]).reshape(-1, 3),
        tops_mm=np.full(count, BOX_TOP_MM),
        visible=np.ones(count),
        names=("",) * count,
        marks=("",) * count,
        lying=np.concatenate([fallen, fallen], axis=1),
        hands=np.sort(camera.to_plane(ends, BOX_TOP_MM), axis=1).reshape(-1, 4),
        unsure=middles[bases & ~whole],
    )


def _scale(seen_px: np.ndarray) -> float:
    if not len(seen_px):
        return USUAL_PX_PER_MM
    lengths = np.linalg.norm(seen_px[:, 0] - seen_px[:, 3], axis=1)
    return float(np.median(lengths)) / USUAL_LENGTH_MM


def _far_camera(size_px: int, px_per_mm: float) -> CameraModel:
    return overhead_camera(
        width_px=size_px,
        height_px=size_px,
        target_mm=(0.0, 0.0),
        height_mm=FAR_MM,
        focal_px=px_per_mm * FAR_MM,
    )


def _pose(corners_px: np.ndarray, camera: CameraModel) -> tuple[float, float, float]:
    a, b, c, d = ((float(x), float(y)) for x, y in corners_px)
    seen = Detection(Thing.BASE, 1.0, (0.0, 0.0, 0.0, 0.0), (a, b, c, d))
    pose = detected_base_of(seen, camera, BOX_TOP_MM).pose
    return pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)
