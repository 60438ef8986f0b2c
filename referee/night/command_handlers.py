"""What each command does. A command that cannot be obeyed changes nothing and says why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.calls.play_name import RollKind
from referee.core.errors import BadValue
from referee.game.events import Event, FoulRolled, Noted
from referee.game.frame_events import ChallengeDecided, CoinSide, Tossed
from referee.game.journal import OverturnEntry
from referee.game.order.interruptions import die_reverses
from referee.game.order.offers import DIE
from referee.game.state import GamePhase
from referee.night.commands import (
    AddNote,
    ApplyRulings,
    ClearAlarm,
    ClearFault,
    Command,
    CorrectRole,
    Declare,
    DeclinePenalty,
    EnforcePenalty,
    EnterEvent,
    OverturnCommand,
    PanicOff,
    RejectMagnet,
    RemoveNote,
    ReportReady,
    RevokeReady,
    RollDice,
    RollForChallenge,
    RollForPenalty,
    SetAutoReady,
    SideDone,
    StopBoard,
    TossCoin,
    UndoLastEntry,
)
from referee.night.gate import SWITCHED_OFF
from referee.night.night import Night
from referee.night.night_output import NightOutput
from referee.night.screen.decisions import decision_due
from referee.night.screen.questions import kick_due
from referee.official.declarations.handoffs import dice_test_of
from referee.official.declarations.types import DiceRolled, StopRequested
from referee.official.outcome import DICE_QUESTIONS

ENTER_KICK = "A kick comes next: enter where it ended, or that it is brought back."
SET_SAID = "One side is set: it is the other side's turn."
NO_GAME = "No game has begun: say who kicks off."
GAME_OVER = "The game is over: Undo takes the last entry back."
BOARD_IS_RUNNING = NightOutput(refused="The board is running: stop it first.")
# These change the game itself, so the board has to rest.
_AT_REST = (
    ReportReady,
    SideDone,
    EnterEvent,
    TossCoin,
    RollForChallenge,
    RollDice,
    RollForPenalty,
    OverturnCommand,
    ApplyRulings,
    UndoLastEntry,
    ClearAlarm,
    ClearFault,
    CorrectRole,
    EnforcePenalty,
    DeclinePenalty,
)


def handle_command(night: Night, command: Command, now_ns: int) -> NightOutput:
    """Do what a command says; ``refused`` of the answer says why not."""
    if night.power and isinstance(command, _AT_REST):
        return BOARD_IS_RUNNING
    try:
        return _OBEYS[type(command)](night, command, now_ns)
    except BadValue as error:
        return NightOutput(refused=str(error))


def _ready(night: Night, command: ReportReady | RevokeReady, _now_ns: int) -> NightOutput:
    if isinstance(command, ReportReady) and (refused := _never_ready(night)):
        return NightOutput(refused=refused)
    night.readiness.said(ready=isinstance(command, ReportReady))
    return NightOutput()


def _side_done(night: Night, _command: SideDone, now_ns: int) -> NightOutput:
    night.clocks.side_done(now_ns)
    return NightOutput().saying(SET_SAID)


def _never_ready(night: Night) -> str:
    """Why no power follows, whatever is done at the table: what is entered comes first."""
    phase = night.state.phase
    if phase is GamePhase.BEFORE:
        return NO_GAME
    if phase is GamePhase.OVER:
        return GAME_OVER
    if decision_due(night.state):
        return night.decision
    return ENTER_KICK if kick_due(night.notice, night.state) else ""


def _toss(night: Night, command: TossCoin, now_ns: int) -> NightOutput:
    fell = tuple(CoinSide)[night.chance.coin()]
    return _noted(night, now_ns, fell.value, Tossed(fell, command.called))


def _roll_for_challenge(night: Night, _command: RollForChallenge, now_ns: int) -> NightOutput:
    (die,) = night.chance.roll(1, len(DIE))
    won = die_reverses(night.ledger.rulebook.game, die)
    return _noted(night, now_ns, str(die), ChallengeDecided(won, die))


def _roll(night: Night, command: RollDice, now_ns: int) -> NightOutput:
    asked = DICE_QUESTIONS[command.what]
    if not any(ask.what is asked for ask in night.notice.asks):
        return NightOutput(refused=f"Nobody asks for the {command.what.value} dice now.")
    if command.what is RollKind.KICK:
        dice = night.notice.kicks.dice
    else:
        test = dice_test_of(night.ledger.rulebook, command.what).value
        dice = test.count, test.sides
    if dice is None:
        return NightOutput(refused="The rulebook has no dice for that.")
    pips = night.chance.roll(*dice)
    said = night.declare(DiceRolled(command.what, pips, command.team or night.notice.team), now_ns)
    told = f"{command.what.value} dice: {' and '.join(map(str, pips))}"
    return said.with_words_of(_thrown(night, now_ns, told).saying(f"{told}.".capitalize()))


def _roll_for_penalty(night: Night, _command: RollForPenalty, now_ns: int) -> NightOutput:
    chart = night.ledger.rulebook.game.fouls.chart
    if chart is None:
        return NightOutput(refused="The rulebook has no dice for fouls.")
    (penalty,) = night.chance.roll(1, chart.sides)
    (action,) = night.chance.roll(1, len(chart.fouls))
    return _noted(night, now_ns, f"{penalty} and {action}", FoulRolled(penalty, action))


def _noted(night: Night, now_ns: int, fell: str, event: Event) -> NightOutput:
    """Enter what was thrown for, with the throw beside it; a throw for nothing is not kept."""
    entered = night.ledger.enter(now_ns, event)
    return entered.with_words_of(_thrown(night, now_ns, fell))


def _thrown(night: Night, now_ns: int, fell: str) -> NightOutput:
    """The throw in the journal: what fell, which one it was, of which seed."""
    return night.ledger.call_fouls(now_ns, (Noted(f"{fell}; {night.chance.words}"),))


def _by_itself(night: Night, command: SetAutoReady, _now_ns: int) -> NightOutput:
    night.readiness.by_itself = command.wanted
    return NightOutput()


def _clear(night: Night, _command: ClearAlarm, now_ns: int) -> NightOutput:
    night.clear(now_ns)
    return NightOutput(clear=True)


def _correct(night: Night, command: CorrectRole, _now_ns: int) -> NightOutput:
    night.prompter.reader.correct(command.role, command.player)
    return NightOutput()


def _clear_fault(night: Night, _command: ClearFault, now_ns: int) -> NightOutput:
    if night.person_off:
        return NightOutput(refused=SWITCHED_OFF.sentence)
    night.clear(now_ns)
    return NightOutput(clear=True)


_Obeys = Callable[[Night, Any, int], NightOutput]
_OBEYS: Mapping[type[Command], _Obeys] = {
    ReportReady: _ready,
    RevokeReady: _ready,
    SideDone: _side_done,
    StopBoard: lambda night, command, now_ns: night.ask_to_stop(StopRequested(command.by), now_ns),
    Declare: lambda night, command, now_ns: night.declare(command.said, now_ns),
    EnterEvent: lambda night, command, now_ns: night.ledger.enter(now_ns, command.event),
    TossCoin: _toss,
    RollForChallenge: _roll_for_challenge,
    RollDice: _roll,
    RollForPenalty: _roll_for_penalty,
    OverturnCommand: lambda night, command, now_ns: night.ledger.overturn(
        now_ns, (OverturnEntry(command.entry, command.why, command.instead),)
    ),
    ApplyRulings: lambda night, command, now_ns: night.ledger.overturn(now_ns, command.entries),
    AddNote: lambda night, command, now_ns: night.ledger.note(now_ns, command.what),
    RemoveNote: lambda night, command, now_ns: night.ledger.unnote(now_ns, command.what),
    RejectMagnet: lambda _night, _wish, _now_ns: NightOutput(refused="No magnets are looked at."),
    UndoLastEntry: lambda night, _wish, now_ns: night.ledger.undo(now_ns),
    CorrectRole: _correct,
    EnforcePenalty: lambda night, command, now_ns: night.ledger.penalty(now_ns, command),
    DeclinePenalty: lambda night, _wish, now_ns: night.ledger.decline(now_ns),
    SetAutoReady: _by_itself,
    ClearAlarm: _clear,
    ClearFault: _clear_fault,
    PanicOff: lambda night, _wish, now_ns: night.switch_off(now_ns),
}
