"""Lines of EFL/1: what is built is checked by hand, and whatever comes breaks nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.power.efl.protocol import (
    MAX_LINE,
    BoardAnswer,
    BoardEvent,
    BoardRefusal,
    LineNoise,
    ProtocolReader,
    check_digits,
    command_line,
    number_in,
)


def xmodem(data):
    """The check from its definition: x^16 + x^12 + x^5 + 1, bit by bit."""
    crc = 0
    for byte in data:
        for bit in range(7, -1, -1):
            top = (crc >> 15 & 1) ^ (byte >> bit & 1)
            crc = (crc << 1 & 0xFFFF) ^ (0x1021 if top else 0)
    return b"%04X" % crc


def framed(text):
    return text + b"*" + xmodem(text) + b"\n"


def test_the_check_has_its_published_value():
    assert check_digits(b"123456789") == b"31C3"


@given(st.binary(max_size=60))
def test_the_check_is_that_of_the_definition(data):
    assert check_digits(data) == xmodem(data)


def test_a_command_is_a_numbered_checked_line():
    assert command_line(10, "ON 270") == framed(b"@0A ON 270")


def test_a_command_that_is_too_long_is_never_sent():
    with pytest.raises(ValueError, match="at most 48"):
        command_line(0, "NAME " + "x" * 50)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (b"=02 OK t=001E8480 d=96 s=B1", BoardAnswer(2, {"t": "001E8480", "d": "96", "s": "B1"})),
        (b"=FF ERR tripped cause=estop", BoardRefusal(255, "tripped", {"cause": "estop"})),
        (b"=-- ERR crc", BoardRefusal(None, "crc", {})),
        (
            b"#07 COIL 0 why=off us=9 t=1",
            BoardEvent(7, "COIL", "0", {"why": "off", "us": "9", "t": "1"}),
        ),
        (b"#00 BOOT proto=1 rst=02", BoardEvent(0, "BOOT", "", {"proto": "1", "rst": "02"})),
    ],
)
def test_what_the_board_says_is_understood(text, meaning):
    assert ProtocolReader().feed(framed(text)) == [meaning]


@pytest.mark.parametrize(
    "line",
    [
        b"=02 OK t=001E8480 d=96 s=B1*0000\n",
        b"hello\n",
        b"=02 OK\n",
        framed(b"=2 OK s=00"),
        framed(b"=02 YES s=00"),
        framed(b"=02 "),
        framed(b"#-- COIL 1"),
        framed(b"=02 OK s=\x7f0"),
        framed(b"=02 OK " + b"x" * MAX_LINE),
    ],
)
def test_what_is_no_frame_says_nothing(line):
    frames = ProtocolReader().feed(line)
    assert len(frames) == 1
    assert isinstance(frames[0], LineNoise)


def test_carriage_returns_and_empty_lines_are_nothing():
    assert ProtocolReader().feed(b"\n\r\n" + framed(b"=01 OK s=10").replace(b"\n", b"\r\n")) == [
        BoardAnswer(1, {"s": "10"})
    ]


LINES = st.sampled_from([b"=01 OK t=0 d=1 s=10", b"#02 COIL 1 why=on t=5", b"=-- ERR crc", b"junk"])


@given(st.lists(LINES, max_size=8), st.lists(st.integers(0, 200), max_size=8))
def test_how_a_stream_is_cut_into_pieces_does_not_matter(lines, cuts):
    stream = b"".join(framed(line) for line in lines)
    at = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    reader = ProtocolReader()
    pieces = [stream[a:b] for a, b in pairwise(at)]
    assert [f for piece in pieces for f in reader.feed(piece)] == ProtocolReader().feed(stream)


@given(st.lists(st.one_of(st.binary(max_size=300), LINES.map(framed)), max_size=20))
def test_any_bytes_are_survived_and_the_next_frame_is_understood(chunks):
    reader = ProtocolReader()
    for chunk in chunks:
        reader.feed(chunk)
    assert reader.feed(b"\n" + framed(b"=01 OK s=10"))[-1] == BoardAnswer(1, {"s": "10"})


def test_a_flood_without_an_end_is_not_kept():
    reader = ProtocolReader()
    noise = sum(len(reader.feed(b"x" * 1000)) for _ in range(1000))
    assert noise == 1


@pytest.mark.parametrize(
    ("text", "base", "value"),
    [("FF", 16, 255), ("ff", 16, 255), ("96", 10, 96), ("", 10, None), ("1_0", 10, None)]
    + [(bad, 10, None) for bad in ("-1", "+1", " 1", "١", "A", "9" * 11, "256")],
)
def test_numbers_are_plain_digits_within_their_limit(text, base, value):
    assert number_in({"k": text}, "k", base, 255) == value


def test_a_missing_number_is_none():
    assert number_in({}, "k", 10, 255) is None
