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
from referee.lab.bench.games.expected_game import difference_words, expected_after
from referee.lab.bench.games.pass_flights import flight_decision
from referee.lab.bench.games.tape import BoardTape
from referee.lab.bench.games.tape_slices import carrier_fell, carrier_play_of, touched_before
from referee.rulebooks.rulebook import Rulebook

# A call may carry an instant a little before the declaration it follows from.
AROUND_S = 0.12


@dataclass(frozen=True)
class JudgedBoardPlay:
    """What came of it."""

    decisions: tuple[CallDecision, ...]
    aside: tuple[str, ...]
    book: str


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
        book = ""
        made = [c for c in final_calls(list(calls)) if not _rolled(c)]
        for k, carry in enumerate(carries):
            last = k == len(carries) - 1
            until_ns = None if last else carry.until_ns
            own = [c for c in made if _within(c, carry.began_ns, until_ns)]
            if carry.phase is PlayPhase.IN_THE_AIR:
                decision, why = flight_decision(tape, carry, own, self.rulebook.calls)
                found += [] if decision is None else [decision]
                aside += [why] if why else []
                continue
            story, why = self._story(tape, self._as_caught(tape, carry, before), own, before)
            if story is None:
                aside += [why] if why else []
                continue
            compared = call_decisions(story, own)
            found += compared
            if last and after is not None and story.end is not None and compared[0].right:
                book = self._book(story, carry, before, after)
        return JudgedBoardPlay(tuple(found), tuple(aside), book)

    def _story(
        self, tape: BoardTape, carry: BallCarry, calls: Sequence[Call], before: State
    ) -> tuple[PlayStory | None, str]:
        if carrier_fell(tape, carry):
            return None, "the carrier fell"
        coasting = self.rulebook.calls.touch.coasting.value
        take = carrier_play_of(tape, carry, before, self.field, self.roster, coasting=coasting)
        if take is None:
            return None, "" if carry.carrier is None else "the carrier was not on the board"
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

    def _book(self, story: PlayStory, carry: BallCarry, before: State, after: State) -> str:
        if story.end is None:
            return ""
        safety = any(o.kind is CallKind.SAFETY and not o.optional for o in story.others)
        rules = self.rulebook.game
        wanted = expected_after(before, carry, story.end, safety, rules)
        return "" if wanted is None else difference_words(wanted, after)


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
