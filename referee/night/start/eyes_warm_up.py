"""The eyes see a short play painted on a picture, before the first frame counts.

What they need is compiled when it is first used. In a game that would be while the board shakes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from statistics import median

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame, Image
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.night.start.play_warm_up import eleven_of, facing_rows
from referee.system_clock import clock_ns
from referee.vision.appearance.figure_gallery import FigureGallery
from referee.vision.frame.finder import BaseCandidate, diagonal_covariance
from referee.vision.frame.locator import Locator
from referee.vision.plate.clean_plate import empty_board
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.roster.habits.line_up_habits import LineUpHabits
from referee.vision.roster.roster_frame import HandArea
from referee.vision.roster.roster_tracker import RosterTracker
from referee.vision.sighting import FrameSightings, Sighting
from referee.vision.watch.board_look import LookRequest
from referee.vision.watch.line_up.line_up_card import start_by_card
from referee.vision.watch.line_up.line_up_finder import FoundLineUp, LineUpBase
from referee.vision.watch.line_up.watch_start import first_looker, watcher_of

# 30 frames a second.
FRAME_NS = 33_333_333
# The detector looks so often during the warm-up.
LOOK_EACH_S = 1.0
# Frames before the power comes on.
BEFORE = 3
# Frames with the power on.
POWERED = 14
# Frames under power in which something may still be compiled.
COLD = 4
# Frames at rest, until the figure that was moved is linked again.
AFTER = 40
# Between the two rows at the beginning.
APART_MM = 44.0
# How far a row advances in a frame.
STEP_MM = 1.2
# How far one figure is moved at rest.
AWAY_MM = 60.0
COLOURS = {Team.HOME: (40, 40, 200), Team.AWAY: (210, 210, 210)}
PLACE_SIGMA_MM = 1.0
HEADING_SIGMA_RAD = 0.1
# Half the width of a hand.
HAND_MM = 40.0
# A figure is carried for so many frames.
CARRIED = 12
Poses = Mapping[str, Pose]


ELEVEN = 11


def warm_eyes(locator: Locator, roster: Roster, board: FieldProfile, picture: Image) -> int:
    """On ``picture``, as the camera gives them; what is painted on it teaches the plate nothing.

    Returns the time in ns that a frame under power takes them once they are warm.
    """
    locator = replace(locator, finder=replace(locator.finder, plate=None))
    players = [p for team in Team for p in eleven_of(roster, team)]
    frames = count()

    def painted(poses: Poses) -> Frame:
        number = next(frames)
        return Frame(number * FRAME_NS, _painted(picture, locator.camera, players, poses), number)

    line_up = _at(players, board, 0)
    first = painted(line_up)
    look = first_looker(locator).look(LookRequest(first, ()))
    standing = tuple(_standing(player, line_up[player.id]) for player in players)
    card = {who: (pose.x_mm, pose.y_mm) for who, pose in line_up.items()}
    opening = start_by_card(FoundLineUp(first.t_ns, standing, look), locator, roster, card)
    looks = locator.figures
    gallery = None if looks is None else FigureGallery(len(roster), looks.scale)
    with watcher_of(locator, opening, first.t_ns, live=False, gallery=gallery) as watcher:
        watcher.look_each_s = LOOK_EACH_S
        took_ns = []
        for poses, powered in _play(players, board):
            frame, began_ns = painted(poses), clock_ns()
            watcher.update(frame, powered)
            if powered:
                took_ns.append(clock_ns() - began_ns)
    _a_plate(locator.camera, picture)
    _a_stop_with_a_hand(roster, players, line_up)
    _a_line_up_by_habit(roster)
    return round(median(took_ns[COLD:]))


def _at(players: Sequence[Player], board: FieldProfile, step: int) -> dict[str, Pose]:
    """Two rows that come at each other."""
    return facing_rows(board, players, APART_MM / 2 - STEP_MM * step)


def _play(players: Sequence[Player], board: FieldProfile) -> list[tuple[dict[str, Pose], bool]]:
    """They run into each other, and at rest one of them stands elsewhere."""
    over = _at(players, board, POWERED)
    moved = dict(over)
    first = players[0].id
    moved[first] = Pose(over[first].x_mm - AWAY_MM, over[first].y_mm, 0.0)
    return [
        *((_at(players, board, 0), False) for _ in range(BEFORE)),
        *((_at(players, board, k), True) for k in range(POWERED)),
        *((over if k < AFTER // 2 else moved, False) for k in range(AFTER)),
    ]


def _painted(picture: Image, camera: CameraModel, players: Sequence[Player], poses: Poses) -> Image:
    image = picture.copy()
    for player in players:
        outline = poses[player.id].to_board(player.base.outline_mm())
        height = np.full(len(outline), player.base.height_mm)
        px = camera.project(np.column_stack([outline, height]))
        fixed = np.round(px * 16).astype(np.int32)
        cv2.fillPoly(image, [fixed], COLOURS[player.team], cv2.LINE_AA, 4)
    return image


def _standing(player: Player, pose: Pose) -> LineUpBase:
    base = player.base
    known = diagonal_covariance(PLACE_SIGMA_MM, HEADING_SIGMA_RAD)
    claim = BaseCandidate(pose, base.length_mm, base.width_mm, 0.9, 0.9, 0.0, known)
    return LineUpBase(pose, 0.9, claim)


def _a_stop_with_a_hand(roster: Roster, players: Sequence[Player], line_up: Poses) -> None:
    """A hand carries one of them elsewhere: the links between stays are weighed."""
    tracker = RosterTracker(roster)
    tracker.begin(0, line_up, dict.fromkeys(line_up, 0.9))
    first, poses = players[0].id, dict(line_up)
    begun, ended = 2 * CARRIED, 3 * CARRIED
    for k in range(6 * CARRIED):
        gone = min(max((k - begun) / (ended - begun), 0.0), 1.0)
        here = line_up[first]
        poses[first] = Pose(here.x_mm - gone * AWAY_MM, here.y_mm, here.heading_deg)
        carried = begun <= k < ended
        hands = [_hand_at(poses[first])] if begun - 6 <= k < ended + 6 else []
        seen = [p for p in players if not (carried and p.id == first)]
        t_ns = (k + 1) * FRAME_NS
        sightings = tuple(_sighting(t_ns, p, poses[p.id]) for p in seen)
        tracker.update(FrameSightings(t_ns, sightings), powered=k < 3, hands=hands)
    tracker.update(FrameSightings((6 * CARRIED + 1) * FRAME_NS, ()), powered=True)


def _a_plate(camera: CameraModel, picture: Image) -> None:
    """Two rests with a play between them, and a frame that is compared with what they show."""
    plate = PlateKeeper(camera, empty_board(picture))
    for at_rest in (True, False, True):
        plate.looked(picture, (), at_rest=at_rest, hands=False)
    plate.compare(picture)


def _a_line_up_by_habit(roster: Roster) -> None:
    """Two line-ups of a team, the second named by what the first one says."""
    habits, rows = LineUpHabits(), np.arange(min(len(roster), ELEVEN))
    places_mm = np.column_stack([20.0 * (rows % 3), 30.0 * rows])
    for _ in range(2):
        habits.shares(rows, places_mm, np.zeros((len(rows), len(rows))))
        habits.learn(rows, places_mm)


def _hand_at(pose: Pose) -> HandArea:
    left, right = pose.x_mm - HAND_MM, pose.x_mm + HAND_MM
    return HandArea(left, -HAND_MM, right, pose.y_mm + HAND_MM, ((pose.x_mm, pose.y_mm),))


def _sighting(t_ns: int, player: Player, pose: Pose) -> Sighting:
    base = player.base
    a, b, c, d = ((float(x), float(y)) for x, y in pose.to_board(base.corners_mm))
    known = diagonal_covariance(0.1, math.radians(0.5))
    return Sighting(
        t_ns,
        pose,
        known,
        base.length_mm,
        base.width_mm,
        player.team,
        0.99,
        0.01,
        0.9,
        0.9,
        (a, b, c, d),
    )
