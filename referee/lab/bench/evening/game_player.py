"""Plays one game of an evening, with real eyes and then with made-up ones, and keeps it."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from dataclasses import replace

from referee.core.clock import S_NS
from referee.lab.bench.evening.evening_night import evening_night, evening_setup
from referee.lab.bench.evening.evening_play import EveningPlay
from referee.lab.bench.evening.kept_games import (
    FINISHED,
    UNFINISHED,
    UNKNOWN_COMMIT,
    EveningGame,
    KeptGames,
)
from referee.lab.bench.evening.plan import EveningRow
from referee.lab.bench.evening.play_watch import PlayWatch, TellEveningPlay
from referee.lab.bench.tools.machine import BenchMachine
from referee.sim.coach.table.lockstep_night import GameStuck

logger = logging.getLogger(__name__)
# What opens a game: its row, whether from pictures, and who is told of each play.
OpenWatch = Callable[[EveningRow, bool, TellEveningPlay], PlayWatch]


def evening_watch(row: EveningRow, pictures: bool, tell: TellEveningPlay) -> PlayWatch:
    """A game that is watched, about to begin."""
    return PlayWatch(evening_setup(row, pictures=pictures), evening_night, tell)


def play_to_end(watch: PlayWatch, until_s: float | None = None) -> str:
    """How a game ends: the final whistle, or why it gets no further; its eyes are closed.

    ``until_s``: at this time of `time.perf_counter` it is left unfinished.
    """
    try:
        while not watch.over:
            if until_s is not None and time.perf_counter() > until_s:
                return UNFINISHED
            watch.step()
    except GameStuck as error:
        return str(error)
    except Exception as error:
        # A game that breaks down is a row of the table, and the next one is played all the same.
        logger.exception("A game of the bench broke down.")
        return f"broke down: {type(error).__name__}: {error}"
    finally:
        watch.close()
    return FINISHED


def play_row(
    kept: KeptGames,
    row: EveningRow,
    tell: TellEveningPlay = lambda _play: None,
    open_watch: OpenWatch = evening_watch,
) -> EveningGame:
    """One game; a line for each play is on the disk at once, the whole game in the end."""
    kept.begin(row)
    plays: list[EveningPlay] = []

    def judged(play: EveningPlay) -> None:
        plays.append(play)
        kept.add(row, play)
        tell(play)

    began_s, first = time.perf_counter(), _load()
    watch = open_watch(row, True, judged)
    ended = play_to_end(watch)
    game = EveningGame(
        row,
        kept.commit or UNKNOWN_COMMIT,
        BenchMachine.this_one().measured_at,
        ended,
        tuple(plays),
        round(watch.night.now_ns / S_NS, 3),
        round(time.perf_counter() - began_s, 1),
        (first, _load()),
    )
    beside: list[EveningPlay] = []
    made_up_ended = play_to_end(open_watch(row, False, beside.append))
    game = replace(game, made_up=tuple(beside), made_up_ended=made_up_ended)
    kept.finish(game)
    return game


def _load() -> float | None:
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
