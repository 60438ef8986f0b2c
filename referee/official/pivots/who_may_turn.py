"""Who may be turned now, as far as a camera can tell: whom nobody holds, of the right side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee.core.roster import Roster, Team
from referee.official.line_up.line_up import LineUp
from referee.official.outcome import PlayNotice
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import TurnablePlayers

PlayerIds = frozenset[str]


def players_who_may_turn(
    notice: PlayNotice,
    engaged: Iterable[tuple[str, str]],
    found: LineUp | None,
    roster: Roster,
) -> tuple[str, ...]:
    """The players, those of the team whose turn comes first at the front; under power nobody."""
    if notice.power or notice.step is PlayStep.DEAD:
        return ()
    everybody = frozenset(player.id for player in roster)
    if notice.step is PlayStep.SET:
        able = everybody
    else:
        held = frozenset(name for pair in engaged for name in pair)
        able = _WHO[notice.who](_StopPlayers(notice, everybody - held, found, roster))
    first = notice.first or notice.offense
    ordered = sorted((p for p in roster if p.id in able), key=lambda p: p.team is not first)
    return tuple(player.id for player in ordered)


class _StopPlayers:
    """A stop: who is free, who has the ball, who may catch."""

    def __init__(
        self, notice: PlayNotice, free: PlayerIds, found: LineUp | None, roster: Roster
    ) -> None:
        self.notice, self.free, self.found, self.roster = notice, free, found, roster

    @property
    def carrier(self) -> PlayerIds:
        """Who has the ball, if somebody has."""
        return frozenset({self.notice.carrier} if self.notice.carrier else ())

    @property
    def receivers(self) -> PlayerIds:
        """Whoever may catch a pass, held or not."""
        eligible = () if self.found is None else self.found.eligible()
        return frozenset(man.player for man in eligible)

    def of(self, team: Team | None) -> PlayerIds:
        """Everybody of a team."""
        return frozenset(player.id for player in self.roster if player.team is team)

    @property
    def defense(self) -> PlayerIds:
        """The other side than the one that snapped."""
        side = self.notice.offense
        return frozenset() if side is None else self.of(side.other)


_WHO: Mapping[TurnablePlayers, Callable[[_StopPlayers], PlayerIds]] = {
    TurnablePlayers.NOBODY: lambda _at: frozenset(),
    TurnablePlayers.ANYBODY: lambda at: frozenset(player.id for player in at.roster),
    TurnablePlayers.FREE: lambda at: at.free,
    TurnablePlayers.RECEIVERS_TOO: lambda at: at.free | at.receivers,
    TurnablePlayers.CARRIER: lambda at: at.carrier,
    TurnablePlayers.NOT_CARRIER: lambda at: at.free - at.carrier,
    TurnablePlayers.DEFENSE: lambda at: at.free & at.defense,
    TurnablePlayers.CARRIER_AND_DEFENSE: lambda at: at.carrier | (at.free & at.defense),
    TurnablePlayers.OTHER_SIDE: lambda at: at.free & at.of(at.notice.team.other),
}
