"""What hands do before a recorded play: both formations at the spot, and the markers beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.field.field_lines import FieldLine, FieldLineKind
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.sim.board_state import MarkerKind
from referee.sim.formations.line_up import line_up
from referee.sim.live.script.formation_calls import FormationCall
from referee.sim.live.script.series import SeriesPlayKind, SeriesState
from referee.sim.physics import (
    HandAction,
    MoveMarker,
    PhysicsWorld,
    PlaceMarker,
    RemoveMarker,
    SetFormation,
)

SCRIMMAGE_LINE = "line of scrimmage"
GAIN_LINE = "line to gain"
# The ball magnet shows the line of scrimmage beside the near sideline; the red one, beside the
# far sideline, the line to gain.
SCRIMMAGE_MARK, GAIN_MARK = MarkerKind.BALL_MAGNET, MarkerKind.RED_MAGNET


def line_up_actions(
    world: PhysicsWorld,
    elevens: Mapping[Team, Sequence[Player]],
    now: SeriesState,
    call: FormationCall,
    rng: np.random.Generator,
) -> list[HandAction]:
    """What hands must do for the next play; the world watches the lines that go with it."""
    field = world.field
    spot_x = field.x_mm(now.spot_yd)
    spots = (field.near_hash_y_mm, field.width_mm / 2, field.far_hash_y_mm)
    drawn = spots[int(rng.integers(len(spots)))]
    ball_y = field.width_mm / 2 if now.kind is SeriesPlayKind.KICKOFF else drawn
    poses: dict[str, Pose] = {}
    for team, formation, direction in (
        (now.offence, call.offence, now.direction),
        (now.offence.other, call.defence, -now.direction),
    ):
        eleven = elevens[team]
        shapes = [world.shape_of(p.id) for p in eleven]
        places = line_up(formation, shapes, field, spot_x, ball_y, direction)
        poses |= {p.id: pose for p, pose in zip(eleven, places, strict=True)}
    world.watch(FieldLine(SCRIMMAGE_LINE, FieldLineKind.YARD_LINE, False, spot_x))
    near, far = field.metal_near_y_mm / 2, (field.width_mm + field.metal_far_y_mm) / 2
    actions: list[HandAction] = [SetFormation(poses)]
    actions += _mark(world, SCRIMMAGE_MARK, Pose(spot_x, near, 90.0))
    if now.kind is SeriesPlayKind.SCRIMMAGE:
        gain_x = field.x_mm(now.gain_yd)
        world.watch(FieldLine(GAIN_LINE, FieldLineKind.YARD_LINE, False, gain_x))
        actions += _mark(world, GAIN_MARK, Pose(gain_x, far, 90.0))
    else:
        world.unwatch(GAIN_LINE)
        actions += [RemoveMarker(marker) for marker in _marks(world, GAIN_MARK)]
    return actions


def _mark(world: PhysicsWorld, kind: MarkerKind, pose: Pose) -> list[HandAction]:
    for marker in _marks(world, kind):
        return [MoveMarker(marker, pose)]
    return [PlaceMarker(kind, pose)]


def _marks(world: PhysicsWorld, kind: MarkerKind) -> list[int]:
    return [marker for marker, (known, _) in world.markers().items() if known is kind]
