"""A recorded game of painted rectangles whose frames a person has corrected."""

from __future__ import annotations

import cv2
import numpy as np

from referee.calls.frame import SeenBase
from referee.camera.calibration import Calibration, write_calibration
from referee.camera.frame_source import Frame
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.loaders.fields import load_field
from referee.record.observation import Observation, ObservedHand, ObservedMarker
from referee.record.tracks import ObservationWriter, TracksFileHeader, TracksFileKind
from referee.record.video import VideoSettings, VideoWriter
from tests.vision.painted import CAMERA, SHAPE, board

FPS = 2.0
PAINT = (210, 60, 200)


def pose_at(frame):
    return Pose(150.0 + 5.0 * frame, 120.0 + frame, 10.0 * frame)


def corners_of(pose):
    ring = np.c_[pose.to_board(SHAPE.corners_mm), np.full(4, SHAPE.height_mm)]
    a, b, c, d = ((float(x), float(y)) for x, y in CAMERA.project(ring))
    return a, b, c, d


def base_seen(pose, name="", sigma=(0.0, 0.0, 0.0), **more):
    measured = MeasuredPose.with_sigmas(pose, *sigma)
    values = {"corners_px": corners_of(pose), "team": Team.HOME}
    return SeenBase(name, measured, **{**values, **more})


def row(frame, **more):
    values = {
        "frame": frame,
        "bases": (base_seen(pose_at(frame)),),
        "markers": (ObservedMarker("ball magnet", 450.0, 300.0, 0.0, 1.0),),
        "hands": (),
    }
    return Observation(**{**values, **more})


def make_game(folder, frames=48, rows=None, kind=TracksFileKind.CORRECTIONS):
    """The folder, with a correction for every frame or the given ones."""
    folder.mkdir(parents=True, exist_ok=True)
    calibration = Calibration(CAMERA, SHAPE.height_mm, load_field("620"), "painted")
    write_calibration(folder / "camera.calib.json", calibration)
    size = VideoSettings(CAMERA.width_px, CAMERA.height_px, FPS)
    with VideoWriter(folder / "video.mp4", size) as video:
        for k in range(frames):
            image = board([(pose_at(k), PAINT, PAINT)])
            video.write(Frame(round(k * 1e9 / FPS), image, k))
    writer = ObservationWriter(folder / f"{kind.value}.jsonl", TracksFileHeader(kind, "620"))
    for each in [row(k) for k in range(frames)] if rows is None else rows:
        writer.write(each)
    writer.close()
    return folder


def hand(box):
    return ObservedHand(box, 1.0)


def painted_share(image, corners):
    """Share of a quadrangle's pixels that have the base's paint."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(corners)).astype(np.int32)], 1)
    like = np.abs(image.astype(int) - PAINT).max(axis=2) < 40
    return float(like[mask == 1].mean())
