"""What each wish of a coach does. What cannot be obeyed changes nothing and says why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.errors import BadValue
from referee.game.journal import Verdict
from referee.official.said import StopAsked
from referee.play.commands import (
    Clear,
    Command,
    Correct,
    Decline,
    Enter,
    Judge,
    Note,
    NotMeant,
    Overturn,
    Panic,
    Penalty,
    Ready,
    Say,
    SetByItself,
    Stop,
    Undo,
    Unnote,
    Wait,
)
from referee.play.night import Night
from referee.play.orders import Orders

RUNNING = Orders(refused="The board is running: stop it first.")
# These change the game itself, so the board has to rest.
_AT_REST = (Ready, Enter, Overturn, Judge, Undo, Clear, Correct, Penalty, Decline)


def obey(night: Night, command: Command, now_ns: int) -> Orders:
    """Obey a wish, or say why not."""
    if night.power and isinstance(command, _AT_REST):
        return RUNNING
    try:
        return _OBEYS[type(command)](night, command, now_ns)
    except BadValue as error:
        return Orders(refused=str(error))


def _ready(night: Night, _command: Ready, _now_ns: int) -> Orders:
    night.readiness.said(ready=True)
    return Orders()


def _wait(night: Night, _command: Wait, _now_ns: int) -> Orders:
    night.readiness.said(ready=False)
    return Orders()


def _by_itself(night: Night, command: SetByItself, _now_ns: int) -> Orders:
    night.readiness.by_itself = command.wanted
    return Orders()


def _clear(night: Night, _command: Clear, now_ns: int) -> Orders:
    night.clear(now_ns)
    return Orders(clear=True)


def _correct(night: Night, command: Correct, _now_ns: int) -> Orders:
    night.prompter.setting.correct(command.role, command.player)
    return Orders()


def _decline(night: Night, _command: Decline, _now_ns: int) -> Orders:
    return night.ledger.decline()


def _panic(night: Night, _command: Panic, now_ns: int) -> Orders:
    night.readiness.stopped()
    if night.power:
        night.interrupt(Orders(), now_ns, "stopped at once, by order")
    return Orders(panic=True)


_Obeys = Callable[[Night, Any, int], Orders]
_OBEYS: Mapping[type[Command], _Obeys] = {
    Ready: _ready,
    Wait: _wait,
    Stop: lambda night, wish, now_ns: night.ask_to_stop(StopAsked(wish.by), now_ns),
    Say: lambda night, wish, now_ns: night.declare(wish.said, now_ns),
    Enter: lambda night, wish, now_ns: night.ledger.enter(now_ns, wish.event),
    Overturn: lambda night, wish, now_ns: night.ledger.overturn(
        now_ns, Verdict(wish.entry, wish.why, wish.instead)
    ),
    Judge: lambda night, wish, now_ns: night.ledger.judge(now_ns, wish.verdicts),
    Note: lambda night, wish, now_ns: night.ledger.note(now_ns, wish.what),
    Unnote: lambda night, wish, now_ns: night.ledger.unnote(now_ns, wish.what),
    NotMeant: lambda _night, _wish, _now_ns: Orders(refused="No magnets are looked at."),
    Undo: lambda night, _wish, now_ns: night.ledger.undo(now_ns),
    Correct: _correct,
    Penalty: lambda night, wish, now_ns: night.ledger.penalty(now_ns, wish),
    Decline: _decline,
    SetByItself: _by_itself,
    Clear: _clear,
    Panic: _panic,
}
