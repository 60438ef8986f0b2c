"""Outlines of moving bases are compared with their pictures: print is drawn upon easily.

A comparison takes a while, so each base has its turn now and then, a few in every frame; at once
after a surprising step.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.camera.frame_source import Frame
from referee.core.geometry.pose import apart_mm
from referee.vision.watch.base_follower import FollowedBase, FollowedFrame
from referee.vision.watch.base_trail import BaseTrail
from referee.vision.watch.picture.picture_follower import PictureFollower

# While bases move, the outline of each is compared with its picture so often.
CHECK_EACH_NS = 165_000_000
# A step that leads so far from where the last one did is compared at once, in mm.
SURPRISE_MM = 2.0


def undenied_outlines(
    pictures: PictureFollower,
    frame: Frame,
    passed_ns: int,
    followed: FollowedFrame,
    trails: Mapping[str, BaseTrail],
) -> FollowedFrame:
    """What was measured, without outlines that are not where the base's picture went.

    ``passed_ns`` since the frame before; ``trails`` as they were before this frame.
    """
    wrong: set[str | int] = set()
    for each in _to_compare(pictures, frame.t_ns, passed_ns, followed, trails):
        who, pose = str(each.wanted.who), each.measured.pose
        if pictures.denies(who, pose, frame):
            wrong.add(who)
        else:
            pictures.measured(who, pose, each.wanted.shape, frame)
    if not wrong:
        return followed
    met = tuple(each for each in followed.met if each.wanted.who not in wrong)
    gaps = tuple(g for g in followed.gaps if g.first not in wrong and g.second not in wrong)
    return FollowedFrame(met, gaps, followed.doubtful)


def _to_compare(
    pictures: PictureFollower,
    t_ns: int,
    passed_ns: int,
    followed: FollowedFrame,
    trails: Mapping[str, BaseTrail],
) -> list[FollowedBase]:
    """Whose outlines are compared in this frame: those that surprise, and some in turn.

    Who waits longest goes first; so many that everybody has a turn in `CHECK_EACH_NS`.
    """
    surprising: list[FollowedBase] = []
    waiting: list[tuple[int, FollowedBase]] = []
    for each in followed.met:
        who = each.wanted.who
        trail = trails.get(who) if isinstance(who, str) else None
        checked_ns = pictures.checked_ns(str(who))
        if trail is None or checked_ns is None:
            continue
        if apart_mm(each.measured.pose, trail.ahead(t_ns)) > SURPRISE_MM:
            surprising.append(each)
        else:
            waiting.append((checked_ns, each))
    share = min(1.0, passed_ns / CHECK_EACH_NS)
    turns = math.ceil(share * len(waiting))
    waiting.sort(key=lambda one: one[0])
    return surprising + [each for _, each in waiting[:turns]]
