"""Pictures for the figures' looks: one empty board, several squads on it, each in several places.

An empty board takes longest to draw, so that four squads take turns on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from referee.core.arrays import F32, U8
from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.lab.dataset.looks.cast import random_profile
from referee.lab.train.figures.figure_places import enrolled_places, random_places
from referee.lab.train.figures.figure_squads import (
    MOST_SEED,
    SQUAD,
    FigureSquad,
    joined_roster,
    meshes_of,
    random_squad,
    usual_squad,
)
from referee.loaders.fields import load_field
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.art.looks.random_look import pick, random_look
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.art.looks.table_light import TableLight, in_light
from referee.sim.board_state import BoardState, PieceState
from referee.sim.look import SceneLook, SensorLook
from referee.sim.render import LIVE, Renderer, RenderQuality
from referee.sim.render.quality import JpegCompression
from referee.vision.network.crops import CropPlan, crop_bases

SQUADS = 4
# As fine as the picture of a usual board: what tells twins apart is a stripe or a digit wide.
FIGURE_CROPS = CropPlan(px_per_mm=1.6)
FIELDS = ("620", "620", "500")  # the usual one more often
DRAWN_FIELDS = 0.3
USUAL_FIELD = "620"
SIZES_PX = ((1920, 1080), (1280, 720))
USUAL_SIZE = 0.65
LEAST_PX_PER_MM = 0.95
MISS_MM, MISS_DEG = 0.2, 0.5
BAD_SHARE, BAD_MISS_MM, BAD_MISS_DEG = 0.15, 1.0, 3.0


@dataclass(frozen=True)
class FigureBoard:
    """An empty board in some light under some camera, and who takes turns on it."""

    profile: FieldProfile
    look: SceneLook
    squads: tuple[FigureSquad, ...]
    quality: RenderQuality


@dataclass(frozen=True)
class FigureViews:
    """Crops (squads, frames, 22, 6, size, size), and of each: lean (2), share of the top seen.

    The first frame of each squad is the line-up of the enrolment.
    """

    crops: U8
    facts: F32


def training_board(rng: np.random.Generator) -> FigureBoard:
    """Any board, light and camera, the evening's more often than others; any squads."""
    profile = random_profile(rng) if rng.random() < DRAWN_FIELDS else load_field(pick(rng, FIELDS))
    squads = tuple(random_squad(profile, rng, k) for k in range(SQUADS))
    size = SIZES_PX[0 if rng.random() < USUAL_SIZE else 1]
    roster = squads[0].roster
    drawn = random_look(profile, roster, rng, size)
    usual = standard_look(profile, roster, int(rng.integers(MOST_SEED)))
    look = usual if rng.random() < 0.5 else drawn
    if rng.random() < 0.5:
        look = in_light(look, profile, pick(rng, list(TableLight)))
    camera = drawn.camera if rng.random() < 0.5 else frame_camera(profile, None, *size)
    scale = camera.fx_px / float(camera.position_mm[2])
    if scale < LEAST_PX_PER_MM:
        camera = frame_camera(profile, None, *SIZES_PX[0])
    compression = pick(rng, (JpegCompression.NONE, JpegCompression.DECODE))
    return FigureBoard(
        profile,
        replace(look, camera=camera, sensor=_other_sensor(look.sensor, rng)),
        squads,
        RenderQuality("figures", 1, LIVE.shadow_texel_px, 2, compression),
    )


def evening_board(seed: int, light: TableLight) -> FigureBoard:
    """The table of the simulated evenings in a light, with the squads of some seeds in a row."""
    profile = load_field(USUAL_FIELD)
    squads = tuple(usual_squad(profile, seed + k, k) for k in range(SQUADS))
    look = in_light(squads[0].look, profile, light)
    return FigureBoard(profile, look, squads, LIVE)


def views_of(
    board: FigureBoard, frames: int, rng: np.random.Generator, plan: CropPlan
) -> FigureViews:
    """Every squad of a board in so many frames."""
    roster, meshes = joined_roster(board.squads), meshes_of(board.squads)
    look = replace(board.look, roster=roster)
    renderer = Renderer(board.profile, look, board.quality, lambda p, _: meshes[p.id])
    shape = (len(board.squads), frames, SQUAD)
    crops = np.empty((*shape, 6, plan.size_px, plan.size_px), dtype=np.uint8)
    facts = np.empty((*shape, 3), dtype=np.float32)
    for s, squad in enumerate(board.squads):
        for f in range(frames):
            if f == 0:
                poses = enrolled_places(board.profile, squad.roster)
            else:
                poses = random_places(board.profile, squad.roster, rng)
            pieces = tuple(
                PieceState(p.id, pose) for p, pose in zip(squad.roster, poses, strict=True)
            )
            shown = renderer.render(BoardState((s * frames + f) * S_NS, 0.0, pieces))
            tops = [p.base.height_mm for p in squad.roster]
            seen = measured(poses, rng)
            crops[s, f], facts[s, f, :, :2] = crop_bases(shown.image, look.camera, seen, tops, plan)
            facts[s, f, :, 2] = [piece.visible for piece in shown.truth.pieces]
    return FigureViews(crops, facts)


def measured(poses: tuple[Pose, ...], rng: np.random.Generator) -> list[Pose]:
    """Where a camera would say that they stand."""
    out = []
    for pose in poses:
        bad = rng.random() < BAD_SHARE
        miss, turn = (BAD_MISS_MM, BAD_MISS_DEG) if bad else (MISS_MM, MISS_DEG)
        dx, dy, dh = rng.normal(0.0, (miss, miss, turn))
        out.append(Pose(pose.x_mm + float(dx), pose.y_mm + float(dy), pose.heading_deg + float(dh)))
    return out


def _other_sensor(sensor: SensorLook, rng: np.random.Generator) -> SensorLook:
    """Exposed and balanced a little otherwise, sharper or softer, with more grain or less."""
    warm = float(rng.normal(0.0, 0.04))
    red, green, blue = sensor.white_balance
    return replace(
        sensor,
        gain=sensor.gain * float(np.exp(rng.normal(0.0, 0.15))),
        white_balance=(red + warm, green, blue - warm),
        blur_px=float(rng.uniform(0.3, 0.9)),
        read_noise=sensor.read_noise * float(rng.uniform(0.6, 1.5)),
        shot_noise=sensor.shot_noise * float(rng.uniform(0.6, 1.5)),
    )
