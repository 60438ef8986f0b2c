"""That pulses are as long as asked, whatever the line carries, and that time stamps are true."""

from __future__ import annotations

from hardware.sim.chip import BYTE_US, Chip
from hardware.sim.lines import framed
from hardware.sim.proofs.figure import Figure, MakeChip, accepted, booted, must, within

_AFTER_MS = 60  # for the events to come
_LENGTHS = [50, 250, 137, 1000, 3000, 1500]


def clock(make: MakeChip, repeats: int) -> list[Figure]:
    """Pulses, quiet and under traffic, against the pin; their events against the pin."""
    lengths = _LENGTHS[: max(2, repeats)]
    kinds = [_questions, _beats, _flood][: max(2, repeats)]  # a flood is the business of `talk` too
    if repeats > 2 * len(_LENGTHS):
        lengths = [*lengths, *range(61, 3000, 60_000 // repeats)]
    wrong, stamps, durations = [], [], []
    with booted(make) as chip:
        zero_us = _zero_of_clock(chip)
        for i, ms in enumerate(lengths):
            for traffic in kinds if ms < 300 else [kinds[i % len(kinds)]]:
                seen, events = len(chip.edges), len(chip.events("COIL"))
                accepted(chip, f"PULSE {ms}")
                traffic(chip, ms)
                chip.run_ms(_AFTER_MS)
                pin = [e.us for e in chip.edges[seen:] if e.what == "relay"]
                must(len(pin) == 2, f"a pulse of {ms} ms moved the pin {len(pin)} times")
                rise, fall = pin
                wrong.append(abs(fall - rise - ms * 1000) / 1000)
                told = chip.events("COIL")[events:]
                must(len(told) == 2, f"a pulse of {ms} ms has {len(told)} events")
                on, gone = told
                must(gone.value("why") == "pulse", f"the pulse ended otherwise: {gone.text!r}")
                durations.append(abs(int(gone.value("us")) - (fall - rise)))
                for event, edge_us in ((on, rise), (gone, fall)):
                    stamps.append(abs(int(event.value("t"), 16) + zero_us - edge_us))
    return [
        within("pulse length, 50 to 3000 ms, off by", wrong, 0.1),
        within("stamp of a relay event, off by", stamps, 50, "us"),
        within("length in a relay event, off by", durations, 50, "us"),
    ]


def _beats(chip: Chip, ms: float) -> None:
    """What a host does anyway."""
    end_us = chip.now_us + ms * 1000
    while chip.now_us < end_us:
        chip.ask("HB")
        chip.run_ms(90)


def _questions(chip: Chip, ms: float) -> None:
    """One question after the other, each answered."""
    end_us = chip.now_us + ms * 1000
    while chip.now_us < end_us:
        chip.ask("STAT")
        chip.run_ms(0.3)


def _flood(chip: Chip, ms: float) -> None:
    """More than the board can answer."""
    question = len(framed("@00 STAT"))
    for number in range(int(ms * 1000 / (question * BYTE_US))):
        sent_us = chip.send(framed(f"@{number % 256:02X} STAT"))
    chip.run_until(sent_us)


def _zero_of_clock(chip: Chip) -> float:
    """The bench time at which the board's clock was zero, from a line feed's arrival."""
    number = chip.say("HB")
    heard_us = chip.send(b"")
    chip.run_ms(8)
    answer = next(x for x in reversed(chip.lines) if x.text.startswith(f"={number}"))
    return heard_us - int(answer.value("t"), 16)
