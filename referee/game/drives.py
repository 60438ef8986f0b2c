"""Drives: the plays of a team from where it got the ball to where it gave it up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.field.yards import spot_name
from referee.core.roster import Team
from referee.game.events import QuarterEnded, Scored, SeriesBegan
from referee.game.sheet_column import SheetColumn
from referee.game.sheet_line import SheetLine
from referee.game.state import GamePhase

STILL_ON = "still on"
_KICKED = {SheetColumn.PUNT: "punt", SheetColumn.KICK: "missed field goal"}


@dataclass(frozen=True, slots=True)
class Drive:
    """``began`` is the spot of the first play, such as "own 34"; ``yards`` are net."""

    team: Team
    quarter: int
    began: str
    plays: int
    yards: int
    result: str


def drives_of(lines: Sequence[SheetLine]) -> list[Drive]:
    """Every drive of a game, in order."""
    drives: list[Drive] = []
    open_lines: list[SheetLine] = []
    for line in lines:
        if not open_lines and line.before.phase is not GamePhase.SCRIMMAGE:
            continue
        open_lines.append(line)
        result = _result(line)
        if result is not None:
            _add(drives, open_lines, result)
            open_lines = []
    _add(drives, open_lines, STILL_ON)
    return drives


def _add(drives: list[Drive], lines: Sequence[SheetLine], result: str) -> None:
    if not lines or lines[0].before.team is None or not _matters(lines):
        return
    first = lines[0]
    state, team = first.before, first.before.team
    assert team is not None  # noqa: S101 - asked above
    plays = state.plays_toward(team)
    drives.append(
        Drive(
            team,
            state.quarter,
            spot_name(first.field, state.x_mm, plays, 0),
            sum(line.scrimmage for line in lines),
            sum(line.gained or 0 for line in lines),
            result,
        )
    )


def _matters(lines: Sequence[SheetLine]) -> bool:
    return any(line.scrimmage or line.way is not SheetColumn.NONE for line in lines)


def _result(line: SheetLine) -> str | None:
    """The name of what ended the drive; None: the drive is not over."""
    event, after = line.event, line.after
    if isinstance(event, Scored) and event.kick is not None:
        return _KICKED[line.way]
    if line.taken_by is not None:
        return "interception" if line.intercepted else "fumble"
    if isinstance(event, Scored):
        return event.how.value
    if isinstance(event, SeriesBegan) and event.team is not line.before.team:
        return _KICKED.get(line.way, "ball lost")
    if isinstance(event, QuarterEnded) and after.phase is not GamePhase.SCRIMMAGE:
        return "end of game" if after.phase is GamePhase.OVER else "end of half"
    return "downs" if line.lost_on_downs else None
