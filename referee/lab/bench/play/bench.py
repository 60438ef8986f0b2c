"""The parts of the night's bench in turn, and the rows that each of them gives."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from referee.core.errors import BadValue
from referee.lab.bench.games.game_report import GameReport
from referee.lab.bench.games.judged_game import PLAYS, WholeGame, play_game
from referee.lab.bench.play.busy_night import busy_rows, play_beside
from referee.lab.bench.play.hand_trials import hand_rows, lay_hands
from referee.lab.bench.play.house_attack import attack_page, attack_rows
from referee.lab.bench.play.kept_parts import KeptParts, RowOrNote
from referee.lab.bench.play.kill_trials import kill_nights
from referee.lab.bench.play.latency import PowerOffLatency, measure_latency, percentile_of
from referee.lab.bench.play.memory_growth import MemoryGrowth, play_for_hours
from referee.lab.bench.play.quick_night import QUICK_TROUBLE, quick_night
from referee.lab.bench.play.trial import (
    ALARM_MS,
    ALARMING_TROUBLE,
    OFF_MS,
    SIZE_PX,
    STOPPING_TROUBLE,
    Trial,
    Trouble,
    worst_ms,
)
from referee.lab.bench.play.trouble_trials import IN_PROCESS_TROUBLE, NEVER_MS, run_trials
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.machine import load_average, load_note

SEED = 7300
# Of the nights of trouble and of those that are killed.
TROUBLED, KILLED = 74_000, 75_000
RATES = (30.0, 60.0)
# A rate is measured night by night, each kept once it is done, until there is enough of it.
LATENCY_S, MOST_NIGHTS = 300.0, 12
HOURS = 2.0
TRIALS, KILLS = 200, 30
# A night beside so many processes that never rest.
LOADS, LOADED_S, LOADED = (0, 2, 4), 240.0, 77_000
# Hands over a running board, with so many other processes that never rest.
ATTACKED_S, ATTACKED = 20.0, 78_000
HANDS, HANDED, BUSY_PROCESSES = 20, 76_000, (0, 4)
# A night of trouble, and a row of kills: kept once it is done.
A_NIGHT, A_ROW = 20, 10
# A smaller run: one live night with a few troubles, one short game, a minute of another.
QUICK_GAME, QUICK_HOURS = WholeGame("efhl", 2), 0.006
MEDIAN_MS, P99_MS, GROWN_MIB, REVIEWS = 20.0, 50.0, 20.0, 0.05
FoundRows = Iterator[RowOrNote]


def run(quick: bool, part: str | None = None) -> Report:
    """On the simulated board; the live parts in real time, with everything running.

    ``part``: only the parts whose names begin so; `PARTS` has them all.
    """
    if part is not None and not any(name.startswith(part) for name in PARTS):
        raise BadValue("--part", part, f"one of {', '.join(PARTS)}, or how it begins")
    before = load_average()
    with Progress(transient=True) as bar, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        said, notes = _quick(bar, folder) if quick else _whole(bar, folder, part or "")
    rows = [row for row, _ in said if row is not None]
    notes = [note for _, note in said if note] + notes
    notes.append(load_note(before))
    return Report("play", rows, notes)


def _quick(bar: Progress, folder: Path) -> tuple[list[RowOrNote], list[str]]:
    """Whether everything works, not how well: too little for any of the bars' figures."""
    task = bar.add_task("quick", total=3)
    latency, trials = quick_night(SEED, folder)
    said = [*_latency(latency), *_trials(trials)]
    bar.advance(task)
    said += _game(QUICK_GAME, play_game(QUICK_GAME, lambda _play: None))
    bar.advance(task)
    said += _grown(play_for_hours(QUICK_HOURS, SEED + 1, lambda _share: None))
    kinds = ", ".join(trouble.value for trouble in QUICK_TROUBLE)
    note = (
        f"quick: one live night at one rate, trouble of {len(QUICK_TROUBLE)} kinds only ({kinds}),"
        f" nobody killed, no hand over the board, {QUICK_GAME.words}; figures of so little say that"
        " it works, no more"
    )
    return said, [note]


def _whole(bar: Progress, folder: Path, part: str) -> tuple[list[RowOrNote], list[str]]:
    """The wanted parts in turn; each is kept once it is done."""
    kept, said = KeptParts.here(), list[RowOrNote]()
    for name, measure in PARTS.items():
        if name.startswith(part):
            said += measure(kept, bar, folder)
    return said, kept.notes


def _latency_part(fps: float, kept: KeptParts, bar: Progress, _folder: Path) -> FoundRows:
    """One night after the other until there are enough frames and contacts."""
    found = PowerOffLatency(fps)
    for night in range(1, MOST_NIGHTS + 1):
        if found.enough:
            break
        share = _share(bar, f"night {night} at {fps:g} frames/s")
        one = partial(_one_night, fps, SEED + 100 * night, share)
        found = found.joined(PowerOffLatency(**kept.values(f"latency-{fps:g}-{night}", one)))
    yield from _latency(found)


def _one_night(fps: float, seed: int, told: Callable[[float], None]) -> dict[str, Any]:
    return asdict(measure_latency(fps, LATENCY_S, seed, told))


def _game_part(rulebook: str, kept: KeptParts, bar: Progress, _folder: Path) -> FoundRows:
    wanted = WholeGame(rulebook, PLAYS[rulebook])
    one_more = _one_more(bar, wanted.words, wanted.plays)
    yield from kept.rows(f"game-{rulebook}", partial(_played, wanted, one_more))


def _memory_part(kept: KeptParts, bar: Progress, _folder: Path) -> FoundRows:
    share = _share(bar, f"{HOURS:g} hours")
    yield from kept.rows("memory", lambda: _grown(play_for_hours(HOURS, SEED + 1, share)))


def _trouble_part(kept: KeptParts, bar: Progress, folder: Path) -> FoundRows:
    one_more = partial(_one_more(bar, "trouble", TRIALS + KILLS), None)
    yield from _trials(_trouble(kept, folder, one_more))


def _hands_part(busy: int, kept: KeptParts, bar: Progress, _folder: Path) -> FoundRows:
    one_more = partial(_one_more(bar, f"hands, load {busy}", HANDS), None)
    yield from kept.rows(f"hands-{busy}", partial(_hands, busy, one_more))


def _load_part(busy: int, kept: KeptParts, bar: Progress, _folder: Path) -> FoundRows:
    share = _share(bar, f"a night at load {busy}")
    play = partial(play_beside, busy, LOADED_S, LOADED + busy, share)
    yield from kept.rows(f"load-{busy}", lambda: busy_rows(play()))


def _attack_part(kept: KeptParts, bar: Progress, _folder: Path) -> FoundRows:
    share = _share(bar, "a device of the house attacks the page")
    attack = partial(attack_page, ATTACKED_S, ATTACKED, share)
    yield from kept.rows("attack", lambda: attack_rows(attack()))


# By their names; `referee bench play --part NAME` measures one.
PARTS: dict[str, Callable[[KeptParts, Progress, Path], FoundRows]] = {
    **{f"latency-{fps:g}": partial(_latency_part, fps) for fps in RATES},
    **{f"hands-{busy}": partial(_hands_part, busy) for busy in BUSY_PROCESSES},
    **{f"load-{busy}": partial(_load_part, busy) for busy in LOADS},
    **{f"game-{rulebook}": partial(_game_part, rulebook) for rulebook in PLAYS},
    "attack": _attack_part,
    "memory": _memory_part,
    "trouble": _trouble_part,
}


def _share(bar: Progress, words: str) -> Callable[[float], None]:
    task = bar.add_task(words, total=1.0)
    return lambda share: bar.update(task, completed=share)


def _one_more(bar: Progress, words: str, total: int) -> Callable[[object], None]:
    task = bar.add_task(words, total=total)
    return lambda _done: bar.advance(task)


def _hands(busy: int, told: Callable[[], None]) -> FoundRows:
    return iter(hand_rows(busy, lay_hands(HANDS, busy, HANDED + busy, told)))


def _played(wanted: WholeGame, told: Callable[[object], None]) -> FoundRows:
    return _game(wanted, play_game(wanted, told))


def _trouble(kept: KeptParts, folder: Path, told: Callable[[], None]) -> list[Trial]:
    rng = np.random.default_rng(SEED + 2)
    each = rng.permutation([IN_PROCESS_TROUBLE[k % len(IN_PROCESS_TROUBLE)] for k in range(TRIALS)])
    kinds = [Trouble(str(kind)) for kind in each]
    trials: list[Trial] = []
    for night, first in enumerate(range(0, TRIALS, A_NIGHT), 1):
        some, here = kinds[first : first + A_NIGHT], folder / f"trouble-{night}"
        run = partial(run_trials, some, TROUBLED + night * A_NIGHT, here, told)
        trials += kept.trials(f"trouble-{night}", run)
    for row in range(1, KILLS // A_ROW + 1):
        gone = folder / f"killed-{row}"
        kill = partial(kill_nights, A_ROW, KILLED + row, gone, told)
        trials += kept.trials(f"killed-{row}", kill)
    return trials


def _latency(found: PowerOffLatency) -> FoundRows:
    at = f"{found.fps:g} frames/s"
    if found.answers:
        yield (
            Row(
                f"{at}: frame to order, median", percentile_of(found.answers, 0.5), "ms", MEDIAN_MS
            ),
            "",
        )
        yield (
            Row(f"{at}: frame to order, 99 %", percentile_of(found.answers, 0.99), "ms", P99_MS),
            "",
        )
        yield Row(f"{at}: frame to order, worst", max(found.answers), "ms"), ""
    yield Row(f"{at}: frames the eyes took", found.rate, "/s"), ""
    yield Row(f"{at}: leases that ran out", found.lost_leases, "", 0.0), ""
    if found.cuts:
        for label, share in (("median", 0.5), ("95 %", 0.95)):
            cut, best = percentile_of(found.cuts, share), percentile_of(found.best, share)
            yield Row(f"{at}: contact to power off, {label}", cut, "ms"), ""
            yield Row(f"{at}: the best possible, {label}", best, "ms"), ""
    note = (
        f"{at}: {found.seconds:g} s, {len(found.answers)} frames under power, {found.plays} plays,"
        f" {len(found.cuts)} cuts at a contact, {found.dropped} frames dropped, 1920 x 1080;"
        " pictures in another process, record and page on"
    )
    yield None, note


def _game(wanted: WholeGame, found: GameReport) -> FoundRows:
    at = wanted.rulebook.upper()
    plays = max(len(found.plays), 1)
    yield Row(f"{at}: plays to the final whistle", len(found.plays), "plays"), found.stuck
    yield Row(f"{at}: games that got stuck", float(bool(found.stuck)), "", 0.0), ""
    yield Row(f"{at}: touches between snap and spot", found.touches, "", 0.0), ""
    yield Row(f"{at}: plays to review", found.reviewed_plays / plays, "of all", REVIEWS), ""
    wrong = found.wrong
    yield Row(f"{at}: wrong and not flagged, of {found.judged} judged", len(wrong), "", 0.0), ""
    for each in wrong[:5]:
        yield None, f"{at}: {each}"
    minutes, worst_mm = found.sim_s / 60.0, found.worst_spot_mm
    yield Row(f"{at}: spots without a flag, worst", worst_mm, "mm"), ""
    yield None, f"{at}: {minutes:.0f} minutes of play in {found.wall_s:.0f} s, made-up eyes"


def _grown(found: MemoryGrowth) -> FoundRows:
    label = f"{found.hours:.2g} h of play in step, on the board's own time"
    if found.grown_mib is not None:
        yield Row(f"{label}: memory grew by", found.grown_mib, "MiB", GROWN_MIB), ""
    yield Row(f"{label}: missed leases", found.missed_leases, "", 0.0), ""
    minutes = found.wall_s / 60.0
    note = (
        f"{label}: {found.plays} plays in {minutes:.1f} minutes of a clock,"
        f" made-up eyes, record on without video, {found.left_out} frames left out of it"
    )
    yield None, note


def _trials(trials: Sequence[Trial]) -> FoundRows:
    stopped = [t for t in trials if t.trouble in STOPPING_TROUBLE and t.ran]
    told = [t for t in trials if t.trouble in ALARMING_TROUBLE]
    worst_off = worst_ms([t.off_ms for t in stopped], NEVER_MS)
    worst_told = worst_ms([t.alarm_ms for t in told], NEVER_MS)
    yield Row(f"trouble: power off, worst of {len(stopped)}", worst_off, "ms", OFF_MS), ""
    yield Row(f"trouble: people told, worst of {len(told)}", worst_told, "ms", ALARM_MS), ""
    lost = sum(not t.intact for t in trials)
    stayed = sum(not t.went_on for t in trials)
    yield Row(f"trouble: journals that lost something, of {len(trials)}", lost, "", 0.0), ""
    yield Row(f"trouble: games that did not go on, of {len(trials)}", stayed, "", 0.0), ""
    for each in trials:
        if not each.went_on:
            yield None, f"{each.trouble.value}, did not go on: {each.why or 'no power'}"
    for trouble in Trouble:
        own = [t for t in trials if t.trouble is trouble]
        if own:
            yield None, _line(trouble, own)


def _line(trouble: Trouble, trials: Sequence[Trial]) -> str:
    ran = [t for t in trials if t.ran]
    off = worst_ms([t.off_ms for t in ran], NEVER_MS)
    told = worst_ms([t.alarm_ms for t in trials], NEVER_MS)
    parts = [f"{trouble.value}: {len(trials)} trials, {len(ran)} under power"]
    parts += [f"off after {off:.0f} ms at worst"] if trouble in STOPPING_TROUBLE and ran else []
    parts += [f"told after {told:.0f} ms at worst"] if trouble in ALARMING_TROUBLE else []
    # One is played while the next gets ready.
    wide, high = SIZE_PX
    parts += [f"pictures of {wide} x {high}"] if trouble is Trouble.KILLED else []
    return ", ".join(parts)
