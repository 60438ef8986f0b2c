"""The habits of both teams of a roster, and what positions and earlier evenings add to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.roster import Roster, Team
from referee.vision.roster.habits.expected_jobs import expected_jobs
from referee.vision.roster.habits.line_up_habits import LineUpHabits, RememberedLineUp

# Of home and of away.
TeamHabits = tuple[LineUpHabits, LineUpHabits]


def team_habits(
    roster: Roster, kept: Mapping[Team, Sequence[RememberedLineUp]] | None = None
) -> TeamHabits:
    """Habits that begin with what the team file and earlier evenings say."""
    before = {} if kept is None else kept
    home, away = (
        LineUpHabits(
            before.get(team, ()),
            expected_jobs(roster, [k for k, p in enumerate(roster) if p.team is team]),
        )
        for team in (Team.HOME, Team.AWAY)
    )
    return home, away
