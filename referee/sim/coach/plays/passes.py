"""The ball goes to somebody else: who is open, which stick measures a pass, who is in reach."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.calls.passing.rules.stick_rules import StickRules, StickUnit
from referee.calls.play_name import PassStick, PlayName
from referee.core.field.areas import areas_of
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import base_lengths_mm, stick_mm
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Team
from referee.core.units import mm_from_inches
from referee.rulebooks.rulebook import Rulebook
from referee.sim.coach.board_view import BoardView

LINEMEN = range(50, 80)
# A marker is laid no nearer than this to a sideline.
INSIDE_MM = 12.0
# A marker is laid no nearer than this to the middle of another base.
CLEAR_MM = 22.0
# A little away from the limit between two sticks, so that nobody has to argue which it is.
BETWEEN_MM = 2.0
# A little less than the rule allows, so that nobody has to measure.
SAFELY = 0.95
_LATE = frozenset({PlayName.DRAW, PlayName.DELAY})
TURNS_DEG = (0.0, 6.0, -6.0, 12.0, -12.0)


@dataclass(frozen=True, slots=True)
class PassOption:
    """A pass as it could be thrown: the farther the nearest defender, the better."""

    receiver: str
    stick: PassStick | None
    target: Pose
    open_mm: float


@dataclass(frozen=True)
class PassingStop:
    """The stop at which a pass is thought of."""

    scene: BoardView
    field: FieldProfile
    sticks: StickRules
    team: Team
    plays: Direction
    passer: str
    turns: bool


def pass_options(at: PassingStop) -> list[PassOption]:
    """Every pass that can be laid, the best first."""
    found = [throw for name in open_receivers(at) for throw in _to(at, name)]
    return sorted(found, key=lambda each: -each.open_mm)


def open_receivers(at: PassingStop) -> list[str]:
    """Who may catch, is free and stands ahead of the passer."""
    scene = at.scene
    numbers = {p.id: p.number for p in scene.roster}
    here = scene.poses.get(at.passer)
    if here is None:
        return []
    return [
        name
        for name in scene.men(at.team)
        if name != at.passer
        and numbers[name] not in LINEMEN
        and name not in scene.engaged
        and at.plays.sign * (scene.poses[name].x_mm - here.x_mm) > 0.0
    ]


def _to(at: PassingStop, name: str) -> Iterator[PassOption]:
    scene = at.scene
    pose, shape = scene.poses[name], scene.base(name)
    far_mm = apart_mm(scene.poses[at.passer], pose)
    measured = stick_for(at, far_mm)
    if measured is None:
        return
    stick, length_mm = measured
    front = pose.to_board(np.array([[shape.length_mm / 2, 0.0]]))[0]
    for turn in TURNS_DEG if at.turns else (0.0,):
        way = math.radians(pose.heading_deg + turn)
        x_mm = float(front[0]) + length_mm * math.cos(way)
        y_mm = float(front[1]) + length_mm * math.sin(way)
        target = Pose(x_mm, y_mm, 0.0)
        if not _inside(at.field, target):
            continue
        others = [scene.poses[o] for o in scene.poses if o != name]
        near = min((apart_mm(o, target) for o in others), default=math.inf)
        foes = [apart_mm(scene.poses[f], target) for f in scene.men(at.team.other)]
        if near > CLEAR_MM:
            yield PassOption(name, stick, target, min(foes, default=math.inf) - abs(turn))


def stick_for(at: PassingStop, far_mm: float) -> tuple[PassStick | None, float] | None:
    """The stick for a pass of a length, longer under pressure; None where two may be meant."""
    rules = at.sticks
    told = [
        (s, _mm(at, getattr(rules, f"{s.value}_to").value)) for s in PassStick if s.value != "blue"
    ]
    reaches = [(stick, reach) for stick, reach in told if reach > 0.0]
    if any(abs(far_mm - reach) < BETWEEN_MM for _, reach in reaches):
        return None
    stick = next((s for s, reach in reaches if far_mm < reach), PassStick.BLUE)
    length_mm = _mm(at, getattr(rules, stick.value).value)
    if length_mm <= 0.0:
        return None
    if _pressed(at):
        length_mm += _mm(at, rules.pressure_more.value)
    return stick, length_mm


def _pressed(at: PassingStop) -> bool:
    rules, scene = at.sticks, at.scene
    if not rules.pressure.value:
        return False
    here = scene.poses[at.passer]
    right = at.plays is Direction.RIGHT
    to_goal = at.field.goal_to_goal_mm - here.x_mm if right else here.x_mm
    if to_goal < stick_mm(at.field, rules.red_zone_yd.value):
        return True
    reach = _mm(at, rules.pressure_to.value)
    return any(apart_mm(scene.poses[f], here) < reach for f in scene.men(at.team.other))


def _inside(field: FieldProfile, target: Pose) -> bool:
    return areas_of(field).in_bounds.depth_mm(target.x_mm, target.y_mm) > INSIDE_MM


def _mm(at: PassingStop, length: float) -> float:
    inches = at.sticks.unit.value is StickUnit.INCHES
    return mm_from_inches(length) if inches else stick_mm(at.field, length)


def can_hand_off(
    scene: BoardView, rulebook: Rulebook, passer: str | None, runner: str, play: PlayName
) -> bool:
    """Whether the ball can be handed to the runner here; the passer can always keep it."""
    if passer == runner:
        return True
    if passer not in scene.poses or runner not in scene.poses or runner in scene.fallen:
        return False
    pitch = rulebook.calls.pitch
    lengths = pitch.delay_base_lengths if play in _LATE else pitch.handoff_base_lengths
    if lengths.value == 0.0:
        return True
    one, other = scene.base(passer), scene.base(runner)
    gap = signed_gap(one, scene.poses[passer], other, scene.poses[runner])
    return gap.gap_mm <= SAFELY * base_lengths_mm(one, lengths.value)
