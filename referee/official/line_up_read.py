"""Reads a resting board: roles, form and faults of both sides. Measured places and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from referee.calls.board import Board
from referee.calls.levels import Levels
from referee.core.roster import Roster, Team
from referee.official.alignment_faults import alignment_faults
from referee.official.defense_roles import defense_roles
from referee.official.eligible import by_numbers, eligible_by_place
from referee.official.given import Given, placed_of
from referee.official.line_up import INTERIOR, Fault, Form, LineUp, Role
from referee.official.line_up_faults import line_up_faults
from referee.official.line_up_form import form_of
from referee.official.men import Scrimmage, men_of
from referee.official.offense_roles import offense_roles


def read_line_up(
    board: Board,
    roster: Roster,
    at: Scrimmage,
    said: Mapping[str, Role] | None = None,
    levels: Levels | None = None,
) -> LineUp:
    """The line-up of a frame; ``said`` are roles that a coach has corrected."""
    said, levels = said or {}, levels or Levels()
    ours = men_of(board, roster, at.offense, at)
    theirs = men_of(board, roster, at.offense.other, at)
    form, sure = form_of(ours, at)
    given = offense_roles(ours, at, form, said)
    seen = {each.player for each in board.seen}
    found = LineUp(
        offense=at.offense,
        form=form if given or form is Form.KICKOFF else Form.NONE,
        certainty=sure,
        men=(),
        missing=tuple(player.id for player in roster if player.id not in seen),
        fallen=tuple(man.id for man in (*ours, *theirs) if man.fallen),
    )
    if not given:
        return found
    able = by_numbers(given, eligible_by_place(given, at), at, said)
    box_mm = max(abs(e.man.across_mm) for e in given if e.role in INTERIOR)
    across = defense_roles(theirs, at, form, box_mm)
    men = (*placed_of(given, able, said), *placed_of(across, {}, {}))
    against = _sided(found, given, across, at)
    return replace(
        found,
        men=tuple(sorted(men, key=lambda man: (man.team, -man.across_mm, man.player))),
        faults=_together(e for e in against if e.certainty >= levels.sure),
        doubts=_together(e for e in against if levels.doubt <= e.certainty < levels.sure),
    )


def _sided(
    found: LineUp, given: Sequence[Given], across: Sequence[Given], at: Scrimmage
) -> list[Fault]:
    """What the rules have against either side."""
    against = [*line_up_faults(given, at, found), *alignment_faults(given, across, at)]
    return sorted(against, key=lambda fault: (-fault.certainty, fault.rule, fault.players))


def _together(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """One sentence for everybody against whom a rule has the same."""
    kept: dict[tuple[Team, str, str], Fault] = {}
    for fault in faults:
        about = (fault.team, fault.rule, fault.sentence)
        before = kept.get(about, fault)
        players = (*before.players, *(p for p in fault.players if p not in before.players))
        kept[about] = replace(fault, players=players)
    return tuple(kept.values())
