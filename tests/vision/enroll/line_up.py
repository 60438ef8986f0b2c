"""A painted line-up, and a locator that is told where the bases are."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.camera.frame_source import Frame
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.vision.frame.finder import BaseCandidate, BoardDetections, diagonal_covariance
from referee.vision.frame.locator import Locator
from referee.vision.refine.refiner import Refiner
from tests.vision.painted import BLUE, CAMERA, GREY, RED, SHAPE, board, row

HOME, AWAY = row(220.0, 6), row(380.0, 6, heading=180.0)


@dataclass
class Told:
    """Finds what it is told, a frame after the other; the last answer stays."""

    answers: list[list[Pose]]
    board: FieldProfile | None = None
    top_mm: float = SHAPE.height_mm
    camera: object = CAMERA
    asked: int = 0

    def find(self, _image, _share=1.0):
        poses = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        covariance = diagonal_covariance(0.5, math.radians(2.0))
        found = [
            BaseCandidate(p, SHAPE.length_mm, SHAPE.width_mm, 0.9, 0.9, 0.0, covariance)
            for p in poses
        ]
        return BoardDetections(tuple(found), (), ())


def locator(*answers):
    return Locator(Told(list(answers)), Refiner(CAMERA))


def picture(home=HOME, away=AWAY, jerseys=(RED, BLUE)):
    figures = [(p, jerseys[0], GREY) for p in home] + [(p, jerseys[1], GREY) for p in away]
    return board(figures)


def frames(image, count=1):
    return [Frame(k, image, k) for k in range(count)]
