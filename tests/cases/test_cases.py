"""Every case holds; and what is wrong in a case's file is said with its line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import av
import pytest
from typer.testing import CliRunner

from referee.cases.case_result import judge_case
from referee.cases.comparison import differences
from referee.cases.situation import judge_situation
from referee.cli.main import app
from referee.core.errors import BadValue
from referee.loaders.cases import find_cases, read_cases, read_situations

HERE = Path(__file__).parent
CASES = [(path, case) for path in find_cases([HERE]) for case in read_cases(path)]
SITUATIONS = [(path, each) for path in find_cases([HERE]) for each in read_situations(path)]
PLAIN = """\
title: A front meets his front
proves: [HEFL-TKL-01]
rulebook: hefl
field: "620"
start: {ball: [307.9, 160], to_gain: 387.9}
script: [{phase: run, carrier: H1}]
seconds: 1.2
moves:
  H1: [[0, 310, 150, 0]]
  A1: [[0, 377.8, 150, 180], [0.8, 337.8, 150, 180]]
wanted: [{call: tackle, players: [A1, H1], at: 0.8, ball: [323.9, 150]}]
after: {down: 2}
"""


@pytest.mark.parametrize(
    "case", [case for _, case in CASES], ids=[f"{path.parent.name}-{c.name}" for path, c in CASES]
)
def test_case(case):
    assert differences(case, judge_case(case)) == []


@pytest.mark.parametrize(
    "situation",
    [each for _, each in SITUATIONS],
    ids=[f"{path.parent.name}-{each.name}" for path, each in SITUATIONS],
)
def test_situation(situation):
    assert judge_situation(situation).differs == ()


def test_a_third_of_the_cases_give_no_call():
    silent = [case for _, case in CASES if not case.wanted and case.forbidden is None]
    assert 3 * len(silent) >= len(CASES)


def test_a_case_stands_in_the_folder_of_its_rulebook():
    both = [*CASES, *SITUATIONS]
    assert [str(p) for p, case in both if case.rulebook.league != p.parent.name] == []


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("at: 0.8, b", "at: 0.7, b", "tackle: at 0."),
        ("[323.9, 150]", "[300, 150]", "tackle: spot x is 323.9; wanted 300"),
        ("call: tackle", "call: fumble", "missing: fumble"),
        ("[A1, H1]", "[H1]", "tackle: players are A1, H1; wanted H1"),
        ("at: 0.8, b", "flagged: true, b", "tackle: not flagged"),
        ("down: 2", "down: 3", "afterwards: down is 2; wanted 3"),
        (
            "wanted: [{call: tackle, players: [A1, H1], at: 0.8, ball: [323.9, 150]}]",
            "",
            "not wanted: tackle",
        ),
        (
            "wanted: [{call: tackle, players: [A1, H1], at: 0.8, ball: [323.9, 150]}]",
            "forbidden: [fumble]",
            "",
        ),
        ("seconds: 1.2", "seconds: 1.2\nseed: 3", ""),
    ],
)
def test_what_differs_is_said(tmp_path, old, new, differs):
    assert old in PLAIN
    lines = differences(*judged(tmp_path, PLAIN.replace(old, new)))
    assert any(line.startswith(differs) for line in lines) if differs else lines == []


SITUATION = """\
title: A field goal
proves: [HEFL-SCO-01]
rulebook: hefl
field: "620"
situations:
  - events:
      - {event: Started, rulebook: hefl, kicks: away, home_plays: right}
      - {event: SeriesBegan, team: home, x_mm: 300.0, y_mm: 160.0}
      - {event: Scored, how: field goal, team: home}
    refused: [{event: Scored, how: field goal, team: home}]
    after: {stage: kickoff, home_score: 3}
"""


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("home_score: 3", "home_score: 2", ("home_score is 3; wanted 2",)),
        ("refused: [{event: Scored, how: field goal", "refused: [{event: Scored, how: safety",
         ("not refused: ",)),
        ("      - {event: Started, rulebook: hefl, kicks: away, home_plays: right}\n", "",
         ("event 1: event is 'SeriesBegan'",)),
        ("title", "title", ()),
    ],
)  # fmt: skip
def test_what_differs_in_a_situation_is_said(tmp_path, old, new, differs):
    assert old in SITUATION
    path = tmp_path / "situation.yaml"
    path.write_text(SITUATION.replace(old, new, 1), encoding="utf-8")
    (situation,) = read_situations(path)
    assert read_cases(path) == []
    found = judge_situation(situation).differs
    assert len(found) == len(differs)
    assert all(line.startswith(want) for line, want in zip(found, differs, strict=True))


def test_a_mistake_in_a_situation_is_named_with_its_line(tmp_path):
    path = tmp_path / "situation.yaml"
    path.write_text(SITUATION.replace("home_score: 3", "homescore: 3"), encoding="utf-8")
    with pytest.raises(BadValue, match="homescore"):
        read_situations(path)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("seconds: 1.2", "seconds: 0", "line 7: seconds is 0"),
        (
            "seconds: 1.2",
            "secnds: 1.2",
            "seconds is missing; needed: a number from 0.1 to 120 (the file has secnds)",
        ),
        ("  H1: [[0, 310", "  H1: [[0, far", "line 9: moves.H1[0][1] is 'far'"),
        ("[0.8, 337.8", "[0, 337.8", "line 10: moves.A1[1]"),
        ("carrier: H1", "carrier: H7", "line 6: script[0].carrier is 'H7'"),
        ("call: tackle", "call: tackel", "did you mean tackle?"),
        ("HEFL-TKL-01", "HEFL-TKL-99", "line 2: proves[0] is 'HEFL-TKL-99'"),
        ("rulebook: hefl", "rulebook: hfl", "line 3: rulebook is 'hfl'"),
        ("after:", "title: again\nafter:", "line 12: title is there twice"),
        ("after: {down: 2}", "after: {down: [2}", "wrong in line 12"),
        ("title: A", "title: !!python/name:os.system A", "the file is wrong"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_line(tmp_path, old, new, complaint):
    assert old in PLAIN
    with pytest.raises(BadValue) as caught:
        judged(tmp_path, PLAIN.replace(old, new))
    assert complaint in str(caught.value)


def test_the_command_says_what_differs_and_fails(tmp_path):
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(PLAIN, encoding="utf-8")
    bad.write_text(PLAIN.replace("down: 2", "down: 4"), encoding="utf-8")
    runner = CliRunner()
    assert runner.invoke(app, ["case", "run", str(good)]).exit_code == 0
    result = runner.invoke(app, ["case", "run", str(bad)])
    assert result.exit_code == 1
    assert "down is 2; wanted 4" in result.stdout
    (row,) = json.loads(runner.invoke(app, ["case", "run", str(good), "--json"]).stdout)
    assert row["differs"] == []


def test_a_case_is_drawn_and_filmed(tmp_path):
    path, still, moving = (tmp_path / name for name in ("c.yaml", "c.svg", "c.mp4"))
    text = PLAIN.replace("seconds: 1.2", "seconds: 0.2").replace("H1}]", "H1, target: [400, 90]}]")
    path.write_text(text, encoding="utf-8")
    words = ["case", "draw", str(path), "--out", str(still), "--video", str(moving)]
    assert CliRunner().invoke(app, words).exit_code == 0
    text = still.read_text(encoding="utf-8")
    assert text.count("#8a5a2b") == 1  # the target on the board
    assert "A front meets his front" in text
    assert ">H1<" in text
    assert ">A1<" in text
    with av.open(str(moving)) as film:
        assert len(list(film.decode(video=0))) == 4  # 0.2 s at 15 a second, both ends counted
    assert sorted(each.name for each in tmp_path.iterdir()) == ["c.mp4", "c.svg", "c.yaml"]


def test_coverage_says_which_cases_prove_a_rule(tmp_path):
    (tmp_path / "hefl").mkdir()
    for name in ("easy.toml", "hefl/tackles.yaml"):
        shutil.copy(HERE / name, tmp_path / name)
    words = ["rules", "coverage", "hefl", "--cases", str(tmp_path), "--json"]
    proved = json.loads(CliRunner().invoke(app, words).stdout)
    front = proved["hefl"]["rules"]["HEFL-TKL-01"]
    assert "hefl/tackles-1" in front["cases"]["calls by it"]
    assert front["that"] == "proved whole"
    assert proved["hefl"]["rules"]["HEFL-FUM-01"]["that"] == "said, not proved"
    assert proved["hefl"]["ladder"] == "before alpha"


def judged(folder, text):
    path = folder / "case.yaml"
    path.write_text(text, encoding="utf-8")
    (case,) = read_cases(path)
    return case, judge_case(case)
