"""A night that a bench kills.

``python -m referee.lab.bench.play.victim FOLDER MODEL PORT 1``.

It gets ready as far as it can, and waits for a line before it takes the switch and the folder.
It goes on with the game in the folder, if there is one, and prints a line of JSON whenever the
power or the number of entries changes.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import cv2

from referee.lab.bench.play.bench_night import bench_night
from referee.lab.bench.play.trial import SIZE_PX
from referee.power.link import PowerLink
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice
from referee.sim.live.setup import SimSetup

READY_S = 20.0
LOOK_S = 0.005


def main() -> None:
    """Play until the process is killed."""
    cv2.setNumThreads(1)
    folder, model, port, seed = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
    choice = RelayChoice(model, PortIdentity(path=port))
    said: dict[str, object] = {}
    setup = SimSetup(seed=seed, width_px=SIZE_PX[0], height_px=SIZE_PX[1])
    with bench_night(setup, folder=folder, links=partial(_linked, choice)) as seat:
        while True:
            now = seat.now
            news = {
                "power": now.power,
                "entries": len(now.entries),
                "plays": now.state.plays,
                "why": [reason.sentence for reason in now.reasons],
            }
            if news != said:
                said = news
                sys.stdout.write(json.dumps(news) + "\n")
                sys.stdout.flush()
            time.sleep(LOOK_S)


@contextmanager
def _linked(choice: RelayChoice) -> Iterator[PowerLink]:
    sys.stdin.readline()  # the one before has the switch until it is killed
    with PowerLink(choice) as link:
        link.wait_ready(READY_S)
        yield link


if __name__ == "__main__":
    main()
