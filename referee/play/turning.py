"""Who may be turned now, as far as a camera can tell: whom nobody holds, of the right side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee.core.roster import Roster, Team
from referee.official.line_up import LineUp
from referee.official.outcome import Notice
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Who

Men = frozenset[str]


def may_turn(
    notice: Notice,
    engaged: Iterable[tuple[str, str]],
    found: LineUp | None,
    roster: Roster,
) -> tuple[str, ...]:
    """The players, those of the team whose turn comes first at the front; under power nobody."""
    if notice.power or notice.period is Period.DEAD:
        return ()
    everybody = frozenset(player.id for player in roster)
    if notice.period is Period.SET:
        able = everybody
    else:
        held = frozenset(name for pair in engaged for name in pair)
        able = _WHO[notice.who](_At(notice, everybody - held, found, roster))
    first = notice.first or notice.offense
    ordered = sorted((p for p in roster if p.id in able), key=lambda p: p.team is not first)
    return tuple(player.id for player in ordered)


class _At:
    """A stop: who is free, who has the ball, who may catch."""

    def __init__(self, notice: Notice, free: Men, found: LineUp | None, roster: Roster) -> None:
        self.notice, self.free, self.found, self.roster = notice, free, found, roster

    @property
    def carrier(self) -> Men:
        """Who has the ball, if somebody has."""
        return frozenset({self.notice.carrier} if self.notice.carrier else ())

    @property
    def receivers(self) -> Men:
        """Whoever may catch a pass, held or not."""
        eligible = () if self.found is None else self.found.eligible()
        return frozenset(man.player for man in eligible)

    def of(self, team: Team | None) -> Men:
        """Everybody of a team."""
        return frozenset(player.id for player in self.roster if player.team is team)

    @property
    def defense(self) -> Men:
        """The other side than the one that snapped."""
        side = self.notice.offense
        return frozenset() if side is None else self.of(side.other)


_WHO: Mapping[Who, Callable[[_At], Men]] = {
    Who.NOBODY: lambda _at: frozenset(),
    Who.ANYBODY: lambda at: frozenset(player.id for player in at.roster),
    Who.FREE: lambda at: at.free,
    Who.RECEIVERS_TOO: lambda at: at.free | at.receivers,
    Who.CARRIER: lambda at: at.carrier,
    Who.NOT_CARRIER: lambda at: at.free - at.carrier,
    Who.DEFENSE: lambda at: at.free & at.defense,
    Who.CARRIER_AND_DEFENSE: lambda at: at.carrier | (at.free & at.defense),
    Who.OTHER_SIDE: lambda at: at.free & at.of(at.notice.team.other),
}
