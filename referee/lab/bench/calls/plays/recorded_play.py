"""A play as it really went: frames without error, and what happened between them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BasePart, BaseShape, FloatArray
from referee.core.roster import Roster, Team
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.loaders.fields import load_field
from referee.sim.live.teams import usual_roster

I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
PARTS = tuple(BasePart)
# Columns of a near row: time, opponent's index, gap, the carrier's part, the opponent's, how far
# ahead of the opponent's middle the touch lies. Parts are -1 where nothing touches.
NEAR_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class PlayFact:
    """One event of the truth, reduced to what is asked of it."""

    t_ns: int
    kind: str  # began, ended, fell, reached, power
    who: str = ""
    part: int = -1  # the carrier's
    part_other: int = -1
    ahead_mm: float = 0.0  # of the other's middle
    line: str = ""
    direction: int = 0
    on: bool = False


@dataclass(frozen=True)
class RecordedPlay:
    """One play; poses are x mm, y mm, heading in radians of every player in the roster's order."""

    recipe: PlayRecipe
    field: FieldProfile
    roster: Roster
    phase_state: PhaseState
    times_ns: I64
    poses: FloatArray
    fallen: Bools
    power: Bools
    fine_ns: I64
    carrier_poses: FloatArray
    near: FloatArray
    facts: tuple[PlayFact, ...]

    @property
    def carrier(self) -> str:
        """Who has the ball."""
        return str(self.phase_state.carrier)

    def shape(self, player: str) -> BaseShape:
        """A player's base."""
        return self.roster.player(player).base

    def carrier_at(self, t_ns: int) -> tuple[float, float, float]:
        """Where the carrier was, on the straight way between two of the fine steps."""
        x, y, h = (float(np.interp(t_ns, self.fine_ns, self.carrier_poses[:, k])) for k in range(3))
        return x, y, h

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Everything as arrays, to be kept."""
        s = self.phase_state
        about = {
            "number": self.recipe.number,
            "seeds": self.recipe.seeds,
            "field": self.field.name,
            "phase": s.phase.value,
            "team": s.team.value,
            "plays": s.plays.value,
            "carrier": s.carrier,
            "on_field": list(s.on_field),
            "scrimmage": s.scrimmage_x_mm,
            "to_gain": s.to_gain_x_mm,
            "caught_behind": s.caught_behind,
            "facts": [[getattr(f, k) for k in PlayFact.__slots__] for f in self.facts],
        }
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        own = ("times_ns", "poses", "fallen", "power", "fine_ns", "carrier_poses", "near")
        return {"about": text, **{key: getattr(self, key) for key in own}}


def recorded_play_of(arrays: dict[str, npt.NDArray[Any]]) -> RecordedPlay:
    """A play out of what was kept."""
    about = json.loads(arrays["about"].tobytes().decode())
    recipe = PlayRecipe(about["number"], about["seeds"])
    phase_state = PhaseState(
        play=recipe.number,
        phase=PlayPhase(about["phase"]),
        team=Team(about["team"]),
        plays=Direction(about["plays"]),
        carrier=about["carrier"],
        on_field=tuple(about["on_field"]),
        scrimmage_x_mm=about["scrimmage"],
        to_gain_x_mm=about["to_gain"],
        caught_behind=about["caught_behind"],
    )
    rest = {key: value for key, value in arrays.items() if key != "about"}
    facts = tuple(PlayFact(*row) for row in about["facts"])
    field, roster = load_field(about["field"]), usual_roster(recipe.seed)
    return RecordedPlay(recipe, field, roster, phase_state, facts=facts, **rest)
