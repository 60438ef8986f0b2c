"""The bench of the states of a night: how many were reached, and from how many no way leads on."""

from __future__ import annotations

from collections.abc import Iterator

from referee.lab.bench.report import Report, Row
from referee.lab.bench.states.patient_person import LOOKS_S
from referee.lab.bench.states.walk import Walked, walk

LEAGUES = ("efhl", "hefl", "vsefl", "simplified")
# Frames of each league, and the seeds that are walked.
QUICK_FRAMES, FRAMES = 900, 6_000
QUICK_SEEDS, SEEDS = (101,), (101, 102)
# A person who follows the page is at the next snap, or at the end, within a minute.
LONGEST_S = 60.0
# What is told of a dead end.
TOLD_LINES = 25


def run(quick: bool) -> Report:
    """Walks of every league from its kickoff on."""
    frames, seeds = (QUICK_FRAMES, QUICK_SEEDS) if quick else (FRAMES, SEEDS)
    walks = [walk(league, frames, seed) for league in LEAGUES for seed in seeds]
    rows = [row for league in LEAGUES for row in _rows(league, walks)]
    notes = [
        "made-up eyes on a made-up table; night, official, the page's forms and next step are real",
        f"{frames} frames of each of the seeds {', '.join(map(str, seeds))} in each league",
        "a state is: phases, what is owed, reasons, offers and questions",
        *(line for walked in walks for line in _told(walked)),
    ]
    return Report("states", rows=rows, notes=notes)


def _rows(league: str, walks: list[Walked]) -> Iterator[Row]:
    mine = [walked for walked in walks if walked.league == league]
    states = frozenset[object]().union(*(walked.states for walked in mine))
    mute = frozenset[object]().union(*(walked.mute for walked in mine))
    ends = {end.state for walked in mine for end in walked.dead_ends}
    longest_s = max(walked.longest for walked in mine) * LOOKS_S
    yield Row(f"{league}: states reached", len(states), "states")
    yield Row(f"{league}: followed to a snap or the end", sum(w.followed for w in mine), "times")
    yield Row(f"{league}: from which the page leads nowhere", len(ends), "states", 0.0)
    yield Row(f"{league}: without a word of what to do", len(mute), "states", 0.0)
    yield Row(f"{league}: longest way on", longest_s, "s", LONGEST_S)


def _told(walked: Walked) -> Iterator[str]:
    for end in walked.dead_ends:
        yield f"{walked.league}: no way on from {end.state}"
        yield from (f"  {line}" for line in end.path[:TOLD_LINES])
