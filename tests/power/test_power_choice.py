"""The choice is kept whole, read with bounds, and never guessed."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.power.guard.commission import GuardCommission, commission_in
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice, read_choice, write_choice

CHOICES = [
    RelayChoice("referee", PortIdentity(usb="2341:0043", serial="757"), sense_level=40),
    RelayChoice("lcus", PortIdentity(usb="1a86:7523", place="1-3"), relay=2, relays=4),
    RelayChoice("numato", PortIdentity(path='C:\\odd "name"\\€'), relay=1),
]


@pytest.mark.parametrize("choice", CHOICES)
def test_what_is_written_is_read(tmp_path, choice):
    write_choice(tmp_path / "power.toml", choice)
    assert read_choice(tmp_path / "power.toml") == choice


@pytest.mark.parametrize("choice", CHOICES)
def test_a_commission_arrives_as_it_was_given(tmp_path, choice):
    commission = GuardCommission(choice, tmp_path / "log", just_plugged_in=True)
    assert commission_in(commission.line()) == commission


def test_without_a_choice_it_says_what_to_do(tmp_path):
    with pytest.raises(BadValue, match="referee power choose"):
        read_choice(tmp_path / "power.toml")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('model = "lcuss"\n[port]\npath = "x"', "did you mean lcus"),
        ('model = "lcus"\nrelay = 9\n[port]\npath = "x"', "relay is 9"),
        ('model = "lcus"\n[port]', "path is missing"),
        ('model = "lcus"\nsense_level = 5\n[port]\npath = "x"', "1 to 1023 on our own board"),
        ('model = "lcus"\n[port]\nusb = "1a86:7523"', "path is missing"),
        ('model = "lcus"\nport = 3', "port"),
        ('model = "lcus"\nvolts = 120\n[port]\npath = "x"', "volts is not a known key"),
    ],
)
def test_a_file_somebody_edited_wrongly_is_refused(tmp_path, text, complaint):
    (tmp_path / "power.toml").write_text(text)
    with pytest.raises(BadValue, match=complaint):
        read_choice(tmp_path / "power.toml")


@pytest.mark.parametrize("line", [b"", b"\n", b"nonsense\n", b"[]\n", b'{"choice": 1}\n'])
def test_a_broken_commission_is_refused(line):
    with pytest.raises(BadValue):
        commission_in(line)
