"""The four lights: by the lamp nothing changes, and each of the others is a light of its own."""

from __future__ import annotations

import pytest

from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import standard_look
from referee.sim.art.looks.table_light import TableLight, in_light
from referee.sim.live.teams import usual_roster

FIELD = load_field("620")
LOOK = standard_look(FIELD, usual_roster(3), 3)
OTHERS = [light for light in TableLight if light is not TableLight.LAMP]


def test_by_the_lamp_everything_is_as_it_was():
    assert in_light(LOOK, FIELD, TableLight.LAMP) is LOOK


@pytest.mark.parametrize("light", OTHERS)
def test_another_light_changes_lamps_and_exposure_and_nothing_that_stands(light):
    lit = in_light(LOOK, FIELD, light)
    assert lit.lamps != LOOK.lamps
    assert lit.sensor.gain != LOOK.sensor.gain
    assert (lit.teams, lit.figures, lit.field, lit.camera) == (
        LOOK.teams,
        LOOK.figures,
        LOOK.field,
        LOOK.camera,
    )


def test_no_two_lights_are_alike_and_the_dim_one_is_the_noisiest():
    lit = {light: in_light(LOOK, FIELD, light) for light in TableLight}
    assert len({look.lamps for look in lit.values()}) == len(TableLight)
    noisiest = max(lit, key=lambda light: lit[light].sensor.shot_noise)
    assert noisiest is TableLight.DIM
