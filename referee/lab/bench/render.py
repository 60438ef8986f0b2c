"""How fast pictures are made on one core, and how well the truth matches what they show."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.core.clock import ns_from_s
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.figures import median, percentile
from referee.lab.bench.tools.machine import load_average
from referee.lab.bench.tools.plain_roster import plain_roster
from referee.lab.pictures.base_edges import measured_corners
from referee.loaders.bases import load_base
from referee.loaders.fields import load_field
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.art.mesh import Material, Mesh, mesh_of
from referee.sim.board_state import BoardState, HandState, PieceState
from referee.sim.look import FieldLook, Lamp, SceneLook
from referee.sim.render import LIVE, LIVE_MJPEG, RICH, Renderer, RenderQuality

FPS_BAR = 20.0
REST_FPS_BAR = 60.0
EDGE_BAR_PX = 0.3
SIZE = (1920, 1080)
BLACK = (0.02, 0.02, 0.02)


@dataclass(frozen=True, slots=True)
class RenderPace:
    """Seconds per frame: of this core's time, and by the clock on the wall."""

    core_s: float
    wall_s: float
    first_s: float
    start_s: float


def run(quick: bool) -> Report:
    """22 moving figures at 1920 x 1080; edges located in pictures of bare bases."""
    cv2.setNumThreads(1)
    profile = load_field("620")
    roster = plain_roster(load_base("standard"))
    look = standard_look(profile, roster)
    frames = 20 if quick else 90
    live = _pace(profile, look, LIVE, frames)
    rest = _pace(profile, look, LIVE, frames, moves=False)
    rest_hand = _pace(profile, look, LIVE, frames, hands=1, moves=False)
    mjpeg = _pace(profile, look, LIVE_MJPEG, frames)
    hand = _pace(profile, look, LIVE, frames, hands=1)
    hands = _pace(profile, look, LIVE, frames, hands=2)
    rich = _pace(profile, look, RICH, 1 if quick else 4)
    still = _edge_errors_px(profile, roster, 0.0, 2 if quick else 10)
    moving = _edge_errors_px(profile, roster, 250.0, 2 if quick else 10)
    load = load_average()
    return Report(
        "render",
        rows=[
            Row("live", 1.0 / live.core_s, "frames/s", FPS_BAR, "higher"),
            Row("live, everything at rest", 1.0 / rest.core_s, "frames/s", REST_FPS_BAR, "higher"),
            Row("live, a hand over figures at rest", 1.0 / rest_hand.core_s, "frames/s"),
            Row("live, MJPEG encoded", 1.0 / mjpeg.core_s, "frames/s", FPS_BAR, "higher"),
            Row("live, with a hand", 1.0 / hand.core_s, "frames/s", FPS_BAR, "higher"),
            Row("live, with two hands", 1.0 / hands.core_s, "frames/s"),
            Row("rich, MJPEG both ways", rich.core_s, "s/frame"),
            Row("a new look, ready for its first frame", live.start_s, "s"),
            Row("first frame", live.first_s, "s"),
            Row("corners of still bases, median", median(still), "px", EDGE_BAR_PX),
            Row("corners of still bases, 95 %", percentile(still, 95), "px", EDGE_BAR_PX),
            Row("corners of still bases, worst", float(still.max()), "px", EDGE_BAR_PX),
            Row("corners at 250 mm/s, median", median(moving), "px", EDGE_BAR_PX),
            Row("corners at 250 mm/s, 95 %", percentile(moving, 95), "px", EDGE_BAR_PX),
            Row("corners at 250 mm/s, worst", float(moving.max()), "px", EDGE_BAR_PX),
        ],
        notes=[
            (
                "frames/s of one core's time, one thread; by the clock: "
                f"live {1.0 / live.wall_s:.1f}, with MJPEG {1.0 / mjpeg.wall_s:.1f}; load {load}"
            ),
            (
                f"{len(still)} still corners, with the sensor's noise, and {len(moving)} moving "
                "ones, blurred, without it; tilted cameras, rolling shutter; lines fitted to edges"
            ),
            "the very first start also compiles: about ten seconds once per machine",
        ],
    )


def _moving(profile: FieldProfile, roster: Roster, t_s: float, hands: int = 0) -> BoardState:
    """Both teams creep toward each other while hands sweep over them."""
    rng = np.random.default_rng(4)
    pieces = []
    for i, player in enumerate(roster):
        home = player.team is Team.HOME
        heading = rng.uniform(-25.0, 25.0) + (0.0 if home else 180.0)
        speed = rng.uniform(20.0, 120.0)
        vx, vy = speed * np.cos(np.radians(heading)), speed * np.sin(np.radians(heading))
        x = profile.x_mm(50.0) + (-1.0 if home else 1.0) * rng.uniform(20.0, 110.0)
        y = profile.width_mm * (0.06 + 0.088 * (i % 11))
        pose = Pose(x + vx * t_s, y + vy * t_s, heading)
        pieces.append(PieceState(player.id, pose, vx, vy, rng.uniform(-60.0, 60.0)))
    over = tuple(
        HandState(profile.x_mm(35.0 + 30.0 * k) + 60.0 * t_s, profile.width_mm / 2, 30.0, 270.0)
        for k in range(hands)
    )
    return BoardState(ns_from_s(t_s), 1.0, tuple(pieces), hands=over)


def _resting(state: BoardState) -> BoardState:
    """Figures as they are at the start, without a velocity; hands go on."""
    return replace(
        state,
        power_gain=0.0,
        pieces=tuple(replace(p, vx_mm_s=0.0, vy_mm_s=0.0, spin_deg_s=0.0) for p in state.pieces),
    )


def _pace(
    profile: FieldProfile,
    look: SceneLook,
    quality: RenderQuality,
    frames: int,
    hands: int = 0,
    moves: bool = True,
) -> RenderPace:
    start = time.perf_counter()
    renderer = Renderer(profile, look, quality)
    ready = time.perf_counter()
    renderer.render(_moving(profile, look.roster, 0.0, hands))
    first = time.perf_counter()
    cores, walls = [], []
    for k in range(frames):
        state = _moving(profile, look.roster, k / 30.0, hands)
        if not moves:
            still = _moving(profile, look.roster, 0.0).pieces
            state = _resting(replace(state, pieces=still))
        core, wall = time.thread_time(), time.perf_counter()
        renderer.render(state)
        cores.append(time.thread_time() - core)
        walls.append(time.perf_counter() - wall)
    return RenderPace(float(np.mean(cores)), float(np.mean(walls)), first - ready, ready - start)


def _edge_errors_px(
    profile: FieldProfile, roster: Roster, speed_mm_s: float, views: int
) -> np.ndarray:
    """Distances between truth corners and corners measured in pictures of bases without figures."""
    rng = np.random.default_rng(9)
    errors = []
    for _ in range(views):
        look = _black_board(profile, roster, rng, noise=1.0 if speed_mm_s == 0.0 else 0.0)
        renderer = Renderer(profile, look, LIVE, _top_only)
        places = [(x, y) for x in range(40, 680, 92) for y in range(45, 350, 85)]
        spots = rng.permutation(len(places))[: len(roster)]
        pieces = []
        for player, spot in zip(roster, spots, strict=True):
            way = rng.uniform(0.0, 2.0 * np.pi)
            x, y = places[int(spot)]
            pose = Pose(x + rng.uniform(-5, 5), y + rng.uniform(-5, 5), rng.uniform(0, 360))
            vx, vy = speed_mm_s * np.cos(way), speed_mm_s * np.sin(way)
            pieces.append(PieceState(player.id, pose, vx, vy))
        frame = renderer.render(BoardState(0, 0.0, tuple(pieces)))
        for piece in frame.truth.pieces:
            if piece.off_picture:
                continue
            truth = np.array(piece.corners_px)
            found = measured_corners(frame.image, truth, blurred=speed_mm_s > 0.0)
            errors.append(np.linalg.norm(found - truth, axis=1))
    return np.concatenate(errors)


def _black_board(
    profile: FieldProfile, roster: Roster, rng: np.random.Generator, noise: float
) -> SceneLook:
    """The usual sensor over a board so dark that no shadow shifts an edge; the lamp by the lens."""
    look = standard_look(profile, roster)
    camera = frame_camera(profile, rng, *SIZE)
    x, y, z = (float(v) for v in camera.position_mm)
    teams = {team: replace(kit, base=(0.75, 0.75, 0.75)) for team, kit in look.teams.items()}
    field = FieldLook(
        turf=BLACK,
        turf_stripe=None,
        line=BLACK,
        left_end_zone=BLACK,
        right_end_zone=BLACK,
        left_text="",
        right_text="",
        border=BLACK,
        centre_logo=0,
        wear=0.0,
        gloss=0.0,
        rim_height_mm=1.0,
    )
    lamp = Lamp((x, y, z), 1.0, 0.9, (1.0, 1.0, 1.0))
    quiet = replace(
        look.sensor,
        read_noise=noise * look.sensor.read_noise,
        shot_noise=noise * look.sensor.shot_noise,
    )
    return replace(
        look,
        camera=camera,
        field=field,
        teams=teams,
        lamps=(lamp,),
        ambient=0.0,
        clutter=(),
        sensor=quiet,
    )


def _top_only(player: Player, look: SceneLook) -> Mesh:
    """The upper face of a base, sharp at its outline."""
    outline = player.base.outline_mm()
    n = len(outline)
    points = np.column_stack([outline, np.full(n, player.base.height_mm)])
    fan = [(0, i, i + 1) for i in range(1, n - 1)]
    return mesh_of(points, fan, look.teams[player.team].base, Material.BASE_TOP)
