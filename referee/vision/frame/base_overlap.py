"""How much of a base another base covers, as rectangles: two answers may mean one base."""

from __future__ import annotations

import math

import cv2

from referee.core.geometry.pose import Pose, apart_mm

TurnedBox = tuple[Pose, float, float]  # middle and heading, length, width


def shared_of_smaller(a: TurnedBox, b: TurnedBox) -> float:
    """The area two turned rectangles share, as a share of the smaller one's area.

    >>> shared_of_smaller((Pose(0, 0, 0), 20, 10), (Pose(10, 0, 0), 20, 10))
    0.5
    """
    reach = math.hypot(a[1], a[2]) + math.hypot(b[1], b[2])
    if apart_mm(a[0], b[0]) > reach / 2:
        return 0.0
    kind, common = cv2.rotatedRectangleIntersection(_turned(a), _turned(b))
    if kind == cv2.INTERSECT_NONE:
        return 0.0
    shared = cv2.contourArea(cv2.convexHull(common))
    return round(float(shared / min(a[1] * a[2], b[1] * b[2])), 6)


def _turned(box: TurnedBox) -> tuple[tuple[float, float], tuple[float, float], float]:
    pose, length_mm, width_mm = box
    return (pose.x_mm, pose.y_mm), (length_mm, width_mm), pose.heading_deg
