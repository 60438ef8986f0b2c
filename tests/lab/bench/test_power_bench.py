"""The power bench finds nothing wrong in a few trials, and would find a guard that does not."""

from __future__ import annotations

import pytest

from referee.lab.bench.power import link_faults
from referee.lab.bench.power.filling_disk import FillingDisk
from referee.lab.bench.power.link_faults import FAULTS, run_fault
from referee.lab.bench.power.parser_noise import feed_noise
from referee.power.guard.core import GuardCore
from tests.hardware.conftest import or_skip


@pytest.fixture(scope="module", autouse=True)
def chip():
    from hardware.sim import build

    or_skip(build.library)


@pytest.mark.parametrize("name", FAULTS)
def test_every_trouble_opens_the_relay_within_its_bar(name):
    seen = run_fault(name, 3)
    assert seen.worst_ms <= 300
    assert (seen.again, seen.missing) == (0, 0)


def test_a_guard_that_does_not_latch_would_be_found(monkeypatch):
    monkeypatch.setattr(GuardCore, "_refusal", lambda self, t_ns, order: "")
    assert run_fault("program stalls", 1).again == 0
    monkeypatch.setitem(
        link_faults.FAULTS, "forgetful", lambda w, rng: setattr(w.core, "_gone", False)
    )
    assert run_fault("forgetful", 1).worst_ms > 300


def test_an_event_that_is_not_written_down_would_be_found(monkeypatch):
    monkeypatch.setattr(GuardCore, "_tell", lambda self, happening: None)
    assert run_fault("program hangs", 1).missing > 0


def test_noise_closes_nothing_and_leaves_no_parser_deaf():
    seen = feed_noise(200_000)
    assert seen.fed >= 200_000
    assert (seen.closings, seen.deaf) == (0, 0)


def test_a_filling_disk_takes_what_fits(tmp_path):
    disk = FillingDisk(tmp_path / "log", room=3)
    assert disk.write(b"abcd") == 3
    with pytest.raises(OSError, match="No space"):
        disk.write(b"d")
    disk.make_room()
    assert disk.write(b"d") == 1
    disk.close()
    assert (tmp_path / "log").read_bytes() == b"abcd"
