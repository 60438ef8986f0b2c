"""Boards by style: what is printed on the sheet, how it is worn, how it shines."""

from __future__ import annotations

import colorsys
from typing import Any

import numpy as np

HsvColour = tuple[float, float, float]
CREAM, WHITE, BLACK = (0.92, 0.87, 0.72), (0.94, 0.94, 0.93), (0.05, 0.05, 0.06)
NAVY, RED, GOLD = (0.06, 0.10, 0.30), (0.66, 0.07, 0.09), (0.90, 0.66, 0.12)
ORANGE, PURPLE, TEAL = (0.88, 0.36, 0.06), (0.28, 0.10, 0.42), (0.05, 0.40, 0.42)
NAMES = (
    "COMETS",
    "RIVETS",
    "MULES",
    "HARBOR",
    "OTTERS",
    "PILOTS",
    "FOXES",
    "MINERS",
    "YAKS",
    "GULLS",
)
NOTICES = (
    "VIBRA-GRID",
    "OFFICIAL TABLE LEAGUE",
    "KICK OFF 7:30",
    "MODEL 88",
    "KEEP DRY",
    "EST. 1952",
)

# turf, share of dark bands and how they are mown, gloss, wear, what else is special
BOARDS: dict[str, dict[str, Any]] = {
    "bright litho": {"turf": (0.33, 0.62, 0.46), "mown": "bands", "gloss": 0.7, "wear": 0.1,
                     "line": WHITE, "number": WHITE, "ends": (NAVY, RED), "border": WHITE},
    "photo grass": {"turf": (0.29, 0.66, 0.30), "mown": "squares", "gloss": 0.15, "wear": 0.0,
                    "line": WHITE, "number": GOLD, "ends": (PURPLE, PURPLE), "border": None,
                    "blades": 0.75},
    "old tin": {"turf": (0.24, 0.42, 0.50), "mown": "plain", "gloss": 0.5, "wear": 0.8,
                "line": CREAM, "number": RED, "ends": (None, None), "border": CREAM},
    "blue night": {"turf": (0.60, 0.72, 0.42), "mown": "bands", "gloss": 0.45, "wear": 0.05,
                   "line": WHITE, "number": ORANGE, "ends": (ORANGE, ORANGE), "border": NAVY},
    "felt cover": {"turf": (0.36, 0.55, 0.26), "mown": "plain", "gloss": 0.0, "wear": 0.0,
                   "line": WHITE, "number": WHITE, "ends": (BLACK, TEAL), "border": None,
                   "fabric": True},
    "yellowed": {"turf": (0.21, 0.55, 0.58), "mown": "bands", "gloss": 0.85, "wear": 0.45,
                 "line": CREAM, "number": CREAM, "ends": (RED, NAVY), "border": GOLD},
    "grey snow": {"turf": (0.45, 0.05, 0.78), "mown": "squares", "gloss": 0.3, "wear": 0.15,
                  "line": (0.12, 0.22, 0.55), "number": RED, "ends": (RED, NAVY), "border": None},
}  # fmt: skip
LOGOS = ("star", "shield", "disc", "ball", "words", "none")


def draw_board(style: str, rng: np.random.Generator) -> dict[str, Any]:
    """One board of a style, in the studio's words."""
    kind = BOARDS[style]
    length = float(rng.uniform(560.0, 790.0))
    width = length * float(rng.uniform(0.50, 0.66))
    zone = length * float(rng.uniform(0.075, 0.11))
    margin_x, margin_y = float(rng.uniform(8.0, 30.0)), float(rng.uniform(8.0, 42.0))
    hue, saturation, value = kind["turf"]
    shown = _rgb(hue + rng.normal(0.0, 0.01), saturation, value + rng.normal(0.0, 0.04))
    ends = [None if c is None else list(c) for c in kind["ends"]]
    number_mm = width * float(rng.uniform(0.055, 0.085))
    hash_mm = float(rng.uniform(2.5, 6.0))
    return {
        "style": style,
        "length": length,
        "width": width,
        "zone": zone,
        "metal": [-zone - margin_x, -margin_y, length + zone + margin_x, width + margin_y],
        "turf": shown,
        "turf_dark": [c * float(rng.uniform(0.6, 0.78)) for c in shown],
        "bare": [0.72, 0.70, 0.66] if kind["wear"] < 0.6 else [0.55, 0.45, 0.36],
        "mown": kind["mown"],
        "band_mm": length / (10 if rng.random() < 0.5 else 20),
        "band_depth": float(rng.uniform(0.3, 0.7)),
        "patch_depth": float(rng.uniform(0.05, 0.25)),
        "blade_depth": kind.get("blades", float(rng.uniform(0.05, 0.25))),
        "wear": kind["wear"],
        "fabric": kind.get("fabric", False),
        "roughness": 0.9 if kind.get("fabric") else 0.55 - 0.3 * kind["gloss"],
        "metallic": 0.0 if kind.get("fabric") else float(rng.uniform(0.0, 0.25)),
        "coat": 0.8 * kind["gloss"],
        "waves_mm": float(rng.uniform(0.2, 0.8)),
        "line": list(kind["line"]),
        "number": list(kind["number"]),
        "line_mm": float(rng.uniform(0.8, 2.0)),
        "side_mm": float(rng.uniform(1.0, 6.0)),
        "line_step": 1 if rng.random() < 0.8 else 2,
        "hash_mm": hash_mm,
        "hash_y": width * float(rng.uniform(0.34, 0.42)),
        "number_mm": number_mm,
        "number_y": width * float(rng.uniform(0.1, 0.17)) + number_mm / 2,
        "gapped": bool(rng.random() < 0.6),
        "pointers": bool(rng.random() < 0.6),
        "shear": float(rng.choice([0.0, 0.0, 0.25])),
        "font": "",
        "border": kind["border"] and list(kind["border"]),
        "border_mm": 0.0,
        "ends": [_end(fill, kind, rng) for fill in ends],
        "logo": _logo(ends, kind, length, rng),
        "notices": _notices(length, width, margin_y, rng),
        "rail": [float(rng.uniform(7.0, 26.0)), float(rng.uniform(4.0, 22.0))],
        "rail_colour": _rail(rng),
        "rail_gloss": float(rng.uniform(0.1, 0.7)),
        "floor": -float(rng.uniform(25.0, 60.0)),
        "posts": bool(rng.random() < 0.6),
    }


def _end(fill: Any, kind: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    striped = fill is None or rng.random() < 0.2
    return {
        "fill": fill,
        "ink": list(WHITE if fill else kind["number"]),
        "stripes": list(kind["line"]) if striped else None,
        "text": "" if striped else str(rng.choice(NAMES)),
    }


def _logo(ends: Any, kind: dict[str, Any], length: float, rng: np.random.Generator) -> Any:
    colours = [list(ends[0] or kind["number"]), list(kind["line"])]
    return {
        "kind": str(rng.choice(LOGOS)),
        "size": length * float(rng.uniform(0.035, 0.075)),
        "colours": colours if rng.random() < 0.5 else colours[::-1],
        "text": str(rng.choice(["T", "EF", "7", "M", "BOWL"])),
    }


def _notices(length: float, width: float, margin: float, rng: np.random.Generator) -> list[Any]:
    """Advertisements in a border that is wide enough."""
    if margin < 18.0:
        return []
    high = (margin - 10.0) * 0.8
    out = []
    for share in (0.15, 0.5, 0.85):
        if rng.random() < 0.7:
            y = float(rng.choice([-margin / 2 - 3.0, width + margin / 2 + 3.0]))
            text = str(rng.choice(NOTICES))
            wide = high * 0.62 * len(text)
            paper, ink = (CREAM, RED) if rng.random() < 0.5 else (NAVY, WHITE)
            out.append({"place": [length * share, y], "size": [wide, high], "text": text,
                        "paper": list(paper), "ink": list(ink)})  # fmt: skip
    return out


def _rail(rng: np.random.Generator) -> list[float]:
    choices = ((0.45, 0.28, 0.15), (0.75, 0.75, 0.77), (0.08, 0.08, 0.09), (0.85, 0.83, 0.76))
    return list(choices[int(rng.integers(len(choices)))])


def _rgb(hue: float, saturation: float, value: float) -> list[float]:
    return list(colorsys.hsv_to_rgb(hue % 1.0, saturation, min(max(value, 0.05), 0.95)))
