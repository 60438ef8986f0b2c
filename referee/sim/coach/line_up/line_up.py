"""Where everybody stands before a play: two formations at the official's spot, room for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.calls.call_rules import CallRules
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.sim.coach.line_up.legal_formation import legal_formation
from referee.sim.formations.formation import Formation, FormationSide, load_formation
from referee.sim.formations.line_up import line_up
from referee.sim.physics.free_space import OccupiedPlace, free_spot
from referee.sim.physics.outlines import BodyOutline

ELEVEN = 11
# A spot on a goal line leaves no room for anybody in front of it.
INSIDE_YD = 0.8
EDGE_MM = 3.0
# A coach sets nobody exactly on the line of scrimmage, but so far behind it: by eye.
CLEAR_OF_LINE_MM = 1.0
# Formations that fit where the wider ones do not.
_NARROW = {
    FormationSide.OFFENCE: ("goal-line-offence", "i-formation", "single-back"),
    FormationSide.DEFENCE: ("goal-line-defence", "3-4", "4-3"),
}
# A kick's cover, in two rows, so far ahead of the returner.
COVER_YD = (24.0, 32.0)


@dataclass(frozen=True, slots=True)
class PlannedLineUp:
    """Places by player, and who plays which role on either side."""

    poses: Mapping[str, Pose]
    roles: Mapping[Team, Mapping[str, str]]

    def player(self, team: Team, role: str) -> str:
        """Who has a role."""
        return self.roles[team][role]


def elevens(roster: Roster) -> dict[Team, tuple[Player, ...]]:
    """The first eleven of each team."""
    found = {team: tuple(p for p in roster if p.team is team)[:ELEVEN] for team in Team}
    for team, players in found.items():
        if len(players) < ELEVEN:
            raise BadValue(f"players of {team.value}", len(players), f"{ELEVEN}")
    return found


def scrimmage_line_up(
    field: FieldProfile,
    roster: Roster,
    team: Team,
    plays: Direction,
    spot_mm: tuple[float, float],
    formations: tuple[Formation, Formation],
    rules: CallRules,
    passer_deg: float,
) -> PlannedLineUp:
    """Both sides on either side of the ball; the passer is turned so far from ahead."""
    x_mm, y_mm = spot_mm
    sides = elevens(roster)
    poses: dict[str, Pose] = {}
    roles: dict[Team, dict[str, str]] = {}
    for side, formation, way in (
        (team, formations[0], plays),
        (team.other, formations[1], plays.other),
    ):
        used, places = _places(field, sides[side], formation, (x_mm, y_mm), way, rules, passer_deg)
        poses |= {p.id: pose for p, pose in zip(sides[side], places, strict=True)}
        roles[side] = {spot.role: p.id for spot, p in zip(used.spots, sides[side], strict=True)}
    return PlannedLineUp(poses, roles)


def return_line_up(
    field: FieldProfile,
    roster: Roster,
    team: Team,
    plays: Direction,
    caught_mm: tuple[float, float],
) -> PlannedLineUp:
    """A kick comes down: the returner with the ball, the wall, and the others on their way."""
    x_mm, y_mm = caught_mm
    sides = elevens(roster)
    receiving = load_formation("kick-return")
    yard, sign = field.length_mm_per_yd, plays.sign
    wanted: dict[str, Pose] = {}
    runner = sides[team][receiving.index("KR")]
    wanted[runner.id] = Pose(x_mm, y_mm, plays.heading_deg)
    wall = [p for p in sides[team] if p is not runner]
    for k, player in enumerate(wall):
        ahead, across = 7.0 + 6.0 * (k // 5), (k % 5 - 2) * 0.16 * field.width_mm
        wanted[player.id] = Pose(
            x_mm + sign * ahead * yard, field.width_mm / 2 + across, plays.heading_deg
        )
    for k, player in enumerate(sides[team.other]):
        ahead = COVER_YD[k % 2]
        across = (k - 5) * 0.085 * field.width_mm
        wanted[player.id] = Pose(
            x_mm + sign * ahead * yard, field.width_mm / 2 + across, plays.other.heading_deg
        )
    shapes = {p.id: p.base for side in sides.values() for p in side}
    poses = _with_room(field, wanted, shapes)
    return PlannedLineUp(poses, {team: {"KR": runner.id}, team.other: {}})


def _places(
    field: FieldProfile,
    eleven: Sequence[Player],
    formation: Formation,
    spot_mm: tuple[float, float],
    way: Direction,
    rules: CallRules,
    passer_deg: float,
) -> tuple[Formation, list[Pose]]:
    """The formation, or the first narrower one for which there is room here."""
    low, high = field.x_mm(INSIDE_YD), field.x_mm(100.0 - INSIDE_YD)
    x_mm = min(max(spot_mm[0], low), high) - way.sign * CLEAR_OF_LINE_MM
    shapes = [p.base for p in eleven]
    others = (load_formation(name) for name in _NARROW.get(formation.side, ()))
    refused: BadValue | None = None
    for each in (
        legal_formation(f, shapes, field, rules, passer_deg) for f in (formation, *others)
    ):
        try:
            return each, line_up(each, shapes, field, x_mm, spot_mm[1], way.sign)
        except BadValue as error:
            refused = refused or error
    raise refused or BadValue("formation", formation.name, "one with room for these bases")


def _with_room(
    field: FieldProfile, wanted: Mapping[str, Pose], shapes: Mapping[str, BaseShape]
) -> dict[str, Pose]:
    """The wanted places, each moved until nobody stands in another's."""
    taken: list[OccupiedPlace] = []
    for name, pose in wanted.items():
        inside = shapes[name].reach_mm + EDGE_MM
        x_mm = _between(pose.x_mm, field.left_end_line_x_mm, field.right_end_line_x_mm, inside)
        y_mm = _between(pose.y_mm, 0.0, field.width_mm, inside)
        outline = BodyOutline(shapes[name])
        there = OccupiedPlace(name, outline, Pose(x_mm, y_mm, pose.heading_deg))
        taken.append(OccupiedPlace(name, outline, free_spot(there, taken, field)))
    return {each.name: each.pose for each in taken}


def _between(value: float, low: float, high: float, inside: float) -> float:
    return min(max(value, low + inside), high - inside)
