"""Lamps, windows and the webcam that sees by their light, drawn at random."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import Rgb
from referee.sim.look import Lamp, SensorLook

LUMA = (0.21, 0.72, 0.07)
MID_GREY = 0.23  # linear light that a webcam's metering aims at
TURF_SHARE = 0.75
LINES_LIGHT = 0.10  # what lines, numerals and bases add to the mean
WHITE_SHOWN = (0.85, 1.7)  # linear light of white paint, rolled off above 0.72


def random_lamps(profile: FieldProfile, rng: np.random.Generator) -> tuple[Lamp, ...]:
    """One to three lights, warm to bluish, some of them windows with bars or blinds."""
    span = profile.goal_to_goal_mm
    middle = np.array([profile.x_mm(50.0), profile.width_mm / 2])
    strengths = rng.dirichlet(np.full(int(rng.integers(1, 4)), 1.6)) * rng.uniform(0.45, 1.0)
    lamps = []
    for k, strength in enumerate(strengths):
        angle = rng.uniform(0.0, 2.0 * math.pi)
        toward = np.array([math.cos(angle), math.sin(angle)])
        if k == 0 and rng.random() < 0.5:
            place = middle + toward * rng.uniform(1.6, 3.2) * span
            lamps.append(
                Lamp(
                    (float(place[0]), float(place[1]), float(rng.uniform(1100.0, 2600.0))),
                    float(rng.uniform(20.0, 500.0)),
                    float(strength),
                    _white(rng, 5200.0, 7500.0),
                    int(rng.integers(0, 3)),
                )
            )
            continue
        place = middle + toward * rng.uniform(0.1, 1.1) * span
        lamps.append(
            Lamp(
                (float(place[0]), float(place[1]), float(rng.uniform(900.0, 2200.0))),
                float(np.exp(rng.uniform(math.log(25.0), math.log(700.0)))),
                float(strength),
                _white(rng, 2700.0, 5500.0),
            )
        )
    return tuple(lamps)


def white_level(profile: FieldProfile, lamps: Sequence[Lamp], ambient: float) -> float:
    """How bright white paint in the middle of the board is: what a webcam's exposure settles on."""
    middle = np.array([profile.x_mm(50.0), profile.width_mm / 2, 0.0])
    level = ambient
    for lamp in lamps:
        toward = np.subtract(lamp.position_mm, middle)
        passes = 0.6 if lamp.gobo else 1.0
        level += lamp.strength * passes * float(toward[2] / np.linalg.norm(toward))
    return level


def metered_gain(white_level: float, turf: Rgb) -> float:
    """What a webcam settles on: the whole picture mid grey, yet the lines not quite burnt out."""
    turf_light = float(np.power(turf, 2.2) @ LUMA)
    mean_light = TURF_SHARE * turf_light + LINES_LIGHT
    least, most = WHITE_SHOWN
    return min(max(MID_GREY / mean_light, least), most) / max(white_level, 0.1)


def random_sensor(rng: np.random.Generator, white_level: float, turf: Rgb) -> SensorLook:
    """From a fair webcam to a poor one, exposed more or less well."""
    warm = rng.normal(0.0, 0.06)
    poor = float(rng.random())
    return SensorLook(
        exposure_ms=float(rng.uniform(2.0, 16.0)),
        readout_ms=float(rng.uniform(4.0, 22.0)),
        gain=float(metered_gain(white_level, turf) * np.exp(rng.normal(0.0, 0.18))),
        white_balance=(
            float(1.0 + warm),
            float(1.0 + rng.normal(0.0, 0.02)),
            float(1.0 - warm + rng.normal(0.0, 0.02)),
        ),
        vignetting=float(rng.uniform(0.0, 0.5)),
        blur_px=float(rng.uniform(0.25, 1.1)),
        sharpen=float(rng.uniform(0.0, 0.9)),
        read_noise=0.002 + 0.014 * poor * float(rng.random()),
        shot_noise=0.004 + 0.026 * poor * float(rng.random()),
        jpeg_quality=int(rng.integers(62, 97)),
    )


def _white(rng: np.random.Generator, warmest_k: float, coolest_k: float) -> Rgb:
    """The colour of a lamp between two temperatures, after a camera's own balance."""
    k = float(rng.uniform(warmest_k, coolest_k))
    shift = float(np.clip((k - 4800.0) / 4800.0, -0.5, 0.6)) * 0.35
    return (
        min(1.0, 1.0 - max(0.0, shift) * 0.5),
        0.97 - abs(shift) * 0.08,
        float(np.clip(0.95 + shift, 0.55, 1.0)),
    )
