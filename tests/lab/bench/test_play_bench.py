"""The bench of a night: what a trial has to show, and that a part is measured once for a commit."""

from __future__ import annotations

import pytest

from referee.lab.bench.play.kept_parts import KeptParts
from referee.lab.bench.play.timed_devices import TimedSwitch
from referee.lab.bench.play.trial import Trial, Trouble, has_passed, worst_ms
from referee.lab.bench.report import Row
from referee.power.switch import PowerCause, PowerState

ROW = (Row("frame to order", 12.5, "ms", 20.0), "")
NOTE = (None, "30 frames/s")
TRIAL = Trial(Trouble.FROZEN, True, 180.0, None, True, False)


@pytest.mark.parametrize(
    ("trouble", "off_ms", "alarm_ms", "shown"),
    [
        (Trouble.SILENT, None, 200.0, False),  # the board has to go off
        (Trouble.SILENT, 200.0, None, False),  # and people have to be told
        (Trouble.SILENT, 200.0, 210.0, True),
        (Trouble.KILLED, 150.0, None, True),  # who is dead tells nobody
        (Trouble.DISK_FULL, None, None, False),
        (Trouble.DISK_FULL, None, 400.0, True),  # the board may run on
        (Trouble.PAGE_CLOSED, None, None, True),  # nothing has to happen
        (Trouble.CLOCK_SET, None, None, True),
    ],
)
def test_a_trouble_has_shown_itself_once_it_did_all_that_it_must(trouble, off_ms, alarm_ms, shown):
    assert has_passed(trouble, off_ms, alarm_ms) is shown


def test_what_never_came_is_the_worst():
    assert worst_ms([12.0, None, 90.0], 5000.0) == 5000.0
    assert worst_ms([12.0, 90.0], 5000.0) == 90.0


@pytest.mark.parametrize(("closed", "wanted"), [(True, ["panic"]), (False, [])])
def test_a_board_that_hears_nobody_opens_for_good_in_a_pulse_too(closed, wanted):
    done = []

    class Pulsing:
        def state(self):
            cause = PowerCause.PULSE if closed else PowerCause.ASKED_OFF
            return PowerState(closed, cause, 0, 10**9 if closed else None, 1)

        def panic(self):
            done.append("panic")

    TimedSwitch(Pulsing(), lambda: 0).lapse()
    assert done == wanted


def counted(what):
    times = []

    def make():
        times.append(1)
        return what

    return make, times


def test_a_part_is_measured_once_for_a_commit_and_said_to_be_old(tmp_path):
    make, times = counted([ROW, NOTE])
    first, second = KeptParts("abc1234", tmp_path), KeptParts("abc1234", tmp_path)
    assert first.rows("night", make) == second.rows("night", make) == [ROW, NOTE]
    assert len(times) == 1
    assert first.notes == []
    assert len(second.notes) == 1
    assert second.notes[0].startswith("night: measured earlier, ")


@pytest.mark.parametrize("commit", ["def5678", "abc1234+", None])
def test_what_another_source_measured_does_not_count(tmp_path, commit):
    make, times = counted([ROW])
    KeptParts("abc1234", tmp_path).rows("night", make)
    other = KeptParts(commit, tmp_path)
    assert other.rows("night", make) == [ROW]
    assert len(times) == 2
    assert other.notes == []


def test_a_checkout_with_changes_keeps_nothing(tmp_path):
    make, times = counted([ROW])
    for _ in range(2):
        KeptParts("abc1234+", tmp_path).rows("night", make)
    assert len(times) == 2
    assert list(tmp_path.iterdir()) == []


def test_trials_come_back_as_they_were(tmp_path):
    make, times = counted([TRIAL])
    assert [KeptParts("abc1234", tmp_path).trials("trouble", make) for _ in range(2)] == [
        [TRIAL]
    ] * 2
    assert len(times) == 1
