"""What the rulebook offers once a coach's clock has run out; nothing happens by itself."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.roster import Team
from referee.game.events import Event, FoulCalled, FoulPlay, PlayEnded, PlayEnding
from referee.game.frame_rules import ClockEnd
from referee.night.commands import EnterEvent
from referee.night.play_clocks import ShownClock
from referee.night.screen.questions import Offer, OfferKind


def clock_offers(clocks: Sequence[ShownClock], offense: Team, since: int) -> tuple[Offer, ...]:
    """The offers; ``since`` is how long the journal is."""
    return tuple(
        Offer(
            OfferKind.CLOCK,
            since,
            f"{each.limit_s:g} seconds are over: {each.end.value} ({each.rule}).",
            EnterEvent(_event(each, offense)),
            offense,
        )
        for each in clocks
        if not each.left_ms and each.end is not ClockEnd.NOTHING
    )


def _event(clock: ShownClock, offense: Team) -> Event:
    if clock.end is ClockEnd.DELAY:
        return FoulCalled(ClockEnd.DELAY.value, offense, FoulPlay.NONE, rule=clock.rule)
    return PlayEnded(PlayEnding.INCOMPLETE.value, offense, rule=clock.rule)
