"""Games of random events, each of them one that the rules offer: to the final whistle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from referee.core.field.direction import Direction
from referee.core.field.lateral_spot import LateralRule
from referee.core.roster import Team
from referee.game.events import (
    BallMoved,
    DownRepeated,
    Event,
    FoulAnswer,
    FoulCalled,
    FoulPlay,
    FoulRolled,
    FoulsSettled,
    NamesCorrected,
    Noted,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
    Started,
    TryChosen,
    TryFailed,
)
from referee.game.fold import Fold
from referee.game.frame_events import (
    Challenged,
    ChallengeDecided,
    CoinSide,
    Disputed,
    EndsChosen,
    KickChoice,
    KickChosen,
    OvertimeSettled,
    TimeoutTaken,
    Tossed,
)
from referee.game.order.offers import DIE, GameOffer, legal
from referee.game.state import GamePhase, State
from tests.core.fields import EASY

# More events than this no game has: it would be one that never ends.
MOST_EVENTS = 3000
WIDTH_MM, LENGTH_MM = EASY.width_mm, EASY.goal_to_goal_mm
# How often each kind is taken, where it is offered; what repeats a down is rare.
WEIGHTS = {
    PlayEnded: 12,
    SeriesBegan: 3,
    Scored: 1,
    TryChosen: 1,
    TryFailed: 1,
    DownRepeated: 1,
    FoulCalled: 1,
    FoulRolled: 1,
    FoulsSettled: 8,
    BallMoved: 1,
    Started: 1,
    Tossed: 1,
    KickChosen: 1,
    EndsChosen: 1,
    OvertimeSettled: 1,
    TimeoutTaken: 0.4,
    Challenged: 0.2,
    ChallengeDecided: 1,
    Disputed: 0.1,
}


@dataclass(frozen=True)
class Step:
    """One event of a game: the offer it was made of, and the states around it."""

    before: State
    offer: GameOffer
    event: Event
    after: State


def random_game(fold: Fold, seed: int) -> Iterator[Step]:
    """A game, event by event, until it is over."""
    rng = random.Random(seed)  # noqa: S311 - a game of a test
    state = State()
    for _ in range(MOST_EVENTS):
        if state.phase is GamePhase.OVER:
            return
        offer = random_offer(rng, state, legal(state, fold.rules))
        event = event_of(rng, offer)
        after = fold.after(state, event)
        assert (fold.with_what_follows(after)[1] != ()) == any(
            each.due for each in legal(after, fold.rules)
        ), f"seed {seed}: what follows by itself is due, and nothing else"
        yield Step(state, offer, event, after)
        state = after
    raise AssertionError(f"seed {seed}: no end after {MOST_EVENTS} events")


def random_offer(rng: random.Random, state: State, offers: tuple[GameOffer, ...]) -> GameOffer:
    """One of the offers that lead on; a period that is due is over."""
    ahead = [each for each in offers if each.event not in (Noted, NamesCorrected)]
    assert ahead, f"a dead end: {state}"
    due = next((each for each in ahead if each.event is QuarterEnded and each.due), None)
    if due is not None:
        return due
    left = [each for each in ahead if each.event is not QuarterEnded]
    return rng.choices(left, [WEIGHTS[each.event] for each in left])[0]


def event_of(rng: random.Random, offer: GameOffer) -> Event:
    """An event that an offer admits; what it leaves open is made up."""
    fields = {key: rng.choice(values) for key, values in offer.options.items()}
    place = {"x_mm": rng.uniform(1.0, LENGTH_MM - 1.0), "y_mm": rng.uniform(0.0, WIDTH_MM)}
    match offer.event.__name__:
        case "Started":
            fields |= {"rulebook": "any", "kicks": rng.choice([None, None, *Team])}
            fields["home_plays"] = rng.choice(list(Direction))
            fields["playoff"] = rng.random() < 0.3
        case "SeriesBegan":
            fields = place | fields | {"fouled": rng.random() < 0.1}
        case "PlayEnded":
            stays = rng.random() < 0.2
            fields |= {"how": "tackle", "changed_hands": rng.random() < 0.1}
            fields |= {} if stays else place
        case "DownRepeated":
            fields |= {"fouled": rng.random() < 0.5}
            fields |= {} if rng.random() < 0.3 else place
        case "FoulCalled":
            x_mm = rng.uniform(-0.05 * LENGTH_MM, 1.05 * LENGTH_MM)
            fields["x_mm"] = rng.choice([None, x_mm])
        case "TryChosen" if "y_mm" not in fields:
            y_mm = rng.uniform(EASY.near_hash_y_mm, EASY.far_hash_y_mm)
            fields["y_mm"] = rng.choice([None, y_mm])
    return offer.event(**fields)


def other_events(rng: random.Random) -> Iterator[Event]:
    """Events of every kind, with every value of each field that an offer may bind."""
    for team in Team:
        yield SeriesBegan(team, 300.0, 100.0)
        yield SeriesBegan(team, 300.0, 100.0, declined=True)
        yield PlayEnded("tackle", team, 300.0, 100.0)
        yield TryFailed(team)
        for how in Score:
            yield Scored(how, team)
            yield Scored(how, team, kick=rng.choice(list(ScrimmageKick)))
    for kick in (None, *ScrimmageKick):
        yield DownRepeated(kick=kick)
    for how in Score:
        yield TryChosen(how)
    for to in LateralRule:
        yield BallMoved(to)
    for team in Team:
        yield FoulCalled("no foul of any book", team)
        for foul in ("false start", "defensive holding", "illegal receiver of a forward pass"):
            yield from (FoulCalled(foul, team, play) for play in FoulPlay)
    yield FoulRolled(2, 9)
    yield from (FoulsSettled(how, rng.randint(1, 3)) for how in FoulAnswer)
    yield Started("any", Team.HOME, Direction.LEFT)
    yield Started("any")
    yield from frame_events()
    yield QuarterEnded()


def frame_events() -> Iterator[Event]:
    """Everything that is tossed for, decided or interrupted around the plays."""
    for fell in CoinSide:
        for called in (None, *CoinSide):
            yield Tossed(fell, called)
    for team in Team:
        for choice in KickChoice:
            yield KickChosen(team, choice)
        for plays in Direction:
            yield EndsChosen(team, plays)
        yield TimeoutTaken(team)
        yield TimeoutTaken(team, extra_play=True)
        yield Challenged(team)
        yield Disputed(team)
    for wanted in (True, False):
        yield OvertimeSettled(wanted)
        for die in (None, *DIE):
            yield ChallengeDecided(wanted, die)
