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
    ``by_person``: what has latched it is a person who switched off.
    """

    closed: bool
    since_ns: int
    latched: bool = False
    trouble: str = ""
    by_hand: bool = False
    by_person: bool = False


@dataclass(frozen=True, slots=True)
class SpokenSentence:
    """A sentence to be spoken; ``call`` is the call it tells of, None: it tells of none.

    ``after_review`` is what a review has changed, without the words that say so; empty: none has.
    """

    words: str
    call: Call | None = None
    after_review: str = ""


@dataclass(frozen=True, slots=True)
class NightOutput:
    """At most one order to the switch, and everything that people are told.

    ``off``: open it now; ``panic``: the same by the fastest way; ``clear``: what is latched may
    close again; ``lease_ns``: keep it closed for so long; ``pulse_ns``: close it once for so long.
    ``refused`` says why a command was not obeyed; ``declarations`` the night has made by itself.
    """

    off: bool = False
    panic: bool = False
    clear: bool = False
    lease_ns: int = 0
    pulse_ns: int = 0
    whistle: bool = False
    sentences: tuple[SpokenSentence, ...] = ()
    refused: str = ""
    calls: tuple[Call, ...] = ()
    entries: tuple[Entry, ...] = ()
    declarations: tuple[Declaration, ...] = ()

    @property
    def says(self) -> tuple[str, ...]:
        """The words of the sentences."""
        return tuple(each.words for each in self.sentences)

    def saying(self, *words: str) -> NightOutput:
        """The same with more sentences, which tell of no call."""
        return replace(self, sentences=(*self.sentences, *map(SpokenSentence, words)))

    def with_words_of(self, other: NightOutput) -> NightOutput:
        """With the words of another answer to the same frame, without its orders to the switch."""
        said = self.says
        return replace(
            self,
            sentences=(*self.sentences, *(s for s in other.sentences if s.words not in said)),
            calls=(*self.calls, *other.calls),
            entries=(*self.entries, *other.entries),
            declarations=(*self.declarations, *other.declarations),
        )
