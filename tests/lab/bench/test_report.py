"""Benches: a figure stands beside its bar, and the file tells where it was measured."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import referee.lab.bench
from referee.cli.main import app
from referee.core.errors import BadValue
from referee.lab.bench.registry import bench_names, find_bench
from referee.lab.bench.report import Report, Row, readable
from referee.lab.bench.tools.machine import BenchMachine

runner = CliRunner()

SLOW_BENCH = '''"""A bench whose bar is out of reach."""
from referee.lab.bench.report import Report, Row


def run(quick):
    return Report(
        "slow",
        rows=[
            Row("frame", 80.0 if quick else 60.0, "ms", bar=50.0),
            Row("rate", 30.0, "frames/s", bar=20.0, better="higher"),
            Row("size", 3.0, "MB"),
        ],
        notes=["one core"],
    )
'''


@pytest.fixture
def slow_bench(tmp_path, monkeypatch):
    """A folder of benches that holds one more: ``slow``, which misses its bar."""
    folder = tmp_path / "benches"
    folder.mkdir()
    (folder / "slow.py").write_text(SLOW_BENCH)
    monkeypatch.setattr(referee.lab.bench, "__path__", [*referee.lab.bench.__path__, str(folder)])
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("referee.lab.bench.slow", None)


@pytest.mark.parametrize(
    ("value", "bar", "better", "passes"),
    [
        (50.0, 50.0, "lower", True),
        (50.1, 50.0, "lower", False),
        (20.0, 20.0, "higher", True),
        (19.9, 20.0, "higher", False),
        (1e9, None, "lower", True),
    ],
)
def test_a_row_meets_its_bar_up_to_and_with_the_bar_itself(value, bar, better, passes):
    assert Row("figure", value, "ms", bar, better).passes is passes


def test_one_missed_bar_fails_the_report():
    met, missed = Row("a", 1.0, "ms", bar=2.0), Row("b", 3.0, "ms", bar=2.0)
    assert Report("x", [met]).passes()
    assert not Report("x", [met, missed]).passes()


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_figure_that_is_no_number_is_refused(value):
    with pytest.raises(BadValue, match="speed"):
        Row("speed", value, "ms")


def test_a_report_without_figures_is_refused():
    with pytest.raises(BadValue, match="rows"):
        Report("empty", [])


def test_the_json_names_the_machine_and_survives_a_round_trip():
    machine = BenchMachine(
        "a chip", 2, (1.0, 0.5, 0.2), "Linux", "3.11", "2030-01-01T00:00:00", "abc"
    )
    content = Report("x", [Row("a", 1.5, "ms", bar=2.0)], ["note"]).to_json(machine)
    assert json.loads(json.dumps(content)) == {
        "name": "x",
        "passes": True,
        "rows": [
            {
                "label": "a",
                "value": 1.5,
                "unit": "ms",
                "bar": 2.0,
                "better": "lower",
                "passes": True,
            }
        ],
        "notes": ["note"],
        "machine": {
            "cpu": "a chip",
            "cores": 2,
            "load_1_5_15_min": [1.0, 0.5, 0.2],
            "system": "Linux",
            "python": "3.11",
            "measured_at": "2030-01-01T00:00:00",
            "commit": "abc",
        },
    }


def test_this_machine_has_a_processor_and_a_moment():
    machine = BenchMachine.this_one()
    assert machine.cpu
    assert machine.cores >= 1
    assert machine.measured_at.endswith("+00:00")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (123456.7, "123,457"),
        (-2500.0, "-2,500"),
        (12.3456, "12.35"),
        (0.00012, "0.00012"),
    ],
)
def test_figures_are_short_and_keep_what_counts(value, text):
    assert readable(value) == text


def test_every_bench_can_be_run_and_says_what_it_measures():
    for name in bench_names():
        run = find_bench(name)
        assert callable(run)
        assert sys.modules[run.__module__].__doc__


def test_an_unknown_bench_is_answered_with_the_names_there_are(slow_bench):
    result = runner.invoke(app, ["bench", "slwo"])
    assert result.exit_code == 2
    assert "'slwo'" in result.stderr
    assert "did you mean slow?" in result.stderr


def test_a_module_of_the_frame_is_no_bench():
    result = runner.invoke(app, ["bench", "report"])
    assert result.exit_code == 2


def test_list_names_a_bench_with_its_first_line(slow_bench):
    result = runner.invoke(app, ["bench", "list"])
    assert result.exit_code == 0
    assert "slow" in result.stdout
    assert "A bench whose bar is out of reach." in result.stdout


def test_a_missed_bar_is_shown_and_only_fails_when_checked(slow_bench):
    shown = runner.invoke(app, ["bench", "slow"])
    checked = runner.invoke(app, ["bench", "slow", "--check"])
    assert shown.exit_code == 0
    assert "MISSED" in shown.stdout
    assert checked.exit_code == 1
    assert "slow: frame" in checked.stderr
    assert "slow: rate" not in checked.stderr


def test_the_figures_are_kept_in_the_usual_place_or_where_one_wants_them(slow_bench):
    runner.invoke(app, ["bench", "slow", "--quick"])
    runner.invoke(app, ["bench", "slow", "--json", "deep/er/mine.json"])
    usual = json.loads((slow_bench / "out/bench/slow.json").read_text())
    mine = json.loads((slow_bench / "deep/er/mine.json").read_text())
    assert (usual["quick"], usual["rows"][0]["value"]) == (True, 80.0)
    assert (mine["quick"], mine["rows"][0]["value"]) == (False, 60.0)


def test_an_interrupted_write_leaves_nothing_behind(slow_bench, monkeypatch):
    def no_rename(self, target):
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "replace", no_rename)
    result = runner.invoke(app, ["bench", "slow"])
    assert result.exit_code == 2
    assert "no space left on device" in result.stderr
    assert list((slow_bench / "out/bench").iterdir()) == []


def test_one_file_cannot_take_the_figures_of_all_benches(slow_bench):
    result = runner.invoke(app, ["bench", "all", "--json", "one.json"])
    assert result.exit_code == 2
    assert "--json" in result.stderr
