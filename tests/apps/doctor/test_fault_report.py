"""The report of a fault: what is in it, and above all what is not."""

from __future__ import annotations

import io
import json
import zipfile

from referee import __version__
from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.apps.doctor.fault_report import fault_report, logs_of, without_home
from referee.apps.home.home import Home
from referee.loaders.teams_text import write_teams
from tests.review.folders import make_game
from tests.teams_files import teams_file_of
from tests.web.desks import COLOURS, NAMES, ROSTER

FOUND = (Diagnosis("sound", PartHealth.FINE, "espeak-ng"),)


def parts_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name).decode("utf-8") for name in packed.namelist()}


def test_logs_doctor_versions_and_settings_are_in_it(tmp_path):
    folder = tmp_path / "friday"
    folder.mkdir()
    (folder / "night.log").write_text("newest", encoding="utf-8")
    (folder / "night.log.1").write_text("older", encoding="utf-8")
    (tmp_path / "friday.log").write_bytes(b"before \xff")
    parts = parts_of(fault_report(logs_of(folder), {"fps": 30.0, "names": ["Anna"]}, FOUND))
    assert parts["night.log"] == "newest"
    assert parts["night.log.1"] == "older"
    assert parts["before.night.log"] == "before \N{REPLACEMENT CHARACTER}"
    assert json.loads(parts["versions.json"])["referee"] == __version__
    assert json.loads(parts["doctor.json"])[0]["says"] == "espeak-ng"
    assert json.loads(parts["settings.json"]) == {"fps": 30.0}


def test_the_home_folder_is_written_short():
    assert without_home("/people/anna/x and /people/anna", "/people/anna") == "~/x and ~"
    assert without_home("/x", "/") == "/x"  # a service has no home that is a name


def test_a_log_beyond_its_size_is_cut(tmp_path):
    (tmp_path / "night.log").write_bytes(b"x" * 1_200_000)
    assert len(parts_of(fault_report((tmp_path / "night.log",), {}, ()))["night.log"]) == 1_000_000


def test_a_kept_game_gives_nothing_of_its_players(tmp_path):
    write_teams(tmp_path / "d.teams.toml", teams_file_of(ROSTER, NAMES, COLOURS))
    folder = make_game(tmp_path / "monday", video=False, title="Diggers at Hawks")
    parts = parts_of(Home(tmp_path, None).report(tmp_path / "monday"))
    assert set(parts) == {"read-me.txt", "versions.json", "settings.json", "doctor.json"}
    whole = "".join(parts.values())
    assert not [name for name in ("Diggers", *NAMES.values()) if name in whole]
    assert {"part": "teams", "state": "fine", "says": "there", "advice": ""} in json.loads(
        parts["doctor.json"]
    )
    assert json.loads(parts["settings.json"])["rulebook"] is not None, folder


def test_a_broken_game_can_be_reported_too(tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "night.log").write_text("it fell", encoding="utf-8")
    parts = parts_of(Home(tmp_path, None).report(tmp_path / "broken"))
    assert parts["night.log"] == "it fell"
