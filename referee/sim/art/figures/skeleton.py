"""The joints of one figure, worked out from its stance."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.sim.art.figures.stances import (
    FOREARM_MM,
    GIRTHS,
    HALF_HIP_MM,
    HALF_SHOULDER_MM,
    SHIN_MM,
    STANCES,
    THIGH_MM,
    UPPER_ARM_MM,
    Girth,
    StanceJoint,
    bend,
)
from referee.sim.art.mesh import FloatArray
from referee.sim.look import FigureBuild, Stance

FORWARD = np.array([1.0, 0.0, 0.0])
LEFT = np.array([0.0, 1.0, 0.0])
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True)
class Limb:
    """Shoulder, elbow and hand, or hip, knee and ankle."""

    root: FloatArray
    middle: FloatArray
    end: FloatArray


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Joints, and the frames of pelvis and chest: (3, 3) with rows forward, left, up."""

    pelvis: FloatArray
    pelvis_frame: FloatArray
    chest: FloatArray
    chest_frame: FloatArray
    head: FloatArray
    face: FloatArray
    arms: tuple[Limb, Limb]
    legs: tuple[Limb, Limb]
    toes: tuple[FloatArray, FloatArray]
    ball: FloatArray | None
    girth: Girth


def skeleton_of(stance: Stance, build: FigureBuild) -> Skeleton:
    """Joints of one of the moulded poses; the left limb comes first."""
    pose = STANCES[stance]
    girth = GIRTHS[build]
    pelvis, chest = np.array(pose.pelvis), np.array(pose.chest)
    spine = _unit(chest - pelvis)
    twist = math.radians(pose.twist_deg)
    across = FORWARD * -math.sin(twist) + LEFT * math.cos(twist)
    chest_frame = _frame(spine, across)
    pelvis_frame = _frame(_unit(spine + UP * 1.2), LEFT)
    half_shoulder = HALF_SHOULDER_MM * girth.shoulder
    arms = [
        _limb(
            chest + chest_frame[2] * 0.9 + chest_frame[1] * side * half_shoulder,
            hand,
            UPPER_ARM_MM,
            FOREARM_MM,
            hint,
        )
        for side, hand, hint in (
            (1.0, pose.left_hand, pose.left_elbow_hint),
            (-1.0, pose.right_hand, pose.right_elbow_hint),
        )
    ]
    legs = [
        _limb(
            pelvis - pelvis_frame[2] * 0.7 + LEFT * side * HALF_HIP_MM * girth.torso,
            ankle,
            THIGH_MM,
            SHIN_MM,
            (1.0, side * 0.25, 0.3),
        )
        for side, ankle in ((1.0, pose.left_ankle), (-1.0, pose.right_ankle))
    ]
    return Skeleton(
        pelvis=pelvis,
        pelvis_frame=pelvis_frame,
        chest=chest,
        chest_frame=chest_frame,
        head=np.array(pose.head),
        face=_unit(np.array(pose.face)),
        arms=(arms[0], arms[1]),
        legs=(legs[0], legs[1]),
        toes=(_unit(np.array(pose.left_toe)), _unit(np.array(pose.right_toe))),
        ball=None if pose.ball is None else np.array(pose.ball),
        girth=girth,
    )


def _limb(
    root: FloatArray, end: StanceJoint, first_mm: float, second_mm: float, hint: StanceJoint
) -> Limb:
    middle, reached = bend(root, np.array(end), first_mm, second_mm, np.array(hint))
    return Limb(root, middle, reached)


def _frame(up: FloatArray, left_hint: FloatArray) -> FloatArray:
    left = _unit(left_hint - up * float(up @ left_hint))
    return np.stack([np.cross(left, up), left, up])


def _unit(vector: FloatArray) -> FloatArray:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9))
