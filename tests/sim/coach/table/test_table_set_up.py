"""A set-up is made once for a board, read as a real table is, and fits the size of its pictures."""

from __future__ import annotations

import pytest

from referee.camera.calibration import Calibration, write_calibration
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.loaders.fields import load_field
from referee.loaders.teams_text import write_teams
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.coach.table import table_set_up
from referee.sim.coach.table.table_set_up import CALIBRATION, TEAMS, set_up_table
from referee.sim.live.setup import SimSetup
from tests.official.evenings import ROSTER
from tests.teams_files import teams_file_of

NAMES = {Team.HOME: "Comets", Team.AWAY: "Miners"}
COLOURS = {Team.HOME: "#c0392b", Team.AWAY: "#2d6cb5"}
SMALL = SimSetup(width_px=480, height_px=270)


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The setups that a set-up was made for; it is a plain one, of 1440 x 810 pixels."""
    setups = []

    def makes(setup, folder, _say):
        setups.append(setup)
        camera = frame_camera(load_field(setup.field), None, 1440, 810)
        calibration = Calibration(camera, 3.0, load_field(setup.field), "simulated camera")
        write_calibration(folder / CALIBRATION, calibration)
        write_teams(folder / TEAMS, teams_file_of(ROSTER, NAMES, COLOURS))

    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path))
    monkeypatch.setattr(table_set_up, "equip_from_pictures", makes)
    return setups


def test_a_board_is_set_up_once(made):
    first, again = set_up_table(SMALL), set_up_table(SMALL)
    assert made == [SMALL]
    assert first.teams.roster == again.teams.roster
    assert first.colours == COLOURS


def test_another_seed_is_another_board(made):
    other = SimSetup(width_px=480, height_px=270, seed=2)
    set_up_table(SMALL)
    set_up_table(other)
    assert made == [SMALL, other]


def test_what_pictures_do_not_show_makes_no_other_board(made):
    set_up_table(SMALL)
    set_up_table(SimSetup(width_px=480, height_px=270, fps=60.0, guided=True))
    assert made == [SMALL]


def test_the_camera_fits_the_pictures_that_are_played_with(made):
    known = set_up_table(SMALL)
    assert (known.calibration.camera.width_px, known.calibration.camera.height_px) == (480, 270)
    true = frame_camera(load_field(SMALL.field), None, 480, 270)
    corner = [(600.0, 300.0, 0.0)]
    assert known.calibration.camera.project(corner)[0] == pytest.approx(
        true.project(corner)[0], abs=0.01
    )
    assert known.reference is None


def test_a_set_up_that_fails_leaves_nothing_behind(made, monkeypatch, tmp_path):
    def refuses(_setup, folder, _say):
        (folder / CALIBRATION).write_text("half")
        raise BadValue("the simulated table", "dark", "light")

    monkeypatch.setattr(table_set_up, "equip_from_pictures", refuses)
    with pytest.raises(BadValue):
        set_up_table(SMALL)
    assert not list(tmp_path.rglob("*.calib.json"))
