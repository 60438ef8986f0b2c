"""`referee judge` and `referee rejudge`: tracks in, calls out, or one sentence why not."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from referee.calls.frame import SeenBase
from referee.cli.main import app
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.roster import Team
from referee.record.observation import Observation
from referee.record.tracks import ObservationWriter, TracksFileHeader, TracksFileKind
from tests.calls.plays import film

# A yard of the 620 is 7.22 mm. H22 stands 2 yards past the line; A50 meets him at 0.8 s, with the
# side of his base, which tackles nobody so near to the line.
SIDE = {
    "H1": [(0, 250, 160, 180)],
    "H22": [(0, 302.1, 130, 0)],
    "A50": [(0, 310, 195, 0), (0.1, 310, 195, 0), (0.8, 310, 150, 0)],
}
STATE = """\
start: {team: home, ball: [300, 160], to_gain: 372.2, down: 1}
script: [{at: 0, phase: run, carrier: H22}]
"""
HOUSE = 'extends = "hefl"\nname = "garage"\ntitle = "Garage"\n[tackle]\nfront_until_yd = 0.0\n'


@pytest.fixture
def night(tmp_path):
    """Tracks of that touch, and what was said."""
    write_tracks(tmp_path / "t.jsonl", SIDE)
    (tmp_path / "state.yaml").write_text(STATE, encoding="utf-8")
    (tmp_path / "garage.toml").write_text(HOUSE, encoding="utf-8")
    return tmp_path


def write_tracks(path, moves, seconds=2.0):
    out = ObservationWriter(path, TracksFileHeader(TracksFileKind.TRACKS, "620"))
    for number, board in enumerate(film(moves, seconds)):
        bases = tuple(base(seen) for seen in board.seen)
        out.write(Observation(number, bases, t_ns=board.t_ns, power=board.power))
    out.close()


def base(seen):
    team = Team.HOME if seen.player[0] == "H" else Team.AWAY
    measured = MeasuredPose.with_sigmas(seen.measured.pose, 0.12, 0.12, 0.5)
    return SeenBase(seen.player, measured, team=team)


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def judge(night, *words, rules="simplified"):
    return run(
        "judge", night / "t.jsonl", "--rules", rules, "--state", night / "state.yaml", *words
    )


def test_the_calls_are_said_one_on_a_line(night):
    result = judge(night)
    assert result.exit_code == 0
    assert "tackle at 0." in result.stdout
    assert "by A50, H22 (SIMP-TKL-01)" in result.stdout
    assert "1 call in 61 frames" in result.stdout
    assert "2nd and" in result.stdout


def test_json_has_a_header_and_a_line_for_every_call(night):
    header, call = (json.loads(line) for line in judge(night, "--json").stdout.splitlines())
    about = {"format": "referee.calls", "version": 1, "field": "620", "rulebook": "simplified"}
    assert header == about
    assert (call["kind"], call["players"], call["action"]) == ("tackle", ["A50", "H22"], "cut")
    assert call["spot"]["x_mm"] == pytest.approx(316.0, abs=1.0)


def test_the_same_tracks_give_the_same_bytes(night):
    for name in ("a.jsonl", "b.jsonl"):
        assert judge(night, "--out", night / name).exit_code == 0
    assert (night / "a.jsonl").read_bytes() == (night / "b.jsonl").read_bytes()


def test_without_a_state_nobody_said_who_has_the_ball(night):
    result = run("judge", night / "t.jsonl", "--rules", "hefl")
    assert "carrier unknown" in result.stdout


def test_rejudging_says_which_calls_change(night):
    words = ("--rules", "hefl", "--against", night / "garage.toml", "--state", night / "state.yaml")
    result = run("rejudge", night / "t.jsonl", *words)
    assert result.exit_code == 0
    assert "0 calls the same, 1 changed" in result.stdout
    (change,) = (
        json.loads(line)
        for line in run("rejudge", night / "t.jsonl", *words, "--json").stdout.splitlines()
    )
    assert change["before"] is None
    assert change["after"]["kind"] == "tackle"


def test_rejudging_with_another_threshold(night):
    words = ("--rules", "simplified", "--state", night / "state.yaml", "--sure", "0.999999999")
    result = run("rejudge", night / "t.jsonl", *words, "--json")
    (change,) = (json.loads(line) for line in result.stdout.splitlines())
    assert change["before"]["kind"] == "tackle"
    assert change["after"]["kind"] == "unclear tackle"


def swapped(path, line, old, new):
    rows = path.read_text(encoding="utf-8").splitlines()
    assert old in rows[line - 1]
    rows[line - 1] = rows[line - 1].replace(old, new, 1)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "words", "complaint"),
    [
        (("t.jsonl", 5, '"x_mm":', '"x_mm":1e9,"q":'), (), "t.jsonl, line 5: bases[0].x_mm is"),
        (("t.jsonl", 9, '"t_ns":', '"t_ns":1,"q":'), (), "t.jsonl, line 9"),
        (("state.yaml", 2, "H22", "H99"), (), "state.yaml, line 2: script[0].carrier is 'H99'"),
        (("state.yaml", 1, "down: 1", "down: 7"), (), "state.yaml, line 1: start.down is 7"),
        (("garage.toml", 5, "until_yd", "untill_yd"), ("garage.toml",), "did you mean front_until"),
        (None, ("hfl",), "rulebook is 'hfl'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence_and_nothing_is_written(night, spoil, words, complaint):
    if spoil is not None:
        swapped(night / spoil[0], *spoil[1:])
    rules = str(night / words[0]) if words == ("garage.toml",) else words[0] if words else "hefl"
    before = sorted(night.iterdir())
    result = judge(night, "--out", night / "calls.jsonl", rules=rules)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert len([line for line in result.stderr.splitlines() if line]) == 1
    assert sorted(night.iterdir()) == before


def test_time_that_runs_backwards_is_refused_with_its_line(night):
    rows = (night / "t.jsonl").read_text(encoding="utf-8").splitlines()
    values = json.loads(rows[9])
    rows[9] = json.dumps(values | {"t_ns": 1})
    (night / "t.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    result = judge(night)
    assert result.exit_code == 2
    assert "t.jsonl, line 10: t_ns is 1, but should be later than the frame before" in result.stderr


TEAMS = """\
format = "referee.teams"
version = 1
[home]
[[home.players]]
id = "H1"
number = 1
[[home.players]]
id = "H22"
number = 22
[away]
[[away.players]]
id = "A7"
number = 7
"""


def test_a_player_whom_the_teams_do_not_have(night):
    teams = night / "our.teams.toml"
    teams.write_text(TEAMS, encoding="utf-8")
    result = judge(night, "--roster", teams)
    assert result.exit_code == 2
    assert "t.jsonl, line 2: player is 'A50', but should be one of H1, H22, A7" in result.stderr
