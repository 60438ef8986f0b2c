"""Keys and pedals as commands: a table from the name of a key to what it asks for.

A pedal that is a USB keyboard is a key like any other. Escape is "off", whatever a table says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.core.clock import MS_NS
from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable
from referee.night.commands import (
    ClearAlarm,
    Command,
    Declare,
    PanicOff,
    ReportReady,
    RevokeReady,
    SetAutoReady,
    StopBoard,
    UndoLastEntry,
)
from referee.night.screen.snapshot import Snapshot
from referee.official.declarations.types import PassAimed

ESCAPE = "escape"
PEDAL = "pedal"
NAMED_KEYS = (
    *("space", "enter", "tab", "backspace", "delete", "insert", "home", "end"),
    *("page up", "page down", "up", "down", "left", "right"),
    *(f"f{n}" for n in range(1, 13)),
)
# A key that is held down comes again after a second at most.
FIRST_REPEAT_NS = 1_000 * MS_NS
# From then on it comes this often or more.
REPEAT_NS = 150 * MS_NS


class KeyAction(StrEnum):
    """What a key may ask for."""

    GO = "go"
    READY = "ready"
    WAIT = "wait"
    STOP = "stop"
    OFF = "off"
    CLEAR = "clear"
    UNDO = "undo"
    BACKWARD = "backward pass"
    BY_ITSELF = "set by itself"
    NOTHING = "nothing"


ACTION_MEANINGS: Mapping[KeyAction, str] = {
    KeyAction.GO: "stop a board that runs; else ready, and again: not ready after all",
    KeyAction.READY: "everything stands: power may come",
    KeyAction.WAIT: "not ready after all",
    KeyAction.STOP: "stop the board",
    KeyAction.OFF: "power off at once, and off it stays until it is cleared",
    KeyAction.CLEAR: "somebody has looked: the power may come back",
    KeyAction.UNDO: "take back the last entry",
    KeyAction.BACKWARD: "the next target is that of a backward pass, with a stick",
    KeyAction.BY_ITSELF: "a line-up that rests counts as set, or no longer",
    KeyAction.NOTHING: "nothing",
}
USUAL_KEYS: Mapping[str, KeyAction] = {
    "space": KeyAction.GO,
    "enter": KeyAction.GO,
    PEDAL: KeyAction.GO,
    "page down": KeyAction.GO,  # of a presenter
    "s": KeyAction.STOP,
    "w": KeyAction.WAIT,
    "c": KeyAction.CLEAR,
    "u": KeyAction.UNDO,
    "b": KeyAction.BACKWARD,
    "a": KeyAction.BY_ITSELF,
}


@dataclass(frozen=True)
class KeyTable:
    """Which key asks for what. ``pedal`` is the serial port of a pedal, and the line it closes."""

    acts: Mapping[str, KeyAction] = field(default_factory=lambda: dict(USUAL_KEYS))
    pedal_port: str = ""
    pedal_line: str = "cts"

    def act(self, key: str) -> KeyAction:
        """What a key asks for."""
        return KeyAction.OFF if key == ESCAPE else self.acts.get(key, KeyAction.NOTHING)


LINES = ("cts", "dsr", "cd", "ri")


def key_table_of(table: SettingsTable) -> KeyTable:
    """A table of keys as a file says it; keys it does not name ask for what they usually do."""
    keys, pedal = table.table("keys", optional=True), table.table("pedal", optional=True)
    acts = dict(USUAL_KEYS)
    for name in keys.keys:
        key = name.lower()
        if key == ESCAPE:
            raise keys.error(name, keys.raw(name), "left out: escape is always off")
        if key not in {*NAMED_KEYS, PEDAL} and not (len(key) == 1 and key.isprintable()):
            known = ", ".join((*NAMED_KEYS, PEDAL))
            raise keys.error(name, PlainWord("not a key"), f"one character, or one of {known}")
        acts[key] = keys.choice(name, KeyAction)
    port = pedal.text("port", 200, "")
    made = KeyTable(acts, port, pedal.choice("line", LINES, LINES[0]))
    table.done()
    if not {KeyAction.GO, KeyAction.STOP} & set(acts.values()):
        raise BadValue(
            "keys", PlainWord("without a key that stops"), "go or stop on one key", table.where
        )
    return made


class KeyPresses:
    """Tells a key that is pressed again from one that is held down."""

    def __init__(self) -> None:
        self._last_ns: dict[str, int] = {}

    def new(self, key: str, now_ns: int, *, power: bool) -> bool:
        """Whether this is a press of its own.

        With the power on, whoever presses twice within a second wants it off.
        """
        before_ns = self._last_ns.get(key)
        self._last_ns[key] = now_ns
        if before_ns is None:
            return True
        return now_ns - before_ns > (REPEAT_NS if power else FIRST_REPEAT_NS)


def _go(shown: Snapshot | None) -> Command:
    """A stop at rest takes "ready" back, so it is right whether or not the power is coming."""
    return StopBoard() if shown is not None and (shown.power or shown.ready) else ReportReady()


# The command for what a key asks for, as the newest snapshot shows things; None: nothing to do.
KEY_COMMANDS: Mapping[KeyAction, Callable[[Snapshot | None], Command | None]] = {
    KeyAction.GO: _go,
    KeyAction.READY: lambda _: ReportReady(),
    KeyAction.WAIT: lambda _: RevokeReady(),
    KeyAction.STOP: lambda _: StopBoard(),
    KeyAction.OFF: lambda _: PanicOff(),
    KeyAction.CLEAR: lambda _: ClearAlarm(),
    KeyAction.UNDO: lambda _: UndoLastEntry(),
    KeyAction.BACKWARD: lambda _: Declare(PassAimed(backward=True)),
    KeyAction.BY_ITSELF: lambda shown: SetAutoReady(shown is None or not shown.set_by_itself),
    KeyAction.NOTHING: lambda _: None,
}
