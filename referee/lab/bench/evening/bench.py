"""Plays the games of the plan that are not played yet, and makes the table of all there are."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.progress import Progress, TaskID

from referee.lab.bench.evening.evening_play import EveningPlay
from referee.lab.bench.evening.evening_rows import evening_rows
from referee.lab.bench.evening.game_player import evening_watch, play_row, play_to_end
from referee.lab.bench.evening.kept_games import FOLDER, UNFINISHED, EveningGame, KeptGames
from referee.lab.bench.evening.plan import (
    PLAYS_A_QUARTER,
    USUAL_FPS,
    EveningChoice,
    EveningRow,
    SeedList,
    seed_list,
)
from referee.lab.bench.report import Report
from referee.lab.bench.tools.machine import BenchMachine, load_average, load_note
from referee.lab.bench.tools.side_by_side import side_by_side
from referee.sim.art.looks.table_light import TableLight

# A quick run stops so long after it began, wherever its game is then.
QUICK_S = 30.0
QUICK_SEED = 815_000
QUICK_TITLE = "evening (quick: one short game with made-up eyes, no picture is looked at)"


def run(
    quick: bool,
    *,
    out: Path | None = None,
    seeds: str = SeedList.DEVELOPMENT.value,
    rulebook: str | None = None,
    board: str | None = None,
    fps: float | None = None,
    games: int | None = None,
    jobs: int = 1,
    plays_a_quarter: int = PLAYS_A_QUARTER,
) -> Report:
    """Whole games from pictures; see `EveningChoice` for what may be asked for."""
    choice = EveningChoice(seed_list(seeds), rulebook, board, fps, games, jobs, plays_a_quarter)
    return _quick() if quick else _whole(choice, out or FOLDER)


def _quick() -> Report:
    """Whether everything works, not how well: too little for any of the bars."""
    before, began_s = load_average(), time.perf_counter()
    row = EveningRow("efhl", "620", TableLight.LAMP, USUAL_FPS, QUICK_SEED, 1)
    plays: list[EveningPlay] = []
    watch = evening_watch(row, False, plays.append)
    ended = play_to_end(watch, began_s + QUICK_S)
    machine = BenchMachine.this_one()
    game = EveningGame(row, machine.commit or "", machine.measured_at, ended, tuple(plays))
    rows, notes = evening_rows((row,), (game,), barred=False)
    return Report(QUICK_TITLE, rows, [*notes, load_note(before)])


def _whole(choice: EveningChoice, out: Path) -> Report:
    before, machine = load_average(), BenchMachine.this_one()
    kept = KeptGames(out, machine.commit, choice.seeds)
    planned = choice.rows()
    fresh = [row for row in planned if not kept.clean or kept.finished(row) is None]
    fresh = fresh[: choice.games]
    _play(kept, fresh, choice.jobs)
    # Of a checkout with changes only what this run has played counts.
    counted = planned if kept.clean else fresh
    found = [game for row in counted if (game := kept.found(row)) is not None]
    rows, notes = evening_rows(planned, found)
    return Report("evening", rows, [*notes, *_about(kept, choice, found), load_note(before)])


def _play(kept: KeptGames, rows: Sequence[EveningRow], jobs: int) -> None:
    if jobs > 1 and len(rows) > 1:
        with side_by_side(min(jobs, len(rows))) as work:
            work.done(work.each("games", partial(_play_one, kept, rows), range(len(rows))))
        return
    with Progress(transient=True) as bar:
        task = bar.add_task("games", total=len(rows))
        for row in rows:
            play_row(kept, row, partial(_say, bar, task, row))
            bar.advance(task)


def _play_one(kept: KeptGames, rows: Sequence[EveningRow], number: int) -> None:
    """One game in a process of its own."""
    play_row(kept, rows[number])


def _say(bar: Progress, task: TaskID, row: EveningRow, play: EveningPlay) -> None:
    bar.update(task, description=f"{row.name}, play {play.number}: {play.ended}")


def _about(kept: KeptGames, choice: EveningChoice, games: Sequence[EveningGame]) -> list[str]:
    """What was measured, and on what: for people who read the table."""
    loads = [load for game in games for load in game.load if load is not None]
    busy = f"load {min(loads):.1f} to {max(loads):.1f}" if loads else "load unknown"
    of = "" if kept.clean else ", a checkout with changes: these figures belong to no commit"
    running = [game.row.name for game in games if game.ended == UNFINISHED]
    about = (
        f"{len(games)} games of commit {kept.commit or 'unknown'}{of}; seeds of"
        f" {choice.seeds.value}; real eyes on pictures of 1920 x 1080, in step; {busy} at the"
        " beginning and end of games"
    )
    return [
        about,
        f"the games are in {kept.folder}",
        *(f"unfinished, counted as far as it came: {name}" for name in running),
    ]
