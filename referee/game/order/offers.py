"""What may happen next: the one contract of a game.

`legal` says it of a state, under a rulebook. The fold refuses whatever no offer admits; pages, the
simulated coach and the random games of the tests take their choices from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from referee.core.errors import BadValue
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
from referee.game.game_rules import GameRules
from referee.game.order.game_order import ActRow, Outcome
from referee.game.order.interruptions import (
    die_reverses,
    dispute_goes_to,
    extra_play_choices,
    may_challenge,
    timeouts_left,
)
from referee.game.order.opening import CALLED, may_defer, toss_rule
from referee.game.order.periods import period_plays, what_follows
from referee.game.penalties.foul_table import FoulSide
from referee.game.penalties.open_fouls import fouls_to_settle, offset
from referee.game.state import WORDS_ONLY, GamePhase, State

# Where the offense may have the ball put instead of where the rulebook places it.
CHOICES = (LateralRule.NEAREST_HASH, LateralRule.MIDDLE)
_TEAMS = tuple(Team)
_KICKED = (None, *ScrimmageKick)
_KICKOFFS = (GamePhase.KICKOFF, GamePhase.FREE_KICK)
# What a die may show.
DIE = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class GameOffer:
    """An event that may come next. ``by``: the team that says so; None: the referee, or anybody.

    ``options`` has the values that a field of the event may have; every other field is free.
    ``rule`` is the id behind it. ``due``: it is time for it now, and ``why`` says so in words.
    """

    event: type[Event]
    rule: str
    options: Mapping[str, tuple[object, ...]]
    by: Team | None = None
    due: bool = False
    why: str = ""

    def admits(self, event: Event) -> bool:
        """Whether an event is what is offered."""
        return type(event) is self.event and all(
            getattr(event, key) in values for key, values in self.options.items()
        )


def legal(state: State, rules: GameRules) -> tuple[GameOffer, ...]:
    """Everything that may happen next."""
    return tuple(_legal(state, rules))


def check_legal(state: State, rules: GameRules, event: Event) -> None:
    """Refuses an event that is not offered, and says what is wrong with it."""
    if not any(offer.admits(event) for offer in _legal(state, rules)):
        raise _refusal(state, [o for o in _legal(state, rules) if o.event is type(event)], event)


def _legal(state: State, rules: GameRules) -> Iterator[GameOffer]:
    row = rules.order.row(state.phase)
    if state.challenged_by is not None:
        yield from _challenge_waits(rules)
    else:
        for outcome in row.ends:
            yield from _OFFERS[outcome](state, rules, row)
        if row.period_may_end:
            yield _period_over(state, rules)
        if row.pauses:
            yield from _pauses(state, rules)
        yield from _fouls(state, rules, row)
    yield GameOffer(Noted, row.rule, {})
    yield GameOffer(NamesCorrected, row.rule, {})


def _refusal(state: State, kinds: list[GameOffer], event: Event) -> BadValue:
    """The first field of the event with a value that no offer of its kind has."""
    if not kinds:
        follows = f"an event that can follow; the game is at: {state.phase.value}"
        return BadValue("event", type(event).__name__, follows)
    for key in {key: None for offer in kinds for key in offer.options}:
        value = getattr(event, key)
        left = [o for o in kinds if key not in o.options or value in o.options[key]]
        if not left:
            allowed = {word: None for o in kinds for word in map(_word, o.options[key])}
            ids = ", ".join(dict.fromkeys(offer.rule for offer in kinds))
            shown = value.value if isinstance(value, Enum) else value
            words = f"{', '.join(allowed)}; the game is at: {state.phase.value} ({ids})"
            return BadValue(key, shown, words)
        kinds = left
    raise AssertionError("an event that is refused breaks one of the options")


def _word(value: object) -> str:
    return "nothing" if value is None else str(value.value if isinstance(value, Enum) else value)


def _started(_state: State, _rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    yield GameOffer(Started, row.rule, {})


def _first_down(state: State, _rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    declined = (False, True) if state.phase in _KICKOFFS else (False,)
    options = {"team": _TEAMS, "kick": _kicks(state), "declined": declined}
    yield GameOffer(SeriesBegan, row.rule, options)


def _play(state: State, rules: GameRules, _row: ActRow) -> Iterator[GameOffer]:
    options = {"team": _TEAMS, "kick": _kicks(state)}
    yield GameOffer(PlayEnded, rules.series.downs.rule, options)


def _down_again(state: State, _rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    yield GameOffer(DownRepeated, row.rule, {"kick": _kicks(state)})


def _ball_moved(state: State, rules: GameRules, _row: ActRow) -> Iterator[GameOffer]:
    chooses = rules.placing.offense_chooses
    if chooses.value:
        yield GameOffer(BallMoved, chooses.rule, {"to": CHOICES}, state.team)


def _returned_score(how: Score) -> Callable[[State, GameRules, ActRow], Iterator[GameOffer]]:
    """Points that either team may make, on the return of a kick too."""

    def offers(state: State, rules: GameRules, _row: ActRow) -> Iterator[GameOffer]:
        points = getattr(rules.points, how.name.lower())
        options = {"how": (how,), "team": _TEAMS, "kick": _kicks(state)}
        yield GameOffer(Scored, points.rule, options)

    return offers


def _own_score(how: Score) -> Callable[[State, GameRules, ActRow], Iterator[GameOffer]]:
    """Points that only the team with the ball may make."""

    def offers(state: State, rules: GameRules, _row: ActRow) -> Iterator[GameOffer]:
        points = getattr(rules.points, how.name.lower())
        yield GameOffer(
            Scored, points.rule, {"how": (how,), "team": (state.team,), "kick": (None,)}
        )

    return offers


def _safety(state: State, rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    if state.phase is not GamePhase.TRY:
        yield from _returned_score(Score.SAFETY)(state, rules, row)
        return
    points = rules.points.safety_on_try
    options = {"how": (Score.SAFETY,), "team": _TEAMS, "kick": (None,)}
    yield GameOffer(Scored, points.rule, options)


def _returned_try(state: State, rules: GameRules, _row: ActRow) -> Iterator[GameOffer]:
    points = rules.points.returned_try
    if points.value and state.team is not None:
        options = {"how": (Score.PLAYED_TRY,), "team": (state.team.other,), "kick": (None,)}
        yield GameOffer(Scored, points.rule, options)


def _try_chosen(state: State, rules: GameRules, _row: ActRow) -> Iterator[GameOffer]:
    anywhere = rules.tries.between_hashes
    options: dict[str, tuple[object, ...]] = {"how": (Score.KICKED_TRY, Score.PLAYED_TRY)}
    if not anywhere.value:
        options["y_mm"] = (None,)
    yield GameOffer(TryChosen, anywhere.rule, options, state.team)


def _try_failed(state: State, _rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    yield GameOffer(TryFailed, row.rule, {"team": (state.team,)})


def _period_over(state: State, rules: GameRules) -> GameOffer:
    due = what_follows(rules, state) is not None
    why = f"{period_plays(rules, state)} plays are over" if due else ""
    return GameOffer(QuarterEnded, rules.quarters.plays.rule, {}, due=due, why=why)


def _tossed(state: State, rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    called = tuple(CoinSide) if toss_rule(rules, state) in CALLED else (None,)
    yield GameOffer(Tossed, row.rule, {"fell": tuple(CoinSide), "called": called})


def _kick_chosen(state: State, rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    defers = may_defer(rules, state)
    what = tuple(each for each in KickChoice if defers or each is not KickChoice.DEFER)
    yield GameOffer(KickChosen, row.rule, {"team": (state.team,), "what": what}, state.team)


def _ends_named(state: State, _rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    options = {"team": (state.team,), "plays": tuple(Direction)}
    yield GameOffer(EndsChosen, row.rule, options, state.team)


def _overtime_settled(_state: State, _rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    yield GameOffer(OvertimeSettled, row.rule, {"played": (True, False)})


def _pauses(state: State, rules: GameRules) -> Iterator[GameOffer]:
    """What interrupts a game between its plays."""
    timeouts = rules.timeouts
    teams = tuple(team for team in Team if timeouts_left(rules, state, team))
    if teams:
        extra = extra_play_choices(rules, state)
        yield GameOffer(TimeoutTaken, timeouts.half.rule, {"team": teams, "extra_play": extra})
    if rules.challenges is not None and (teams := may_challenge(rules, state)):
        yield GameOffer(Challenged, rules.challenges.game.rule, {"team": teams})
    team = dispute_goes_to(rules, state)
    if rules.disputes is not None and team is not None:
        yield GameOffer(Disputed, rules.disputes.home_first.rule, {"team": (team,)})


def _challenge_waits(rules: GameRules) -> Iterator[GameOffer]:
    if rules.challenges is None:
        return
    rule = rules.challenges.reversed_by.rule
    yield GameOffer(ChallengeDecided, rule, {"won": (True, False), "die": (None,)})
    for won in (True, False):
        dice = tuple(die for die in DIE if die_reverses(rules, die) is won)
        yield GameOffer(ChallengeDecided, rule, {"won": (won,), "die": dice})


def _fouls(state: State, rules: GameRules, row: ActRow) -> Iterator[GameOffer]:
    """Fouls that may be called, and the answers to those that come up next."""
    if state.phase in WORDS_ONLY:
        return
    last = () if state.snap is None else ((FoulPlay.LAST,), state.snap.team)
    for plays, snapped in (((FoulPlay.NONE, FoulPlay.THIS), state.team), *([last] if last else [])):
        for team in Team:
            side = FoulSide.OFFENSE if team is snapped else FoulSide.DEFENSE
            named = tuple(each.name for each in rules.fouls if each.by in (side, FoulSide.EITHER))
            if named:
                options = {"foul": named, "team": (team,), "play": plays}
                yield GameOffer(FoulCalled, row.rule, options)
    chart = rules.fouls.chart
    if chart is not None and (chart.in_play or state.snap is not None):
        dice = {
            "penalty_die": tuple(range(1, chart.sides + 1)),
            "action_die": tuple(range(1, len(chart.fouls) + 1)),
        }
        yield GameOffer(FoulRolled, chart.rule, dice)
    now = fouls_to_settle(rules.fouls, rules.penalties, state)
    if not now:
        return
    rows = [rules.fouls.row(foul.called.foul) for foul in now]
    if offset(now):
        rule = rules.penalties.offset.rule
        yield GameOffer(FoulsSettled, rule, {"how": (FoulAnswer.OFFSET,)})
        return
    by = now[0].called.team.other
    numbers = tuple(foul.number for foul in now)
    taken = {"how": (FoulAnswer.TAKE,), "number": numbers}
    yield GameOffer(FoulsSettled, rows[0].rule, taken, by)
    if any(each.may_decline for each in rows):
        yield GameOffer(FoulsSettled, rows[0].rule, {"how": (FoulAnswer.DECLINE,)}, by)


def _kicks(state: State) -> tuple[object, ...]:
    """The kicks from scrimmage that an event may be about."""
    return _KICKED if state.phase is GamePhase.SCRIMMAGE else (None,)


_OfferMaker = Callable[[State, GameRules, ActRow], Iterator[GameOffer]]
_OFFERS: Mapping[Outcome, _OfferMaker] = {
    Outcome.START: _started,
    Outcome.FIRST_DOWN: _first_down,
    Outcome.PLAY: _play,
    Outcome.DOWN_AGAIN: _down_again,
    Outcome.BALL_MOVED: _ball_moved,
    Outcome.TOUCHDOWN: _returned_score(Score.TOUCHDOWN),
    Outcome.FIELD_GOAL: _own_score(Score.FIELD_GOAL),
    Outcome.SAFETY: _safety,
    Outcome.KICKED_TRY: _own_score(Score.KICKED_TRY),
    Outcome.PLAYED_TRY: _own_score(Score.PLAYED_TRY),
    Outcome.RETURNED_TRY: _returned_try,
    Outcome.TRY_CHOSEN: _try_chosen,
    Outcome.TRY_FAILED: _try_failed,
    Outcome.TOSSED: _tossed,
    Outcome.CHOSEN: _kick_chosen,
    Outcome.ENDS_NAMED: _ends_named,
    Outcome.OVERTIME_SETTLED: _overtime_settled,
}
