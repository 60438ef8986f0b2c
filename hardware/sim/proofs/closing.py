"""That the relay closes only for a whole, right, new frame in a session."""

from __future__ import annotations

from hardware.sim.chip import BROWN_OUT, DAMAGED, POWER, RESET_LINE, Chip
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
    refused,
    tripped,
)

_CAUSES = {POWER: "01", RESET_LINE: "02", BROWN_OUT: "04"}
_NOT_A_FRAME = {
    "char": [b"\xa0\x01\x01\xa2", b"\x00\n", b"\xff\n", b"@01 HB\t*5686\n"],
    "frame": [
        b"ATZ\r\n",
        b"@01 HB\n",
        b"@01HB*5686\n",
        b"@0g HB*5686\n",
        b"@01 HB*568\n",
        b"@01 H@",
    ],
    "long": [b"@01 " + b"A" * 60 + b"\n"],
}
_NOT_UNDERSTOOD = {
    "verb": ["ONE 100", "on 100", "X", "HBHB"],
    "arg": [
        "ON",
        "ON x",
        "ON 1000 1000",
        "ON  1000",
        "ON -5",
        "PULSE 1000000",
        "HB 1",
        "NAME a b",
        "OFF ",
    ],
}


def boot(make: MakeChip, repeats: int) -> list[Figure]:
    """Off from the first instant, and off after every reset until somebody introduces himself."""
    with make() as chip:
        chip.run_ms(BOOT_MS)
        must(not [e for e in chip.edges if e.what == "relay"], "the relay's pin moved at boot")
        for words in ("ON 1000", "PULSE 100", "CLR", "HB", "STAT"):
            refused(chip, words, "nosession")
        refused(chip, "HELLO 2 500", "version")
        refused(chip, "ON 1000", "nosession")
        refused(chip, "HELLO 1 10", "range")
        accepted(chip, "OFF")
        seen = {chip.events("BOOT")[0].value("boot")}
        for i in range(max(1, repeats // 10)):
            for cause, code in _CAUSES.items():
                closed(chip)
                chip.run_ms(3 + i * 0.37)
                chip.reset(cause, hold_ms=20)
                must(not chip.relay, "the relay was closed in reset")
                chip.run_ms(BOOT_MS)
                event = chip.events("BOOT")[-1]
                must(event.value("rst") == code, f"cause {code} expected: {event.text!r}")
                must(event.value("boot") not in seen, "the boot's number has been used before")
                seen.add(event.value("boot"))
                must(not chip.relay, "the relay closed by itself after a reset")
                refused(chip, "ON 1000", "nosession")
                closed(chip)
                accepted(chip, "HELLO 1 500")
                must(not chip.relay, "HELLO left the relay closed")
    return []


def check(make: MakeChip, repeats: int) -> list[Figure]:
    """Every single wrong bit in a frame is noticed: nothing closes, and what is closed opens."""
    order, beat = framed("@77 ON 1000"), framed("@77 HB")
    with booted(make) as chip:
        for bit in range(0, 8 * (len(order) - 1), max(1, 40 // repeats)):
            accepted(chip, "HELLO 1 500")
            accepted(chip, "CLR")
            before = closings(chip)
            chip.send(_flipped(order, bit) + b"\n")
            chip.run_ms(4)
            must(closings(chip) == before, f"closed by {_flipped(order, bit)!r}")
        for bit in range(0, 8 * len(beat), max(1, 40 // repeats)):
            closed(chip)
            chip.send(_flipped(beat, bit) + b"\n")
            chip.run_ms(4)
            must(not chip.relay, f"still closed after {_flipped(beat, bit)!r}")
    return []


def _flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def noise(make: MakeChip, _repeats: int) -> list[Figure]:
    """What is no frame, or no command, is said to be so, and opens a closed relay."""
    with booted(make) as chip:
        for code, samples in _NOT_A_FRAME.items():
            for sample in samples:
                _noise_opens(chip, sample, f"=-- ERR {code}", "frame")
        for code, words in _NOT_UNDERSTOOD.items():
            for text in words:
                _noise_opens(chip, framed(f"@77 {text}"), f"=77 ERR {code}", "frame")
        _noise_opens(chip, [*b"@01 H", ord("B") | DAMAGED, *b"\n"], "=-- ERR line", "line")
        closed(chip)
        refused(chip, "ON 5", "range")
        refused(chip, "SENSE 3000 5", "range")
        must(chip.relay, "a number out of range opened the relay")
        chip.send(b"@01 torn" + framed("@78 OFF"))
        chip.run_ms(25)
        heard = any(x.text.startswith("=78 OK") for x in chip.lines)
        must(heard, "OFF behind a torn line was lost")
    return []


def _noise_opens(chip: Chip, sample: bytes | list[int], answer: str, cause: str) -> None:
    closed(chip)
    seen = len(chip.lines)
    chip.send(sample)
    chip.run_ms(12)
    must(not chip.relay, f"still closed after {sample!r}")
    said = [line.text for line in chip.lines[seen:]]
    must(answer in said, f"{answer!r} expected after {sample!r}, got {said}")
    chip.send(b"\n")
    tripped(chip, cause)


def repeat(make: MakeChip, repeats: int) -> list[Figure]:
    """A frame that comes again is answered again and does nothing."""
    with booted(make) as chip:
        for i in range(max(3, repeats // 5)):
            before = closings(chip)
            order = framed(f"@{0x80 + i:02X} ON {1000 + i}")
            chip.send(order)
            chip.run_ms(10)
            must(closings(chip) == before + 1, "ON did not close the relay")
            answer = _last_answer(chip)
            accepted(chip, "HB")
            chip.send(order)
            chip.run_ms(10)
            must(_last_answer(chip) != answer, "a frame that is not the last one is no repetition")
            order = framed(f"@{0xC0 + i:02X} PULSE 20")
            accepted(chip, "OFF")
            before = closings(chip)
            chip.send(order)
            chip.run_ms(200)
            must(not chip.relay, "the pulse did not end")
            answer = _last_answer(chip)
            chip.send(order)
            chip.run_ms(10)
            must(closings(chip) == before + 1, "a repeated PULSE closed the relay again")
            must(_last_answer(chip) == answer, "the repeated frame got another answer")
    return []


def _last_answer(chip: Chip) -> str:
    return [x.text for x in chip.lines if x.text[0] == "="][-1]
