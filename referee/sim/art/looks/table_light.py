"""Four kinds of light over a table, by name: what falls on the board, and what the camera makes of
it.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.looks.random_light import metered_gain, white_level
from referee.sim.look import Lamp, SceneLook

# Colours of light after a camera's own balance: a day's sky is bluish, a tube nearly white.
SKY = (0.90, 0.95, 1.0)
TUBE = (0.98, 1.0, 0.97)
BULB = (1.0, 0.92, 0.78)
# Which pattern a window throws: its bars (see `Lamp.gobo`).
WINDOW_BARS = 1
# A webcam in a dim room: it exposes for long and its picture is noisy.
DIM_EXPOSURE_MS = 16.0
DIM_READ_NOISE = 0.014
DIM_SHOT_NOISE = 0.028


class TableLight(StrEnum):
    """The light of an evening; the lamp beside the table is the usual one."""

    LAMP = "lamp"
    CEILING = "ceiling"
    WINDOW = "window"
    DIM = "dim"


def in_light(look: SceneLook, profile: FieldProfile, light: TableLight) -> SceneLook:
    """The same table in another light, metered as a webcam meters it; by the lamp it is as it was.

    ``ceiling`` is soft light from above, ``window`` daylight from one side with bars and deep
    shadows, ``dim`` one weak bulb far away, exposed for long and noisy.
    """
    if light is TableLight.LAMP:
        return look
    middle_x, middle_y = profile.x_mm(50.0), profile.width_mm / 2
    span = profile.goal_to_goal_mm
    match light:
        case TableLight.CEILING:
            above = Lamp((middle_x - 0.1 * span, middle_y, 1900.0), 600.0, 0.75, TUBE)
            lamps, ambient = (above,), 0.4
        case TableLight.WINDOW:
            place = (middle_x + 0.4 * span, middle_y - 2.2 * span, 1700.0)
            lamps = (Lamp(place, 350.0, 0.9, SKY, WINDOW_BARS),)
            ambient = 0.3
        case _:
            place = (middle_x + 0.9 * span, middle_y + 0.8 * span, 1700.0)
            lamps, ambient = (Lamp(place, 60.0, 0.35, BULB),), 0.1
    gain = metered_gain(white_level(profile, lamps, ambient), look.field.turf)
    sensor = replace(look.sensor, gain=gain)
    if light is TableLight.DIM:
        sensor = replace(
            sensor,
            exposure_ms=DIM_EXPOSURE_MS,
            read_noise=DIM_READ_NOISE,
            shot_noise=DIM_SHOT_NOISE,
        )
    return replace(look, lamps=lamps, ambient=ambient, sensor=sensor)
