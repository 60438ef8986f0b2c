"""Calls as lines of JSON: what a rulebook made of recorded tracks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from referee.calls.call import Call
from referee.files.atomic import write_text

VERSION = 1
_DIGITS = 4


def call_values(call: Call) -> dict[str, object]:
    """One call, its keys in a fixed order."""
    spot = call.spot
    return {
        "t_ns": call.t_ns,
        "sigma_ns": call.sigma_ns,
        "kind": call.kind.value,
        "rule": call.rule,
        "certainty": round(call.certainty, 6),
        "gap_mm": _rounded(call.gap_mm),
        "sigma_mm": _rounded(call.sigma_mm),
        "players": list(call.players),
        "spot": None
        if spot is None
        else {
            "x_mm": _rounded(spot.x_mm),
            "y_mm": _rounded(spot.y_mm),
            "sigma_mm": _rounded(spot.sigma_mm),
        },
        "action": call.action.value,
        "flag": list(call.flag),
        "frames": list(call.frames),
    }


def call_lines(calls: Iterable[Call], field: str, rulebook: str) -> list[str]:
    """The header and a line for each call; the same calls give the same bytes."""
    about = {"format": "referee.calls", "version": VERSION, "field": field, "rulebook": rulebook}
    rows = [about, *(call_values(call) for call in calls)]
    return [json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows]


def write_calls(path: Path, calls: Iterable[Call], field: str, rulebook: str) -> None:
    """A calls file, whole or not at all."""
    write_text(path, "\n".join(call_lines(calls, field, rulebook)) + "\n")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS) + 0.0
