"""Tracks judged by tools of others: HOTA by motrics, identities by motmetrics."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue, PlainWord

Float = npt.NDArray[np.float64]
HOW_TO_GET_THEM = "the development extra: pip install -e '.[dev]'"
MATCH = 0.5  # similarity above which motmetrics may match


@dataclass(frozen=True, slots=True)
class TrackedFrame:
    """One frame: who is truly there, who was found, and how alike each pair is (0 to 1)."""

    truth: tuple[str, ...]
    found: tuple[str, ...]
    alike: Float  # (truth, found)


@dataclass(frozen=True, slots=True)
class IdentityScore:
    """IDF1 (0 to 1) and identity switches."""

    idf1: float
    switches: int


def hota(scenes: Sequence[TrackedFrame]) -> float:
    """HOTA, the mean over all its thresholds, 0 to 1."""
    names = sorted({name for s in scenes for name in s.truth})
    tracks = sorted({name for s in scenes for name in s.found})
    result = _judge("motrics").compute_hota_from_similarity(
        [_numbers(s.truth, names) for s in scenes],
        [_numbers(s.found, tracks) for s in scenes],
        [s.alike.tolist() for s in scenes],
    )
    return float(result.hota)


def identities(scenes: Sequence[TrackedFrame]) -> IdentityScore:
    """IDF1 and identity switches."""
    motmetrics = _judge("motmetrics")
    names = sorted({name for s in scenes for name in s.truth})
    tracks = sorted({name for s in scenes for name in s.found})
    accumulator = motmetrics.MOTAccumulator(auto_id=True)
    for s in scenes:
        apart = np.where(s.alike >= MATCH, 1.0 - s.alike, np.nan)
        accumulator.update(_numbers(s.truth, names), _numbers(s.found, tracks), apart)
    host = motmetrics.metrics.create()
    table = host.compute(accumulator, metrics=["idf1", "num_switches"], name="clip")
    return IdentityScore(float(table["idf1"].iloc[0]), int(table["num_switches"].iloc[0]))


def _numbers(names: Sequence[str], known: Sequence[str]) -> list[int]:
    return [known.index(name) for name in names]


def _judge(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        raise BadValue(name, PlainWord("not installed"), HOW_TO_GET_THEM) from None
