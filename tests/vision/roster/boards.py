"""A board of 22 figures that tests move by hand, and what a camera would say of it."""

import math
from dataclasses import dataclass, field

from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.vision.appearance.figure_gallery import FigureGallery
from referee.vision.roster.roster_frame import HandArea
from referee.vision.roster.roster_tracker import RosterTracker
from referee.vision.sighting import FrameSightings, Sighting

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
FRAME_NS = 33_333_333
IDS = [f"{letter}{n}" for letter in "HA" for n in range(50, 61)]


def roster():
    return Roster(
        tuple(Player(i, Team.HOME if i[0] == "H" else Team.AWAY, int(i[1:]), BASE) for i in IDS)
    )


def sighting(t_ns, pose, team, *, front=0.95, score=0.9, views=None):
    corners = tuple((float(x), float(y)) for x, y in pose.to_board(BASE.corners_mm))
    return Sighting(
        t_ns=t_ns,
        pose=pose,
        covariance=((0.04, 0.0, 0.0), (0.0, 0.04, 0.0), (0.0, 0.0, 0.0003)),
        length_mm=27.8,
        width_mm=20.6,
        team=team,
        team_probability=0.99,
        fallen=0.01,
        front=front,
        score=score,
        corners_px=corners,
        views=views,
    )


def hand_at(x, y):
    """Fingers there, the arm coming from the near side."""
    return HandArea(x - 40.0, -100.0, x + 40.0, y + 40.0, ((x, y),))


@dataclass
class Board:
    """Two lines facing each other; ``play`` lets frames pass."""

    poses: dict = field(
        default_factory=lambda: {
            i: Pose(300.0 if i[0] == "H" else 340.0, 35.0 * (int(i[1:]) - 50) + 20.0, h)
            for i in IDS
            for h in [0.0 if i[0] == "H" else 180.0]
        }
    )
    t_ns: int = 0
    frame_ns: int = FRAME_NS
    on_board: list = field(default_factory=lambda: list(IDS))
    # What figures look like, front first and back first, and the gallery that learns it.
    views: dict = field(default_factory=dict)
    gallery: FigureGallery | None = None

    def __post_init__(self):
        self.poses = {i: self.poses[i] for i in self.on_board}
        self.tracker = RosterTracker(roster(), gallery=self.gallery)
        self.tracker.begin(0, self.poses, dict.fromkeys(self.poses, 0.95))

    def frame(self, *, missing=(), turned=(), extra=(), front=0.95):
        self.t_ns += self.frame_ns
        team = {"H": Team.HOME, "A": Team.AWAY}
        seen = [
            sighting(
                self.t_ns,
                Pose(p.x_mm, p.y_mm, p.heading_deg + (180.0 if i in turned else 0.0)),
                team[i[0]],
                front=front,
                views=self._views(i, i in turned),
            )
            for i, p in self.poses.items()
            if i not in missing
        ]
        return FrameSightings(self.t_ns, (*seen, *extra))

    def _views(self, figure, turned):
        views = self.views.get(figure)
        return views[::-1] if turned and views is not None else views

    def play(self, frames=1, *, powered=False, hands=(), each=lambda: None, **said):
        for _ in range(frames):
            each()
            out = self.tracker.update(self.frame(**said), powered=powered, hands=hands)
        return out

    def creep(self, player, mm):
        p = self.poses[player]
        a = math.radians(p.heading_deg)
        moved = Pose(p.x_mm + mm * math.cos(a), p.y_mm + mm * math.sin(a), p.heading_deg)
        self.poses[player] = moved

    def named_right(self, out):
        """Every player who is named has the sighting of his own place."""
        return all(
            math.hypot(s.pose.x_mm - self.poses[i].x_mm, s.pose.y_mm - self.poses[i].y_mm) < 1.0
            for i, s in zip(IDS, out.seen, strict=True)
            if s is not None
        )
