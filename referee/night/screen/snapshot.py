"""A moment of the night as screens show it: plain values that nobody changes."""

from __future__ import annotations

from dataclasses import dataclass

from referee.calls.call import Call
from referee.calls.frame import BoardFrame
from referee.calls.passing.stick_arc import StickArc
from referee.core.geometry.pose import Pose
from referee.game.journal import Entry
from referee.game.state import State
from referee.night.broken_off import BrokenOff
from referee.night.gate import PowerReason
from referee.night.ledger.played_names import WhoPlayed
from referee.night.line_up.default_declarations import DefaultAnswer
from referee.night.magnets.reader import MagnetReading
from referee.night.phase import NightPhase
from referee.night.play_clocks import ShownClock
from referee.night.screen.performance_meter import Performance
from referee.night.screen.questions import Offer, Question
from referee.official.line_up.line_up import LineUp
from referee.official.outcome import PlayNotice
from referee.vision.roster.roster_frame import IdentityDoubt


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call with what was said of it; ``number`` counts the calls of the night.

    ``words`` are empty where nothing was said; they do not say that it is to be reviewed.
    """

    number: int
    call: Call
    words: str

    @property
    def sentence(self) -> str:
        """All that was said."""
        return f"{self.words} To be reviewed." if self.words and self.call.flagged else self.words

    @property
    def says_more(self) -> bool:
        """Whether the words say more than what was called."""
        return bool(self.words) and self.words != f"{self.call.kind.value.capitalize()}."


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of the night. ``number`` counts snapshots, ``t_ns`` is the night's clock.

    Power: ``reasons`` say why there is none, empty: it may come or is on. ``watching`` is false
    while the referee does not see the board. ``count_ms`` is left until the power comes, None: no
    count runs.
    Game: ``down_and_distance`` is a sentence; ``calls`` are the newest ones, the last one last;
    ``phase`` is where the night stands; ``line_x_mm`` and ``gain_x_mm`` are the line of scrimmage
    and the line to gain, None where there is none. ``record`` says what cannot be kept.
    Line-up: ``line_up`` is who plays what; ``line_up_faults`` are sentences about what a rule
    surely has against it, ``line_up_doubts`` about what one may have; ``not_set_because``
    says why it is not set by itself. ``doubts`` are players whom the eyes cannot tell apart.
    Coach: ``questions`` are open, with possible answers; ``offers`` are commands that make sense
    now; ``default_answers`` were taken because nobody said anything else; ``may_turn`` are the
    players who may be turned; ``turn_faults`` and ``turn_doubts`` are sentences about the turns of
    this stop, ``turn_duties`` about turns that have to be made, ``turned_from`` where those bases
    stood before; ``broken_off`` says how a play was broken off, None: none was. ``arc`` is which
    stick is due and where its end may lie, None: no receiver is named.
    ``decision`` is what people have to decide first, as a sentence; empty: nothing.
    ``who_played`` is asked of a name of the last play, and nothing waits for it; None: of none.
    ``magnets`` are the newest ones understood, the last one last. ``clocks`` are the coaches'
    clocks that are on, where the rulebook has any.
    """

    number: int
    t_ns: int
    board: BoardFrame | None
    engaged: tuple[tuple[str, str], ...]
    hands: bool
    notice: PlayNotice
    state: State
    down_and_distance: str
    reasons: tuple[PowerReason, ...]
    watching: bool
    ready: bool
    set_by_itself: bool
    power: bool
    alarm: str
    calls: tuple[ShownCall, ...]
    entries: tuple[Entry, ...]
    performance: Performance
    record: str = ""
    doubts: tuple[IdentityDoubt, ...] = ()
    phase: NightPhase = NightPhase.BETWEEN
    line_up: LineUp | None = None
    line_up_faults: tuple[str, ...] = ()
    line_up_doubts: tuple[str, ...] = ()
    not_set_because: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    offers: tuple[Offer, ...] = ()
    decision: str = ""
    default_answers: tuple[DefaultAnswer, ...] = ()
    may_turn: tuple[str, ...] = ()
    turn_faults: tuple[str, ...] = ()
    turn_doubts: tuple[str, ...] = ()
    turn_duties: tuple[str, ...] = ()
    turned_from: tuple[tuple[str, Pose], ...] = ()
    arc: StickArc | None = None
    count_ms: int | None = None
    line_x_mm: float | None = None
    gain_x_mm: float | None = None
    magnets: tuple[MagnetReading, ...] = ()
    broken_off: BrokenOff | None = None
    who_played: WhoPlayed | None = None
    clocks: tuple[ShownClock, ...] = ()
