"""Timeouts, challenges and disputes: who may have one now, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.core.roster import Team
from referee.game.frame_events import Challenged, ChallengeDecided, Disputed, TimeoutTaken
from referee.game.frame_rules import ChallengeRules, ExtraPlays
from referee.game.game_rules import GameRules
from referee.game.order.periods import (
    ends_half,
    in_drill,
    in_overtime,
    period_plays,
    timeouts_of_half,
)
from referee.game.state import State


def timeouts_left(rules: GameRules, state: State, team: Team) -> int:
    """The timeouts that a team still has in this half."""
    return max(timeouts_of_half(rules, state) - state.counts(team).timeouts, 0)


def extra_play_choices(rules: GameRules, state: State) -> tuple[bool, ...]:
    """Whether a timeout may, or has to, make the period a play longer."""
    by_plays = period_plays(rules, state) > 0
    match rules.timeouts.extra_play.value:
        case ExtraPlays.QUARTER:
            return (True,) if by_plays else (False,)
        case ExtraPlays.HALF:
            return (False, True) if by_plays and ends_half(rules, state) else (False,)
        case ExtraPlays.NEVER:
            return (False,)


def timeout_taken(state: State, event: TimeoutTaken) -> State:
    """The state after a timeout."""
    counts = state.counts(event.team)
    state = state.with_counts(event.team, replace(counts, timeouts=counts.timeouts + 1))
    return replace(state, extra_plays=state.extra_plays + event.extra_play)


def may_challenge(rules: GameRules, state: State) -> tuple[Team, ...]:
    """The teams that may challenge a ruling now."""
    challenges = rules.challenges
    return () if challenges is None else tuple(_challengers(rules, challenges, state))


def challenge_made(state: State, event: Challenged) -> State:
    """The state while a challenge waits to be decided."""
    return replace(state, challenged_by=event.team)


def challenge_decided(rules: GameRules, state: State, event: ChallengeDecided) -> State:
    """The state once a challenge is decided: a lost one costs a timeout, where the book says so."""
    team = state.challenged_by
    if team is None or rules.challenges is None:
        return state
    counts = state.counts(team)
    if event.won:
        counts = replace(counts, challenges_won=counts.challenges_won + 1)
    else:
        cost = int(rules.challenges.needs_timeout.value)
        lost = counts.challenges_lost + 1
        counts = replace(counts, challenges_lost=lost, timeouts=counts.timeouts + cost)
    return replace(state.with_counts(team, counts), challenged_by=None)


def challenges_left(rules: GameRules, state: State, team: Team) -> int:
    """The challenges that a team still has in this game."""
    challenges = rules.challenges
    if challenges is None:
        return 0
    counts = state.counts(team)
    game = round(challenges.game.value)
    if counts.challenges_won >= game:
        game += round(challenges.won_more.value)
    return max(game - counts.challenges_won - counts.challenges_lost, 0)


def die_reverses(rules: GameRules, die: int) -> bool:
    """Whether a die reverses the ruling that is challenged."""
    return rules.challenges is not None and die % round(rules.challenges.reversed_by.value) == 0


def dispute_goes_to(rules: GameRules, state: State) -> Team | None:
    """The team that the next disputed call goes to; None: the book has no such thing."""
    if rules.disputes is None:
        return None
    home = rules.disputes.home_first.value == (state.disputes % 2 == 0)
    return Team.HOME if home else Team.AWAY


def dispute_given(state: State, _event: Disputed) -> State:
    """The state after a disputed call: the next one goes to the others."""
    return replace(state, disputes=state.disputes + 1)


def _challengers(rules: GameRules, challenges: ChallengeRules, state: State) -> Iterator[Team]:
    barred = (in_drill(rules, state) and not challenges.in_drill.value) or (
        in_overtime(rules, state) and not challenges.in_overtime.value
    )
    for team in Team:
        paid = timeouts_left(rules, state, team) or not challenges.needs_timeout.value
        if not barred and paid and challenges_left(rules, state, team):
            yield team
