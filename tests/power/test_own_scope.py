"""The guard gets a scope of its own where systemd gives one, and starts as ever where not."""

from __future__ import annotations

import stat

import pytest

from referee.power.guard import own_scope
from referee.power.guard.own_scope import in_own_scope

GUARD = ["python", "-m", "guard"]


@pytest.fixture(autouse=True)
def fresh():
    own_scope._scope_runner.cache_clear()
    yield
    own_scope._scope_runner.cache_clear()


@pytest.fixture
def systemd(monkeypatch, tmp_path):
    """A system on which `systemd-run` is this script."""

    def install(script):
        (tmp_path / "systemd").mkdir()
        program = tmp_path / "systemd-run"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.setattr(own_scope.sys, "platform", "linux")
        return program

    return install


def test_with_systemd_the_guard_has_a_scope_of_its_own(systemd):
    program = systemd("exit 0")
    command = in_own_scope(GUARD)
    assert command[0] == str(program)
    assert {"--user", "--scope"} <= set(command)
    assert command[command.index("--") + 1 :] == GUARD


def test_where_systemd_refuses_the_guard_starts_as_ever(systemd):
    systemd("exit 1")
    assert in_own_scope(GUARD) == GUARD


def test_without_systemd_the_guard_starts_as_ever(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert in_own_scope(GUARD) == GUARD
