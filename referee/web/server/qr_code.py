"""A QR code for a short text, for the camera of a phone: bytes, correction M, versions 1 to 5.

After ISO/IEC 18004. `qr_rows` gives rows of "1" (dark) and "0", without the quiet edge around.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from referee.core.errors import BadValue

QUIET = 4  # light modules that a reader needs on every side
# Version: blocks, data and correction bytes of each block. 7 and above would need more patterns.
VERSIONS = {1: (1, 16, 10), 2: (1, 28, 16), 3: (1, 44, 26), 4: (2, 32, 18), 5: (2, 43, 24)}
HEAD_BITS = 12  # what the mode and the length take
MASKS: Sequence[Callable[[int, int], bool]] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, _x: y % 2 == 0,
    lambda _y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)
Grid = list[list[int]]
FREE = -1  # not written yet
HALVES = {
    "00": " ",
    "01": "\N{LOWER HALF BLOCK}",
    "10": "\N{UPPER HALF BLOCK}",
    "11": "\N{FULL BLOCK}",
}


def qr_rows(text: str) -> tuple[str, ...]:
    """The rows of the code."""
    data = text.encode("utf-8")
    bits = HEAD_BITS + 8 * len(data)
    fits = [v for v, (blocks, size, _) in VERSIONS.items() if 8 * blocks * size >= bits]
    if not fits:
        raise BadValue("the text of a QR code", len(data), "at most 84 bytes")
    version = fits[0]
    patterns = _patterns(version)
    stream = _bits(_codewords(data, version))
    drawn = [_masked(patterns, stream, k) for k in range(len(MASKS))]
    return min((tuple("".join(map(str, row)) for row in grid) for grid in drawn), key=_penalty)


def qr_lines(rows: Sequence[str]) -> list[str]:
    """The rows as lines of a terminal, two rows a line, for white paper with black print."""
    side = len(rows) + 2 * QUIET
    edge = ["0" * side] * QUIET
    around = [*edge, *(f"{'0' * QUIET}{row}{'0' * QUIET}" for row in rows), *edge, "0" * side]
    pairs = zip(around[::2], around[1::2], strict=False)
    return ["".join(HALVES[a + b] for a, b in zip(*pair, strict=True)) for pair in pairs]


# --- the bytes --------------------------------------------------------------------------------


def _codewords(data: bytes, version: int) -> bytes:
    """Data with its correction, blocks dealt out byte by byte."""
    blocks, size, correction = VERSIONS[version]
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, 8 * blocks * size - len(bits))
    bits += "0" * (-len(bits) % 8)
    whole = bytearray(int(bits[k : k + 8], 2) for k in range(0, len(bits), 8))
    while len(whole) < blocks * size:
        whole += bytes((0xEC, 0x11))[: blocks * size - len(whole)]
    parts = [bytes(whole[k * size : (k + 1) * size]) for k in range(blocks)]
    checks = [_correction(part, correction) for part in parts]
    return bytes(
        byte
        for of in (parts, checks)
        for row in zip_longest(*of)
        for byte in row
        if byte is not None
    )


def _times(a: int, b: int) -> int:
    """A product in the field of 256 numbers with x^8 + x^4 + x^3 + x^2 + 1."""
    product = 0
    while b:
        product ^= a * (b & 1)
        a, b = (a << 1) ^ (0x11D * (a >> 7)), b >> 1
    return product


def _correction(data: bytes, count: int) -> bytes:
    """The remainder of Reed and Solomon's division."""
    divisor, root = [1], 1
    for _ in range(count):
        shifted = [*divisor, 0]
        divisor = [a ^ _times(root, b) for a, b in zip(shifted, [0, *divisor], strict=True)]
        root = _times(root, 2)
    rest = [*data, *[0] * count]
    for k in range(len(data)):
        lead = rest[k]
        for i, factor in enumerate(divisor):
            rest[k + i] ^= _times(lead, factor)
    return bytes(rest[len(data) :])


def _bits(codewords: bytes) -> str:
    return "".join(f"{byte:08b}" for byte in codewords)


# --- the picture ------------------------------------------------------------------------------


def _patterns(version: int) -> Grid:
    """Everything but the data: finders, timing, alignment; room for the format is kept light."""
    size = 17 + 4 * version
    grid = [[FREE] * size for _ in range(size)]
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for y in range(max(top - 1, 0), min(top + 8, size)):
            for x in range(max(left - 1, 0), min(left + 8, size)):
                ring = max(abs(y - top - 3), abs(x - left - 3))
                grid[y][x] = int(ring not in (2, 4))
    for k in range(8, size - 8):
        grid[6][k] = grid[k][6] = (k + 1) % 2
    if version > 1:
        middle = size - 7
        for y in range(middle - 2, middle + 3):
            for x in range(middle - 2, middle + 3):
                grid[y][x] = int(max(abs(y - middle), abs(x - middle)) != 1)
    for y, x in (*_format_places(size)[0], *_format_places(size)[1], (size - 8, 8)):
        grid[y][x] = 0
    return grid


def _format_places(size: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where the format stands, twice, its first bit first."""
    beside = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(size - 1 - k, 8) for k in range(7)] + [(8, size - 8 + k) for k in range(8)]
    return beside, apart


def _format_bits(mask: int) -> str:
    """Correction M (00) and the mask, with ten bits that correct them."""
    rest = mask << 10
    for k in range(4, -1, -1):
        rest ^= (0x537 << k) * (rest >> (k + 10) & 1)
    return f"{(mask << 10 | rest) ^ 0x5412:015b}"


def _masked(patterns: Grid, stream: str, mask: int) -> Grid:
    """The whole picture with one of the masks."""
    grid = [row[:] for row in patterns]
    size = len(grid)
    for k, (y, x) in enumerate(_way(patterns)):
        dark = stream[k : k + 1] == "1"  # a few places are left over
        grid[y][x] = int(dark != MASKS[mask](y, x))
    for places in _format_places(size):
        for (y, x), bit in zip(places, _format_bits(mask), strict=True):
            grid[y][x] = int(bit)
    grid[size - 8][8] = 1
    return grid


def _way(patterns: Grid) -> Iterator[tuple[int, int]]:
    """Where the bits lie: two columns at a time from the right, up and down, past the patterns."""
    size = len(patterns)
    upward = True
    for right in (x for x in range(size - 1, 0, -2)):
        pair = right if right > 6 else right - 1  # the column of the timing is left out
        for y in range(size - 1, -1, -1) if upward else range(size):
            for x in (pair, pair - 1):
                if patterns[y][x] == FREE:
                    yield y, x
        upward = not upward


def _penalty(rows: tuple[str, ...]) -> int:
    """How hard a picture is to read: long runs, blocks, what looks like a finder, one-sidedness."""
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    runs = sum(len(run.group()) - 2 for line in lines for run in re.finditer("0{5,}|1{5,}", line))
    finders = sum(len(re.findall("(?=10111010000|00001011101)", line)) for line in lines)
    size = range(len(rows) - 1)
    blocks = sum(
        rows[y][x] == rows[y][x + 1] == rows[y + 1][x] == rows[y + 1][x + 1]
        for y in size
        for x in size
    )
    dark = sum(row.count("1") for row in rows) / len(rows) ** 2
    return runs + 3 * blocks + 40 * finders + 10 * int(abs(100 * dark - 50) / 5)
