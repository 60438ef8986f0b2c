"""A port is known again whatever it is called today."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.power.ports import (
    PortIdentity,
    PortMissing,
    SerialPort,
    check_port,
    find_port,
    identity_of,
)

UNO = SerialPort("/dev/ttyACM0", "Uno", "2341:0043", "7573530", "1-2")
CLONE = SerialPort("/dev/ttyUSB0", "CH340", "1a86:7523", "", "1-3")
TWIN = SerialPort("/dev/ttyUSB1", "CH340", "1a86:7523", "", "1-4")
OLD = SerialPort("/dev/ttyS0")


def lister(*ports):
    return lambda: list(ports)


@pytest.mark.parametrize(
    ("path", "identity"),
    [
        ("/dev/ttyACM0", PortIdentity(usb="2341:0043", serial="7573530")),
        ("/dev/ttyUSB0", PortIdentity(usb="1a86:7523", place="1-3")),
        ("/dev/ttyS0", PortIdentity(path="/dev/ttyS0")),
        ("COM9", PortIdentity(path="COM9")),
    ],
)
def test_it_is_known_by_serial_number_then_by_socket_then_by_path(path, identity):
    assert identity_of(path, lister(UNO, CLONE, TWIN, OLD)) == identity


def test_a_serial_number_that_two_boards_share_is_no_name():
    twin = SerialPort("/dev/ttyACM1", "Uno", UNO.usb, UNO.serial, "1-9")
    assert identity_of("/dev/ttyACM0", lister(UNO, twin)) == PortIdentity(usb=UNO.usb, place="1-2")


def test_a_link_is_a_stable_name(tmp_path):
    link = tmp_path / "by-id"
    link.symlink_to("/dev/null")
    assert identity_of(str(link), lister()) == PortIdentity(path=str(link))


def test_it_is_found_under_another_name():
    moved = SerialPort("/dev/ttyACM7", "Uno", UNO.usb, UNO.serial, "3-1")
    assert (
        find_port(PortIdentity(usb=UNO.usb, serial=UNO.serial), lister(CLONE, moved)) == moved.path
    )


def test_of_twins_the_one_in_the_same_socket_is_meant():
    assert find_port(PortIdentity(usb=CLONE.usb, place="1-4"), lister(CLONE, TWIN)) == TWIN.path


def test_another_board_in_the_same_socket_is_not_it():
    other = SerialPort("/dev/ttyACM0", "other", "2341:0001", "1", "1-3")
    with pytest.raises(PortMissing, match="is not plugged in"):
        find_port(PortIdentity(usb=CLONE.usb, place="1-3"), lister(other))


def test_two_that_fit_are_one_too_many():
    with pytest.raises(PortMissing, match="unplug all but one"):
        find_port(PortIdentity(usb=CLONE.usb), lister(CLONE, TWIN))


def test_a_port_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(BadValue, match=r"COM77.*but should be one of /dev/ttyACM0, /dev/ttyUSB0"):
        check_port("COM77", lister(UNO, CLONE))
