"""Reads a resting board: roles, form and faults of both sides. Measured places and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from referee.calls.contact.touch import ROUGH_MM
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.roster import Roster, Team
from referee.official.line_up.alignment_faults import alignment_faults
from referee.official.line_up.defense_roles import defense_roles
from referee.official.line_up.eligibility import p_eligible_by_number, p_eligible_by_place
from referee.official.line_up.kickoff_faults import kickoff_faults
from referee.official.line_up.line_faults import line_faults
from referee.official.line_up.line_up import INTERIOR, LineUp, LineUpFault, LineUpForm, Role
from referee.official.line_up.line_up_form import form_of
from referee.official.line_up.measured_player import (
    MeasuredPlayer,
    Scrimmage,
    measured_players,
)
from referee.official.line_up.offense_roles import offense_roles
from referee.official.line_up.role_guess import placed_players

# What rests on bases that nobody sees, or sees only roughly, is so much less certain at least.
UNSURE = 0.9


def read_line_up(
    board: BoardFrame,
    roster: Roster,
    at: Scrimmage,
    said: Mapping[str, Role] | None = None,
    levels: Thresholds | None = None,
) -> LineUp:
    """The line-up of a frame; ``said`` are roles that a coach has corrected."""
    said, levels = said or {}, levels or Thresholds()
    ours = measured_players(board, roster, at.offense, at)
    theirs = measured_players(board, roster, at.offense.other, at)
    form, sure = form_of(ours, at)
    given = offense_roles(ours, at, form, said)
    seen = {each.player for each in board.seen}
    found = LineUp(
        offense=at.offense,
        form=form if given or form is LineUpForm.KICKOFF else LineUpForm.NONE,
        certainty=sure,
        men=(),
        missing=tuple(player.id for player in roster if player.id not in seen),
        fallen=tuple(man.id for man in (*ours, *theirs) if man.fallen),
    )
    if form is LineUpForm.KICKOFF and at.kick is not None:
        return _judged(found, kickoff_faults(ours, theirs, at, at.kick), ours, theirs, levels)
    if not given:
        return found
    able = p_eligible_by_number(given, p_eligible_by_place(given, at), at, said)
    box_mm = max(abs(e.man.across_mm) for e in given if e.role in INTERIOR)
    across = defense_roles(theirs, at, form, box_mm)
    men = (*placed_players(given, able, said), *placed_players(across, {}, {}))
    placed = tuple(sorted(men, key=lambda man: (man.team, -man.across_mm, man.player)))
    against = (*line_faults(given, at, found), *alignment_faults(given, across, at))
    return _judged(replace(found, men=placed), against, ours, theirs, levels)


def _judged(
    found: LineUp,
    against: Iterable[LineUpFault],
    ours: Sequence[MeasuredPlayer],
    theirs: Sequence[MeasuredPlayer],
    levels: Thresholds,
) -> LineUp:
    """A line-up with what the rules have against either side, the surest first."""
    rough = {man.player.team for man in (*ours, *theirs) if _roughly(man)}
    ordered = sorted(against, key=lambda fault: (-fault.certainty, fault.rule, fault.players))
    against = [_unsure(each) if each.team in rough else each for each in ordered]
    return replace(
        found,
        faults=_together(e for e in against if e.certainty >= levels.sure and not e.warns),
        doubts=_together(
            e
            for e in against
            if levels.doubt <= e.certainty and (e.certainty < levels.sure or e.warns)
        ),
    )


def _roughly(man: MeasuredPlayer) -> bool:
    """Whether a base is followed by its picture only: its errors are not those that it states."""
    return man.sigma_mm > ROUGH_MM


def _unsure(fault: LineUpFault) -> LineUpFault:
    return replace(fault, certainty=fault.certainty * UNSURE)


def _together(faults: Iterable[LineUpFault]) -> tuple[LineUpFault, ...]:
    """One sentence for everybody against whom a rule has the same."""
    kept: dict[tuple[Team, str, str], LineUpFault] = {}
    for fault in faults:
        about = (fault.team, fault.rule, fault.sentence)
        before = kept.get(about, fault)
        players = (*before.players, *(p for p in fault.players if p not in before.players))
        kept[about] = replace(fault, players=players)
    return tuple(kept.values())
