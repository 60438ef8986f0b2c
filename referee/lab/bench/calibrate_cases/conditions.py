"""Views that are hard in one way: glare, worn paint, few pixels, hands, a live camera."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.calibration import read_calibration
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.lab.bench.calibrate_cases.rendered_views import ViewOutcome, leaning_look, try_view
from referee.lab.pictures.crowds import random_crowd, random_roster
from referee.loaders.fields import load_field
from referee.record.video import VideoSettings, VideoWriter, read_video
from referee.sim.art.looks.standard_look import random_look
from referee.sim.board_state import BoardState
from referee.sim.live.devices import SimulatedCamera
from referee.sim.live.live_board import LiveBoard
from referee.sim.live.setup import SimSetup
from referee.sim.live.warm_up import build_simulated_board
from referee.sim.look import Lamp, SceneLook
from referee.sim.render import LIVE, Renderer

U8 = npt.NDArray[np.uint8]

SEED = 7_720_000  # nothing was chosen with these looks
BOARDS = ("620", "500", "scale-64x30")
GLARE, WORN, SMALL = "lamp mirrored on the field", "worn paint", "1280 x 720"
CUT = "cut by the picture's edge"
SEVERAL, VIDEO = "five pictures", "video, hands passing"
QUICK_KINDS = (GLARE,)
KINDS = (GLARE, WORN, SMALL, CUT, SEVERAL, VIDEO)
ZOOM = (1.06, 1.16)  # by which a view is too near
PICTURES, FRAMES, FPS = 5, 8, 10.0
# The simulated board as it plays, through its own camera.
LIVE_CAMERA = "simulated camera, live"
LIVE_SEED, TILT_DEG = 7_701, 6.0
LIVE_PICTURES, EVERY = 8, 5  # pictures that are taken, one in so many
TIMEOUT_S = 5.0
# Path-traced pictures, where somebody has made them: their light is not the renderer's.
TRACED = "path-traced, 1280 x 720"
FOLDER, SET = Path("out/datasets/traced"), "test-traced"
MISSING = f"no path-traced pictures in {FOLDER}: datasets/recipes/traced.toml makes them"


def try_conditions(number: int, kinds: Sequence[str] = KINDS) -> Iterator[ViewOutcome]:
    """One look under these conditions, with 22 figures on the field."""
    profile = load_field(BOARDS[number % len(BOARDS)])
    rng = np.random.default_rng([SEED, number])
    roster = random_roster(rng)
    look = leaning_look(random_look(profile, roster, rng), profile, number)
    crowd = replace(random_crowd(profile, roster, rng), power_gain=0.0, hands=())
    for kind, changed in (
        (GLARE, _shining(look, profile, rng)),
        (WORN, replace(look, field=replace(look.field, wear=float(rng.uniform(0.8, 1.0))))),
        (SMALL, leaning_look(look, profile, number, (1280, 720))),
        (CUT, _too_near(look, float(rng.uniform(*ZOOM)))),
    ):
        if kind in kinds:
            picture = Renderer(profile, changed, LIVE).render(crowd).image
            yield try_view(number, kind, picture, profile, changed.camera)
    if SEVERAL not in kinds and VIDEO not in kinds:
        return
    renderer = Renderer(profile, look, LIVE)
    shots = [renderer.render(replace(crowd, t_ns=k * 10**8)).image for k in range(PICTURES)]
    yield try_view(number, SEVERAL, shots[0], profile, look.camera, more=shots[1:])
    hands = [random_crowd(profile, roster, rng).hands for _ in range(FRAMES)]
    filmed = _through_a_file([renderer.render(_with(crowd, k, hands)).image for k in range(FRAMES)])
    yield try_view(number, VIDEO, filmed[0], profile, look.camera, more=filmed[1:])


def _shining(look: SceneLook, profile: FieldProfile, rng: np.random.Generator) -> SceneLook:
    """A small lamp that the glossy print mirrors into the camera, somewhere on the field."""
    eye = look.camera.position_mm
    spot = np.array([*(rng.uniform(0.2, 0.8, 2) * (profile.goal_to_goal_mm, profile.width_mm)), 0])
    height = float(rng.uniform(900.0, 1600.0))
    # As high above the board as it is far beyond the spot: mirrored there.
    away = (spot - eye)[:2] / eye[2] * height
    lamp = Lamp((float(spot[0] + away[0]), float(spot[1] + away[1]), height), 120.0, 0.6)
    return replace(look, lamps=(*look.lamps, lamp), field=replace(look.field, gloss=1.0))


def _too_near(look: SceneLook, zoom: float) -> SceneLook:
    """The same view, the lens too long for the board."""
    eye = look.camera
    return replace(look, camera=replace(eye, fx_px=eye.fx_px * zoom, fy_px=eye.fy_px * zoom))


def _with(crowd: BoardState, k: int, hands: Sequence[tuple]) -> BoardState:
    return replace(crowd, t_ns=k * 10**8, hands=hands[k])


def _through_a_file(images: Sequence[U8]) -> list[U8]:
    """The pictures as a video file gives them back."""
    height, width = images[0].shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.mp4"
        with VideoWriter(path, VideoSettings(width, height, FPS)) as video:
            for k, image in enumerate(images):
                video.write(Frame(int(k * S_NS / FPS), image, k))
        return [frame.image for frame in read_video(path)]


def try_live_camera() -> ViewOutcome:
    """Pictures out of a running board, each the newest there is."""
    setup = SimSetup(seed=LIVE_SEED, tilt_deg=TILT_DEG, fps=15.0)
    with LiveBoard(
        partial(build_simulated_board, setup=setup), setup.width_px, setup.height_px, setup.fps
    ) as board:
        ready = board.wait_ready(lambda _: None)
        camera = SimulatedCamera(board)
        count = LIVE_PICTURES * EVERY
        shots = [camera.newest(TIMEOUT_S).image.copy() for _ in range(count)][::EVERY]
        truth = board.camera
        field = ready.profile
    return try_view(0, LIVE_CAMERA, shots[0], field, truth, more=shots[1:])


def try_traced(most: int) -> Iterator[ViewOutcome]:
    """Views of the set, each with its true camera; none if the set is not there."""
    pictures = sorted((FOLDER / "images" / SET).glob("*.jpg"))[: 2 * most : 2]
    for number, path in enumerate(pictures):
        truth = read_calibration(FOLDER / "answers" / SET / f"{path.stem}.calib.json")
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is not None:
            picture = np.asarray(image, dtype=np.uint8)
            yield try_view(number, TRACED, picture, truth.board, truth.camera)
