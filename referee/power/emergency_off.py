"""Off without the guard: if it is dead or hangs, the program itself opens the port."""

from __future__ import annotations

import time

from referee.power.guard.port import OwnedPort, PortGone
from referee.power.ports import PortMissing, find_port
from referee.power.relay_choice import RelayChoice
from referee.system_clock import clock_ns, clock_s

TRY_FOR_S = 1.0
AGAIN_S = 0.01
LISTEN_S = 0.1


def force_off(choice: RelayChoice, try_for_s: float = TRY_FOR_S) -> bool:
    """Open the port and write off, as a guard does first. True: the port took the bytes.

    The dead guard's hold on the port may last some milliseconds longer than the guard.
    """
    until_s = clock_s() + try_for_s
    while True:
        try:
            _say_off(choice)
        except (PortGone, PortMissing):
            if clock_s() >= until_s:
                return False
            time.sleep(AGAIN_S)
        else:
            return True


def _say_off(choice: RelayChoice) -> None:
    port = OwnedPort(find_port(choice.port), choice.kind.baud)
    try:
        device = choice.device()
        device.connected(clock_ns(), just_plugged_in=False)
        device.panic(clock_ns())
        until_s = clock_s() + LISTEN_S
        while clock_s() < until_s:
            if data := device.output(clock_ns()):
                port.write(data)
            elif device.quiet:
                break
            time.sleep(AGAIN_S / 10)
    finally:
        port.close()
