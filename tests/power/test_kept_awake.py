"""While a night runs the computer is kept awake by the system's own means, and not longer."""

from __future__ import annotations

import os
import stat

import pytest

from referee.power import kept_awake as room
from referee.power.kept_awake import kept_awake

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """The one program of this name on the system; what it was asked is in the file `asked`."""

    def install(name, script):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "$$ $@" >> {tmp_path}/asked\n{script}\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        return tmp_path / "asked"

    return install


def runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_on_linux_sleep_is_held_off_until_the_end(installed):
    asked = installed("systemd-inhibit", "exec cat")
    with kept_awake("linux") as awake:
        assert awake
        pid, *words = asked.read_text().split()
        assert "--what=sleep:idle:handle-lid-switch" in words
        assert runs(int(pid))
    assert not runs(int(pid))


def test_where_the_lid_may_not_be_asked_for_the_rest_is(installed):
    asked = installed("systemd-inhibit", 'case "$*" in *lid*) exit 1;; esac; exec cat')
    with kept_awake("linux") as awake:
        assert awake
    assert "--what=sleep:idle cat" in asked.read_text().splitlines()[-1]


def test_a_mac_is_asked_in_its_own_way(installed):
    asked = installed("caffeinate", "exec cat")
    with kept_awake("darwin") as awake:
        assert awake
    assert f"-w {os.getpid()}" in asked.read_text()


def test_a_system_that_cannot_be_asked_or_refuses_stops_nothing(installed, monkeypatch, tmp_path):
    installed("systemd-inhibit", "exit 1")
    with kept_awake("linux") as awake:
        assert not awake
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with kept_awake("linux") as awake:
        assert not awake
    monkeypatch.setattr(room, "_windows", lambda _state: False)
    with kept_awake("win32") as awake:
        assert not awake


def test_windows_is_told_at_the_beginning_and_at_the_end(monkeypatch):
    told = []
    monkeypatch.setattr(room, "_windows", lambda state: told.append(state) or True)
    with kept_awake("win32") as awake:
        assert awake
        assert told == [0x80000001]
    assert told == [0x80000001, 0x80000000]
