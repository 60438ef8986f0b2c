"""Who of each team plays and who waits beside the board; now and then the coach changes that.

A substitute takes the very place of the one that goes off, and a lineman comes in for a lineman:
so nobody becomes a receiver, or stops being one, by the number. The random numbers are a stream of
their own: without anybody beside the board a game is what it is without this.
"""

from __future__ import annotations

import numpy as np

from referee.calls.tackle_box import is_lineman
from referee.core.roster import Roster, Team
from referee.sim.coach.line_up.line_up import ELEVEN

# The stream of random numbers of substitutions, beside the game's seed.
SUBSTITUTIONS_STREAM = 80
# Before such a share of line-ups one of the teams substitutes.
SUBSTITUTES_SHARE = 1.0 / 6.0
# No more figures of a team are changed at once.
MOST_AT_ONCE = 2


class Substitutions:
    """Begins with the first eleven of each team. ``roster`` has whoever may play at all."""

    def __init__(self, roster: Roster, rng: np.random.Generator) -> None:
        self._rng = rng
        teams = {team: [p for p in roster if p.team is team] for team in Team}
        self._playing = {team: players[:ELEVEN] for team, players in teams.items()}
        self._beside = {team: players[ELEVEN:] for team, players in teams.items()}

    @property
    def playing(self) -> Roster:
        """The elevens, each in the order of a formation's places."""
        return Roster(tuple(player for team in Team for player in self._playing[team]))

    def now_and_then(self) -> None:
        """Before a line-up: perhaps one or two figures of a team are changed."""
        if any(self._beside.values()) and self._rng.random() < SUBSTITUTES_SHARE:
            team = list(Team)[int(self._rng.integers(len(Team)))]
            self._change(team, int(self._rng.integers(1, MOST_AT_ONCE + 1)))

    def _change(self, team: Team, count: int) -> None:
        """Whoever waits longest comes in, each for one of the same kind."""
        playing, beside = self._playing[team], self._beside[team]
        coming = beside[:count]
        for fresh in coming:
            alike = [
                k
                for k, player in enumerate(playing)
                if player not in coming and is_lineman(player) == is_lineman(fresh)
            ]
            if alike:
                k = alike[int(self._rng.integers(len(alike)))]
                beside.remove(fresh)
                beside.append(playing[k])
                playing[k] = fresh
