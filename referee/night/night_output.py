"""What the night answers to a frame or a command: orders to the switch, words for people."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call
from referee.game.journal import Entry
from referee.official.declarations.types import Declaration


@dataclass(frozen=True, slots=True)
class SwitchStatus:
    """The power switch as the loop sees it: ``trouble`` is a sentence, empty where all is well.

    ``by_hand``: a coach holds it, and nothing of it is known but what the bases show.
    """

    closed: bool
    since_ns: int
    latched: bool = False
    trouble: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class NightOutput:
    """``off`` now; or keep it on for ``lease_ns``; or close it for a pulse. At most one of them.

    ``says`` are sentences to be spoken, ``refused`` one that says why a command was not obeyed,
    ``said`` is what the night has declared by itself.
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
    said: tuple[Declaration, ...] = ()

    def also(self, other: NightOutput) -> NightOutput:
        """The words of another answer to the same frame; its orders to the switch are not taken."""
        return replace(
            self,
            says=(*self.says, *(words for words in other.says if words not in self.says)),
            calls=(*self.calls, *other.calls),
            entries=(*self.entries, *other.entries),
            said=(*self.said, *other.said),
        )
