"""Where a position puts a player, as people write it in a team file: "LT", "QB", "LT / LE".

Only what every book of the game says: who stands in the row, outside, behind, on which side.
How deep and how far aside is meant roughly; what was played soon says it better.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.core.roster import Roster
from referee.vision.roster.habits.job_places import ASIDE_MM, DEPTH_MM

# From player to player in a row of bases set side by side, in mm.
STEP_MM = 23.0
# Behind the row: within reach of it, about two bases behind, and far back, in mm.
NEAR_MM, BACK_MM, DEEP_MM = 35.0, 65.0, 90.0
# Outside, where nobody stands beside, in mm.
WIDE_MM, SLOT_MM = 105.0, 65.0
OFFENSE, DEFENSE = "offense", "defense"


@dataclass(frozen=True, slots=True)
class _Position:
    """``aside`` in mm to the left as the team looks; ``both``: as well on the other side."""

    unit: str
    deep: float
    aside: float
    both: bool = False


def _pair(word: str, unit: str, deep: float, aside: float) -> dict[str, _Position]:
    """A position that there is on the left, on the right, or without a side."""
    return {
        f"L{word}": _Position(unit, deep, aside),
        f"R{word}": _Position(unit, deep, -aside),
        word: _Position(unit, deep, aside, both=True),
    }


_POSITIONS: Mapping[str, _Position] = {
    "C": _Position(OFFENSE, 0.0, 0.0),
    **_pair("G", OFFENSE, 0.0, STEP_MM),
    **_pair("T", OFFENSE, 0.0, 2.0 * STEP_MM),
    "TE": _Position(OFFENSE, 0.0, 3.0 * STEP_MM, both=True),
    "SE": _Position(OFFENSE, 0.0, WIDE_MM, both=True),
    "WR": _Position(OFFENSE, 0.0, WIDE_MM, both=True),
    "FL": _Position(OFFENSE, STEP_MM / 2.0, WIDE_MM, both=True),
    "QB": _Position(OFFENSE, NEAR_MM, 0.0),
    "FB": _Position(OFFENSE, BACK_MM, 0.0),
    "HB": _Position(OFFENSE, BACK_MM, STEP_MM, both=True),
    "RB": _Position(OFFENSE, BACK_MM, STEP_MM, both=True),
    "TB": _Position(OFFENSE, BACK_MM + NEAR_MM, 0.0),
    "NT": _Position(DEFENSE, 0.0, 0.0),
    "NG": _Position(DEFENSE, 0.0, 0.0),
    **_pair("DT", DEFENSE, 0.0, STEP_MM),
    **_pair("E", DEFENSE, 0.0, 2.0 * STEP_MM),
    **_pair("DE", DEFENSE, 0.0, 2.0 * STEP_MM),
    "MLB": _Position(DEFENSE, NEAR_MM, 0.0),
    **_pair("ILB", DEFENSE, NEAR_MM, STEP_MM / 2.0),
    **_pair("LB", DEFENSE, NEAR_MM, 2.0 * STEP_MM),
    **_pair("OLB", DEFENSE, NEAR_MM, 3.0 * STEP_MM),
    **_pair("CB", DEFENSE, NEAR_MM, WIDE_MM),
    "NB": _Position(DEFENSE, NEAR_MM, SLOT_MM, both=True),
    "DB": _Position(DEFENSE, NEAR_MM, SLOT_MM, both=True),
    "FS": _Position(DEFENSE, DEEP_MM, STEP_MM),
    "SS": _Position(DEFENSE, DEEP_MM, -STEP_MM),
    "S": _Position(DEFENSE, DEEP_MM, STEP_MM, both=True),
}


@dataclass(frozen=True)
class ExpectedJobs:
    """For each player, by its row, the places that it may have when its unit is on the field.

    Of a place only depth and side are known, as `job_places` measures them.
    """

    places: Mapping[int, F64]


def expected_jobs(roster: Roster, rows: Sequence[int]) -> tuple[ExpectedJobs, ...]:
    """What the positions of these players say, for each unit; unknown words say nothing."""
    units: dict[str, dict[int, F64]] = {OFFENSE: {}, DEFENSE: {}}
    for row in rows:
        found: dict[str, list[tuple[float, float]]] = {}
        for word in re.findall(r"[A-Z]+", roster.players[row].position.upper()):
            at = _POSITIONS.get(word)
            if at is not None:
                sides = (at.aside, -at.aside) if at.both else (at.aside,)
                found.setdefault(at.unit, []).extend((at.deep, aside) for aside in sides)
        for unit, places in found.items():
            mm = np.array(places) / (DEPTH_MM, ASIDE_MM)
            units[unit][row] = np.asarray(np.arcsinh(mm))
    return tuple(ExpectedJobs(places) for places in units.values() if places)
