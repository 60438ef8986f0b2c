"""Plays judged by every rulebook: the decisions, their seconds, how true the stated errors are."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import thread_time

from referee.calls.call import Call, final_calls
from referee.calls.call_rules import CallRules
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.frame import BoardFrame
from referee.core.clock import MS_NS
from referee.core.geometry.gap import pair_gaps_mm
from referee.lab.bench.calls.call_decisions import CallDecision, call_decisions, unjudged_end
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.plays.play_store import recorded_plays
from referee.lab.bench.calls.plays.recorded_play import RecordedPlay
from referee.lab.bench.calls.simulated_eyes import board_frames
from referee.lab.bench.calls.truth.play_story import PlayStory, story_of
from referee.lab.bench.tools.side_by_side import side_by_side
from referee.loaders.rulebooks import load_rulebook

BOOKS = ("efhl", "hefl", "vsefl", "simplified")
NEAR_MM = 3.0
PLAYS_PER_CHUNK = 20
# One play in so many is judged three times, to see that it is the same each time.
AGAIN = 20


@dataclass(frozen=True)
class JudgedPlay:
    """One play under one rulebook. ``aside`` says why it does not count."""

    number: int
    fps: int
    play: str
    turn: str
    book: str
    near: bool
    flagged: bool
    decisions: tuple[CallDecision, ...]
    aside: str = ""
    cut_after_ms: float | None = None


@dataclass(frozen=True)
class PlayResult:
    """One play under all rulebooks. Gaps are errors in sigmas of single frames."""

    judged: tuple[JudgedPlay, ...]
    gap_sigmas: tuple[float, ...]
    seconds: tuple[float, ...]
    differing: int


def rulebooks() -> dict[str, CallRules]:
    """The four board rulebooks."""
    return {name: load_rulebook(name).calls for name in BOOKS}


def judge_play(
    take: RecordedPlay, rules: Mapping[str, CallRules], *, again: bool = False
) -> PlayResult:
    """A play under each rulebook; ``again`` judges it twice more, once with the players mixed."""
    seen = board_frames(take)
    judged: list[JudgedPlay] = []
    seconds: list[float] = []
    differing = 0
    for book, each in rules.items():
        calls, cut_ns = calls_that_count(take, each, seen, seconds)
        story = story_of(take, each)
        judged.append(_judged(take, book, story, calls, cut_ns))
        if again:
            mixed = _mixed(take, seen)
            texts = {
                repr(calls_that_count(take, each, boards_, [])[0]) for boards_ in (seen, mixed)
            }
            differing += texts != {repr(calls)}
    return PlayResult(tuple(judged), tuple(gap_sigmas(take, seen)), tuple(seconds), differing)


def calls_that_count(
    take: RecordedPlay, rules: CallRules, seen: Sequence[BoardFrame], seconds: list[float]
) -> tuple[list[Call], int | None]:
    """The calls that stand, and when the power was first asked off; times go to ``seconds``."""
    crew = PlayJudge(rules, take.field, take.roster)
    calls = list(crew.begin(take.phase_state))
    cut_ns: int | None = None
    for board in seen:
        before = thread_time()
        heard = crew.update(board)
        seconds.append(thread_time() - before)
        calls += heard.calls
        if heard.cut and cut_ns is None:
            cut_ns = board.t_ns
    return final_calls([*calls, *crew.close()]), cut_ns


def _judged(
    take: RecordedPlay, book: str, story: PlayStory, calls: Sequence[Call], cut_ns: int | None
) -> JudgedPlay:
    recipe = take.recipe
    strange = unjudged_end(story, calls)
    aside = story.unknown or (f"not judged yet: {strange}" if strange else "")
    found = tuple(call_decisions(story, calls))
    late = None
    if cut_ns is not None and story.end is not None and found[0].right:
        late = (cut_ns - story.end.t_ns) / MS_NS
    return JudgedPlay(
        recipe.number,
        recipe.fps,
        recipe.play.value,
        recipe.turn.value,
        book,
        story.near,
        any(call.flagged for call in calls),
        found,
        aside,
        late,
    )


def gap_sigmas(take: RecordedPlay, seen: Sequence[BoardFrame]) -> list[float]:
    """Errors in sigmas of every measured gap between the carrier and an opponent within 3 mm."""
    frames = {int(t): k for k, t in enumerate(take.times_ns)}
    names = [player.id for player in take.roster]
    row = names.index(take.carrier)
    team = take.phase_state.team
    out: list[float] = []
    own = take.shape(take.carrier)
    for board in seen:
        k = frames[board.t_ns]
        for other in sorted(board.seen, key=lambda each: each.player):
            i = names.index(other.player)
            gap = board.gap(take.carrier, other.player)
            if gap is None or take.fallen[k, i] or take.roster.players[i].team is team:
                continue
            poses = take.poses[k, row][None], take.poses[k, i][None]
            true_mm = float(pair_gaps_mm(own, poses[0], take.shape(other.player), poses[1])[0])
            if true_mm <= NEAR_MM:
                out.append((gap.gap_mm - max(true_mm, 0.0)) / gap.sigma_mm)
    return out


def _mixed(take: RecordedPlay, seen: Sequence[BoardFrame]) -> list[BoardFrame]:
    """The same frames, everybody in another order."""
    rng = take.recipe.chance(2)
    return [
        replace(
            board,
            seen=tuple(board.seen[int(i)] for i in rng.permutation(len(board.seen))),
            gaps=board.gaps[::-1],
        )
        for board in seen
    ]


def judge_all(recipes: Sequence[PlayRecipe]) -> list[PlayResult]:
    """All plays in the order of their recipes, in parallel processes."""
    starts = range(0, len(recipes), PLAYS_PER_CHUNK)
    with side_by_side(os.cpu_count() or 1) as work:
        chunks = work.done(work.each("plays", partial(_chunk, recipes), starts))
    return [result for chunk in chunks for result in chunk]


def _chunk(recipes: Sequence[PlayRecipe], start: int) -> list[PlayResult]:
    """A few of the plays, in a process of their own."""
    rules = rulebooks()
    played = list(recorded_plays(recipes[start : start + PLAYS_PER_CHUNK]))
    judge_play(played[0], rules)  # what is made on first use is made now
    return [judge_play(take, rules, again=take.recipe.number % AGAIN == 0) for take in played]
