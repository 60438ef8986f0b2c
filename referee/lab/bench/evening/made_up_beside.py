"""What became otherwise in a game with real eyes than in the same one with made-up eyes, by kind.

The two part soon: a cut that comes a frame later leaves the ball elsewhere, and the board runs
otherwise from then on. So plays are compared one by one in their order, each with its own truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from itertools import zip_longest

from referee.lab.bench.evening.evening_play import EveningPlay


class PlayDifference(StrEnum):
    """How a play differs from the one of the same number with made-up eyes."""

    ALIKE = "called alike"
    BOARD = "the board ran otherwise, and both called it as it was"
    REAL_WRONG = "real eyes called something wrong"
    MADE_UP_WRONG = "made-up eyes called something wrong"
    REAL_FLAGGED = "only real eyes had something to review"
    MADE_UP_FLAGGED = "only made-up eyes had something to review"
    BROKEN_OFF = "broken off for want of eyes"
    FOUL = "only one of them called a line-up foul"
    ASIDE = "not judged with one or both"
    UNEXPLAINED = "called otherwise though the same was true"
    MORE = "only one of the games had so many plays"


def play_difference(real: EveningPlay | None, made_up: EveningPlay | None) -> PlayDifference:
    """The gravest thing that explains why the calls of two plays are not alike."""
    if real is None or made_up is None:
        return PlayDifference.MORE
    flags = bool(real.reviews), bool(made_up.reviews)
    explained = (
        (bool(real.wrong), PlayDifference.REAL_WRONG),
        (bool(made_up.wrong), PlayDifference.MADE_UP_WRONG),
        (bool(real.broken_off), PlayDifference.BROKEN_OFF),
        (bool(real.fouls) != bool(made_up.fouls), PlayDifference.FOUL),
        (flags == (True, False), PlayDifference.REAL_FLAGGED),
        (flags == (False, True), PlayDifference.MADE_UP_FLAGGED),
        (_sequence(real) == _sequence(made_up), PlayDifference.ALIKE),
        (not (real.decisions and made_up.decisions), PlayDifference.ASIDE),
        (_truth(real) != _truth(made_up), PlayDifference.BOARD),
        (bool(real.aside or made_up.aside), PlayDifference.ASIDE),
    )
    return next((kind for holds, kind in explained if holds), PlayDifference.UNEXPLAINED)


def count_differences(
    real: Sequence[EveningPlay], made_up: Sequence[EveningPlay]
) -> Counter[PlayDifference]:
    """How often each kind comes in two games with the same seed."""
    return Counter(play_difference(a, b) for a, b in zip_longest(real, made_up))


def plays_until_parted(real: Sequence[EveningPlay], made_up: Sequence[EveningPlay]) -> int:
    """How many plays from the first on are called alike."""
    for k, (a, b) in enumerate(zip(real, made_up, strict=False)):
        if play_difference(a, b) is not PlayDifference.ALIKE:
            return k
    return min(len(real), len(made_up))


def _sequence(play: EveningPlay) -> tuple[str, tuple[str, ...]]:
    return play.ended, play.calls


def _truth(play: EveningPlay) -> tuple[str, ...]:
    """From where it was played, and what truly happened."""
    return play.words, *(d.true for d in play.decisions)
