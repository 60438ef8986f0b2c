"""As on a real Uno: the firmware comes through the bootloader, and lives behind it."""

import shutil
import subprocess

import pytest

from hardware.sim import build
from hardware.sim.chip import RESET_LINE, Chip
from hardware.sim.proofs.figure import closed, opened_after
from hardware.sim.rig import Rig
from tests.hardware.conftest import or_skip

TRIES = 8  # a busy computer may miss the second in which the bootloader listens
OPTIBOOT_MS = 1300  # it waits a second for a programmer, then starts what is there


@pytest.fixture(scope="session")
def bootloader():
    return or_skip(build.bootloader)


def test_avrdude_writes_the_committed_firmware_onto_a_blank_chip(tmp_path, simulator, bootloader):
    avrdude = shutil.which("avrdude")
    if not avrdude:
        or_skip(lack_of_avrdude)
    blank = {"hex_file": None, "bootloader": bootloader, "bootloader_ms": 1, "patient": True}
    with Rig(tmp_path / "port", **blank) as rig:
        words = ["-c", "arduino", "-p", "m328p", "-b", "115200", "-P", rig.port, "-D"]
        write = [avrdude, *words, "-U", f"flash:w:{build.RELEASE}:i"]
        for _ in range(TRIES):
            run = subprocess.run(write, capture_output=True, text=True)
            if not run.returncode:
                break
    assert run.returncode == 0, run.stderr
    assert "bytes of flash verified" in run.stderr


def lack_of_avrdude():
    raise build.NotHere("flashing needs avrdude (make hardware-tools)")


def test_behind_the_bootloader_every_reset_opens_and_is_told(simulator, bootloader):
    with Chip(simulator, build.RELEASE, bootloader=bootloader) as chip:
        chip.run_ms(OPTIBOOT_MS)
        for reset in (lambda: chip.hang(interrupts_too=True), lambda: chip.reset(RESET_LINE)):
            boots = len(chip.events("BOOT"))
            closed(chip, lease_ms=2000)
            now_us = chip.now_us
            reset()
            assert opened_after(chip, now_us - 1, 200) < 150
            chip.run_ms(OPTIBOOT_MS)
            old, new = chip.events("BOOT")[boots - 1 :]
            assert new.value("boot") != old.value("boot")
            assert not chip.relay
            assert chip.ask("ON 1000").words[1:3] == ["ERR", "nosession"]
