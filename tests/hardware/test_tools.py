"""Where nothing can be installed, one sentence says what is missing and what is skipped for it."""

import shutil
import subprocess

import pytest

from hardware.sim import build


def test_a_bare_machine_gets_a_sentence_and_no_failure(tmp_path):
    shell = shutil.which("sh")
    if not shell:
        pytest.skip("the script is for machines with a shell")
    run = subprocess.run(
        [shell, build.ROOT / "hardware/tools.sh"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0
    assert len(run.stdout.splitlines()) == 1
    assert "gcc-avr" in run.stdout
    assert "Skipped without them" in run.stdout


def test_a_machine_without_compilers_says_what_it_lacks(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    for build_it in (build.library, build.firmware, build.fuzzer):
        with pytest.raises(build.NotHere, match="make hardware-tools"):
            build_it()
