"""Who stood where in earlier line-ups: a coach gives a player the same job again and again.

A line-up is kept as the places of a team, turned so that the team plays to the right. Some stories
are told of a new one and weighed by how well they fit: it is an old one put up again, so everybody
stands in the same place; it is another formation with the same jobs, the line from left to right,
the backs behind it, the ends outside; everybody stands where its position in the team file says; or
it is like none before and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.core.arrays import F64, I64, Bools
from referee.vision.roster.assignment import NOBODY, best_pairs
from referee.vision.roster.habits.expected_jobs import ExpectedJobs
from referee.vision.roster.habits.job_places import job_places, same_job
from referee.vision.roster.habits.name_shares import NameShares, name_shares
from referee.vision.roster.player_rows import Table

# Line-ups of a team that are remembered; one put up again is not remembered twice.
MOST_LINE_UPS = 48
# A line-up is an old one put up again where everybody stands within this, and all but one within
# half of it, in mm.
SAME_LINE_UP_MM = 20.0
# Fewer players than this are no line-up.
LEAST_PLAYERS = 5
# How exactly a player takes the same place in the same formation, as a sigma. By the project's
# simulated coach, whose formations are shifted and spread; of real coaches nothing is known.
SAME_PLACE_MM = 8.0
# Somebody stands elsewhere this time: then the job says where.
ELSEWHERE = 0.03
# What a line-up is spread over: anybody might stand anywhere in it, in mm².
SPREAD_MM2 = 250.0**2
# A new line-up is laid over an old one in so many steps, by places up to so near, as a sigma.
ROUNDS = 4
NEAR_MM = 14.0
NEAR = 4.0  # half the square of the distance in these sigmas, at most
# The stories before a line-up is seen; what a team file says of positions is one of them.
PUT_UP_AGAIN, SAME_JOBS, AS_WRITTEN, LIKE_NONE = 0.5, 0.4, 0.4, 0.1
# Places do not depend on each other as little as the product of their likelihoods has it: where one
# figure has another's job, that one has a third one's. So each place says less within a story, and
# much less of the story as a whole.
PLACE_SHARE, FIT_SHARE = 0.7, 0.2
# How much more a line-up counts whose jobs fit better, for its share in the jobs.
LIKENESS = 0.35
# An old line-up that fits so much worse than the best one, in log-odds, is not told of.
HOPELESS = 12.0
# The same places with other names: what was remembered there counts so much less.
OVERTAKEN = 0.3


@dataclass(frozen=True, eq=False)
class RememberedLineUp:
    """Rows of the roster, their places in mm, playing to the right, and how often it was seen."""

    rows: I64
    places_mm: F64
    count: float = 1.0


class LineUpHabits:
    """The line-ups of one team, those of earlier evenings first."""

    def __init__(
        self,
        kept: Sequence[RememberedLineUp] = (),
        expected: Sequence[ExpectedJobs] = (),
    ) -> None:
        self._kept = list(kept)
        # Whether a line-up was learned tonight.
        self.learned = False
        self._expected = tuple(each for each in expected if len(each.places) >= LEAST_PLAYERS)

    @property
    def kept(self) -> tuple[RememberedLineUp, ...]:
        """What is remembered, the newest last."""
        return tuple(self._kept)

    def learn(self, rows: I64, places_mm: F64) -> None:
        """A line-up was played from: these players stood at these places."""
        if len(rows) < LEAST_PLAYERS:
            return
        self.learned = True
        count = 1.0
        for old in tuple(self._kept):
            apart = _laid_over(old.places_mm, places_mm)
            if not _same_places(apart):
                continue
            here = {int(row): k for k, row in enumerate(rows)}
            at = np.array([here.get(int(row), NOBODY) for row in old.rows])
            self._kept.remove(old)
            if (at != NOBODY).all() and _near(apart[np.arange(len(at)), at]):
                count += old.count
            else:
                self._kept.append(replace(old, count=OVERTAKEN * old.count))
        self._kept.append(RememberedLineUp(rows.copy(), places_mm.copy(), count))
        if len(self._kept) > MOST_LINE_UPS:
            rarest = min(self._kept[:-1], key=lambda each: each.count)
            self._kept.remove(rarest)

    def shares(self, rows: I64, places_mm: F64, evidence: F64) -> F64:
        """For each player and place: how probable it is that this player stands there.

        ``evidence``: log-likelihoods from whatever else is known.
        """
        plain = name_shares(evidence)
        if len(places_mm) < LEAST_PLAYERS or not (self._kept or self._expected):
            return plain.shares
        fits, told = [np.log(LIKE_NONE)], [plain.shares]
        for prior, likely in self._stories(rows, places_mm, evidence):
            story: NameShares = name_shares(evidence + PLACE_SHARE * likely)
            fits.append(np.log(prior) + FIT_SHARE * (story.log_sum - plain.log_sum))
            told.append(story.shares)
        weights = np.exp(np.array(fits) - max(fits))
        return np.asarray(np.tensordot(weights / weights.sum(), np.array(told), axes=1))

    def _stories(self, rows: I64, places_mm: F64, evidence: F64) -> Iterator[tuple[float, F64]]:
        """What each story says of players and places, and its probability at first."""
        new = job_places(places_mm)
        jobs = [same_job(job_places(old.places_mm), new) for old in self._kept]
        again = [
            _by_rows(_again(old, places_mm, job), old.rows, rows)
            for old, job in zip(self._kept, jobs, strict=True)
        ]
        seen = sum(old.count for old in self._kept)
        fits = [_best_fit(evidence + likely) for likely in again]
        for old, likely, fit in zip(self._kept, again, fits, strict=True):
            if fit > max(fits) - HOPELESS:
                yield PUT_UP_AGAIN * old.count / seen, likely
        for each in self._expected:
            yield AS_WRITTEN / len(self._expected), _by_position(each, new, rows)
        if self._kept:
            told = [
                _by_rows(job, old.rows, rows) for old, job in zip(self._kept, jobs, strict=True)
            ]
            yield SAME_JOBS, _together(told, evidence)


def _together(tables: Sequence[F64], evidence: F64) -> F64:
    """What all old line-ups say of jobs, those that are alike more than the others."""
    fits = LIKENESS * np.array([_best_fit(evidence + table) for table in tables])
    weights = np.exp(fits - fits.max())
    weights /= weights.sum()
    return np.asarray(np.log(np.tensordot(weights, np.exp(np.array(tables)), axes=1)))


def places_playing_right(bases: Table, direction: float) -> F64:
    """Where bases stand in mm, the board turned so that their team plays to the right."""
    return np.asarray(direction * np.column_stack([bases["x_mm"], bases["y_mm"]]))


def _again(old: RememberedLineUp, places_mm: F64, jobs: F64) -> F64:
    """Log-likelihoods that players stand where they stood in an old line-up, against anywhere.

    Who does not stand there has still its job, of which ``jobs`` tell.
    """
    apart = _laid_over(old.places_mm, places_mm)
    density = SPREAD_MM2 / (2.0 * np.pi * SAME_PLACE_MM**2)
    there = density * np.exp(-0.5 * apart**2 / SAME_PLACE_MM**2)
    return np.asarray(np.log((1.0 - ELSEWHERE) * there + ELSEWHERE * np.exp(jobs)))


def _by_rows(table: F64, have: I64, wanted: I64) -> F64:
    """The rows of a table in another order; who is not in it may stand where any of the others do.

    Whoever comes in does so for somebody, and so stands where that one stood.
    """
    out = np.tile(np.log(np.exp(table).mean(axis=0)), (len(wanted), 1))
    index = {int(row): k for k, row in enumerate(have)}
    for a, row in enumerate(wanted):
        if int(row) in index:
            out[a] = table[index[int(row)]]
    return out


def _by_position(expected: ExpectedJobs, new: F64, rows: I64) -> F64:
    """What positions say of players and places; the nearest of a player's places counts."""
    out = np.zeros((len(rows), len(new)))
    for a, row in enumerate(rows):
        places = expected.places.get(int(row))
        if places is not None:
            out[a] = same_job(places, new, places.shape[1]).max(axis=0)
    return out


def _best_fit(likely: F64) -> float:
    """The log-likelihood of the best way to give each player a place."""
    most = float(np.abs(likely).max()) + 1.0
    found = best_pairs(-likely - most)
    named = found != NOBODY
    return float(likely[named, found[named]].sum())


def _laid_over(old_mm: F64, new_mm: F64) -> F64:
    """How far old places are from new ones, in mm, once one line-up is laid over the other."""
    shift = np.median(new_mm, axis=0) - np.median(old_mm, axis=0)
    for _ in range(ROUNDS):
        squares = 0.5 * (_apart_mm(old_mm + shift, new_mm) / NEAR_MM) ** 2
        found = best_pairs(np.minimum(squares, NEAR) - NEAR - 1.0)
        both = found != NOBODY
        near = both & (squares[np.arange(len(found)), found] < NEAR)
        chosen = near if near.sum() >= LEAST_PLAYERS else both
        shift = np.median(new_mm[found[chosen]] - old_mm[chosen], axis=0)
    return _apart_mm(old_mm + shift, new_mm)


def _apart_mm(a_mm: F64, b_mm: F64) -> F64:
    return np.asarray(np.sqrt(((a_mm[:, None] - b_mm[None]) ** 2).sum(axis=2)))


def _same_places(apart_mm: F64) -> bool:
    """Whether two line-ups are the same places, whoever stands there."""
    if apart_mm.shape[0] != apart_mm.shape[1]:
        return False
    found = best_pairs(apart_mm - 10.0 * SAME_LINE_UP_MM)
    if (found == NOBODY).any():
        return False
    return _near(apart_mm[np.arange(len(found)), found])


def _near(apart_mm: F64) -> bool:
    exact: Bools = apart_mm < SAME_LINE_UP_MM / 2.0
    return bool((apart_mm < SAME_LINE_UP_MM).all() and exact.sum() >= len(apart_mm) - 1)
