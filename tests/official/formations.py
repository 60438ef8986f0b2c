"""Line-ups set by hand as coaching books draw them: depths in yards, places across in millimetres.

A yard is 8 mm along the field, a base 27.8 x 20.6 mm. The offense snaps at x = 300
toward the right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.game.state import GamePhase, State
from referee.loaders.rulebooks import load_rulebook
from referee.official.line_up.line_up import LineUp, Role
from referee.official.line_up.line_up_reader import read_line_up
from referee.official.line_up.measured_player import Scrimmage
from tests.calls.plays import BASE
from tests.core.fields import EASY

LINE_X, BALL_Y, YARD = 300.0, 160.0, 8.0
SIGMA_MM, SIGMA_DEG = 0.15, 0.5
# As bases are known that are followed by their picture.
ROUGH_SIGMA_MM = 1.6
# Depth of the front, across from the ball (left of the team positive), turned from straight ahead.
Spots = Mapping[str, tuple[float, float, float]]

LINE = {
    "LT": (0.8, 64.0, 0.0),
    "LG": (0.8, 32.0, 0.0),
    "C": (0.1, 0.0, 0.0),
    "RG": (0.8, -32.0, 0.0),
    "RT": (0.8, -64.0, 0.0),
}
# At the center, his back to him: front 4.0 yards behind the line, the center's rear is at 3.6.
UNDER = {"QB": (3.8, 0.0, 180.0)}
PRO = {
    **LINE,
    **UNDER,
    "TE": (0.3, -96.0, 0.0),
    "SE": (0.3, 130.0, 0.0),
    "FL": (1.6, -130.0, 0.0),
    "HB": (8.0, 30.0, 0.0),
    "FB": (8.0, -30.0, 0.0),
}
I_BACKS = {**PRO, "HB": (12.0, 0.0, 0.0), "FB": (8.0, 0.0, 0.0)}
SHOTGUN = {
    **LINE,
    "QB": (8.0, 0.0, 0.0),
    "HB": (8.0, 28.0, 0.0),
    "X": (0.3, 130.0, 0.0),
    "Y": (0.3, -130.0, 0.0),
    "H": (1.7, 96.0, 0.0),
    "Z": (1.7, -96.0, 0.0),
}
PUNT = {
    **LINE,
    "LE": (0.3, 130.0, 0.0),
    "RE": (0.3, -130.0, 0.0),
    "UL": (6.0, 22.0, 0.0),
    "UR": (6.0, -22.0, 0.0),
    "PP": (9.0, 0.0, 0.0),
    "P": (14.5, 0.0, 0.0),
}
FIELD_GOAL = {
    **LINE,
    "LE": (0.3, 88.0, 0.0),
    "RE": (0.3, -88.0, 0.0),
    "LW": (1.5, 112.0, 0.0),
    "RW": (1.5, -112.0, 0.0),
    "H": (7.0, -4.0, 0.0),
    "K": (11.5, 18.0, 0.0),
}
FOUR_THREE = {
    "DE": (1.3, 64.0, 0.0),
    "DT": (1.3, 20.0, 0.0),
    "NT": (1.3, -22.0, 0.0),
    "RD": (1.3, -64.0, 0.0),
    "WB": (6.5, 80.0, 0.0),
    "MB": (6.5, 0.0, 0.0),
    "SB": (6.5, -80.0, 0.0),
    "LC": (7.0, 130.0, 0.0),
    "RC": (7.0, -130.0, 0.0),
    "FS": (15.0, 25.0, 0.0),
    "SS": (14.0, -25.0, 0.0),
}
NUMBERS = {"LT": 72, "LG": 66, "C": 54, "RG": 63, "RT": 77, "QB": 12, "TE": 88, "SE": 84, "FL": 81}
ROLES = {
    **dict.fromkeys(("LT", "RT"), Role.TACKLE),
    **dict.fromkeys(("LG", "RG"), Role.GUARD),
    "C": Role.CENTER,
    "QB": Role.QUARTERBACK,
    **dict.fromkeys(("HB", "FB"), Role.BACK),
}
STATE = State(
    phase=GamePhase.SCRIMMAGE,
    quarter=1,
    team=Team.HOME,
    down=1,
    x_mm=LINE_X,
    y_mm=BALL_Y,
    dead_y_mm=BALL_Y,
    to_gain_x_mm=LINE_X + 80.0,
)


def roster_of(offense: Spots, defense: Spots, *, arbitrary: bool = False) -> Roster:
    """Home attacks. Numbers as their places wear them, or just counted."""
    ours = [
        Player(f"H{name}", Team.HOME, k + 1 if arbitrary else NUMBERS.get(name, 20 + k), BASE)
        for k, name in enumerate(sorted(offense))
    ]
    theirs = [Player(f"A{name}", Team.AWAY, 50 + k, BASE) for k, name in enumerate(sorted(defense))]
    return Roster((*ours, *theirs))


def board_of(
    offense: Spots,
    defense: Spots,
    *,
    left: bool = False,
    upside: bool = False,
    line_x: float = LINE_X,
    gone: tuple[str, ...] = (),
    lies: tuple[str, ...] = (),
    fronts: Mapping[str, float] | None = None,
    rough: tuple[str, ...] = (),
) -> BoardFrame:
    """Measured; ``left``: the offense plays to the left, ``upside``: mirrored across.

    ``fronts`` are probabilities that headings are not turned by 180 degrees, ``rough`` are bases
    that are followed by their picture only.
    """
    seen = []
    for letter, spots, ahead in (("H", offense, 1.0), ("A", defense, -1.0)):
        for name in sorted(spots):
            depth, across, turned = spots[name]
            turn = math.radians(turned)
            reach = abs(math.cos(turn)) * 11.9 + abs(math.sin(turn)) * 8.3 + 2.0
            x = line_x - ahead * (depth * YARD + reach)
            y = BALL_Y + ahead * across
            heading = turned + (0.0 if ahead > 0 else 180.0)
            if left:
                x, y, heading = 2 * line_x - x, 2 * BALL_Y - y, heading + 180.0
            if upside:
                y, heading = 2 * BALL_Y - y, -heading
            sigma_mm = ROUGH_SIGMA_MM if f"{letter}{name}" in rough else SIGMA_MM
            pose = MeasuredPose.with_sigmas(Pose(x, y, heading), sigma_mm, sigma_mm, SIGMA_DEG)
            if f"{letter}{name}" not in gone:
                fallen = 1.0 if f"{letter}{name}" in lies else 0.0
                front = (fronts or {}).get(f"{letter}{name}")
                seen.append(SeenBase(f"{letter}{name}", pose, fallen=fallen, front=front))
    return BoardFrame(1, False, tuple(seen))


def read(
    offense: Spots,
    rulebook: str = "hefl",
    defense: Spots = FOUR_THREE,
    *,
    state: State = STATE,
    said: Mapping[str, Role] | None = None,
    arbitrary: bool = False,
    **how,
) -> LineUp:
    """The line-up as it is read under a rulebook."""
    if how.get("left"):
        gain = None if state.to_gain_x_mm is None else 2 * LINE_X - state.to_gain_x_mm
        state = replace(state, home_plays=Direction.LEFT, to_gain_x_mm=gain)
    at = Scrimmage(Team.HOME, state, EASY, load_rulebook(rulebook).calls)
    roster = roster_of(offense, defense, arbitrary=arbitrary)
    return read_line_up(board_of(offense, defense, line_x=state.x_mm, **how), roster, at, said)
