"""Turns a coach's actions into what the hands do, checking each against the board as it will be.

Everything is checked before anything is drawn up: one impossible action and nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatchmethod

from referee.core.errors import BadValue, PlainWord
from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Roster
from referee.core.turns import turn_deg
from referee.sim.board_state import MarkerKind
from referee.sim.physics.free_space import OccupiedPlace, free_spot, must_fit, obstacle
from referee.sim.physics.hands import actions as do
from referee.sim.physics.hands.paths import straight_path, turning_path
from referee.sim.physics.hands.plan_steps import BoardLayout, FigureMove, MarkerMove
from referee.sim.physics.marker_shapes import FELT_SLOTS, MARKER_SLOTS
from referee.sim.physics.outlines import BodyOutline

# A figure that is lifted only so that it slides over the metal.
SLIDE_LIFT_MM = 0.6
CARRY_LIFT_MM = 38.0
# Nearer than this to where it should be, a figure is left alone.
GOOD_ENOUGH_MM, GOOD_ENOUGH_DEG = 0.4, 0.5
CORNERS = (BasePart.FRONT_LEFT, BasePart.FRONT_RIGHT, BasePart.BACK_RIGHT, BasePart.BACK_LEFT)


class Planner:
    """Plans actions one after the other on its own copy of the layout."""

    def __init__(self, field: FieldProfile, roster: Roster, layout: BoardLayout) -> None:
        self._field = field
        self._roster = roster
        self._now = layout
        self.steps: list[FigureMove | MarkerMove] = []

    def plan(self, action: do.HandAction) -> None:
        """Add the steps of one action, or raise one sentence."""
        self._plan(action)

    @singledispatchmethod
    def _plan(self, action: object) -> None:
        raise BadValue("action", action, "one of the actions a coach can do")

    @_plan.register
    def _(self, action: do.Pivot) -> None:
        start = self._upright(action.player, "pivot")
        if (action.by_deg is None) == (action.to_heading_deg is None):
            raise BadValue("pivot", action, "either by_deg or to_heading_deg")
        turn = action.by_deg
        if turn is None:
            wanted = action.to_heading_deg or 0.0
            turn = turn_deg(start.heading_deg, wanted)
        if not -720.0 <= turn <= 720.0:
            raise BadValue("by_deg", turn, "-720 to 720 degrees")
        path = turning_path(start, turn, self._corner(action))
        self._move(action.player, start, path(1.0), path, SLIDE_LIFT_MM, "pivot")

    @_plan.register
    def _(self, action: do.Release) -> None:
        if not 0.0 <= action.gap_mm <= 50.0:
            raise BadValue("gap_mm", action.gap_mm, "0 to 50 mm")
        start = self._upright(action.player, "release")
        other = self._standing(action.from_player, "release from")
        shape = self._now.shapes[action.player]
        gap = signed_gap(shape, start, other.outline.shape, other.centre)
        way = max(0.0, action.gap_mm - gap.gap_mm)
        x, y = start.x_mm - way * gap.normal[0], start.y_mm - way * gap.normal[1]
        end = Pose(x, y, start.heading_deg)
        path = straight_path(start, end)
        self._move(action.player, start, end, path, SLIDE_LIFT_MM, "release")

    @_plan.register
    def _(self, action: do.SwapBase) -> None:
        self._roster.index(action.player)
        shape = action.shape or self._now.shapes[action.player]
        BodyOutline(shape)
        self._now.shapes[action.player] = shape
        standing = self._now.figures.get(action.player)
        pose = None if standing is None else self._upright(action.player, "swap the base of")
        if pose is not None:
            must_fit(self._as_standing(action.player, pose), self._others(), self._field)
            self._now.figures[action.player] = self._as_standing(action.player, pose)
        rest = pose or Pose(0.0, 0.0, 0.0)
        self.steps.append(
            FigureMove(
                action.player,
                pose,
                pose,
                straight_path(rest, rest),
                CARRY_LIFT_MM,
                "swap base",
                shape,
                action.dynamics,
            )
        )

    @_plan.register
    def _(self, action: do.PickUp) -> None:
        start = self._standing(action.player, "pick up").pose
        del self._now.figures[action.player]
        self._now.fallen.pop(action.player, None)
        path = straight_path(start, start)
        self.steps.append(FigureMove(action.player, start, None, path, CARRY_LIFT_MM, "pick up"))

    @_plan.register
    def _(self, action: do.PutDown) -> None:
        self._roster.index(action.player)
        standing = self._now.figures.get(action.player)
        start = None if standing is None else standing.pose
        path = straight_path(start or action.pose, action.pose)
        self._move(action.player, start, action.pose, path, CARRY_LIFT_MM, "put down")

    @_plan.register
    def _(self, action: do.StandUp) -> None:
        if action.player not in self._now.fallen:
            self._roster.index(action.player)
            raise BadValue("stand up", action.player, "a figure that has fallen")
        start = self._now.figures[action.player].pose
        wanted = self._as_standing(action.player, start)
        end = free_spot(wanted, self._others(), self._field)
        path = straight_path(start, end)
        self._move(action.player, start, end, path, CARRY_LIFT_MM / 2, "stand up")

    @_plan.register
    def _(self, action: do.SetFormation) -> None:
        for player in action.poses:
            self._roster.index(player)
        wanted = {p: self._as_standing(p, pose) for p, pose in action.poses.items()}
        final = [s for name, s in self._now.figures.items() if name not in wanted]
        for standing in wanted.values():
            must_fit(standing, final, self._field)
            final.append(standing)
        todo = [p.id for p in self._roster if p.id in wanted and not self._stands(wanted[p.id])]
        # From left to right over the board, so that hands travel little.
        todo.sort(key=lambda p: wanted[p].pose.x_mm)
        while todo:
            todo = self._one_round(todo, wanted)

    def _one_round(self, todo: list[str], wanted: dict[str, OccupiedPlace]) -> list[str]:
        """Place everyone whose place is free; if that is nobody, set one aside."""
        left = []
        for player in todo:
            if obstacle(wanted[player], self._others(), self._field) is None:
                self._plan(do.PutDown(player, wanted[player].pose))
            else:
                left.append(player)
        if len(left) == len(todo):
            blocker = obstacle(wanted[left[0]], self._others(), self._field) or ""
            standing = self._now.figures[blocker]
            others = [*self._now.figures.values(), *_renamed(wanted)]
            aside = free_spot(self._as_standing(blocker, standing.pose), others, self._field)
            self._plan(do.PutDown(blocker, aside))
        return left

    @_plan.register
    def _(self, action: do.PlaceMarker) -> None:
        felt = action.marker_kind is MarkerKind.FELT_BALL
        places = range(FELT_SLOTS) if felt else range(FELT_SLOTS, MARKER_SLOTS)
        free = [slot for slot in places if slot not in self._now.markers]
        if not free:
            raise BadValue("marker", action.marker_kind.value, f"up to {len(places)} at a time")
        self._set_marker(free[0], action.marker_kind, action.pose, "place marker")

    @_plan.register
    def _(self, action: do.MoveMarker) -> None:
        kind, _ = self._marker(action.marker)
        self._set_marker(action.marker, kind, action.pose, "move marker")

    @_plan.register
    def _(self, action: do.RemoveMarker) -> None:
        kind, pose = self._marker(action.marker)
        del self._now.markers[action.marker]
        self.steps.append(MarkerMove(action.marker, kind, None, pose, "remove marker"))

    def _move(
        self,
        player: str,
        start: Pose | None,
        end: Pose,
        path: Callable[[float], Pose],
        lift_mm: float,
        what: str,
    ) -> None:
        standing = self._as_standing(player, end)
        must_fit(standing, self._others(), self._field)
        self._now.figures[player] = standing
        self._now.fallen.pop(player, None)
        self.steps.append(FigureMove(player, start, end, path, lift_mm, what))

    def _set_marker(self, slot: int, kind: MarkerKind, pose: Pose, what: str) -> None:
        if not areas_of(self._field).metal.covers(pose.x_mm, pose.y_mm):
            spot = PlainWord(f"x {pose.x_mm:.1f} y {pose.y_mm:.1f} mm")
            raise BadValue(f"the place for the {kind.value}", spot, "a place on the metal")
        self._now.markers[slot] = (kind, pose)
        self.steps.append(MarkerMove(slot, kind, pose, pose, what))

    def _marker(self, slot: int) -> tuple[MarkerKind, Pose]:
        if slot not in self._now.markers:
            known = ", ".join(str(s) for s in self._now.markers) or "none"
            raise BadValue("marker", slot, f"the number of a marker on the board: {known}")
        return self._now.markers[slot]

    def _standing(self, player: str, what: str) -> OccupiedPlace:
        self._roster.index(player)
        if player not in self._now.figures:
            raise BadValue(what, player, "a figure that is on the board")
        return self._now.figures[player]

    def _upright(self, player: str, what: str) -> Pose:
        standing = self._standing(player, what)
        if player in self._now.fallen:
            raise BadValue(what, player, "a figure that stands; stand it up first")
        return standing.pose

    def _as_standing(self, player: str, pose: Pose) -> OccupiedPlace:
        return OccupiedPlace(player, BodyOutline(self._now.shapes[player]), pose)

    def _others(self) -> list[OccupiedPlace]:
        return list(self._now.figures.values())

    def _stands(self, wanted: OccupiedPlace) -> bool:
        """Whether a figure already stands where it should."""
        now = self._now.figures.get(wanted.name)
        if now is None or wanted.name in self._now.fallen:
            return False
        off = apart_mm(now.pose, wanted.pose)
        turn = turn_deg(wanted.pose.heading_deg, now.pose.heading_deg)
        return off <= GOOD_ENOUGH_MM and abs(turn) <= GOOD_ENOUGH_DEG

    def _corner(self, action: do.Pivot) -> tuple[float, float]:
        """The point a pivot turns about, in the base frame."""
        if action.anchored is None:
            return 0.0, 0.0
        if action.anchored not in CORNERS:
            words = ", ".join(c.value for c in CORNERS)
            raise BadValue("anchored", action.anchored.value, f"one of {words}")
        x, y = self._now.shapes[action.player].corners_mm[CORNERS.index(action.anchored)]
        return float(x), float(y)


def _renamed(wanted: dict[str, OccupiedPlace]) -> list[OccupiedPlace]:
    """Places as if they were taken by others, so that nobody's own place counts as free."""
    return [OccupiedPlace(f"the place of {s.name}", s.outline, s.pose) for s in wanted.values()]
