"""What a page may answer and offer now: every open question with its possible answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import PlayName, RollKind
from referee.core.roster import Roster, Team
from referee.game.events import FoulAnswer, QuarterEnded
from referee.game.game_rules import GameRules
from referee.game.order.offers import legal
from referee.game.penalties.choices import PenaltyChoice
from referee.game.state import GamePhase, State
from referee.night.commands import Command, EnterEvent
from referee.night.line_up.default_declarations import keep_play
from referee.night.screen.decisions import answers_of
from referee.official.line_up.line_up import OFFENSE, TAKES_SNAP, LineUp, Role
from referee.official.outcome import DICE_ASKED, OpenQuestion, PlayNotice, QuestionKind
from referee.rulebooks.play_step import PlayStep

KICK_QUESTION = OpenQuestion(QuestionKind.KICK, "nobody has said what became of the kick")
RECEIVER_QUESTION = OpenQuestion(
    QuestionKind.RECEIVER, "nobody said for whom the pass is", "whoever gets there"
)
_KICKS = (GamePhase.KICKOFF, GamePhase.FREE_KICK)


# What a person does about a question, where its own words do not say it.
ANSWER_BY: Mapping[QuestionKind, str] = {
    QuestionKind.PLAY: "Name the play.",
    QuestionKind.CARRIER: "Choose the ball carrier.",
    QuestionKind.KICK_RESULT: "Say whether the kick is good.",
    QuestionKind.KICK_LANDING: "Tap where the kick came down.",
    QuestionKind.KICK_CHOICE: "Say whether the kick is run back.",
    QuestionKind.KICK_DICE: "Roll the dice for the kick.",
    QuestionKind.RECEIVER: "Choose the receiver.",
    QuestionKind.TARGET: "Lay the target, and tap where it lies.",
    QuestionKind.BALL: "Tap where the ball lies.",
    QuestionKind.KICK: "Enter where the kick ended.",
    QuestionKind.THROW: "Say what the ball hit first.",
    QuestionKind.RECOVERY_DICE: "Roll the dice for the recovery.",
    QuestionKind.FALL_DICE: "Roll the dice for the fall.",
    QuestionKind.HANDOFF_DICE: "Roll the dice for the handoff.",
    QuestionKind.PITCH_DICE: "Roll the dice for the pitch.",
    QuestionKind.SHOVEL_DICE: "Roll the dice for the shovel pass.",
    QuestionKind.SNAP_DICE: "Roll the dice for the snap.",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question: without an answer ``default`` holds, if any.

    ``plays`` may be named as an answer, ``candidates`` are the players in question, the likeliest
    first.
    """

    what: QuestionKind
    sentence: str
    default: str | None = None
    plays: tuple[PlayName, ...] = ()
    candidates: tuple[str, ...] = ()

    @property
    def what_to_do(self) -> str:
        """What a person does about it, as a sentence."""
        return ANSWER_BY.get(self.what) or f"{self.sentence[:1].upper()}{self.sentence[1:]}."

    @property
    def roll(self) -> RollKind | None:
        """The dice that it waits for, None if it is about something else."""
        return DICE_ASKED.get(self.what)


class OfferKind(StrEnum):
    """What is offered."""

    TAKE_PENALTY = "take penalty"
    DECLINE_PENALTY = "decline penalty"
    OFFSET_PENALTIES = "offset penalties"
    END_QUARTER = "end quarter"
    NO_CATCH = "no catch"
    DOWN_AGAIN = "down again"
    BALL_WHERE_IT_WAS = "ball where it was"
    DECISION = "decision"
    CLOCK = "clock"


_ANSWERS: Mapping[FoulAnswer, OfferKind] = {
    FoulAnswer.TAKE: OfferKind.TAKE_PENALTY,
    FoulAnswer.DECLINE: OfferKind.DECLINE_PENALTY,
    FoulAnswer.OFFSET: OfferKind.OFFSET_PENALTIES,
}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a coach may want now, and the command that does it.

    ``since`` tells it from another offer of its kind: of a penalty the number of its foul, of the
    end of a quarter its number, of a play that does not go on and of a decision how long the
    journal is. ``team`` is who has fouled, or decides; ``choice`` tells the answers to one question
    apart.
    """

    kind: OfferKind
    since: int
    sentence: str
    command: Command
    team: Team | None = None
    choice: int = 0


def decision_offers(state: State, rules: GameRules, since: int) -> tuple[Offer, ...]:
    """The answers to what people have to decide now."""
    return tuple(
        Offer(OfferKind.DECISION, since, each.words, each.command, each.team, number)
        for number, each in enumerate(answers_of(state, rules))
    )


def questions_of(
    notice: PlayNotice, state: State, found: LineUp | None, roster: Roster
) -> tuple[Question, ...]:
    """Everything the game waits for, in the order in which it is asked."""
    asks = (KICK_QUESTION,) if kick_due(notice, state) else notice.asks
    said = {ask.what for ask in asks} & {QuestionKind.TARGET, QuestionKind.RECEIVER}
    known = bool(said) or notice.receiver is not None
    if notice.phase is PlayPhase.IN_THE_AIR and not known:
        asks = (*asks, RECEIVER_QUESTION)
    return tuple(_asking(ask, notice, found, roster) for ask in asks)


def kick_due(notice: PlayNotice, state: State) -> bool:
    """Whether the next thing is a kick that nobody plays on the board: its end is entered."""
    unsaid = notice.step is PlayStep.SET and notice.kicks.now is None
    return unsaid and state.phase in _KICKS and state.challenged_by is None


def offers_of(
    state: State,
    rules: GameRules,
    choices: Sequence[PenaltyChoice],
    *,
    between: bool,
) -> tuple[Offer, ...]:
    """Penalties to take or decline with what the game is then, and the end of a quarter."""
    return tuple(_offers(state, rules, choices)) if between else ()


def _offers(state: State, rules: GameRules, choices: Sequence[PenaltyChoice]) -> Iterator[Offer]:
    for each in choices:
        foul, kind = each.foul, _ANSWERS[each.event.how]
        command = EnterEvent(each.event)
        yield Offer(kind, foul.number, each.sentence, command, foul.called.team)
    quarters = round(rules.quarters.quarters.value)
    if any(each.event is QuarterEnded and each.due for each in legal(state, rules)):
        what = "The game" if state.quarter >= quarters else "Quarter " + str(state.quarter)
        what = "The half" if 2 * state.quarter == quarters else what
        said = f"{what} is over after {state.plays} plays."
        yield Offer(OfferKind.END_QUARTER, state.quarter, said, EnterEvent(QuarterEnded()))


def _asking(
    ask: OpenQuestion, notice: PlayNotice, found: LineUp | None, roster: Roster
) -> Question:
    plays = notice.plays if ask.what is QuestionKind.PLAY else ()
    default = ask.default
    if ask.what is QuestionKind.PLAY and default is None:
        play = keep_play(notice)
        default = None if play is None else play.value
    who = _WHO_ANSWERS.get(ask.what)
    men = () if who is None else who(notice, found, roster)
    return Question(ask.what, ask.sentence, default, plays, men)


def _carriers(notice: PlayNotice, found: LineUp | None, roster: Roster) -> tuple[str, ...]:
    """The players of the team in turn who may have the ball, the likeliest first."""
    order = (*TAKES_SNAP, Role.BACK, *OFFENSE)
    mine = [player.id for player in roster if player.team is notice.team]
    if found is None or notice.team is not found.offense:
        return tuple(mine)
    men = [man for name in mine if (man := found.find(name)) is not None]
    men.sort(key=lambda man: (order.index(man.role), -man.certainty, man.player))
    return tuple(man.player for man in men) or tuple(mine)


def _receivers(notice: PlayNotice, found: LineUp | None, roster: Roster) -> tuple[str, ...]:
    """Whoever may catch, the surest first."""
    if found is None or notice.team is not found.offense:
        return tuple(p.id for p in roster if p.team is notice.team and p.id != notice.carrier)
    return tuple(man.player for man in found.eligible() if man.player != notice.carrier)


_WHO_ANSWERS = {
    QuestionKind.CARRIER: _carriers,
    QuestionKind.TARGET: _receivers,
    QuestionKind.RECEIVER: _receivers,
    QuestionKind.THROW: _receivers,
}
