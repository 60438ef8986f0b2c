"""What a page may answer and offer now: every open question with its possible answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.calls.plays import Play
from referee.calls.situation import Phase
from referee.core.roster import Roster, Team
from referee.game.events import QuarterEnded
from referee.game.rules import QuarterRules
from referee.game.state import Stage, State
from referee.official.line_up import OFFENSE, TAKES_SNAP, LineUp, Role
from referee.official.outcome import Ask, Notice
from referee.play.commands import Command, Decline, Enter, Penalty
from referee.play.defaults import keeps
from referee.play.fouls import Foul
from referee.rulebooks.period import Period

KICK = Ask("kick", "nobody has said what became of the kick")
RECEIVER = Ask("receiver", "nobody said for whom the pass is", "whoever gets there")
_KICKS = (Stage.KICKOFF, Stage.FREE_KICK)


@dataclass(frozen=True, slots=True)
class Asking:
    """A question: without an answer ``default`` holds, if any.

    ``plays`` may be named as an answer, ``candidates`` are the players in question, the likeliest
    first.
    """

    what: str
    sentence: str
    default: str | None = None
    plays: tuple[Play, ...] = ()
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a coach may want now, and the wish that does it."""

    sentence: str
    command: Command


def askings(
    notice: Notice, state: State, found: LineUp | None, roster: Roster
) -> tuple[Asking, ...]:
    """Everything the game waits for, the first first."""
    asks = (*notice.asks, KICK) if kick_due(notice, state) else notice.asks
    known = any(ask.what == "target" for ask in asks) or notice.receiver is not None
    if notice.phase is Phase.IN_THE_AIR and not known:
        asks = (*asks, RECEIVER)
    return tuple(_asking(ask, notice, found, roster) for ask in asks)


def kick_due(notice: Notice, state: State) -> bool:
    """Whether the next thing is a kick, of which only people know what becomes."""
    return notice.period is Period.SET and state.stage in _KICKS


def offers(
    state: State,
    rules: QuarterRules,
    fouls: Sequence[Foul],
    names: Mapping[Team, str],
    *,
    between: bool,
) -> tuple[Offer, ...]:
    """Penalties to take or decline, and the end of a quarter."""
    return tuple(_offers(state, rules, fouls, names)) if between else ()


def _offers(
    state: State, rules: QuarterRules, fouls: Sequence[Foul], names: Mapping[Team, str]
) -> Iterator[Offer]:
    for foul in fouls[:1]:
        side = names.get(foul.team, foul.team.value)
        words = f"{foul.yards:g} yards against {side}: {foul.words.lower()}"
        yield Offer(f"Take it: {words}.", Penalty(foul.team, foul.yards, foul.rule))
        yield Offer(f"Decline it: {words}.", Decline())
    plays, quarters = round(rules.plays.value), round(rules.quarters.value)
    due = plays > 0 and state.plays >= plays and state.stage is not Stage.TRY
    if due and state.stage not in (Stage.BEFORE, Stage.OVER):
        what = "The game" if state.quarter >= quarters else "Quarter " + str(state.quarter)
        what = "The half" if 2 * state.quarter == quarters else what
        yield Offer(f"{what} is over after {state.plays} plays.", Enter(QuarterEnded()))


def _asking(ask: Ask, notice: Notice, found: LineUp | None, roster: Roster) -> Asking:
    plays = notice.plays if ask.what == "play" else ()
    default = ask.default
    if ask.what == "play" and default is None:
        play = keeps(notice)
        default = None if play is None else play.value
    who = {"carrier": _carriers, "target": _receivers, "receiver": _receivers}.get(ask.what)
    men = () if who is None else who(notice, found, roster)
    return Asking(ask.what, ask.sentence, default, plays, men)


def _carriers(notice: Notice, found: LineUp | None, roster: Roster) -> tuple[str, ...]:
    """Whoever of his team may have the ball, the likeliest first."""
    order = (*TAKES_SNAP, Role.BACK, *OFFENSE)
    mine = [player.id for player in roster if player.team is notice.team]
    if found is None or notice.team is not found.offense:
        return tuple(mine)
    men = [man for name in mine if (man := found.find(name)) is not None]
    men.sort(key=lambda man: (order.index(man.role), -man.certainty, man.player))
    return tuple(man.player for man in men) or tuple(mine)


def _receivers(notice: Notice, found: LineUp | None, roster: Roster) -> tuple[str, ...]:
    """Whoever may catch, the surest first."""
    if found is None or notice.team is not found.offense:
        return tuple(p.id for p in roster if p.team is notice.team and p.id != notice.carrier)
    return tuple(man.player for man in found.eligible() if man.player != notice.carrier)
