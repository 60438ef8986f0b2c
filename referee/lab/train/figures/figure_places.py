"""Where 22 figures stand in one picture: as for the enrolment, in lines, in a crowd, anywhere."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from referee.lab.pictures.base_placement import BasePlacement, random_place
from referee.sim.coach.table.set_up_board import COLUMNS_APART, FIRST_COLUMN, ROWS

TRIES = 80
STEP_MM = 8.0  # of the first try; further and further
USUAL_TURN_DEG = 40.0
INSIDE_MM = 14.0
LINE_MEN = 7
BETWEEN_LINES_MM = (30.0, 60.0)
BETWEEN_MEN_MM = (21.0, 40.0)
BEHIND_MM = (35.0, 140.0)
CROWD_MM = 75.0  # sigma of a crowd about its middle
# Home faces right, away faces left.
WAYS = {Team.HOME: 1.0, Team.AWAY: -1.0}
Wish = Callable[[int, Team], Pose]


def enrolled_places(profile: FieldProfile, roster: Roster) -> tuple[Pose, ...]:
    """The line-up that is looked at before a game; see `SetUpBoard`."""
    seen = dict.fromkeys(Team, 0)
    out = []
    for player in roster:
        column, row = divmod(seen[player.team], len(ROWS))
        seen[player.team] += 1
        way = WAYS[player.team]
        aside = FIRST_COLUMN + COLUMNS_APART * column
        x_mm = profile.goal_to_goal_mm * (0.5 - way * aside)
        out.append(Pose(x_mm, profile.width_mm * ROWS[row], 0.0 if way > 0 else 180.0))
    return tuple(out)


def random_places(
    profile: FieldProfile, roster: Roster, rng: np.random.Generator
) -> tuple[Pose, ...]:
    """A pose for every player, none on another's base."""
    wish = (_lines, _crowd, _anywhere)[int(rng.choice(3, p=[0.45, 0.25, 0.3]))](profile, rng)
    standing, places = BasePlacement(profile), dict[str, Pose]()
    for index in rng.permutation(len(roster)):
        player = roster.players[int(index)]
        pose = wish(int(index) % 11, player.team)
        for k in range(TRIES):
            if standing.free(player.base, pose, INSIDE_MM):
                break
            pose = _moved(pose, STEP_MM * (1.0 + k / 4), profile, rng)
        standing.put(player.base, pose)
        places[player.id] = pose
    return tuple(places[player.id] for player in roster)


def _lines(profile: FieldProfile, rng: np.random.Generator) -> Wish:
    """Two lines face each other, some stand behind; nearly straight or as a play ends."""
    x_mm = float(rng.uniform(0.12, 0.88)) * profile.goal_to_goal_mm
    y_mm = profile.width_mm * float(rng.uniform(0.35, 0.65))
    apart, gap = float(rng.uniform(*BETWEEN_LINES_MM)), float(rng.uniform(*BETWEEN_MEN_MM))
    turn = float(rng.choice([2.0, 10.0, 25.0]))
    order = {team: rng.permutation(11) for team in Team}

    def wish(index: int, team: Team) -> Pose:
        way, place = WAYS[team], int(order[team][index])
        heading = (0.0 if way > 0 else 180.0) + float(rng.normal(0.0, turn))
        if place < LINE_MEN:
            aside = gap * (place - LINE_MEN // 2) + float(rng.normal(0.0, 1.5))
            return Pose(x_mm - way * apart / 2, y_mm + aside, heading)
        back = apart / 2 + float(rng.uniform(*BEHIND_MM))
        return Pose(x_mm - way * back, y_mm + float(rng.normal(0.0, 70.0)), heading)

    return wish


def _crowd(profile: FieldProfile, rng: np.random.Generator) -> Wish:
    """About one place, as a play ends."""
    x_mm, y_mm = random_place(profile, rng)

    def wish(_index: int, team: Team) -> Pose:
        x, y = rng.normal((x_mm, y_mm), CROWD_MM)
        return Pose(float(x), float(y), _heading_deg(team, rng))

    return wish


def _anywhere(profile: FieldProfile, rng: np.random.Generator) -> Wish:
    def wish(_index: int, team: Team) -> Pose:
        return Pose(*random_place(profile, rng), _heading_deg(team, rng))

    return wish


def _heading_deg(team: Team, rng: np.random.Generator) -> float:
    """Mostly toward a goal, its own or the other's."""
    if rng.random() < 0.25:
        return float(rng.uniform(0.0, 360.0))
    forward = (WAYS[team] > 0) == (rng.random() < 0.85)
    return (0.0 if forward else 180.0) + float(rng.uniform(-USUAL_TURN_DEG, USUAL_TURN_DEG))


def _moved(pose: Pose, step_mm: float, profile: FieldProfile, rng: np.random.Generator) -> Pose:
    """A step aside, but on the metal."""
    x, y = rng.normal((pose.x_mm, pose.y_mm), step_mm)
    left, right = profile.metal_left_x_mm + 2 * INSIDE_MM, profile.metal_right_x_mm - 2 * INSIDE_MM
    near, far = profile.metal_near_y_mm + 2 * INSIDE_MM, profile.metal_far_y_mm - 2 * INSIDE_MM
    return Pose(float(np.clip(x, left, right)), float(np.clip(y, near, far)), pose.heading_deg)
