"""A hand over a running board is seen in the frames that show it; light and figures are no hand."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.core.geometry.pose import Pose
from referee.vision.watch.hands.reaching_hand import ReachingHand
from tests.vision.watch import scene

SKIN, DARK_SKIN, BLACK = (120, 150, 205), (45, 62, 95), (14, 13, 12)
# Frames of a board that runs before anything happens.
CALM = 10


def creeping(number):
    """Everybody goes on, 150 mm/s to the front."""
    way_mm = 150.0 * number / 30.0
    return {
        who: Pose(
            pose.x_mm + way_mm * np.cos(np.radians(pose.heading_deg)),
            pose.y_mm + way_mm * np.sin(np.radians(pose.heading_deg)),
            pose.heading_deg,
        )
        for who, pose in scene.LINE_UP.items()
    }


def with_hand(image, colour=SKIN, tip_mm=(160.0, 90.0), from_outside=True):
    """An arm of 60 mm from the near edge to ``tip_mm``; or a hand that nobody's arm holds."""
    x, y = tip_mm
    near_mm = -60.0 if from_outside else y - 60.0
    out = image.copy()
    outline = np.array([(x - 30, near_mm), (x + 30, near_mm), (x + 30, y), (x - 30, y)])
    px = scene.CAMERA.project(np.c_[outline, np.zeros(4)])
    cv2.fillConvexPoly(out, np.round(px).astype(np.int32), colour)
    return out


def in_light(image, share):
    """The same picture in other light: ``share`` for each pixel, row or colour."""
    return np.clip(image * np.asarray(share) + 0.5, 0, 255).astype(np.uint8)


def seen(change, frames=20, powered=True, places=creeping, every=1):
    """Which frames show a hand; from frame `CALM` on ``change`` is done to the picture.

    The camera takes 30 a second; one of so many (``every``) is looked at.
    """
    watch, out = ReachingHand(scene.CAMERA, None), []
    for k in range(0, frames, every):
        frame = scene.frame(k, places(k))
        if k >= CALM:
            frame = replace(frame, image=change(frame.image, k - CALM))
        out.append(watch.update(frame, powered=powered))
    return out


@pytest.mark.parametrize("colour", [SKIN, DARK_SKIN, BLACK])
def test_a_hand_is_seen_in_its_second_frame(colour):
    assert seen(lambda image, _k: with_hand(image, colour)).index(True) == CALM + 1


def test_a_hand_is_seen_in_its_first_frame_where_frames_are_far_apart():
    shown = seen(lambda image, _k: with_hand(image), every=5)
    assert shown == [False, False, True, True]


def test_what_creeps_is_no_hand_where_frames_are_far_apart():
    assert not any(seen(lambda image, _k: image, frames=25, every=5))


def test_a_hand_that_comes_in_slowly_is_seen_as_soon_as_enough_of_it_is_there():
    """400 mm/s: after four frames 53 mm of a hand 60 mm wide are above the board."""
    shown = seen(lambda image, k: with_hand(image, tip_mm=(160.0, 400.0 * (k + 1) / 30.0)))
    assert shown.index(True) <= CALM + 5


def test_one_frame_alone_is_not_believed():
    assert not any(seen(lambda image, k: with_hand(image) if k == 0 else image))


def test_what_creeps_is_no_hand():
    assert not any(seen(lambda image, _k: image, frames=25))


def test_a_person_s_shadow_that_moves_over_the_board_is_no_hand():
    def shaded(image, k):
        edge = 40.0 * (k + 1)
        share = 1.0 - 0.45 / (1.0 + np.exp((np.arange(scene.WIDTH) - edge) / 12.0))
        return in_light(image, share[None, :, None] * np.array([1.03, 1.0, 0.97]))

    assert not any(seen(shaded))


@pytest.mark.parametrize(
    "light",
    [
        lambda k: 1.0 + 0.3 * min(1.0, k / 3),  # brighter exposure
        lambda k: 1.0 - 0.4 * min(1.0, k / 3),  # darker exposure
        lambda _k: np.array([1.15, 1.0, 0.9]),  # another white
        lambda k: 0.85 if k % 2 else 1.15,  # flicker, whole pictures
        lambda k: (1 + 0.15 * np.sin(np.arange(scene.HEIGHT) / 30 + k))[:, None, None],  # bands
    ],
)
def test_changes_of_light_are_no_hand(light):
    assert not any(seen(lambda image, k: in_light(image, light(k))))


def test_what_does_not_come_from_outside_is_no_hand():
    assert not any(seen(lambda image, _k: with_hand(image, from_outside=False)))


def test_a_board_without_power_is_the_coach_s_own():
    assert not any(seen(lambda image, _k: with_hand(image), powered=False))


def test_only_a_later_look_without_hands_is_believed():
    watch = ReachingHand(scene.CAMERA, None)

    def shown(number, hand):
        frame = scene.frame(number, scene.LINE_UP)
        frame = replace(frame, image=with_hand(frame.image)) if hand else frame
        return watch.update(frame, powered=number <= CALM + 1), frame.t_ns

    for k in range(CALM + 2):
        here, t_ns = shown(k, hand=k >= CALM)
    assert here
    watch.looked(t_ns - 1, hands=False)
    assert shown(CALM + 2, hand=False)[0]
    watch.looked(t_ns + 1, hands=True)
    assert shown(CALM + 3, hand=False)[0]
    watch.looked(t_ns + 2, hands=False)
    assert not shown(CALM + 4, hand=False)[0]
