"""Boards on the simulated chip; without it these tests are skipped in one sentence."""

import os

import pytest

from hardware.sim import build
from hardware.sim.chip import Chip

REQUIRED = "REFEREE_HARDWARE"


def or_skip(make, *arguments):
    """What ``make`` makes, or a skipped test that says what this machine lacks."""
    try:
        return make(*arguments)
    except build.NotHere as error:
        if os.environ.get(REQUIRED) == "required":
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def simulator():
    return or_skip(build.library)


@pytest.fixture(scope="session")
def make_chip(simulator):
    """Boards with the committed firmware."""
    return lambda: Chip(simulator, build.RELEASE)
