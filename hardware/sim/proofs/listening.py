"""That the board hears its inputs, keeps its trips, knows itself and never waits for the line."""

from __future__ import annotations

from hardware.sim.chip import POWER, RESET_LINE, Chip
from hardware.sim.lines import framed
from hardware.sim.proofs.figure import (
    BOOT_MS,
    Figure,
    MakeChip,
    accepted,
    booted,
    closed,
    closings,
    must,
    opened_after,
    refused,
    tripped,
    within,
)

_BEAT_MS = 90
_MV_A_COUNT = 5000 / 1024
_VARIABLES_END = 0x800  # a quarter of the memory is the stack's


def trips(make: MakeChip, repeats: int) -> list[Figure]:
    """ON's limit, a lost pin, a welded contact, a dark load: each latched with its cause."""
    late = []
    with booted(make) as chip:
        for ms in (20, 75, 300)[: max(1, repeats)]:
            accepted(chip, "CLR")
            accepted(chip, f"ON {ms}")
            opened_after(chip, chip.now_us, ms + 10)
            rise, fall = [e.us for e in chip.edges if e.what == "relay"][-2:]
            late.append((fall - rise) / 1000 - ms)
            must(late[-1] >= 0, f"ON {ms} ended {-late[-1]:.3f} ms early")
            tripped(chip, "max")
        closed(chip)
        chip.run_ms(20)
        before = len(chip.events("COIL"))
        for i in range(10):  # a new limit each time, and the relay does not even blink
            accepted(chip, "KEEP 100" if i % 3 else "ON 100")
            chip.run_ms(60)
        must(chip.relay and len(chip.events("COIL")) == before, "a new limit moved the relay")
        accepted(chip, "OFF")
        refused(chip, "KEEP 100", "open")
        must(not chip.relay, "KEEP closed the relay")
        accepted(chip, "PULSE 30")
        refused(chip, "KEEP 100", "busy")
        refused(chip, "ON 100", "busy")
        refused(chip, "PULSE 30", "busy")
        chip.run_ms(40)
        closed(chip)
        refused(chip, "PULSE 30", "busy")
        chip.run_ms(10)
        chip.lose_pin()
        chip.run_ms(10)
        tripped(chip, "self")
        closed(chip)
        chip.load(welded=True)
        accepted(chip, "OFF")
        _beat(chip, 1200)
        tripped(chip, "stuck")
        chip.send(b"!")
        chip.run_ms(5)
        tripped(chip, "stuck")  # the first cause is kept
        chip.load()
        _beat(chip, 100)
        closed(chip)
        _beat(chip, 1200)
        must(chip.relay, "opened although the load has power")
        chip.load(cut=True)
        _beat(chip, 1200)
        tripped(chip, "noload")
    return [within("limit of ON, later by", late, 2)]


def _beat(chip: Chip, ms: float) -> None:
    """Lets time pass without losing the lease."""
    end_us = chip.now_us + ms * 1000
    while chip.now_us < end_us:
        accepted(chip, "HB")
        chip.run_ms(_BEAT_MS)


def inputs(make: MakeChip, repeats: int) -> list[Figure]:
    """Load feedback bridges mains half-waves; vibration has a size, a pace and an end."""
    with booted(make) as chip:
        chip.load(half_wave_us=8333)
        chip.vibration(bias_mv=2500, swing_mv=900, hz=60)
        accepted(chip, "SENSE 100 100")
        _beat(chip, 300)
        must(int(chip.events("SENSE")[-1].value("pp")) == 0, "a still field swings")
        for _ in range(max(1, repeats // 10)):
            seen, shaken = len(chip.events("LOAD")), len(chip.events("SHAKE"))
            closed(chip)
            _beat(chip, 500)
            report = chip.events("SENSE")[-1]
            swing = int(report.value("pp")) * _MV_A_COUNT
            must(1650 <= swing <= 1810, f"1800 mV expected: {report.text!r}")
            must(5 <= int(report.value("ups")) <= 7, f"6 crossings expected: {report.text!r}")
            state = int(chip.ask("HB").value("s"), 16)
            must(state & 0xC3 == 0xC3, f"closed, live, seen and shaking expected: {state:02X}")
            accepted(chip, "OFF")
            _beat(chip, 200)
            loads = [x.text.split()[2] for x in chip.events("LOAD")[seen:]]
            must(loads == ["1", "0"], f"one LOAD 1 and one LOAD 0 expected, got {loads}")
            shakes = [x.text.split()[2] for x in chip.events("SHAKE")[shaken:]]
            must(shakes == ["1", "0"], f"one SHAKE 1 and one SHAKE 0 expected, got {shakes}")
        refused(chip, "SENSE 19 0", "range")
        accepted(chip, "SENSE 0 0")
        chip.run_ms(20)
        seen = len(chip.events("SENSE"))
        _beat(chip, 300)
        must(len(chip.events("SENSE")) == seen, "SENSE 0 does not end the reports")
        chip.load(fitted=False)
        chip.reset(POWER)
        chip.run_ms(BOOT_MS)
        closed(chip)
        chip.run_ms(20)
        chip.load(fitted=True)  # a disturbance on the open wire
        chip.run_until(chip.now_us + 30)
        chip.load(fitted=False)
        _beat(chip, 1500)
        must(chip.relay, "opened for want of a feedback that was never fitted")
    return []


def identity(make: MakeChip, _repeats: int) -> list[Figure]:
    """The name is kept, bad names change nothing, and questions are answered."""
    with booted(make) as chip:
        accepted(chip, "NAME Field-620_a.")
        refused(chip, "NAME thirteen-long", "range")
        must(chip.ask("HELLO 1 500").value("name") == "Field-620_a.", "the name was not stored")
        closed(chip)
        refused(chip, "NAME other", "busy")
        chip.reset(RESET_LINE)
        chip.run_ms(BOOT_MS)
        answer = chip.ask("HELLO 1 500")
        must(answer.value("name") == "Field-620_a.", "the name is gone after a reset")
        must(answer.value("proto") == "1", f"protocol 1 expected: {answer.text!r}")
        must(answer.value("caps") == "eklpsw", f"capabilities: {answer.text!r}")
        accepted(chip, "NAME x")
        must(chip.ask("HELLO 1 500").value("name") == "x", "a short name keeps an old one's end")
    return []


def talk(make: MakeChip, repeats: int) -> list[Figure]:
    """A line that is full both ways changes nothing: the board drops words, never time."""
    ends = []
    with booted(make) as chip:
        chip.vibration(bias_mv=2500, swing_mv=900, hz=60)
        closed(chip)
        accepted(chip, "SENSE 20 50")
        chip.measure()
        for i in range(max(2, repeats // 4)):
            closed(chip)
            before = closings(chip)
            for n in range(100):
                heard_us = chip.send(framed(f"@{n:02X} STAT"))
            chip.run_until(heard_us)
            must(chip.relay and closings(chip) == before, "a flood of questions moved the relay")
            start_us = chip.now_us
            chip.say("OFF", 0xF0 + i % 8)
            ends.append(opened_after(chip, start_us, 10))
            chip.run_ms(60)
        answer = chip.ask("STAT")
        must(answer.value("over") == "0", f"the receiver was overrun: {answer.text!r}")
        must(answer.value("bad") == "0", f"frames were lost: {answer.text!r}")
        must(int(answer.value("mute")) > 0, "the flood was no flood")
        must(chip.deepest_stack >= _VARIABLES_END, f"the stack reached {chip.deepest_stack:#x}")
        dark_us = chip.longest_dark_us
    return [
        within("OFF to pin behind 100 questions", ends, 2),
        within("longest time without interrupts", [dark_us], 60, "us"),
    ]
