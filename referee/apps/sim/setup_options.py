"""The setup of a simulated board from what a person types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from referee.core.errors import BadValue

if TYPE_CHECKING:
    from referee.sim.live.setup import SimSetup

_SIZE = re.compile(r"(\d{2,5})[x×](\d{2,5})")
_TILT = re.compile(r"(\d{1,3}(?:\.\d+)?)(?:@(\d{1,3}(?:\.\d+)?))?")
NEAR_SIDE_DEG = 270.0  # a heading: the camera is moved toward the near sideline
USUAL_SIZE = "1920x1080"  # pixels


def setup_of(
    *,
    field: str,
    seed: int,
    size: str,
    fps: float = 30.0,
    quality: str = "live",
    offence: str | None = None,
    defence: str | None = None,
    camera_tilt: str = "0",
    physics: str | None = None,
    coach_switches: bool = True,
    jpeg: bool = False,
) -> SimSetup:
    """The setup, checked as far as can be without building anything."""
    from referee.sim.live.setup import SimSetup  # noqa: PLC0415 - the help must not wait for numba

    width_px, height_px = parse_size(size)
    tilt_deg, toward_deg = parse_tilt(camera_tilt)
    setup = SimSetup(
        field=field,
        seed=seed,
        width_px=width_px,
        height_px=height_px,
        fps=fps,
        quality=quality,
        offence=offence,
        defence=defence,
        tilt_deg=tilt_deg,
        tilt_toward_deg=toward_deg,
        physics=physics,
        coach_switches=coach_switches,
        jpeg=jpeg,
    )
    setup.check_names()
    return setup


def parse_size(text: str) -> tuple[int, int]:
    """Pixels from "1920x1080".

    >>> parse_size("1280x720")
    (1280, 720)
    """
    if (match := _SIZE.fullmatch(text.strip().lower())) is None:
        raise BadValue("size", text, "width x height in pixels, such as 1920x1080")
    return int(match[1]), int(match[2])


def parse_tilt(text: str) -> tuple[float, float]:
    """Degrees off the vertical and the heading the camera is moved toward.

    >>> parse_tilt("8@90")
    (8.0, 90.0)
    """
    if (match := _TILT.fullmatch(text.strip())) is None:
        raise BadValue("camera tilt", text, "degrees such as 8, or with a heading such as 8@270")
    return float(match[1]), float(match[2]) if match[2] else NEAR_SIDE_DEG
