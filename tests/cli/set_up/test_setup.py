"""A plan that was saved on the set-up page is played by its name alone, simulated or not."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from referee.cli.main import app
from referee.core.errors import BadValue
from referee.night.start.games_folder import found_plan
from referee.night.start.plan import CameraChoice, NightFile
from referee.night.start.plan_file import write_plan
from referee.sim.coach.table.simulated_table import SimulatedTable


@pytest.fixture
def games(tmp_path, monkeypatch):
    """The folder of games, and another one to be in."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr("referee.night.start.games_folder.games_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


@pytest.fixture
def played(monkeypatch):
    """What `referee play` would begin."""
    nights = []
    monkeypatch.setattr(
        "referee.apps.play.night_run.run_night", lambda *night: nights.append(night)
    )
    return nights


def run(*words):
    return CliRunner().invoke(app, words)


SIMULATED = NightFile(
    rules="hefl", eye=CameraChoice("simulated", 60.0, size_px=(640, 360)), power="sim"
)


def test_a_simulated_plan_is_played_by_its_name(games, played):
    write_plan(games / "first.night.toml", SIMULATED)
    assert run("play", "first.night.toml").exit_code == 0
    plan, table, _ = played[0]
    assert plan.rules == "hefl"
    assert isinstance(table, SimulatedTable)
    assert (table._setup.width_px, table._setup.height_px, table._setup.fps) == (640, 360, 60.0)


def test_an_option_goes_before_the_plan(games, played):
    write_plan(games / "first.night.toml", SIMULATED)
    assert run("play", "first.night.toml", "--size", "480x270").exit_code == 0
    assert played[0][1]._setup.width_px == 480


def test_a_plan_is_found_by_its_name_without_its_ending(games, played):
    write_plan(games / "tonight.night.toml", SIMULATED)
    assert run("play", "tonight").exit_code == 0
    assert played[0][1]._setup.width_px == 640


def test_a_plan_of_that_name_lying_here_goes_before(games, tmp_path):
    write_plan(games / "a.night.toml", SIMULATED)
    assert found_plan(tmp_path / "a.night.toml") == tmp_path / "a.night.toml"
    write_plan(tmp_path / "here" / "a.night.toml", NightFile())
    assert found_plan(type(games)("a.night.toml")) == type(games)("a.night.toml")


@pytest.mark.parametrize("name", ["nowhere", "nowhere.night.toml"])
def test_a_plan_that_is_nowhere_is_said_with_both_places(games, name):
    result = run("play", name)
    assert result.exit_code != 0
    said = str(result.exception) + result.output
    assert f"There is no plan called {name}, neither here nor in {games}" in said


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--by-hand"], "--by-hand belongs to the simulated board: --sim --by-hand"),
        (["--real-time"], "--real-time belongs to the simulated board (--sim)"),
    ],
)
def test_an_option_of_the_simulated_board_says_whose_it_is(games, options, says):
    result = run("play", *options)
    assert result.exit_code != 0
    assert says in str(result.exception) + result.output


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (NightFile(eye=CameraChoice("simulated"), power="none"), "simulator"),
        (NightFile(power="chip"), "--sim"),
        (NightFile(eye=CameraChoice("C920", size_px=(640, 360))), "its calibration's"),
    ],
)
def test_a_plan_of_two_minds_is_refused(games, played, plan, says):
    write_plan(games / "odd.night.toml", plan)
    result = run("play", "odd.night.toml")
    assert result.exit_code != 0
    assert says in result.output + str(result.exception)
    assert played == []


def test_the_set_up_page_explains_itself():
    assert "referee setup" in run("setup", "--help").output


def test_a_port_beyond_all_ports_is_refused():
    result = run("setup", "--port", "99999", "--no-browser")
    assert result.exit_code != 0
    assert "65535" in result.output or isinstance(result.exception, BadValue)
