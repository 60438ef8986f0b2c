"""What the night answers to a frame or a command: orders to the switch, words for people."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call
from referee.game.journal import Entry


@dataclass(frozen=True, slots=True)
class Switch:
    """The power switch as the loop sees it: ``trouble`` is a sentence, empty where all is well."""

    closed: bool
    since_ns: int
    latched: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Orders:
    """``off`` now; or keep it on for ``lease_ns``; or close it for a pulse. At most one of them.

    ``says`` are sentences to be spoken, ``refused`` one that says why a command was not obeyed.
    """

    off: bool = False
    panic: bool = False
    clear: bool = False
    lease_ns: int = 0
    pulse_ns: int = 0
    whistle: bool = False
    says: tuple[str, ...] = ()
    refused: str = ""
    calls: tuple[Call, ...] = ()
    entries: tuple[Entry, ...] = ()
