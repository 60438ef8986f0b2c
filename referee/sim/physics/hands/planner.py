"""Turns a coach's actions into what the hands do, checking each against the board as it will be.

Everything is checked before anything is drawn up: one impossible action and nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatchmethod

from referee.core.errors import BadValue, PlainWord
from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
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


class Planner:
    """Plans actions one after the other on its own copy of the layout."""

    def __init__(self, field: FieldProfile, roster: Roster, layout: BoardLayout) -> None:
        self._field = field
        self._roster = roster
        self._now = layout
        self.steps: list[FigureMove | MarkerMove] = []

    @singledispatchmethod
    def plan(self, action: object) -> None:
        """Add the steps of one action, or raise one sentence."""
        raise BadValue("action", action, "one of the actions a coach can do")

    @plan.register
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
        path = turning_path(start, turn)
        if action.about_front:
            half_mm = self._roster.player(action.player).base.length_mm / 2.0
            about = turning_path(start, turn, half_mm)
            standing = self._as_standing(action.player, about(1.0))
            if obstacle(standing, self._others(), self._field) is None:
                path = about
        self._move(action.player, start, path(1.0), path, SLIDE_LIFT_MM, "pivot")

    @plan.register
    def _(self, action: do.PutDown) -> None:
        self._roster.index(action.player)
        standing = self._now.figures.get(action.player)
        start = None if standing is None else standing.pose
        path = straight_path(start or action.pose, action.pose)
        self._move(action.player, start, action.pose, path, CARRY_LIFT_MM, "put down")

    @plan.register
    def _(self, action: do.TakeOff) -> None:
        standing = self._standing(action.player, "take off")
        path = straight_path(standing, standing)
        del self._now.figures[action.player]
        lift_mm, what = CARRY_LIFT_MM, "take off"
        self.steps.append(FigureMove(action.player, standing, None, path, lift_mm, what))

    @plan.register
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
                self.plan(do.PutDown(player, wanted[player].pose))
            else:
                left.append(player)
        if len(left) == len(todo):
            blocker = obstacle(wanted[left[0]], self._others(), self._field) or ""
            standing = self._now.figures[blocker]
            others = [*self._now.figures.values(), *_renamed(wanted)]
            aside = free_spot(self._as_standing(blocker, standing.pose), others, self._field)
            self.plan(do.PutDown(blocker, aside))
        return left

    @plan.register
    def _(self, action: do.PlaceMarker) -> None:
        felt = action.marker_kind is MarkerKind.FELT_BALL
        places = range(FELT_SLOTS) if felt else range(FELT_SLOTS, MARKER_SLOTS)
        free = [slot for slot in places if slot not in self._now.markers]
        if not free:
            raise BadValue("marker", action.marker_kind.value, f"up to {len(places)} at a time")
        self._set_marker(free[0], action.marker_kind, action.pose, "place marker")

    @plan.register
    def _(self, action: do.MoveMarker) -> None:
        kind, _ = self._marker(action.marker)
        self._set_marker(action.marker, kind, action.pose, "move marker")

    @plan.register
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

    def _standing(self, player: str, what: str) -> Pose:
        """Where a figure on the board is, whether or not it lies."""
        self._roster.index(player)
        if player not in self._now.figures:
            raise BadValue(what, player, "a figure that is on the board")
        return self._now.figures[player].pose

    def _upright(self, player: str, what: str) -> Pose:
        pose = self._standing(player, what)
        if player in self._now.fallen:
            raise BadValue(what, player, "a figure that stands; stand it up first")
        return pose

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


def _renamed(wanted: dict[str, OccupiedPlace]) -> list[OccupiedPlace]:
    """Places as if they were taken by others, so that nobody's own place counts as free."""
    return [OccupiedPlace(f"the place of {s.name}", s.outline, s.pose) for s in wanted.values()]
