"""Small plain scenes: one lens away from the centre of a larger picture, nothing but bases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.mesh import Material, Mesh, mesh_of
from referee.sim.board_state import BoardState, PieceState
from referee.sim.look import FieldLook, FigureLook, Lamp, SceneLook, SensorLook, TeamLook
from referee.sim.render import FrameTruth, PieceTruth, RenderQuality
from referee.sim.render.quality import JpegCompression

TURF = (0.02, 0.02, 0.02)  # so dark that no shadow can shift an edge
TOP = (0.76, 0.76, 0.76)
QUICK = RenderQuality("quick", 1, 1.7, 2, JpegCompression.NONE)
FINE = RenderQuality("fine", 6, 1.0, 2, JpegCompression.NONE)

PROFILE = FieldProfile(
    "tiny",
    "A board for tests",
    goal_to_goal_mm=150.0,
    width_mm=110.0,
    left_end_zone_mm=15.0,
    right_end_zone_mm=15.0,
    near_hash_y_mm=40.0,
    far_hash_y_mm=70.0,
    near_numbers_outer_y_mm=10.0,
    near_numbers_inner_y_mm=20.0,
    far_numbers_inner_y_mm=90.0,
    far_numbers_outer_y_mm=100.0,
    metal_left_x_mm=-30.0,
    metal_right_x_mm=180.0,
    metal_near_y_mm=-20.0,
    metal_far_y_mm=130.0,
)
SHAPE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
PLAIN_FIELD = FieldLook(
    turf=TURF,
    turf_stripe=None,
    line=TURF,
    left_end_zone=TURF,
    right_end_zone=TURF,
    left_text="",
    right_text="",
    border=TURF,
    centre_logo=0,
    wear=0.0,
    gloss=0.0,
    rim_height_mm=1.0,
)
QUIET = SensorLook(
    vignetting=0.0, blur_px=0.5, sharpen=0.0, read_noise=0.0, shot_noise=0.0, readout_ms=12.0
)


def roster(count: int, shape: BaseShape = SHAPE) -> Roster:
    sides = (Team.HOME, Team.AWAY)
    return Roster(tuple(Player(f"P{i}", sides[i % 2], i, shape) for i in range(count)))


def camera(
    tilt_deg: float = 8.0, k1: float = -0.08, size: tuple[int, int] = (480, 320)
) -> CameraModel:
    """Sees the tiny board far from the optical axis, where lens and parallax do the most."""
    return overhead_camera(
        width_px=size[0],
        height_px=size[1],
        target_mm=(75.0, 55.0),
        height_mm=900.0,
        focal_px=1640.0,
        tilt_deg=tilt_deg,
        tilt_toward_deg=230.0,
        roll_deg=2.0,
        distortion=(k1, -0.25 * k1, 4e-4, -3e-4, 0.0),
    )


def off_axis(model: CameraModel, shift_px: tuple[float, float]) -> CameraModel:
    """The same view as a part of a larger picture: the optical axis lies outside it."""
    dx, dy = shift_px
    turn = np.asarray(model.rotation)
    ray = np.array([dx / model.fx_px, dy / model.fy_px, 1.0])
    ray /= np.linalg.norm(ray)
    axis = np.cross(ray, [0.0, 0.0, 1.0])
    s, c = float(np.linalg.norm(axis)), float(ray[2])
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    swing = (np.eye(3) + k + k @ k * ((1.0 - c) / max(s * s, 1e-12))).T
    new_turn = swing @ turn
    new_move = -new_turn @ model.position_mm
    return replace(
        model,
        cx_px=model.cx_px - dx,
        cy_px=model.cy_px - dy,
        rotation=tuple((float(r[0]), float(r[1]), float(r[2])) for r in new_turn),
        translation_mm=(float(new_move[0]), float(new_move[1]), float(new_move[2])),
    )


def plain_look(
    players: Roster,
    model: CameraModel,
    sensor: SensorLook = QUIET,
    lamps: tuple[Lamp, ...] | None = None,
    ambient: float = 0.0,
) -> SceneLook:
    """Grey bases on a grey board; the default lamp sits at the camera: no shadows."""
    x, y, z = (float(v) for v in model.position_mm)
    team = TeamLook(TOP, TOP, TOP, TOP, base=TOP, dial=False)
    return SceneLook(
        roster=players,
        camera=model,
        field=PLAIN_FIELD,
        teams={Team.HOME: team, Team.AWAY: team},
        figures={p.id: FigureLook() for p in players},
        lamps=(Lamp((x, y, z), 1.0, 1.0, (1.0, 1.0, 1.0)),) if lamps is None else lamps,
        ambient=ambient,
        table=TURF,
        table_texture=0,
        sensor=sensor,
    )


def bare_base(player: Player, look: SceneLook) -> Mesh:
    """The upper face of a base alone, sharp at its outline: an edge of the picture is its edge."""
    outline = player.base.outline_mm()
    n = len(outline)
    points = np.column_stack([outline, np.full(n, player.base.height_mm)])
    fan = [(0, i, i + 1) for i in range(1, n - 1)]
    return mesh_of(points, fan, look.teams[player.team].base, Material.BASE_TOP)


def whole_base(player: Player, look: SceneLook) -> Mesh:
    """The base as it is moulded, without its figure."""
    return base_mesh(player.base, look.teams[player.team])


def state(*pieces: PieceState, t_ns: int = 0, power_gain: float = 0.0) -> BoardState:
    return BoardState(t_ns, power_gain, pieces)


def at(index: int, x_mm: float, y_mm: float, heading_deg: float, **more: float) -> PieceState:
    return PieceState(f"P{index}", Pose(x_mm, y_mm, heading_deg), **more)


def piece_of(truth: FrameTruth, player_id: str) -> PieceTruth:
    """What is true of one player."""
    return next(p for p in truth.pieces if p.player_id == player_id)
