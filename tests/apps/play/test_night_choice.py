"""Which clock a night goes by: the table's own, unless it is asked otherwise or has to be."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from referee.apps.play import night_run
from referee.cli.main import app


@pytest.fixture
def table_of(monkeypatch):
    """The table that a command would open."""
    nights = []
    monkeypatch.setattr(night_run, "run_night", lambda *night: nights.append(night))

    def run(*words):
        result = CliRunner().invoke(app, [*words, "--no-browser"])
        assert result.exit_code == 0, result.output
        return nights[-1][1]

    return run


@pytest.mark.parametrize(
    ("words", "real_time"),
    [
        (("demo",), False),
        (("demo", "--real-time"), True),
        (("play", "--sim", "--no-record"), False),
        (("play", "--sim", "--by-hand", "--no-record"), False),
        (("play", "--sim", "--real-time", "--no-record"), True),
        # The chip knows no clock but the system's.
        (("play", "--sim", "--power", "chip", "--no-record"), True),
        (("sim", "live"), False),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_a_simulated_table_has_its_own_clock_unless_real_time_is_wanted(table_of, words, real_time):
    table = table_of(*words)
    assert table._real_time is real_time
    assert ("in real time" in table.words) is real_time


def test_a_real_table_is_not_asked_to_be_in_real_time():
    result = CliRunner().invoke(app, ["play", "--real-time", "--no-browser"])
    assert result.exit_code != 0
    assert "--sim" in result.output + str(result.exception)
