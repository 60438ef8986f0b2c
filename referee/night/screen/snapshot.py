"""One moment of the night as a screen shows it: plain values that nobody changes."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call
from referee.calls.frame import BoardFrame
from referee.game.journal import Entry
from referee.game.state import State
from referee.night.line_up.default_declarations import DefaultAnswer
from referee.night.magnets.reader import MagnetReading
from referee.night.phase import NightPhase
from referee.night.screen.latency import LatencySpread
from referee.night.screen.questions import Offer, Question
from referee.official.line_up.line_up import LineUp
from referee.official.outcome import PlayNotice
from referee.vision.roster.roster_frame import IdentityDoubt


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call with the sentence that was said of it; ``number`` counts the calls of the night."""

    number: int
    call: Call
    sentence: str


@dataclass(frozen=True, slots=True)
class Performance:
    """How well the referee keeps up; ``age_ns`` is of the newest frame, None before the first."""

    fps: float
    dropped: int
    stages: dict[str, LatencySpread]
    age_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """``reasons`` are why there is no power now; none: it may come, or is on.

    ``watching`` is false whenever the referee does not see the board. ``words`` are down and
    distance; ``shown`` the newest calls, the last one last; ``record`` is what cannot be kept.
    ``doubts`` are players whom the eyes cannot tell apart.

    ``moment`` is where the evening stands. ``line_up`` is who plays what, before the snap and in
    the play; ``wrong`` are sentences about what a rule surely has against it, ``unsure`` what one
    may have. ``waits`` is why it is not set by itself. ``asks`` are open questions with possible
    answers, ``offers`` wishes that make sense now, ``taken`` words that went unsaid and were taken
    for said. ``may_turn`` are the players who may be turned, ``count_ms`` is left until the power
    comes, None: nothing counts. The two lines are None where there is none. ``magnets`` are those
    that were laid on the field and understood lately, the newest last.
    """

    number: int
    t_ns: int
    board: BoardFrame | None
    engaged: tuple[tuple[str, str], ...]
    hands: bool
    notice: PlayNotice
    state: State
    words: str
    reasons: tuple[str, ...]
    watching: bool
    ready: bool
    set_by_itself: bool
    power: bool
    alarm: str
    shown: tuple[ShownCall, ...]
    entries: tuple[Entry, ...]
    numbers: Performance
    record: str = ""
    doubts: tuple[IdentityDoubt, ...] = ()
    moment: NightPhase = NightPhase.BETWEEN
    line_up: LineUp | None = None
    wrong: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    asks: tuple[Question, ...] = ()
    offers: tuple[Offer, ...] = ()
    taken: tuple[DefaultAnswer, ...] = ()
    may_turn: tuple[str, ...] = ()
    count_ms: int | None = None
    line_x_mm: float | None = None
    gain_x_mm: float | None = None
    magnets: tuple[MagnetReading, ...] = ()
