"""That the relay opens, and how soon."""

from __future__ import annotations

from hardware.sim.chip import BYTE_US, RESET_LINE
from hardware.sim.lines import framed
from hardware.sim.proofs.figure import (
    BOOT_MS,
    Figure,
    MakeChip,
    accepted,
    booted,
    closed,
    must,
    opened_after,
    refused,
    tripped,
    within,
)

_ODD_US = 137.3  # so that repetitions fall on other phases of the millisecond


def off(make: MakeChip, repeats: int) -> list[Figure]:
    """OFF, from its first bit on the wire."""
    times = []
    with booted(make) as chip:
        for i in range(repeats):
            closed(chip)
            if i % 2:  # a pulse ends as well
                accepted(chip, "OFF")
                accepted(chip, "PULSE 3000")
            chip.run_ms(3 + i * _ODD_US / 1000)
            start_us = chip.now_us
            chip.say("OFF")
            times.append(opened_after(chip, start_us, 5))
            chip.run_ms(5)
    return [within("OFF to pin", times, 2)]


def panic(make: MakeChip, repeats: int) -> list[Figure]:
    """The byte '!', also when the main loop hangs and between the bytes of a frame."""
    awake, hung = [], []
    with booted(make) as chip:
        for i in range(repeats):
            closed(chip)
            chip.run_ms(2 + i * _ODD_US / 1000)
            start_us = chip.send(b"" if i % 2 else b"@01 HB")
            chip.send(b"!")
            awake.append(opened_after(chip, max(start_us, chip.now_us), 2))
            chip.send(b"\n")
            tripped(chip, "panic")
        for _ in range(max(2, repeats // 10)):
            closed(chip)
            chip.run_ms(2)
            chip.hang()
            start_us = chip.now_us
            chip.send(b"!")
            hung.append(opened_after(chip, start_us, 2))
            chip.reset(RESET_LINE)
            chip.run_ms(BOOT_MS)
    return [
        within("panic byte to pin", awake, 0.2),
        within("panic byte to pin, main loop hung", hung, 0.2),
    ]


def stop(make: MakeChip, repeats: int) -> list[Figure]:
    """The emergency-stop loop opens: at once, for good, and even if the main loop hangs."""
    times = []
    with booted(make) as chip:
        for i in range(repeats):
            closed(chip)
            if i % 2:
                chip.send(b"".join(framed(f"@{n:02X} STAT") for n in range(0x20, 0x28)))
            chip.run_ms(2 + i * _ODD_US / 1000)
            start_us = chip.now_us
            chip.stop(is_open=True)
            times.append(opened_after(chip, start_us, 5))
            chip.run_ms(20)
            refused(chip, "ON 1000", "estop")
            refused(chip, "CLR", "estop")
            chip.stop(is_open=False)
            chip.run_ms(30)
            tripped(chip, "estop")
        closed(chip)
        chip.hang()
        start_us = chip.now_us
        chip.stop(is_open=True)
        times.append(opened_after(chip, start_us, 5))
        chip.reset(RESET_LINE)
        chip.run_ms(BOOT_MS)
        accepted(chip, "HELLO 1 500")
        refused(chip, "PULSE 100", "estop")
    with booted(make) as chip:  # a wire that is open for an instant only
        closed(chip)
        chip.stop(is_open=True)
        chip.run_until(chip.now_us + 5)
        chip.stop(is_open=False)
        opened_after(chip, chip.now_us - 5, 1)
        tripped(chip, "estop")
    return [within("emergency stop to pin", times, 0.1)]


def lease(make: MakeChip, repeats: int) -> list[Figure]:
    """Silence opens the relay when the lease ends, not before, and ends the session."""
    late = []
    for lease_ms in (50, 100, 250, 500, 2000)[: max(2, repeats)]:
        with booted(make, lease_ms) as chip:
            for i in range(max(2, repeats // 4)):
                closed(chip, lease_ms)
                for _ in range(6):  # renewed, it lives on
                    chip.run_ms(lease_ms * 0.6)
                    accepted(chip, "HB")
                must(chip.relay, f"the relay opened although a lease of {lease_ms} ms was renewed")
                chip.run_ms(i * _ODD_US / 1000)
                heard_us = chip.send(framed(f"@{0xA0 + i:02X} HB"))
                late.append(opened_after(chip, heard_us, lease_ms + 50) - lease_ms)
                must(late[-1] >= -BYTE_US / 1000, f"the lease ended {-late[-1]:.3f} ms early")
                chip.run_ms(20)
                must(chip.events("LAPSE"), "no LAPSE event")
                refused(chip, "HB", "nosession")
                tripped(chip, "lease")
    with booted(make, 100) as chip:  # a word that got stuck on its way closes nothing
        chip.run_ms(105)
        refused(chip, "PULSE 100", "nosession")
        must(not chip.relay, "a command behind the end of the lease closed the relay")
    return [within("relay open after the lease's end", late, 2)]


def watchdog(make: MakeChip, repeats: int) -> list[Figure]:
    """A chip that hangs is reset, whether its interrupts still run or not."""
    times = []
    for interrupts_too in (False, True):
        for i in range(max(1, repeats // 10)):
            with booted(make, 2000) as chip:
                closed(chip, 2000)
                boot = chip.events("BOOT")[0].value("boot")
                chip.run_ms(7 + i * 13.7)
                chip.hang(interrupts_too=interrupts_too)
                times.append(opened_after(chip, chip.now_us, 400))
                chip.run_ms(BOOT_MS)
                boots = chip.events("BOOT")
                must(len(boots) == 2, "no BOOT event after the watchdog's reset")
                must(boots[1].value("boot") != boot, "the boot's number is the old one")
                must(boots[1].value("rst") == "08", f"cause of the reset: {boots[1].text!r}")
                refused(chip, "ON 1000", "nosession")
    return [within("hang to pin", times, 150)]
