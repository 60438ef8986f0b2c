"""Passes for tests: a marker on the board, and who runs at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from referee.calls.call import Call, final_calls
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PassAttempt, PhaseState, PlayPhase
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.marker import Marker
from referee.core.roster import Roster
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import ROSTER, Moves, film, situation
from tests.core.fields import EASY

BALL = (420.0, 150.0)
RADIUS_MM = 4.5
# A base 27.8 long whose front touches the near edge of the marker has its middle here.
AT_BALL_X = BALL[0] - RADIUS_MM - 13.9


def with_marker(
    boards: Sequence[BoardFrame],
    place: tuple[float, float] = BALL,
    *,
    sigma_mm: float = 0.1,
    hidden: tuple[float, float] | None = None,
    seed: int = 5,
    size_mm: tuple[float, float] = (RADIUS_MM, 0.0),
    lies_deg: float | None = None,
) -> list[BoardFrame]:
    """The same frames with the marker in them, measured with an error; it is seen to lie so."""
    rng = np.random.default_rng(seed)
    shown = []
    for board in boards:
        dx, dy = rng.normal(0.0, sigma_mm, 2)
        at_s = board.t_ns / 1e9
        if hidden is not None and hidden[0] <= at_s < hidden[1]:
            shown.append(board)
            continue
        radius_mm, uneven_mm = size_mm
        x_mm, y_mm = place[0] + dx, place[1] + dy
        marker = Marker(x_mm, y_mm, radius_mm, sigma_mm, uneven_mm, lies_deg)
        shown.append(replace(board, markers=(marker,)))
    return shown


def in_the_air(
    moves: Moves,
    place: tuple[float, float] = BALL,
    intended: str | None = "H1",
    size_mm: tuple[float, float] = (RADIUS_MM, 0.0),
    **changes,
) -> PhaseState:
    """Home throws to H1 from a line of scrimmage at x = 300, playing to the right."""
    thrown = PassAttempt(intended, Marker(*place, size_mm[0], 0.0, size_mm[1]), **changes)
    return situation(moves, phase=PlayPhase.IN_THE_AIR, carrier=None, thrown=thrown)


def flown(
    rulebook: str,
    boards: Sequence[BoardFrame],
    of: PhaseState,
    *,
    field: FieldProfile = EASY,
    roster: Roster = ROSTER,
) -> list[Call]:
    """The calls that stand after all frames."""
    crew = PlayJudge(load_rulebook(rulebook).calls, field, roster)
    calls = list(crew.begin(of))
    for board in boards:
        calls += crew.update(board).calls
    return final_calls([*calls, *crew.close()])


def passed(
    rulebook: str,
    moves: Moves,
    seconds: float = 1.2,
    *,
    place: tuple[float, float] = BALL,
    intended: str | None = "H1",
    about: Mapping[str, object] | None = None,
    size_mm: tuple[float, float] = (RADIUS_MM, 0.0),
    lies_deg: float | None = None,
    **filmed,
) -> list[Call]:
    """The calls of a pass to H1 with these moves; the marker has a radius and is as uneven."""
    filmed_boards = film(moves, seconds, **filmed)
    boards = with_marker(filmed_boards, place, size_mm=size_mm, lies_deg=lies_deg)
    return flown(rulebook, boards, in_the_air(moves, place, intended, size_mm, **(about or {})))
