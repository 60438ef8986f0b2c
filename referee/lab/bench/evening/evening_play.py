"""One play of an evening as its line in a file has it: what was judged, and what it cost people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from referee.lab.bench.calls.call_decisions import NOTHING, CallDecision

_ENDS = frozenset({"end", "pass"})


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """A decision against the truth, as `CallDecision` has it, without its reasons."""

    what: str
    true: str
    called: str
    flagged: bool
    right: bool

    @classmethod
    def of(cls, decision: CallDecision) -> KeptDecision:
        """What is kept of a decision."""
        d = decision
        return cls(d.what, d.true, d.called, d.flagged, d.right)

    @property
    def wrong(self) -> bool:
        """Otherwise than is true, and not flagged: its own flag alone excuses a decision."""
        return not (self.right or self.flagged)

    @property
    def about_end(self) -> bool:
        """Whether a play or a pass truly ended so, or was said to: no rightly called nothing."""
        return self.what in _ENDS and {self.true, self.called} != {NOTHING}


@dataclass(frozen=True, slots=True)
class NameCount:
    """Names of bases that are seen: how many are right; and the same of those not shown muted.

    ``said`` is how many should be right by the probability of each.
    """

    right: int = 0
    seen: int = 0
    sure_right: int = 0
    sure_seen: int = 0
    said: float = 0.0


@dataclass(frozen=True, slots=True)
class BodyFaults:
    """What is amiss with names at the snap and in the play; a call is judged all the same.

    ``shared`` names stand on a base that has another name, ``nowhere`` ones on no base, and on
    ``unnamed`` bases there is no name, as on one that the frame does not show;
    ``wrong_side`` counts bases with a name of the other team, ``jumps`` how often a name went from
    one base to another between snap and spot. ``carriers``: whom the coach meant to have the ball
    and who has it in the referee's mind, as "H40 is truly H22".
    """

    shared: int = 0
    nowhere: int = 0
    unnamed: int = 0
    wrong_side: int = 0
    jumps: int = 0
    carriers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CoachWork:
    """What the coach did for the referee: ``live`` between snap and spot, ``between`` before it.

    ``cards`` introduce the players before the first power of a game, and are no corrections.
    ``taps`` counts the figures that were named in all of these, ``touched`` figures that a hand
    touched because they were not seen, ``alarms`` what had to be cleared. ``asked`` counts the
    questions about a name of a play that was counted.
    """

    live: int = 0
    between: int = 0
    cards: int = 0
    taps: int = 0
    touched: int = 0
    alarms: int = 0
    stops: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class NewcomerCount:
    """Figures that came in from beside the board since the play before: ``right`` have their name.

    It is the name at the whistle, or the one before a person corrected any.
    """

    figures: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class EveningPlay:
    """One play. ``names`` are those at the whistle, ``own_names`` those that no person corrected.

    ``reasons`` are kinds of doubts for which something is to be looked at (``reviews`` things),
    ``broken_off`` why the power went off for want of eyes, ``aside`` what is not judged and why.
    ``calls`` are the kinds of the calls that stand.
    """

    number: int
    words: str
    ended: str
    board_s: float
    wall_s: float
    decisions: tuple[KeptDecision, ...] = ()
    aside: tuple[str, ...] = ()
    reviews: int = 0
    reasons: tuple[str, ...] = ()
    broken_off: tuple[str, ...] = ()
    book: str = ""
    score: str = ""
    fouls: int = 0
    false_fouls: tuple[str, ...] = ()
    missed_fouls: tuple[str, ...] = ()
    names: NameCount = NameCount()
    own_names: NameCount = NameCount()
    bodies: BodyFaults = BodyFaults()
    coach: CoachWork = CoachWork()
    calls: tuple[str, ...] = ()
    newcomers: NewcomerCount = NewcomerCount()

    def to_json(self) -> dict[str, Any]:
        """As a line of the file."""
        return asdict(self)

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> EveningPlay:
        """From a line of the file."""
        values = {each.name: _tuple(line[each.name]) for each in fields(cls)}
        return cls(
            **{
                **values,
                "decisions": tuple(KeptDecision(**d) for d in line["decisions"]),
                "names": NameCount(**line["names"]),
                "own_names": NameCount(**line["own_names"]),
                "bodies": BodyFaults(**{k: _tuple(v) for k, v in line["bodies"].items()}),
                "coach": CoachWork(**line["coach"]),
                "newcomers": NewcomerCount(**line["newcomers"]),
            }
        )

    @property
    def wrong(self) -> tuple[str, ...]:
        """What was decided wrongly and not flagged, in words."""
        words = [f"{d.what}: {d.called} instead of {d.true}" for d in self.decisions if d.wrong]
        return (*words, *((self.book,) if self.book else ()))


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
