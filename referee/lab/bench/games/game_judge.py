"""Judges one play of a game: each carry, each pass, and the score and down afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.calls.call import Call, CallKind, final_calls
from referee.calls.episode import Consequence, EpisodeTopic
from referee.calls.phase_state import PlayPhase
from referee.core.clock import ns_from_s
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.game.state import State
from referee.lab.bench.calls.call_decisions import CallDecision, call_decisions, unjudged_end
from referee.lab.bench.calls.truth.play_story import PlayStory, story_of
from referee.lab.bench.games.ball_carries import BallCarry
from referee.lab.bench.games.expected_game import (
    DEAD_ENDS,
    ExpectedGame,
    difference_words,
    expected_after,
    score_words,
)
from referee.lab.bench.games.pass_flights import flight_decision
from referee.lab.bench.games.tape import BoardTape
from referee.lab.bench.games.tape_slices import carrier_fell, carrier_play_of, touched_before
from referee.rulebooks.rulebook import Rulebook

# A call may carry an instant a little before the declaration it follows from.
AROUND_S = 0.12
# The decisions on which down, spot and score rest: their flags excuse these, no others do.
_BOOKED = frozenset({"end", "safety", "gain"})
_SCORE_ASIDE = "the score changed in a play whose end is not judged"


@dataclass(frozen=True)
class JudgedBoardPlay:
    """What came of it. ``aside`` says which parts are not judged, and why.

    ``book`` is what down, spot or score are otherwise after an end that was called right, ``score``
    how the score is otherwise than the true end makes it; ``book_flagged``: the decision that both
    rest on is flagged.
    """

    decisions: tuple[CallDecision, ...]
    aside: tuple[str, ...]
    book: str
    score: str = ""
    book_flagged: bool = False


@dataclass(frozen=True)
class BookedEnd:
    """What was decided of whoever had the ball last: the books rest on it."""

    decisions: tuple[CallDecision, ...] = ()
    story: PlayStory | None = None
    carry: BallCarry | None = None

    @property
    def flagged(self) -> bool:
        """Whether one of its decisions that the books rest on is flagged."""
        return any(d.flagged and d.what in _BOOKED for d in self.decisions)

    @property
    def scores_nothing(self) -> bool:
        """Whether it is known that nobody scored."""
        if not self.decisions or self.story is None:
            return bool(self.decisions)  # a pass that came to nothing
        safety = any(other.kind is CallKind.SAFETY for other in self.story.others)
        end = self.story.end
        return end is None or (end.kind in DEAD_ENDS and not safety)


@dataclass(frozen=True)
class GameJudge:
    """Knows the rulebook, the field and who plays; uses none of the official's code."""

    rulebook: Rulebook
    field: FieldProfile
    roster: Roster

    def play(
        self,
        tape: BoardTape,
        carries: Sequence[BallCarry],
        calls: Sequence[Call],
        before: State,
        after: State | None,
    ) -> JudgedBoardPlay:
        """A whole play; ``after`` None: the books are not to be looked at."""
        found: list[CallDecision] = []
        aside: list[str] = []
        last = BookedEnd()
        made = [c for c in final_calls(list(calls)) if not _rolled(c)]
        for k, carry in enumerate(carries):
            final = k == len(carries) - 1
            until_ns = None if final else carry.until_ns
            own = [c for c in made if _within(c, carry.began_ns, until_ns)]
            if carry.phase is PlayPhase.IN_THE_AIR:
                decision, why = flight_decision(tape, carry, own, self.rulebook.calls)
                compared, story = [] if decision is None else [decision], None
            else:
                story, why = self._story(tape, self._as_caught(tape, carry, before), own, before)
                compared = [] if story is None else call_decisions(story, own)
            found += compared
            aside += [why] if why else []
            if final:
                last = BookedEnd(tuple(compared), story, carry)
        if after is None:
            return JudgedBoardPlay(tuple(found), tuple(aside), "")
        score = self._score(last, before, after)
        aside += [_SCORE_ASIDE] if score is None else []
        book = self._book(last, before, after)
        return JudgedBoardPlay(tuple(found), tuple(aside), book, score or "", last.flagged)

    def _story(
        self, tape: BoardTape, carry: BallCarry, calls: Sequence[Call], before: State
    ) -> tuple[PlayStory | None, str]:
        unknown = _without_carrier(tape, carry)
        if unknown:
            return None, unknown
        coasting = self.rulebook.calls.touch.coasting.value
        take = carrier_play_of(tape, carry, before, self.field, self.roster, coasting=coasting)
        if take is None:
            return None, "the carrier was not on the board, or had the ball for an instant"
        story = story_of(take, self.rulebook.calls)
        touching = touched_before(tape, carry, self.roster)
        strange = unjudged_end(story, calls)
        if story.unknown or strange:
            return None, story.unknown or f"not judged yet: {strange}"
        players = set() if story.end is None else set(story.end.players)
        named = {name for c in calls for name in c.players}
        if touching & (players | named):
            return None, "touched already when the carrier got the ball"
        return story, ""

    def _as_caught(self, tape: BoardTape, carry: BallCarry, before: State) -> BallCarry:
        """After a catch it matters whether it was made behind the line."""
        if carry.phase is not PlayPhase.AFTER_CATCH:
            return carry
        take = carrier_play_of(tape, carry, before, self.field, self.roster)
        if take is None:
            return carry
        sign = before.plays_toward(carry.team).sign
        x_mm = take.carrier_at(carry.began_ns)[0] + sign * take.shape(take.carrier).length_mm / 2
        return replace(carry, behind=sign * (x_mm - before.x_mm) <= 0.0)

    def _book(self, last: BookedEnd, before: State, after: State) -> str:
        """What the books say otherwise after an end that was called right."""
        if not last.decisions or not last.decisions[0].right:
            return ""
        wanted = self._expected(last, before)
        return "" if wanted is None else difference_words(wanted, after)

    def _score(self, last: BookedEnd, before: State, after: State) -> str | None:
        """How the score is otherwise than it should be; None: it changed, and nobody can judge."""
        wanted = self._expected(last, before)
        if wanted is not None and wanted.home is not None:
            return score_words(wanted, after)
        same = ExpectedGame(home=before.home_score, away=before.away_score)
        words = score_words(same, after)
        return words if last.scores_nothing or not words else None

    def _expected(self, last: BookedEnd, before: State) -> ExpectedGame | None:
        """The game after the true end, where that is known."""
        story, carry = last.story, last.carry
        if story is None or story.end is None or carry is None:
            return None
        safety = any(o.kind is CallKind.SAFETY and not o.optional for o in story.others)
        return expected_after(before, carry, story.end, safety, self.rulebook.game)


def _without_carrier(tape: BoardTape, carry: BallCarry) -> str:
    """Why nothing can be said of a carry; empty: a figure that stood had the ball."""
    if carry.carrier is None:
        return f"nobody is known to have the ball: {carry.phase.value}"
    if carry.carrier not in tape.names:
        return "the carrier's name stands on no figure, or was put right on the way"
    return "the carrier fell" if carrier_fell(tape, carry) else ""


def _rolled(call: Call) -> bool:
    """Whether dice said it: that is no question of what happened on the board."""
    follows = call.episode.follows
    if follows:
        return follows[0] is Consequence.DICE
    return call.episode.topic is EpisodeTopic.DICE


def _within(call: Call, from_ns: int, until_ns: int | None) -> bool:
    """Whether a call is about a stretch of time."""
    around = ns_from_s(AROUND_S)
    return from_ns - around <= call.t_ns and (until_ns is None or call.t_ns <= until_ns)
