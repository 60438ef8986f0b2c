"""The printed sheet, its frame, its goal posts: every board is put together from flat shapes."""

from __future__ import annotations

import math
from typing import Any

from referee.lab.dataset.foreign.studio.materials import ink, plastic, turf
from referee.lab.dataset.foreign.studio.shapes import StudioPoint, box, ring, sheets, tube, words

FILL, BAND, LINES, LETTERS = 0.02, 0.04, 0.06, 0.09  # heights: each layer covers the one below


def build_board(board: dict[str, Any]) -> None:
    """The whole board, in board millimetres."""
    x0, y0, x1, y1 = board["metal"]
    sheets("sheet", [_rectangle(x0, y0, x1, y1)], 0.0, turf(board))
    line = ink(board["line"], board)
    _zones(board)
    _lines(board, line)
    _numbers(board)
    _logo(board)
    _notices(board)
    _frame(board)
    if board["posts"]:
        _posts(board)


def _rectangle(x0: float, y0: float, x1: float, y1: float) -> list[StudioPoint]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _zones(board: dict[str, Any]) -> None:
    """End zones, the border, and the words in them."""
    length, width = board["length"], board["width"]
    x0, y0, x1, y1 = board["metal"]
    if board["border"]:
        edge = board["border_mm"]
        zone_l, zone_r = -board["zone"] - edge, length + board["zone"] + edge
        strips = [
            _rectangle(x0, y0, x1, -edge),
            _rectangle(x0, width + edge, x1, y1),
            _rectangle(x0, -edge, zone_l, width + edge),
            _rectangle(zone_r, -edge, x1, width + edge),
        ]
        wide = [s for s in strips if min(s[1][0] - s[0][0], s[2][1] - s[0][1]) > 0.5]
        sheets("border", wide, FILL, ink(board["border"], board))
    for side, (a, b) in enumerate(((-board["zone"], 0.0), (length, length + board["zone"]))):
        look = board["ends"][side]
        if look["fill"]:
            sheets("end", [_rectangle(a, 0.0, b, width)], FILL, ink(look["fill"], board))
        if look["stripes"]:
            _slanted(board, a, b, look["stripes"])
        if look["text"]:
            words(
                "end words",
                look["text"],
                board["zone"] * 0.6,
                ((a + b) / 2, width / 2, LETTERS),
                90.0 if side == 0 else -90.0,
                ink(look["ink"], board),
                font=board["font"],
                shear=board["shear"],
                squeeze=min(1.25, 1.45 * width / (len(look["text"]) * board["zone"] * 0.6)),
            )


def _slanted(board: dict[str, Any], a: float, b: float, colour: list[float]) -> None:
    """Diagonal bars across an end zone, as in old stadiums."""
    width, pitch = board["width"], board["zone"] * 0.55
    count = int(width // pitch)
    bars = []
    for k in range(0, count, 2):
        y = k * pitch
        lean = min(pitch, width - y - pitch * 0.5)
        if lean > 1.0:
            bars.append([(a, y), (b, y + lean), (b, y + lean + pitch * 0.5), (a, y + pitch * 0.5)])
    keep = [bar for bar in bars if max(p[1] for p in bar) <= width]
    sheets("bars", keep, BAND, ink(colour, board))


def _lines(board: dict[str, Any], line: Any) -> None:
    length, width, w = board["length"], board["width"], board["line_mm"]
    zone = board["zone"]
    outlines = [
        _rectangle(x - w / 2, 0.0, x + w / 2, width)
        for x in (length * k / 20 for k in range(0, 21, board["line_step"]))
    ]
    side = board["side_mm"]
    outlines += [
        _rectangle(-zone - side, y, length + zone + side, y + side) for y in (-side, width)
    ]
    outlines += [_rectangle(x, 0.0, x + side, width) for x in (-zone - side, length + zone)]
    sheets("lines", outlines, LINES, line)
    tick = board["hash_mm"]
    marks = []
    for yard in range(1, 100):
        if yard % 5 == 0:
            continue
        x = length * yard / 100
        rows = (2.0, board["hash_y"], width - board["hash_y"], width - 2.0 - tick)
        marks += [_rectangle(x - w * 0.4, y, x + w * 0.4, y + tick) for y in rows]
    sheets("hashes", marks, LINES, line)


def _numbers(board: dict[str, Any]) -> None:
    length, width = board["length"], board["width"]
    paint = ink(board["number"], board)
    high = board["number_mm"]
    pointers = []
    for tens in range(1, 10):
        x = length * tens / 10
        text = str(10 * min(tens, 10 - tens))
        if board["gapped"]:
            text = f"{text[0]} {text[1]}"
        for y, turn in ((board["number_y"], 0.0), (width - board["number_y"], 180.0)):
            words(
                "number",
                text,
                high,
                (x, y, LETTERS),
                turn,
                paint,
                font=board["font"],
                shear=board["shear"],
            )
            if board["pointers"] and tens != 5:
                way = -1.0 if tens < 5 else 1.0
                tip = x + way * high * (1.85 if board["gapped"] else 1.25)
                back = tip - way * high * 0.3
                pointers.append([(tip, y), (back, y + high * 0.13), (back, y - high * 0.13)])
    if pointers:
        sheets("pointers", pointers, LETTERS, paint)


def _logo(board: dict[str, Any]) -> None:
    logo = board["logo"]
    middle = (board["length"] / 2, board["width"] / 2)
    r = logo["size"]
    first, second = ink(logo["colours"][0], board), ink(logo["colours"][1], board)
    if logo["kind"] == "star":
        for size, paint, z in ((r, first, BAND), (r * 0.72, second, LETTERS - 0.01)):
            sheets("star", [_star(middle, size)], z, paint)
    elif logo["kind"] == "shield":
        sheets("shield", [_shield(middle, r)], BAND, first)
        sheets("shield", [_shield(middle, r * 0.8)], LETTERS - 0.01, second)
        words("mark", logo["text"], r * 0.6, (*middle, LETTERS), 0.0, first)
    elif logo["kind"] == "disc":
        sheets("disc", [ring(middle, r, 40)], BAND, first)
        sheets("disc", [ring(middle, r * 0.84, 40)], LETTERS - 0.01, second)
        words("mark", logo["text"], r * 0.9, (*middle, LETTERS), 0.0, first)
    elif logo["kind"] == "ball":
        sheets("ball", [ring(middle, r * 1.3, 40, 0.6)], BAND, first)
        x, y = middle
        sheets("lace", [_rectangle(x - r / 2, y - 1, x + r / 2, y + 1)], LETTERS, second)
    elif logo["kind"] == "words":
        words("mark", logo["text"], r, (*middle, LETTERS), 0.0, first, shear=0.2)


def _star(middle: StudioPoint, size: float) -> list[StudioPoint]:
    out: list[StudioPoint] = []
    for k in range(10):
        r, a = (size if k % 2 == 0 else size * 0.42), math.pi / 2 + math.pi * k / 5
        out.append((middle[0] + r * math.cos(a), middle[1] + r * math.sin(a)))
    return out


def _shield(middle: StudioPoint, r: float) -> list[StudioPoint]:
    rows = ((-0.8, 0.9), (0.0, 1.0), (0.8, 0.9), (0.75, 0.0), (0.45, -0.65), (0.0, -1.0))
    left = ((-0.45, -0.65), (-0.75, 0.0))
    return [(middle[0] + r * x, middle[1] + r * y) for x, y in rows + left]


def _notices(board: dict[str, Any]) -> None:
    """Print in the border: a maker's name, advertisements, a stand's roof."""
    for note in board["notices"]:
        x, y = note["place"]
        paint, paper = ink(note["ink"], board), ink(note["paper"], board)
        wide, high = note["size"]
        sheets("notice", [_rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)],
               BAND, paper)  # fmt: skip
        words("notice", note["text"], high * 0.62, (x, y, LETTERS), 0.0, paint, font=board["font"])


def _frame(board: dict[str, Any]) -> None:
    """What holds the sheet: four rails around it."""
    x0, y0, x1, y1 = board["metal"]
    wide, high = board["rail"]
    paint = plastic(board["rail_colour"], board["rail_gloss"])
    for low, far in (
        ((x0 - wide, y0 - wide), (x1 + wide, y0)),
        ((x0 - wide, y1), (x1 + wide, y1 + wide)),
        ((x0 - wide, y0), (x0, y1)),
        ((x1, y0), (x1 + wide, y1)),
    ):
        box("rail", (*low, board["floor"]), (*far, high), paint, 1.2)


def _posts(board: dict[str, Any]) -> None:
    paint = plastic((0.93, 0.78, 0.1), 0.6)
    y, span = board["width"] / 2, board["width"] * 0.11
    for x in (-board["zone"] - 3.0, board["length"] + board["zone"] + 3.0):
        tube("post", [(x, y, 0.0), (x, y, 26.0)], 1.3, paint)
        tube("post", [(x, y - span / 2, 26.0), (x, y + span / 2, 26.0)], 1.0, paint)
        for side in (-0.5, 0.5):
            tube("post", [(x, y + side * span, 26.0), (x, y + side * span, 62.0)], 0.9, paint)
