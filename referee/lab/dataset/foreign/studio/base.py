"""Bases: a slab on prongs with a turning dial below it, rails and slots on it."""

from __future__ import annotations

from typing import Any

from referee.lab.dataset.foreign.studio.materials import plastic
from referee.lab.dataset.foreign.studio.shapes import box, prism, ring, sheets

BEVEL_MM = 0.2


def build_base(name: str, kind: dict[str, Any], dress: dict[str, Any]) -> list[Any]:
    """The parts of one base in its own frame: underside on the board, front toward +x."""
    length, width = kind["length"], kind["width"]
    top, slab = kind["top"], kind["slab"]
    body = plastic(dress["base"], dress["base_gloss"], dress["clear"])
    parts = [prism(name, kind["outline"], top - slab, top, BEVEL_MM, body)]
    below = top - slab
    parts += [
        box(f"{name} prong", (x, y - 0.5, 0.0), (x + 1.1, y + 0.5, below), body)
        for x in (-length * 0.3, -length * 0.05, length * 0.22)
        for y in (-width * 0.32, width * 0.32)
    ]
    if kind["dial"]:
        disc = plastic(dress["dial"], 0.4)
        parts.append(
            prism(
                f"{name} dial",
                ring((-length / 2 + 6.4, 0.0), 6.6, 24),
                below - 1.0,
                below - 0.2,
                0.0,
                disc,
            )
        )
        slot = plastic((0.06, 0.06, 0.06), 0.2)
        cut = [(-length / 2 + x, y) for x, y in ((1.3, -3.2), (4.0, -3.2), (4.0, 3.2), (1.3, 3.2))]
        parts.append(sheets(f"{name} slot", [cut], top + 0.03, slot))
        knob = [(-length / 2 + x, y) for x, y in ((1.6, -0.8), (3.6, -0.8), (3.6, 0.8), (1.6, 0.8))]
        parts.append(sheets(f"{name} knob", [knob], top + 0.06, disc))
    if kind["rails"]:
        for y in (-width / 2 + 1.6, width / 2 - 1.6):
            low = (-length * 0.33, y - 0.45, top)
            parts.append(box(f"{name} rib", low, (length * 0.3, y + 0.45, top + 0.7), body, 0.15))
    if kind["step"]:
        inner = [(x * 0.72, y * 0.7) for x, y in kind["outline"]]
        parts.append(prism(f"{name} step", inner, top, top + 0.8, 0.2, body))
    if kind["front"] == "paint":
        mark = plastic(dress["mark"], 0.4)
        x = length / 2
        bar = [(x - 3.0, -width * 0.3), (x - 1.5, -width * 0.3), (x - 1.5, width * 0.3),
               (x - 3.0, width * 0.3)]  # fmt: skip
        parts.append(sheets(f"{name} mark", [bar], top + 0.04, mark))
    return parts
