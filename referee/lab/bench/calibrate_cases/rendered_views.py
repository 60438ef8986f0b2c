"""Rendered views of several boards, calibrated, and compared with the camera that drew them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.calibrate.lines.printed_line import corners_mm
from referee.calibrate.outcome import CalibrationRefused
from referee.calibrate.search.rival_cameras import turned_about
from referee.calibrate.solver import calibrate
from referee.camera.camera_model import CameraModel
from referee.camera.charuco.lens import Lens
from referee.core.field.field_profile import FieldProfile
from referee.lab.pictures.crowds import random_crowd, random_roster
from referee.loaders.fields import load_field
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.art.looks.standard_look import random_look
from referee.sim.board_state import BoardState
from referee.sim.look import SceneLook
from referee.sim.render import RICH, Renderer

U8 = npt.NDArray[np.uint8]

SEED = 7_950_000  # nothing was chosen with these looks
BOARDS = ("620", "620", "500", "scale-64x30")
OTHER = {"620": "500", "500": "scale-64x30", "scale-64x30": "620"}
EMPTY, FIGURES, TURNED, LENS = "no figures", "22 figures", "board upside down", "lens from a sheet"
CLICKED, CLICK_PX = "four clicks, each up to 10 px off", 10.0
MIRRORED, OTHER_FIELD = "mirrored", "another field's profile"
TOP_MM = 3.0
MOST_TILT_DEG, GOLDEN = 12.0, 0.6180339887  # any few looks in a row lean by all there is
SHEET_SIGMA = (1.5e-3, 1.0, 1.0, 1.5e-3, 3e-3, 1e-4, 1e-4, 3e-3)  # f by itself, then as they are


@dataclass(frozen=True, slots=True)
class ViewOutcome:
    """One view: refused or not, true errors in mm, what the certificate said, seconds."""

    look: int
    board: str
    kind: str
    reason: str | None
    seconds: float
    tilt_deg: float
    median_mm: float = 0.0
    worst_mm: float = 0.0
    corner_mm: float = 0.0
    stated_mm: float = 0.0
    covered: float = 0.0  # share of places where the stated error is larger than the true one
    grade: str = ""

    @property
    def solved(self) -> bool:
        """A calibration was given."""
        return self.reason is None


@dataclass(frozen=True, slots=True, eq=False)
class DrawnLook:
    """One look: the same board without and with figures, and the camera that saw it."""

    profile: FieldProfile
    camera: CameraModel
    empty: U8
    crowded: U8


def draw_look(number: int) -> DrawnLook:
    """Render one look."""
    profile = load_field(BOARDS[number % len(BOARDS)])
    rng = np.random.default_rng([SEED, number])
    roster = random_roster(rng)
    look = leaning_look(random_look(profile, roster, rng), profile, number)
    renderer = Renderer(profile, look, RICH)
    crowd = replace(random_crowd(profile, roster, rng), power_gain=0.0)
    empty = renderer.render(BoardState(0, 0.0, ())).image
    return DrawnLook(profile, look.camera, empty, renderer.render(crowd).image)


def leaning_look(
    look: SceneLook, profile: FieldProfile, number: int, size_px: tuple[int, int] = (1920, 1080)
) -> SceneLook:
    """The same look through a camera that leans by 0 to 12 degrees, evenly over all looks."""
    rng = np.random.default_rng([SEED, number, 2])
    tilt_deg = MOST_TILT_DEG * (((number + 1) * GOLDEN) % 1.0)
    return replace(look, camera=frame_camera(profile, rng, *size_px, tilt_deg=tilt_deg))


def try_look(number: int, drawn: DrawnLook) -> Iterator[ViewOutcome]:
    """Everything that is tried with one look."""
    profile, camera, crowded = drawn.profile, drawn.camera, drawn.crowded
    lens = _sheet_lens(camera, np.random.default_rng([SEED, number, 1]))
    yield try_view(number, EMPTY, drawn.empty, profile, camera)
    yield try_view(number, FIGURES, crowded, profile, camera)
    yield try_view(number, LENS, crowded, profile, camera, lens)
    shown = camera.project(np.column_stack([corners_mm(profile), np.zeros(4)]))
    shown += np.random.default_rng([SEED, number, 3]).uniform(-CLICK_PX, CLICK_PX, (4, 2))
    clicks = [(float(x), float(y)) for x, y in shown]
    yield try_view(number, CLICKED, crowded, profile, camera, corners_px=clicks)
    if number % 2:
        yield try_view(number, TURNED, _rotated(crowded), profile, _camera_rotated(camera, profile))
    elif number % 4:
        flipped = np.ascontiguousarray(crowded[:, ::-1])
        yield try_view(number, MIRRORED, flipped, profile, camera)
    else:
        yield try_view(number, OTHER_FIELD, crowded, load_field(OTHER[profile.name]), camera)


def try_view(
    number: int,
    kind: str,
    picture: U8,
    profile: FieldProfile,
    truth: CameraModel,
    lens: Lens | None = None,
    more: Sequence[U8] = (),
    corners_px: Sequence[tuple[float, float]] | None = None,
) -> ViewOutcome:
    """Calibrate one view, of which there may be more pictures, and compare with its camera."""
    start = time.process_time()
    found = calibrate(
        [picture, *more], profile, lens=lens, corners_px=corners_px, top_height_mm=TOP_MM
    )
    seconds = time.process_time() - start
    tilt = float(np.degrees(np.arccos(min(1.0, -truth.rotation_matrix[2, 2]))))
    if isinstance(found, CalibrationRefused):
        return ViewOutcome(number, profile.name, kind, str(found), seconds, tilt)
    errors, camera = found.certificate.errors, found.calibration.camera
    x, y = np.meshgrid(errors.x_mm, errors.y_mm)
    places = np.stack([x, y, np.full(x.shape, TOP_MM)], axis=-1)
    miss = np.linalg.norm(camera.to_plane(truth.project(places), TOP_MM) - places[..., :2], axis=-1)
    return ViewOutcome(
        number,
        profile.name,
        kind,
        None,
        seconds,
        tilt,
        float(np.median(miss)),
        float(miss.max()),
        float(miss[:: len(miss) - 1, :: miss.shape[1] - 1].max()),
        errors.worst_mm,
        float((miss <= errors.error_mm).mean()),
        found.certificate.grade.value,
    )


def _rotated(picture: U8) -> U8:
    return np.ascontiguousarray(picture[::-1, ::-1])


def _camera_rotated(camera: CameraModel, profile: FieldProfile) -> CameraModel:
    """The camera that sees the picture turned by half, the board named anew from below."""
    half = np.diag([-1.0, -1.0, 1.0])
    turn = half @ camera.rotation_matrix
    move = half @ np.asarray(camera.translation_mm)
    k1, k2, p1, p2, k3 = camera.distortion
    turned = replace(
        camera,
        cx_px=camera.width_px - 1 - camera.cx_px,
        cy_px=camera.height_px - 1 - camera.cy_px,
        distortion=(k1, k2, -p1, -p2, k3),
        rotation=tuple((float(r[0]), float(r[1]), float(r[2])) for r in turn),
        translation_mm=(float(move[0]), float(move[1]), float(move[2])),
    )
    return turned_about(turned, profile)


def _sheet_lens(camera: CameraModel, rng: np.random.Generator) -> Lens:
    """A lens as a sheet gives it: nearly right, and knowing by how much not."""
    sigma = np.array(SHEET_SIGMA)
    off = rng.normal(0.0, sigma)
    focal = camera.fx_px * float(np.exp(off[0]))
    spread = np.diag(np.concatenate([[sigma[0] * focal] * 2, sigma[1:]]) ** 2)
    spread[0, 1] = spread[1, 0] = (1.0 - 1e-6) * spread[0, 0]
    k1, k2, p1, p2, k3 = (float(v) for v in np.asarray(camera.distortion) + off[3:])
    return Lens(
        width_px=camera.width_px,
        height_px=camera.height_px,
        fx_px=focal,
        fy_px=focal,
        cx_px=camera.cx_px + float(off[1]),
        cy_px=camera.cy_px + float(off[2]),
        distortion=(k1, k2, p1, p2, k3),
        source="a printed sheet",
        rms_px=0.1,
        sigma_px=0.2,
        covariance=tuple(tuple(float(v) for v in row) for row in spread),
    )
