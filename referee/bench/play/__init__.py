"""The whole night: frame to switch, contact to power off, whole games, memory, trouble."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from rich.progress import Progress

from referee.bench.games.report import GameReport
from referee.bench.play.faults import HERE, NEVER_MS, run_trials
from referee.bench.play.games import PLAYS, Wanted, whole_game
from referee.bench.play.killed import kill_nights
from referee.bench.play.latency import Latency, measure, share_of
from referee.bench.play.memory import Grown, play_on
from referee.bench.play.trials import ALARM_MS, OFF_MS, STOPS, TOLD, Trial, Trouble, worst_ms
from referee.bench.report import Report, Row

SEED = 7300
RATES = (30.0, 60.0)
LATENCY_S, HOURS = 180.0, 2.0
TRIALS, KILLS = 170, 30
# A smaller run: one rate, some plays, one trouble of each of a few kinds.
QUICK_LATENCY_S, QUICK_HOURS, QUICK_PLAYS = 8.0, 0.02, 2
MEDIAN_MS, P99_MS, GROWN_MIB, REVIEWS = 20.0, 50.0, 20.0, 0.05


def run(quick: bool) -> Report:
    """On the simulated board; the live parts in real time, with everything running."""
    before = _load()
    rows: list[Row] = []
    notes: list[str] = []
    with Progress(transient=True) as bar, tempfile.TemporaryDirectory() as name:
        for part in (_latencies, _games, _memory, _trouble):
            for row, note in part(quick, bar, Path(name)):
                rows += [row] if row else []
                notes += [note] if note else []
    notes.append(f"load average {before} before, {_load()} after, {os.cpu_count()} cores")
    return Report("play", rows, notes)


Found = Iterator[tuple[Row | None, str]]


def _latencies(quick: bool, bar: Progress, _folder: Path) -> Found:
    for fps in RATES[:1] if quick else RATES:
        task = bar.add_task(f"a night at {fps:g} frames/s", total=1.0)
        seconds = QUICK_LATENCY_S if quick else LATENCY_S
        found = measure(fps, seconds, SEED, lambda share, t=task: bar.update(t, completed=share))  # type: ignore[misc]
        yield from _latency(found)


def _latency(found: Latency) -> Found:
    at = f"{found.fps:g} frames/s"
    if found.answers:
        yield (
            Row(f"{at}: frame to order, median", share_of(found.answers, 0.5), "ms", MEDIAN_MS),
            "",
        )
        yield Row(f"{at}: frame to order, 99 %", share_of(found.answers, 0.99), "ms", P99_MS), ""
        yield Row(f"{at}: frame to order, worst", max(found.answers), "ms"), ""
    yield Row(f"{at}: frames the eyes took", found.rate, "/s"), ""
    yield Row(f"{at}: leases that ran out", found.lost_leases, "", 0.0), ""
    if found.cuts:
        for label, share in (("median", 0.5), ("95 %", 0.95)):
            cut, best = share_of(found.cuts, share), share_of(found.best, share)
            yield Row(f"{at}: contact to power off, {label}", cut, "ms"), ""
            yield Row(f"{at}: the best possible, {label}", best, "ms"), ""
    note = (
        f"{at}: {found.seconds:g} s, {len(found.answers)} frames under power, {found.plays} plays,"
        f" {len(found.cuts)} cuts at a contact, {found.dropped} frames dropped, 1920 x 1080;"
        " pictures in another process, record and page on"
    )
    yield None, note


def _games(quick: bool, bar: Progress, _folder: Path) -> Found:
    for rulebook, plays in PLAYS.items():
        wanted = Wanted(rulebook, 4 * QUICK_PLAYS if quick else plays)
        task = bar.add_task(wanted.words, total=wanted.plays)
        yield from _game(wanted, whole_game(wanted, lambda _p, t=task: bar.advance(t)))  # type: ignore[misc]


def _game(wanted: Wanted, found: GameReport) -> Found:
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
    minutes = found.sim_s / 60.0
    yield None, f"{at}: {minutes:.0f} minutes of play in {found.wall_s:.0f} s, {wanted.eyes} eyes"


def _memory(quick: bool, bar: Progress, _folder: Path) -> Found:
    hours = QUICK_HOURS if quick else HOURS
    task = bar.add_task(f"{hours:g} hours", total=1.0)
    found: Grown = play_on(hours, SEED + 1, lambda share: bar.update(task, completed=share))
    label = f"{found.hours:.2g} h of play"
    if found.grown_mib is not None:
        yield Row(f"{label}: memory grew by", found.grown_mib, "MiB", GROWN_MIB), ""
    yield Row(f"{label}: missed leases", found.missed_leases, "", 0.0), ""
    yield None, f"{label}: {found.plays} plays in the board's own time, measured eyes"


def _trouble(quick: bool, bar: Progress, folder: Path) -> Found:
    rng = np.random.default_rng(SEED + 2)
    many = len(HERE) if quick else TRIALS
    kinds = [
        Trouble(str(kind)) for kind in rng.permutation([HERE[k % len(HERE)] for k in range(many)])
    ]
    if quick:
        kinds = kinds[:2]
    kills = 0 if quick else KILLS
    task = bar.add_task("trouble", total=len(kinds) + kills)
    trials = run_trials(kinds, SEED + 3, folder / "trouble", lambda: bar.advance(task))
    if kills:
        trials += kill_nights(kills, SEED + 4, folder / "killed", lambda: bar.advance(task))
    yield from _trials(trials)


def _trials(trials: Sequence[Trial]) -> Found:
    stopped = [t for t in trials if t.trouble in STOPS and t.ran]
    told = [t for t in trials if t.trouble in TOLD]
    worst_off = worst_ms([t.off_ms for t in stopped], NEVER_MS)
    worst_told = worst_ms([t.alarm_ms for t in told], NEVER_MS)
    yield Row(f"trouble: power off, worst of {len(stopped)}", worst_off, "ms", OFF_MS), ""
    yield Row(f"trouble: people told, worst of {len(told)}", worst_told, "ms", ALARM_MS), ""
    lost = sum(not t.intact for t in trials)
    stayed = sum(not t.went_on for t in trials)
    yield Row(f"trouble: journals that lost something, of {len(trials)}", lost, "", 0.0), ""
    yield Row(f"trouble: games that did not go on, of {len(trials)}", stayed, "", 0.0), ""
    for trouble in Trouble:
        own = [t for t in trials if t.trouble is trouble]
        if own:
            yield None, _line(trouble, own)


def _line(trouble: Trouble, trials: Sequence[Trial]) -> str:
    ran = [t for t in trials if t.ran]
    off = worst_ms([t.off_ms for t in ran], NEVER_MS)
    told = worst_ms([t.alarm_ms for t in trials], NEVER_MS)
    parts = [f"{trouble.value}: {len(trials)} trials, {len(ran)} under power"]
    parts += [f"off after {off:.0f} ms at worst"] if trouble in STOPS and ran else []
    parts += [f"told after {told:.0f} ms at worst"] if trouble in TOLD else []
    return ", ".join(parts)


def _load() -> str:
    return ", ".join(f"{v:.1f}" for v in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
