"""The parts of the power bench in turn, and the rows that each of them gives."""

from __future__ import annotations

from referee.lab.bench.power.bought_faults import BOUGHT_FAULTS, run_bought_fault
from referee.lab.bench.power.link_faults import FAULTS, run_fault
from referee.lab.bench.power.parser_noise import feed_noise
from referee.lab.bench.power.real_processes import kill_programs, measure_off
from referee.lab.bench.power.simulated_chip import firmware_figures, firmware_noise
from referee.lab.bench.report import Report, Row

OFF_MS = 300.0
TRIALS, QUICK_TRIALS = 1000, 10
OFFS, QUICK_OFFS = 1000, 60
KILLS, QUICK_KILLS = 100, 3
NOISE_BYTES, QUICK_NOISE_BYTES, QUICK_CHIP_BYTES = 10_000_000, 400_000, 50_000


def run(quick: bool) -> Report:
    """The firmware's proofs, the guard's faults in lockstep, and both processes in real time."""
    notes = ["no real board was ever touched: a simulated ATmega328P runs the committed firmware"]
    rows = [Row(*figure) for figure in firmware_figures(20 if quick else 200)]
    sent, spurious = firmware_noise(QUICK_CHIP_BYTES if quick else NOISE_BYTES)
    rows += [
        Row("noise heard by the firmware", float(sent), "bytes"),
        Row("closings out of noise", float(spurious), "times", 0.0),
    ]
    trials = QUICK_TRIALS if quick else TRIALS
    for name in FAULTS:
        seen = run_fault(name, trials)
        rows += [
            Row(f"{name}: off, worst", seen.worst_ms, "ms", OFF_MS),
            Row(f"{name}: on again", seen.again, "times", 0.0),
            Row(f"{name}: not in the log", seen.missing, "events", 0.0),
        ]
    notes.append(f"{trials} trials of each trouble, in lockstep with the simulated chip")
    for name in BOUGHT_FAULTS:
        worst_ms, again = run_bought_fault(name, trials)
        rows += [
            Row(f"bought boards, {name}: off, worst", worst_ms, "ms", OFF_MS),
            Row(f"bought boards, {name}: on again", float(again), "times", 0.0),
        ]
    notes.append(f"bought boards: {trials} trials of each trouble with all models, in lockstep")
    off_ms = measure_off(QUICK_OFFS if quick else OFFS)
    rows += [
        Row("call of off() to pin, both cores busy, p50", off_ms[len(off_ms) // 2], "ms"),
        Row("... p99", off_ms[min(int(len(off_ms) * 0.99), len(off_ms) - 1)], "ms", 15.0),
        Row("... worst", off_ms[-1], "ms"),
    ]
    kills = kill_programs(QUICK_KILLS if quick else KILLS)
    rows += [
        Row("kill -9 in real time: off after, worst", max(kills.off_ms), "ms", OFF_MS),
        Row("kill -9 in real time: missing in the log", kills.missing, "events", 0.0),
    ]
    notes.append(f"{len(off_ms)} calls of off() and {len(kills.off_ms)} kills in real time")
    noise = feed_noise(QUICK_NOISE_BYTES if quick else NOISE_BYTES)
    rows += [
        Row("noise read by the host's parsers", float(noise.fed), "bytes"),
        Row("orders to close out of noise", float(noise.closings), "times", 0.0),
        Row("frames not understood after noise", float(noise.deaf), "times", 0.0),
    ]
    return Report("power", rows, notes)
