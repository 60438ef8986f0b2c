"""Which trained models are used unless someone says otherwise, and what their cards say of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DETECTOR = "third"
READER: str | None = "reader"
FIGURES: str | None = "figures"


@dataclass(frozen=True, slots=True)
class DetectorErrors:
    """How a detector is wrong on the board, by which its answers are weighed.

    ``front`` is the share of bases whose front it gets right; the rest are standard deviations.
    """

    position_mm: float = 1.8
    heading_deg: float = 6.0
    front: float = 0.9


def detector_errors(folder: Path) -> DetectorErrors:
    """A detector's errors as the figures on its card tell them, the worst set taken."""
    figures = [f for f in _card(folder).get("figures", {}).values() if "position_median_mm" in f]
    if not figures:
        return DetectorErrors()
    # Of a circle of errors half lie within 1.18 sigmas, of a line 0.67. Their tails are long, and
    # where refining fails, and these are what is left, the detector had a hard time as well.
    tail = 2.2
    return DetectorErrors(
        position_mm=tail * max(f["position_median_mm"] for f in figures) / 1.18,
        heading_deg=tail * max(f["heading_median_deg"] for f in figures) / 0.67,
        front=1.0 - max(f["turned_by_180_share"] for f in figures),
    )


def _card(folder: Path) -> dict[str, Any]:
    values = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    return values if isinstance(values, dict) else {}
