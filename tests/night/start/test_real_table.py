"""A real table is checked before anything is opened; what is missing is one sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.camera.calibration import Calibration, write_calibration
from referee.camera.frame_source import Frame
from referee.core.clock import MS_NS, S_NS
from referee.core.errors import BadValue
from referee.core.roster import Player, Roster, Team
from referee.loaders.teams_text import write_teams
from referee.night.safety.coach_switch import SWITCH_BY_HAND, CoachSwitch
from referee.night.start import real_table
from referee.night.start.plan import CHOSEN_SWITCH, NO_SWITCH, CameraChoice, NightFile
from referee.night.start.real_table import RealTable
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice
from referee.vision.plate.clean_plate import KNOWN_VOTES, empty_board
from referee.vision.plate.kept_plate import read_plate, write_plate
from referee.vision.roster.habits.kept_line_ups import line_ups_path
from tests.calls.plays import BASE
from tests.night.gears import CAMERA, COLOURS, FIELD, NAMES, ROSTER, Still
from tests.teams_files import teams_file_of


@pytest.fixture
def night(tmp_path):
    write_calibration(tmp_path / "b.calib.json", Calibration(CAMERA, 3.0, FIELD, "test"))
    write_teams(tmp_path / "t.teams.toml", teams_file_of(ROSTER, NAMES, COLOURS))
    return NightFile(
        tmp_path / "b.calib.json",
        tmp_path / "t.teams.toml",
        eye=CameraChoice(fps=30.0),
        power=NO_SWITCH,
    )


def quiet(_words, _done):
    pass


def test_without_a_power_device_the_coach_switches_and_is_told_so(night):
    table = RealTable(night, lambda name, request: Still())
    gear = table.open(quiet)
    assert isinstance(gear.power, CoachSwitch)
    assert gear.lacks == (SWITCH_BY_HAND,)
    assert table.words == SWITCH_BY_HAND
    assert gear.names == NAMES
    assert (gear.colours, gear.simulated) == (COLOURS, False)


@pytest.mark.parametrize(("model", "warned"), [("referee", False), ("hw667", True)])
def test_a_board_that_does_not_open_by_itself_is_told_at_every_start(
    night, monkeypatch, model, warned
):
    chosen = RelayChoice(model, PortIdentity(path="/dev/ttyUSB0"))
    monkeypatch.setattr(real_table, "read_choice", lambda _file: chosen)
    words = RealTable(replace(night, power=CHOSEN_SWITCH)).words
    assert words.startswith(f"The switch is {model}.")
    assert ("does not open by itself" in words) is warned
    assert ("hand switch" in words) is warned


def test_the_camera_is_asked_for_the_calibrations_size(night):
    asked = []

    def opener(name, request):
        asked.append((name, request.width_px, request.height_px, request.exposure_ms))
        return Still()

    RealTable(replace(night, eye=CameraChoice("C920", 30.0, exposure_ms=8.0)), opener).open(quiet)
    assert asked == [("C920", 1920, 1080, 8.0)]


class Film(Still):
    """Gives its picture so many times a second, by its own stamps."""

    def __init__(self, fps, size=(1920, 1080)):
        self.fps, self.size, self.every, self.closed = fps, size, 1, 0
        self.image = np.full((size[1], size[0], 3), 90, np.uint8)
        self.count = 0

    def newest(self, _timeout_s):
        self.count += 1
        return Frame(round(self.count * S_NS / self.fps), self.image, self.count)

    def close(self):
        self.closed += 1


def test_where_the_plan_leaves_it_open_the_camera_is_asked_for_many_and_measured(night):
    asked, film = [], Film(60.0)

    def opener(_name, request):
        asked.append(request.fps)
        return film

    gear = RealTable(replace(night, eye=CameraChoice()), opener).open(quiet)
    assert asked == [60.0]
    assert gear.rate is not None
    assert gear.rate.begin(15 * MS_NS).every == 2  # 10 ms may be taken of 60 a second, 20 of 30


def test_a_mode_of_more_pictures_with_another_size_is_not_the_calibrated_camera(night):
    asked, films = [], [Film(60.0, (1280, 720)), Film(30.0)]

    def opener(_name, request):
        asked.append(request.fps)
        return films[len(asked) - 1]

    gear = RealTable(replace(night, eye=CameraChoice()), opener).open(quiet)
    assert asked == [60.0, 30.0]
    assert (films[0].closed, gear.camera) == (1, films[1])


def test_a_mode_of_more_pictures_that_shows_another_part_is_not_either(night, monkeypatch):
    films = [Film(60.0), Film(30.0)]
    monkeypatch.setattr(real_table, "same_print", lambda *_: False)
    monkeypatch.setattr(real_table, "calibration_picture", lambda _path: films[0].image)
    opened = iter(films)
    gear = RealTable(replace(night, eye=CameraChoice()), lambda *_: next(opened)).open(quiet)
    assert (films[0].closed, gear.camera) == (1, films[1])


def test_a_rate_that_the_plan_says_is_left_alone(night):
    gear = RealTable(night, lambda *_: Film(30.0)).open(quiet)
    assert gear.rate is None


def test_a_camera_with_other_pictures_is_refused_and_let_go(night):
    class Small(Still):
        size, closed = (1280, 720), 0

        def close(self):
            self.closed += 1

    camera = Small()
    with pytest.raises(BadValue, match="1280 x 720"):
        RealTable(night, lambda name, request: camera).open(quiet)
    assert camera.closed == 1


def test_the_darker_jerseys_are_known_from_the_file(night, tmp_path):
    dark = {Team.HOME: "#f0f0f0", Team.AWAY: "#101010"}
    write_teams(tmp_path / "t.teams.toml", teams_file_of(ROSTER, NAMES, dark))
    assert RealTable(night)._teams.darker is Team.AWAY


def test_what_was_learned_of_line_ups_is_there_at_the_next_game(night):
    six = Roster(tuple(Player(f"{t.name[0]}{n}", t, n, BASE) for t in Team for n in range(6)))
    write_teams(night.teams, teams_file_of(six, NAMES, COLOURS))
    gear = RealTable(night, lambda name, request: Still()).open(quiet)
    places = np.array([[0.0, 20.0 * k] for k in range(6)])
    gear.teams.habits[0].learn(np.arange(6), places)
    gear.close()
    (kept,) = RealTable(night)._teams.habits[0].kept
    assert kept.places_mm.tolist() == places.tolist()


def test_a_night_in_which_nothing_was_played_writes_nothing(night):
    RealTable(night, lambda name, request: Still()).open(quiet).close()
    assert not line_ups_path(night.teams).exists()


def test_spoiled_line_ups_are_refused_before_anything_is_opened(night):
    line_ups_path(night.teams).write_text('{"format": "referee.line-ups", "version": 9}', "utf-8")
    with pytest.raises(BadValue, match="version"):
        RealTable(night, lambda name, request: pytest.fail("the camera was opened"))


@pytest.mark.parametrize("key", ["calibration", "teams"])
def test_what_is_missing_is_said_with_the_command_that_makes_it(night, key):
    with pytest.raises(BadValue, match=f"no {key} w") as error:
        RealTable(replace(night, **{key: None}))
    assert "referee" in str(error.value)


def test_a_port_that_is_not_there_is_refused_before_the_camera_opens(night, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "referee.night.start.real_table.relay_choice_file", lambda: tmp_path / "power.toml"
    )
    with pytest.raises(BadValue, match="--power is '/dev/ttyNOWHERE', but should be chosen, none"):
        RealTable(replace(night, power="/dev/ttyNOWHERE"))
    with pytest.raises(BadValue, match="not chosen yet"):
        RealTable(replace(night, power="chosen"))


def test_what_was_uncovered_of_the_board_is_known_at_the_next_night(night):
    board = np.full((CAMERA.height_px, CAMERA.width_px, 3), 90, np.uint8)
    gear = RealTable(night, lambda name, request: Still()).open(quiet)
    for at_rest in (True, False, True):
        gear.plate.looked(board, [], at_rest=at_rest, hands=False)
    gear.close()
    kept = RealTable(night, lambda name, request: Still()).open(quiet).plate.plate
    assert (kept.picture == board).all()
    assert 0 < kept.votes.max() < KNOWN_VOTES


def test_a_night_that_saw_nothing_new_leaves_the_plate_as_it_is(night):
    path = night.calibration.with_name("b.plate.png")
    write_plate(path, empty_board(np.full((CAMERA.height_px, CAMERA.width_px, 3), 90, np.uint8)))
    written = path.stat().st_mtime_ns
    RealTable(night, lambda name, request: Still()).open(quiet).close()
    assert path.stat().st_mtime_ns == written
    assert read_plate(path, CAMERA).known_share == 1.0


def test_a_spoiled_plate_is_refused_before_anything_is_opened(night):
    night.calibration.with_name("b.plate.png").write_bytes(b"no picture")
    with pytest.raises(BadValue, match=r"b\.plate\.png"):
        RealTable(night, lambda name, request: pytest.fail("the camera was opened"))
