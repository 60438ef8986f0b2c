"""What a rulebook says of passers who throw the ball away, or drop too deep."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from referee.core.field.field_profile import FieldProfile
from referee.core.settings.ruled import Ruled, choice, flag, number
from referee.core.units import mm_from_inches


class ThrowAwayPlace(StrEnum):
    """Where a passer may throw the ball away."""

    ANYWHERE = "anywhere"
    OUTSIDE = "outside the tackle box"
    BEHIND_OUTSIDE = "behind the line and outside the tackle box"


class ThrowAwayElsewhere(StrEnum):
    """What it is elsewhere."""

    GROUNDING = "grounding"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class DropRules:
    """Throwing the ball away, and dropping too deep."""

    too_deep: Annotated[
        Ruled[bool],
        flag("whether a passer who is too deep has thrown the ball away or grounded it"),
    ]
    deep_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "yards behind the line of scrimmage beyond which any part of the "
            "passer's base is too deep",
        ),
    ]
    deep_scale_yd: Annotated[
        Ruled[float],
        number(
            0.0, 100.0, "the same depth on a scale board, in yards behind the line of scrimmage"
        ),
    ]
    scale_from_in: Annotated[
        Ruled[float],
        number(10.0, 200.0, "inches from goal to goal from which a board is a scale board"),
    ]
    grounding: Annotated[Ruled[bool], flag("whether too deep inside the tackle box is grounding")]
    grounding_safety: Annotated[
        Ruled[bool], flag("whether grounding in the own end zone is a safety")
    ]
    by_choice: Annotated[
        Ruled[ThrowAwayPlace],
        choice(ThrowAwayPlace, "where a passer may throw the ball away by choice"),
    ]
    otherwise: Annotated[
        Ruled[ThrowAwayElsewhere],
        choice(ThrowAwayElsewhere, "what throwing the ball away is anywhere else"),
    ]


def on_scale_board(rules: DropRules, field: FieldProfile) -> bool:
    """Whether a board is big enough to count as a scale board."""
    return field.goal_to_goal_mm >= mm_from_inches(rules.scale_from_in.value)
