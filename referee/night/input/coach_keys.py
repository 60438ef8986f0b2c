"""Keyboard and pedal of a coach: each press becomes a command for the night."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from referee.night.input.key_table import (
    KEY_COMMANDS,
    KeyAction,
    KeyPresses,
    KeyTable,
)
from referee.night.input.keyboard import KeyReader, KeySource, open_terminal
from referee.night.input.pedal import open_pedal
from referee.night.interface import NightInterface
from referee.night.night_output import NightOutput

NO_TERMINAL = "No keys are read: the referee was not started in a terminal. The page has its own."
SaySentence = Callable[[str], None]


class CoachKeys:
    """Takes the names of pressed keys, from any thread; refusals are said as sentences."""

    def __init__(self, desk: NightInterface, table: KeyTable, say: SaySentence) -> None:
        self._desk, self._table, self._say = desk, table, say
        self._presses, self._lock = KeyPresses(), threading.Lock()

    def hear(self, key: str) -> None:
        """A key was pressed, or is held down."""
        act = self._table.act(key)
        if act is KeyAction.NOTHING:
            return
        shown = self._desk.snapshot
        power = shown is not None and shown.power
        with self._lock:
            new = self._presses.new(key, self._desk.now_ns, power=power)
        # Off is never asked for too often; everything else of a held key is asked for once.
        command = KEY_COMMANDS[act](shown) if new or act is KeyAction.OFF else None
        if command is not None:
            self._desk.submit(command, self._answered)

    def _answered(self, output: NightOutput) -> None:
        if output.refused:
            self._say(output.refused)


@contextmanager
def reading_keys(
    desk: NightInterface,
    table: KeyTable,
    say: SaySentence,
    open_keys: Callable[[], KeySource | None] = open_terminal,
) -> Iterator[CoachKeys]:
    """Read the terminal's keys, and the pedal's if there is one, as long as this lasts."""
    with ExitStack() as stack:
        coach = CoachKeys(desk, table, say)
        if table.pedal_port:
            pedal = open_pedal(table.pedal_port, table.pedal_line, say)
            stack.enter_context(KeyReader(pedal, coach.hear))
        terminal = open_keys()
        if terminal is None:
            say(NO_TERMINAL)
        else:
            stack.enter_context(KeyReader(terminal, coach.hear))
        yield coach
