"""The committed hex file is what the sources give, and the protocol's page speaks of it."""

import binascii
import hashlib
import re

import pytest

from hardware.sim import build
from hardware.sim.lines import framed
from tests.hardware.conftest import or_skip

PAGE = (build.ROOT / "docs/power-protocol.md").read_text(encoding="utf-8")
QUOTED = re.findall(r"^[@=#][0-9A-F]{2} .*\*[0-9A-F]{4}$", PAGE, re.MULTILINE)


def image(hex_file):
    """The bytes of an Intel hex file, from address 0 on without gaps."""
    data = bytearray()
    for line in hex_file.read_text(encoding="ascii").split():
        record = bytes.fromhex(line[1:])
        assert sum(record) % 256 == 0
        count, address, kind = record[0], int.from_bytes(record[1:3], "big"), record[3]
        if kind == 0:
            assert address == len(data)
            data += record[4 : 4 + count]
    return bytes(data)


def test_the_sources_give_the_committed_hex_file():
    assert or_skip(build.firmware).read_bytes() == build.RELEASE.read_bytes()


def test_the_hash_beside_the_hex_file_is_its_own():
    digest, name = build.RELEASE.with_suffix(".hex.sha256").read_text(encoding="ascii").split()
    assert name == build.RELEASE.name
    assert digest == hashlib.sha256(build.RELEASE.read_bytes()).hexdigest()


def test_the_board_tells_the_sum_of_its_program(make_chip):
    with make_chip() as chip:
        chip.run_ms(200)
        answer = chip.ask("HELLO 1 500")
    assert int(answer.value("sum"), 16) == binascii.crc_hqx(image(build.RELEASE), 0)


def test_the_program_leaves_the_bootloader_its_place():
    assert len(image(build.RELEASE)) <= 32768 - 2048


@pytest.mark.parametrize("line", QUOTED)
def test_the_lines_quoted_in_the_protocol_have_the_right_check(line):
    assert framed(line.rpartition("*")[0]).decode().strip() == line


def test_the_protocol_lists_every_cause_and_command_of_the_sources():
    texts = "".join(p.read_text(encoding="utf-8") for p in build.FIRMWARE.glob("*.c"))
    causes = re.findall(r"\[WHY_\w+\] = \"(\w+)\"", texts)
    verbs = re.findall(r"\[VERB_\w+\] = \{\"(\w+)\"", texts)
    assert len(causes) == 13
    assert len(verbs) == 10
    assert [name for name in causes + verbs if f"`{name}" not in PAGE] == []
