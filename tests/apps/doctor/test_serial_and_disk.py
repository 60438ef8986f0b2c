"""Serial devices are looked at and never written to; a disk is asked for room and pace."""

import pytest

from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.apps.doctor.disk_check import check_disk, written_mb_s
from referee.apps.doctor.serial_check import check_serial, try_port
from referee.power.ports import SerialPort

UNO = SerialPort("/dev/ttyACM0", "ttyACM0", "2341:0043")
NANO = SerialPort("COM3", "USB-SERIAL CH340 (COM3)", "1a86:7523")


def one(*args, **kwargs):
    (finding,) = check_serial(*args, **kwargs)
    return finding


def test_the_only_device_is_named_for_what_it_probably_is():
    finding = one(None, [UNO], opens=pytest.fail)
    assert finding.state is PartHealth.FINE
    assert finding.line() == "/dev/ttyACM0 (Arduino Uno)."


def test_without_a_name_nothing_is_opened_and_several_ask_for_a_choice():
    finding = one(None, [UNO, NANO], opens=pytest.fail)
    assert finding.state is PartHealth.CHANGE
    assert "--serial NAME" in finding.advice


def test_no_device_leaves_the_switch_to_the_hand():
    assert "by hand" in one(None, []).advice


@pytest.mark.parametrize(
    ("why", "ports", "state", "words"),
    [
        (None, [UNO], PartHealth.FINE, "can be opened"),
        ("[Errno 13] Permission denied", [UNO], PartHealth.BROKEN, "dialout"),
        ("device busy", [UNO], PartHealth.BROKEN, "Close the program"),
        ("no such file", [NANO], PartHealth.BROKEN, "there is COM3"),
        ("no such file", [], PartHealth.BROKEN, "there is none"),
    ],
)
def test_a_named_port_is_opened_once(why, ports, state, words):
    asked = []
    finding = one("/dev/ttyACM0", ports, opens=lambda name: asked.append(name) or why)
    assert asked == ["/dev/ttyACM0"]
    assert finding.state is state
    assert words in finding.line()


def test_a_port_that_is_not_there_says_why(tmp_path):
    assert try_port(str(tmp_path / "no-port"))


@pytest.mark.parametrize(
    ("free_gb", "mb_s", "state", "words"),
    [
        (200.0, 300.0, PartHealth.FINE, "200 GB free"),
        (20.0, 300.0, PartHealth.FINE, "would need 40"),
        (4.0, 300.0, PartHealth.CHANGE, "about 6 GB"),
        (200.0, 5.0, PartHealth.CHANGE, "Slow"),
        (0.5, 300.0, PartHealth.BROKEN, "Make room"),
    ],
)
def test_a_disk_is_judged_by_room_and_pace(tmp_path, free_gb, mb_s, state, words):
    finding = check_disk(tmp_path, free=lambda f: free_gb, probe=lambda f: mb_s)
    assert finding.state is state
    assert words in finding.line()


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    assert check_disk(tmp_path / "none").state is PartHealth.BROKEN


def test_the_probe_leaves_nothing_behind(tmp_path):
    assert written_mb_s(tmp_path) > 0.0
    assert list(tmp_path.iterdir()) == []


def test_a_finding_as_data_has_all_it_says():
    finding = Diagnosis(
        "lag", PartHealth.CHANGE, "150 ms", "Close other programs.", {"lag_ms": 150.0}
    )
    assert finding.to_json() == {
        "part": "lag",
        "state": "change",
        "says": "150 ms",
        "advice": "Close other programs.",
        "values": {"lag_ms": 150.0},
    }
