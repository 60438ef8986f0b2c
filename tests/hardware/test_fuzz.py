"""Noise closes nothing and crashes nothing: the chip in lockstep, its reader under libFuzzer."""

import binascii
import subprocess

import pytest

from hardware.sim import build
from hardware.sim.build import Edit
from hardware.sim.chip import Chip
from hardware.sim.fuzz import closes, fuzz
from hardware.sim.lines import framed
from hardware.sim.proofs import Broken
from tests.hardware.conftest import or_skip

BYTES = 60_000
RUNS = 60_000
WORDS = [
    "HELLO 1 500",
    "HB",
    "ON 1000",
    "PULSE 250",
    "OFF",
    "CLR",
    "STAT",
    "SENSE 50 9",
    "NAME a-1",
]


def test_noise_never_closes_the_relay_and_always_opens_it(make_chip):
    outcome = fuzz(make_chip, BYTES, seed=3)
    assert outcome.sent >= BYTES
    assert outcome.spurious_closings == 0
    assert outcome.answers > BYTES / 100


def test_a_chip_that_takes_any_check_is_caught_by_noise(simulator):
    broken = or_skip(build.firmware, [Edit("frame.c", "(crc != check)", "(crc != check && 0)")])
    with pytest.raises(Broken, match="closed unasked"):
        fuzz(lambda: Chip(simulator, broken), BYTES, seed=3)


@pytest.mark.parametrize("words", ["ON 1000", "PULSE 250"])
def test_the_noise_can_be_told_from_a_frame_that_closes(words):
    frame = framed(f"@01 {words}")
    assert closes(b"noise" + frame[:4] + b"\r" + frame[4:])
    assert closes(frame[:4] + b"!" + frame[4:])
    assert not closes(frame[:-2] + b"\n")
    assert not closes(framed("@01 HB"))


def fuzzed(folder, edits):
    """libFuzzer's run over a corpus of right frames, as a finished process."""
    fuzzer = or_skip(build.fuzzer, edits)
    corpus = folder / "corpus"
    corpus.mkdir()
    for i, words in enumerate(WORDS):
        (corpus / f"{i}-framed").write_bytes(b"\0" + words.encode())
        (corpus / f"{i}-raw").write_bytes(b"\1" + framed(f"@0{i} {words}"))
    command = [
        fuzzer,
        f"-runs={RUNS}",
        "-seed=1",
        "-max_len=200",
        f"-artifact_prefix={folder}/",
        corpus,
    ]
    return subprocess.run(command, capture_output=True, text=True)


def test_libfuzzer_finds_nothing_in_the_frame_reader(tmp_path):
    run = fuzzed(tmp_path, [])
    assert run.returncode == 0, run.stderr[-2000:]
    assert f"Done {RUNS} runs" in run.stderr


def test_libfuzzer_finds_a_reader_that_takes_any_check(tmp_path):
    run = fuzzed(tmp_path, [Edit("frame.c", "(crc != check)", "(crc != check && 0)")])
    assert run.returncode != 0
    assert "a bad frame was accepted" in run.stderr


def test_libfuzzer_finds_a_reader_that_writes_too_far(tmp_path):
    run = fuzzed(
        tmp_path, [Edit("frame.c", "(reader->length == FRAME_MAX)", "(reader->length == 255)")]
    )
    assert run.returncode != 0


def test_the_check_is_crc_16_xmodem():
    assert (
        binascii.crc_hqx(b"123456789", 0) == 0x31C3
    )  # the check value of the CRC's catalogue entry
    assert framed("123456789") == b"123456789*31C3\n"
