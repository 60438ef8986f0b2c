"""A made-up game of a user: an odd board filmed by the simulator, and corrected.

It stands for a home board that looks like nothing the detector was trained on, to try out
harvesting and fine-tuning, and to measure what they gain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from referee.calls.frame import SeenBase
from referee.camera.calibration import Calibration, write_calibration
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.lab.dataset.labels import LEAST_SEEN, labels_of
from referee.lab.dataset.looks.asset_family import FAMILIES
from referee.lab.dataset.looks.cast import random_base, random_profile
from referee.lab.dataset.looks.crowd import draw_crowd
from referee.lab.dataset.looks.look_maker import TRAINING_QUALITY
from referee.lab.dataset.looks.odd_pieces import any_colour, make_pieces
from referee.lab.dataset.looks.random_look import draw_random_look
from referee.lab.dataset.own_games.reviewed_game import CORRECTIONS, VIDEO
from referee.record.observation import Observation, ObservedHand, ObservedMarker
from referee.record.tracks import ObservationWriter, TracksFileHeader, TracksFileKind
from referee.record.video import VideoSettings, VideoWriter
from referee.record.whole_folder import whole_folder
from referee.sim.look import Colour, SceneLook
from referee.sim.render import FrameTruth, Renderer
from referee.vision.network.detector_classes import HAND

SIZE_PX = (1280, 720)
FPS = 1.0
A_SIDE = 11

TellPretend = Callable[[int, int], None]


def pretend_game(out: Path, seed: int, frames: int, tell: TellPretend, force: bool = False) -> None:
    """Write a recording folder with video, calibration and a correction for every frame."""
    rng = np.random.default_rng([seed, 404])
    profile = random_profile(rng)
    look = _odd_look(profile, rng)
    meshes = make_pieces(FAMILIES["apart"], look)
    renderer = Renderer(profile, look, TRAINING_QUALITY, lambda p, _: meshes[p.id])
    with whole_folder(out, force) as folder:
        top_mm = look.roster.players[0].base.height_mm
        calibration = Calibration(look.camera, top_mm, profile, "pretended")
        write_calibration(folder / "camera.calib.json", calibration)
        rows = ObservationWriter(
            folder / CORRECTIONS, TracksFileHeader(TracksFileKind.CORRECTIONS, profile.name)
        )
        with VideoWriter(folder / VIDEO, VideoSettings(*SIZE_PX, FPS, crf=14)) as video:
            for k in range(frames):
                state = draw_crowd(profile, look.roster, rng, k)
                shot = renderer.render(state)
                video.write(Frame(k * S_NS, shot.image, k))
                hands = [
                    label
                    for label in labels_of(shot.truth, state, look.roster, meshes, look)
                    if label.kind == HAND
                ]
                rows.write(_corrected(k, shot.truth, [label.box_px for label in hands]))
                tell(k + 1, frames)
        rows.close()


def _odd_look(profile: FieldProfile, rng: np.random.Generator) -> SceneLook:
    """Colours that no board is sold in, bases in the board's own."""
    family = FAMILIES["apart"]
    base = random_base(rng, family, "odd")
    players = tuple(
        Player(f"{team.value[0].upper()}{k + 1}", team, k + 1, base)
        for team in Team
        for k in range(A_SIDE)
    )
    look = draw_random_look(profile, Roster(players), family, rng, SIZE_PX)
    turf = any_colour(rng)
    teams = {
        team: replace(
            dressed,
            base=_near(turf, rng),
            base_alpha=1.0,
            jersey=any_colour(rng),
            helmet=any_colour(rng),
        )
        for team, dressed in look.teams.items()
    }
    return replace(look, field=replace(look.field, turf=turf, turf_stripe=None), teams=teams)


def _near(colour: Colour, rng: np.random.Generator) -> Colour:
    r, g, b = (float(np.clip(c + rng.normal(0.0, 0.05), 0.02, 0.98)) for c in colour)
    return r, g, b


def _corrected(frame: int, truth: FrameTruth, hands: list[np.ndarray]) -> Observation:
    """What a patient person would write down: everything that can be seen."""
    bases = tuple(
        SeenBase(
            p.player_id,
            MeasuredPose(Pose(p.x_mm, p.y_mm, p.heading_deg)),
            fallen=float(p.fallen),
            corners_px=p.corners_px,
            team=p.team,
        )
        for p in truth.pieces
        if p.fallen or p.visible >= LEAST_SEEN
    )
    markers = tuple(
        ObservedMarker(m.kind.value, m.x_mm, m.y_mm, m.heading_deg, 1.0)
        for m in truth.markers
        if not any(_inside(m.px, box) for box in hands)
    )
    seen = tuple(
        ObservedHand((float(box[0]), float(box[1]), float(box[2]), float(box[3])), 1.0)
        for box in hands
    )
    return Observation(frame, bases, markers, hands=seen)


def _inside(px: tuple[float, float], box: np.ndarray) -> bool:
    return bool(box[0] <= px[0] <= box[2] and box[1] <= px[1] <= box[3])
