"""Calibrated cameras that are nudged, and one that is not while figures creep and boards shake."""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass, field, replace

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame, Image
from referee.camera.watch.camera_notice import CameraNoticeKind
from referee.camera.watch.camera_watch import EVERY_NS, CameraWatch
from referee.camera.watch.small_motion import moved_camera
from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.lab.bench.tools.live_clip import render_clip
from referee.lab.pictures.crowds import random_crowd, random_roster
from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import random_look
from referee.sim.board_state import BoardState
from referee.sim.look import SceneLook
from referee.sim.render import LIVE, Renderer

SEED = 8_200_000
BOARDS = ("620", "500")
TIMED = 200


@dataclass
class WatchOutcome:
    """What the watch did on rendered boards."""

    noticed_s: list[float] = field(default_factory=list)
    missed: int = 0
    left_px: list[float] = field(default_factory=list)
    checks_ms: list[float] = field(default_factory=list)
    false_alarms: int = 0
    looks: int = 0


def nudge_camera(number: int, out: WatchOutcome) -> None:
    """A calibrated camera is nudged while other figures stand on the board."""
    profile, look, rng = scene_of(number)
    before, after = (crowd_on(profile, look, rng) for _ in range(2))
    renderer = Renderer(profile, look, LIVE)
    reference, still = (renderer.render(state).image for state in (before, after))
    for px in (1.0, 1.0 + 5.0 * rng.random()):
        camera = _nudge(look.camera, profile, px, rng)
        picture = Renderer(profile, replace(look, camera=camera), LIVE).render(after).image
        guard = CameraWatch(reference, look.camera, profile)
        guard.look(frame_of(still, 0), 0)
        noticed = None
        for k in range(1, 9):
            grain = np.clip(picture.astype(int) + rng.integers(-1, 2, picture.shape), 0, 255)
            frame = frame_of(grain.astype(np.uint8), k)
            report = guard.look(frame, frame.t_ns)
            if any(
                n.kind in {CameraNoticeKind.CORRECTED, CameraNoticeKind.MOVED}
                for n in report.notices
            ):
                noticed = k * EVERY_NS / S_NS
                break
        if noticed is None:
            out.missed += 1
            noticed = 9 * EVERY_NS / S_NS
        if px == 1.0:
            out.noticed_s.append(noticed)
        out.left_px.append(_most_px(guard.camera, camera, profile))
    guard = CameraWatch(reference, look.camera, profile)
    frames = [frame_of(still, k) for k in range(TIMED)]
    gc.collect()
    for frame in frames:
        began = time.thread_time()
        guard.look(frame, frame.t_ns)
        out.checks_ms.append(1e3 * (time.thread_time() - began))


def watch_a_play(count: int, out: WatchOutcome) -> None:
    """A play with figures creeping and the board shaking: nothing may be said."""
    clip = render_clip(SEED, count)
    first = clip.frames[0]
    guard = CameraWatch(first.image, clip.look.camera, clip.profile)
    for frame in clip.frames:
        report = guard.look(frame, frame.t_ns)
        out.looks += 1
        out.false_alarms += sum(n.kind is not CameraNoticeKind.WELL for n in report.notices)


def scene_of(number: int) -> tuple[FieldProfile, SceneLook, np.random.Generator]:
    """A board with a random look, and the generator for the rest."""
    rng = np.random.default_rng([SEED, 1, number])
    profile = load_field(BOARDS[number % len(BOARDS)])
    return profile, random_look(profile, random_roster(rng), rng), rng


def crowd_on(profile: FieldProfile, look: SceneLook, rng: np.random.Generator) -> BoardState:
    """Figures, hands and markers at rest."""
    return replace(random_crowd(profile, look.roster, rng), power_gain=0.0)


def _nudge(
    camera: CameraModel, profile: FieldProfile, px: float, rng: np.random.Generator
) -> CameraModel:
    """Turned and moved at random, until the field lies this far beside its place at most."""
    step = np.r_[rng.normal(0, 1e-3, 3), rng.normal(0, 1.0, 3)]
    for _ in range(4):
        step = step * px / _most_px(camera, moved_camera(camera, step), profile)
    return moved_camera(camera, step)


def _most_px(one: CameraModel, other: CameraModel, profile: FieldProfile) -> float:
    xs = np.linspace(profile.left_end_line_x_mm, profile.right_end_line_x_mm, 13)
    grid = np.array([(x, y, 0.0) for x in xs for y in np.linspace(0.0, profile.width_mm, 7)])
    return float(np.hypot(*(one.project(grid) - other.project(grid)).T).max())


def frame_of(image: Image, number: int) -> Frame:
    """A frame taken when the watch is due."""
    return Frame(number * EVERY_NS, image, number)
