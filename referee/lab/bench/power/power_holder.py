"""A program that keeps the power on until it is killed.

``python -m referee.lab.bench.power.power_holder MODEL PORT LOG`` prints a line each time it finds
the relay closed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from referee.lab.bench.power.real_processes import LEASE_NS, READY_S
from referee.power.link import PowerLink
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice

ASK_EACH_S = 0.03


def main() -> None:
    """Ask for power again and again."""
    model, port, log = sys.argv[1:]
    link = PowerLink(RelayChoice(model, PortIdentity(path=port)), Path(log))
    link.wait_ready(READY_S)
    while True:
        link.on(LEASE_NS)
        if link.standing().closed:
            sys.stdout.write("on\n")
            sys.stdout.flush()
        time.sleep(ASK_EACH_S)


if __name__ == "__main__":
    main()
