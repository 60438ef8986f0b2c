"""How the six kinds of figure stand: joints in mm at 30 mm height, facing +x, left is +y."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.sim.art.mesh import FloatArray
from referee.sim.look import FigureBuild, Stance

StanceJoint = tuple[float, float, float]

UPPER_ARM_MM = 5.4
FOREARM_MM = 5.2
THIGH_MM = 6.6
SHIN_MM = 6.4
HALF_HIP_MM = 1.9
HALF_SHOULDER_MM = 4.9


@dataclass(frozen=True, slots=True)
class StanceJoints:
    """Where the moulder put the joints. Hints say which way an elbow or a knee points."""

    pelvis: StanceJoint
    chest: StanceJoint
    head: StanceJoint
    face: StanceJoint
    left_hand: StanceJoint
    right_hand: StanceJoint
    left_elbow_hint: StanceJoint
    right_elbow_hint: StanceJoint
    left_ankle: StanceJoint
    right_ankle: StanceJoint
    left_toe: StanceJoint = (1.0, 0.25, 0.0)
    right_toe: StanceJoint = (1.0, -0.25, 0.0)
    twist_deg: float = 0.0
    ball: StanceJoint | None = None


@dataclass(frozen=True, slots=True)
class Girth:
    """How thick a build is, as factors of the regular one."""

    torso: float
    limb: float
    shoulder: float


GIRTHS = {
    FigureBuild.SLIM: Girth(0.88, 0.88, 0.93),
    FigureBuild.REGULAR: Girth(1.0, 1.0, 1.0),
    FigureBuild.HEAVY: Girth(1.2, 1.14, 1.1),
}

STANCES = {
    Stance.THREE_POINT: StanceJoints(
        pelvis=(-3.6, 0.0, 11.6),
        chest=(2.9, -0.3, 14.6),
        head=(6.9, 0.0, 18.0),
        face=(1.0, 0.0, -0.05),
        left_hand=(2.4, 3.9, 8.8),
        right_hand=(7.6, -2.2, 1.9),
        left_elbow_hint=(-0.3, 1.0, 0.1),
        right_elbow_hint=(-0.6, -1.0, 0.0),
        left_ankle=(-0.6, 3.5, 1.9),
        right_ankle=(-5.6, -3.4, 2.1),
        twist_deg=-8.0,
    ),
    Stance.BLOCKING: StanceJoints(
        pelvis=(-2.0, 0.0, 11.8),
        chest=(2.0, 0.0, 17.8),
        head=(4.6, 0.0, 22.9),
        face=(1.0, 0.0, -0.12),
        left_hand=(8.0, 2.0, 18.4),
        right_hand=(8.2, -1.7, 17.4),
        left_elbow_hint=(-0.1, 1.0, -0.5),
        right_elbow_hint=(-0.1, -1.0, -0.5),
        left_ankle=(1.2, 3.7, 1.9),
        right_ankle=(-4.2, -3.4, 1.9),
    ),
    Stance.RUNNING: StanceJoints(
        pelvis=(0.0, 0.0, 13.6),
        chest=(2.4, 0.0, 20.0),
        head=(4.2, 0.2, 25.7),
        face=(1.0, 0.1, -0.1),
        left_hand=(7.0, 3.6, 19.2),
        right_hand=(5.0, -3.2, 17.4),
        left_elbow_hint=(-0.6, 0.7, -1.0),
        right_elbow_hint=(-1.0, -0.6, -0.4),
        left_ankle=(2.2, 1.9, 1.9),
        right_ankle=(-7.4, -2.0, 6.8),
        right_toe=(0.35, -0.1, -0.95),
        twist_deg=10.0,
        ball=(5.0, -3.9, 18.4),
    ),
    Stance.UPRIGHT: StanceJoints(
        pelvis=(-0.4, 0.0, 14.0),
        chest=(0.3, 0.0, 20.9),
        head=(1.2, 0.0, 26.9),
        face=(1.0, 0.0, 0.0),
        left_hand=(4.2, 1.6, 19.0),
        right_hand=(3.9, -2.0, 19.9),
        left_elbow_hint=(-0.2, 1.0, -1.0),
        right_elbow_hint=(-0.4, -1.0, -0.8),
        left_ankle=(2.0, 2.8, 1.9),
        right_ankle=(-2.4, -2.8, 1.9),
        twist_deg=-12.0,
        ball=(5.0, -0.2, 20.2),
    ),
    Stance.TACKLING: StanceJoints(
        pelvis=(-1.2, 0.0, 12.6),
        chest=(1.7, 0.0, 19.0),
        head=(3.6, 0.0, 24.6),
        face=(1.0, 0.0, -0.08),
        left_hand=(6.6, 9.0, 20.6),
        right_hand=(6.0, -9.4, 19.4),
        left_elbow_hint=(-0.5, 0.5, -1.0),
        right_elbow_hint=(-0.5, -0.5, -1.0),
        left_ankle=(1.6, 4.4, 1.9),
        right_ankle=(-3.0, -4.2, 1.9),
    ),
    Stance.REACHING: StanceJoints(
        pelvis=(-0.2, 0.0, 14.0),
        chest=(0.8, 0.0, 20.8),
        head=(1.5, 0.0, 26.6),
        face=(1.0, 0.0, 0.35),
        left_hand=(4.8, 2.2, 30.0),
        right_hand=(4.2, -2.6, 30.6),
        left_elbow_hint=(0.3, 1.0, -0.2),
        right_elbow_hint=(0.3, -1.0, -0.2),
        left_ankle=(2.4, 2.4, 1.9),
        right_ankle=(-2.8, -2.4, 1.9),
    ),
}


def bend(
    start_mm: FloatArray, end_mm: FloatArray, first_mm: float, second_mm: float, hint: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Where the elbow or knee lies, and the reachable end nearest to ``end_mm``."""
    reach = end_mm - start_mm
    length = float(np.linalg.norm(reach))
    axis = reach / max(length, 1e-9)
    span = float(np.clip(length, abs(first_mm - second_mm) + 0.1, (first_mm + second_mm) * 0.995))
    along = (span * span + first_mm * first_mm - second_mm * second_mm) / (2.0 * span)
    out = np.sqrt(max(first_mm * first_mm - along * along, 0.0))
    side = hint - axis * float(hint @ axis)
    side = side / max(float(np.linalg.norm(side)), 1e-9)
    return start_mm + axis * along + side * out, start_mm + axis * span
