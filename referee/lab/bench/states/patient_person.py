"""A patient person at a made-up table: does what the page says next, again and again, nothing else.

The person sees the snapshot alone. What is said goes through the page's own forms, so a step that
no page could carry out is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from referee.calls.play_name import MissedThrow
from referee.core.errors import BadValue
from referee.game.state import GamePhase
from referee.lab.bench.states.made_up_table import MadeUpTable, TableFault
from referee.night.commands import Command, PanicOff, ReportReady, StopBoard
from referee.night.gate import WHERE_MANY_STAND, PowerReason, PowerReasonKind
from referee.night.screen.next_step import NextStep, StepKind, next_step
from referee.night.screen.questions import Question
from referee.night.screen.snapshot import Snapshot
from referee.official.declarations.handoffs import dice_test_of
from referee.official.outcome import QuestionKind
from referee.official.play.stop_reply import refusal_reason
from referee.web.night.forms.commands import AnyCommandForm, CommandForm, command_of
from referee.web.night.forms.night_names import NightNames

# A person looks at the page so often, in s.
LOOKS_S = 0.35
# Hands set both teams up in so long, in s.
SETS_UP_S = 0.3
# A person lets the board run so long before asking for a stop, and then so long before Off, in s.
LETS_RUN_S, THEN_OFF_S = 3.0, 1.5
# So many looks lead to the next snap, or there is no way: a minute and more of an evening.
PATIENCE = 150
_FORMS: TypeAdapter[AnyCommandForm] = TypeAdapter(CommandForm)
# What a person puts right at the table when the page names such a reason.
REPAIRS: Mapping[PowerReasonKind, frozenset[TableFault]] = {
    PowerReasonKind.ALARM: frozenset({TableFault.MOVES_ALONE, TableFault.NOTHING_MOVES}),
    PowerReasonKind.PICTURES: frozenset({TableFault.CAMERA_MOVED}),
    PowerReasonKind.NOT_WATCHING: frozenset(
        {TableFault.CAMERA_LOST, TableFault.EYES_STALLED, TableFault.BOARD_LOST}
    ),
    PowerReasonKind.SWITCH: frozenset({TableFault.SWITCH_GONE}),
    PowerReasonKind.LINE_UP_AWAITED: frozenset({TableFault.EYES_BEGIN_ANEW}),
    PowerReasonKind.HANDS: frozenset({TableFault.HANDS}),
}
_PRESS_CLEAR = frozenset(
    {PowerReasonKind.ALARM, PowerReasonKind.SWITCH_LATCHED, PowerReasonKind.SWITCHED_OFF}
)


@dataclass
class PatientPerson:
    """Follows the newest step of the page; ``path`` is what was done, for people to read."""

    table: MadeUpTable
    path: list[str] = field(default_factory=list)
    # The moments of the way to the last snap.
    passed: list[Snapshot] = field(default_factory=list)
    _ran_s: float = 0.0
    _asked: bool = False

    def gets_on(self) -> int | None:
        """After how many looks the next snap or the end of the game has come; None: never."""
        table, snaps = self.table, self.table.snaps
        self.passed.clear()
        for looks in range(PATIENCE):
            if table.snaps > snaps or table.night.state.phase is GamePhase.OVER:
                return looks
            self.look()
        return None

    def look(self) -> None:
        """Look at the page once, do what it says, and let a moment pass."""
        at = self.table.snapshot()
        self.passed.append(at)
        step = next_step(at)
        self.path.append(f"{at.phase.value} · {at.notice.step.value}: {step.sentence}{_why(at)}")
        _DEEDS[step.kind](self, at, step)
        if not at.power:
            self._ran_s, self._asked = 0.0, False
        self.table.run(LOOKS_S)

    def say(self, form: Mapping[str, Any]) -> bool:
        """Send the page's form; whether anything came of it."""
        table, names = self.table, NightNames(self.table.roster, self.table.profile)
        try:
            command = command_of(_FORMS.validate_python(form), names, table.snapshot())
        except BadValue as error:
            self.path.append(f"  refused: {error}")
            return False
        return self.press(command)

    def press(self, command: Command) -> bool:
        """Give a command; whether it was obeyed."""
        output = self.table.do(command)
        refused = self.table.refused(output)
        self.path.append(f"  {command}{' REFUSED ' + output.refused if refused else ''}")
        return not refused

    def lets_run(self, _at: Snapshot, _step: NextStep) -> None:
        """The board runs: wait, then ask for a stop, then Off."""
        self._ran_s += LOOKS_S
        if self._ran_s >= LETS_RUN_S + THEN_OFF_S:
            self.press(PanicOff())
        elif self._ran_s >= LETS_RUN_S and not self._asked:
            self._asked = True
            self.press(StopBoard())

    def puts_right(self, _at: Snapshot, step: NextStep) -> None:
        """Whatever the page names is put right."""
        reason = step.reason
        kind = PowerReasonKind.ALARM if reason is None else reason.kind
        self.table.faults -= REPAIRS.get(kind, frozenset())
        if reason is not None and reason.what_to_do == WHERE_MANY_STAND:
            self.table.faults.discard(TableFault.BOARD_LOST)
        if kind in _PRESS_CLEAR:
            self.say({"do": "clear"})
        if reason is not None and kind is PowerReasonKind.UNSEEN_PLAYERS:
            self._shows_where(reason)

    def _shows_where(self, reason: PowerReason) -> None:
        """Whoever is not seen is pointed at, where it stands."""
        for player in reason.players:
            pose = self.table.poses[player]
            place = {"x_mm": pose.x_mm, "y_mm": pose.y_mm}
            self.say({"do": "stands", "player": player, "at": place})

    def takes(self, at: Snapshot, _step: NextStep) -> None:
        """The first offer that is taken."""
        for offer in at.offers:
            team = None if offer.team is None else offer.team.value
            told = {"kind": offer.kind.value, "since": offer.since, "team": team}
            told["choice"] = offer.choice
            if self.say({"do": "take", **told}):
                return

    def enters(self, at: Snapshot, _step: NextStep) -> None:
        """A kick is over: the others have the ball in the middle of the field."""
        gets, profile = (at.state.team or at.notice.team).other, self.table.profile
        spot = {"x_mm": profile.goal_to_goal_mm / 2, "y_mm": profile.width_mm / 2}
        event = {"what": "series", "team": gets.value, "at": spot, "play": at.state.phase.value}
        self.say({"do": "enter", "event": event})

    def answers(self, at: Snapshot, _step: NextStep) -> None:
        """The first question that holds up the power."""
        ask = next(each for each in at.questions if each.default is None)
        answers_to(self, at, ask)

    def sets_up(self, _at: Snapshot, _step: NextStep) -> None:
        """Hands line both teams up, and Ready is said."""
        self.table.faults.add(TableFault.HANDS)
        self.table.set_up()
        self.table.run(SETS_UP_S)
        self.table.faults.discard(TableFault.HANDS)
        self.say({"do": "ready"})

    def ready(self, _at: Snapshot, _step: NextStep) -> None:
        """Ready is said."""
        self.press(ReportReady())

    def hands_away(self, _at: Snapshot, _step: NextStep) -> None:
        """Hands go away."""
        self.table.faults.discard(TableFault.HANDS)

    def waits(self, _at: Snapshot, _step: NextStep) -> None:
        """Nothing is to be done."""


def _why(at: Snapshot) -> str:
    """What else the page shows, for whoever reads a path."""
    told = [f"asks {ask.what.value} ({ask.default})" for ask in at.questions]
    told += [reason.kind.value for reason in at.reasons]
    last = at.calls[-1] if at.calls else None
    why = None if last is None else refusal_reason(last.call)
    told += [f"not allowed: {why}"] if why else []
    return f" [{'; '.join(told)}]" if told else ""


def answers_to(person: PatientPerson, at: Snapshot, ask: Question) -> bool:
    """Give answers until the question is answered; whether it was."""
    for said in _ANSWERS.get(ask.what, _dice)(person, at, ask):
        taken = person.say({"do": "say", "said": said})
        if taken and all(each.what is not ask.what for each in person.table.snapshot().questions):
            return True
    return False


def _plays(_person: PatientPerson, at: Snapshot, ask: Question) -> list[dict[str, Any]]:
    carrier = at.notice.carrier
    return [{"what": "named", "play": play.value, "carrier": carrier} for play in ask.plays]


def _carrier(_person: PatientPerson, _at: Snapshot, ask: Question) -> list[dict[str, Any]]:
    return [{"what": "named", "carrier": each} for each in ask.candidates]


def _target(person: PatientPerson, _at: Snapshot, ask: Question) -> list[dict[str, Any]]:
    """A marker is laid before a receiver, and pointed at."""
    return [
        {"what": "aimed", "receiver": each, "target": _laid(person, each)}
        for each in ask.candidates
    ]


def _throw(_person: PatientPerson, _at: Snapshot, ask: Question) -> list[dict[str, Any]]:
    """The first who may catch is thrown to, and nobody is hit."""
    nobody = MissedThrow.NOBODY.value
    said = [{"what": "thrown", "to": each, "hit": nobody} for each in ask.candidates]
    return [*said, {"what": "taken up"}]


def _ball(person: PatientPerson, _at: Snapshot, _ask: Question) -> list[dict[str, Any]]:
    middle = person.table.profile.goal_to_goal_mm / 2, person.table.profile.width_mm / 2
    here = person.table.night.ball_mm or middle
    marker = person.table.lay(here[0] + AHEAD_MM, here[1])
    return [{"what": "ball lies", "at": {"x_mm": marker.x_mm, "y_mm": marker.y_mm}}]


def _dice(person: PatientPerson, _at: Snapshot, ask: Question) -> list[dict[str, Any]]:
    if ask.roll is None:
        return []
    test = dice_test_of(person.table.night.ledger.rulebook, ask.roll).value
    pips = [max(test.sides // 2, 1)] * test.count
    return [{"what": "rolled", "roll": ask.roll.value, "pips": pips}]


# A marker is laid so far ahead of a figure's middle.
AHEAD_MM = 45.0


def _laid(person: PatientPerson, receiver: str) -> dict[str, float]:
    pose = person.table.poses[receiver]
    sign = person.table.night.state.plays_toward(person.table.roster.player(receiver).team).sign
    marker = person.table.lay(pose.x_mm + sign * AHEAD_MM, pose.y_mm)
    return {"x_mm": marker.x_mm, "y_mm": marker.y_mm}


_Answer = Callable[[PatientPerson, Snapshot, Question], list[dict[str, Any]]]
_ANSWERS: Mapping[QuestionKind, _Answer] = {
    QuestionKind.PLAY: _plays,
    QuestionKind.CARRIER: _carrier,
    QuestionKind.TARGET: _target,
    QuestionKind.RECEIVER: _carrier,
    QuestionKind.BALL: _ball,
    QuestionKind.THROW: _throw,
}
_Deed = Callable[[PatientPerson, Snapshot, NextStep], None]
_DEEDS: Mapping[StepKind, _Deed] = {
    StepKind.OVER: PatientPerson.waits,
    StepKind.RUNNING: PatientPerson.lets_run,
    StepKind.PUT_RIGHT: PatientPerson.puts_right,
    StepKind.OFFER: PatientPerson.takes,
    StepKind.ENTER: PatientPerson.enters,
    StepKind.ANSWER: PatientPerson.answers,
    StepKind.WAIT: PatientPerson.waits,
    StepKind.HANDS_AWAY: PatientPerson.hands_away,
    StepKind.SET_UP: PatientPerson.sets_up,
    StepKind.READY: PatientPerson.ready,
}
