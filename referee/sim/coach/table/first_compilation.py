"""What a night compiles on a new computer, once.

`python -m referee.sim.coach.table.first_compilation`.

Without it the first night does so itself, and takes about a minute longer to begin.
"""

from __future__ import annotations

import sys
import time
from functools import partial

from referee.loaders.rulebooks import load_rulebook
from referee.night.start.assembly import assemble_night
from referee.night.start.night_session import NightSession
from referee.night.start.plan import USUAL_RULES, NightPlan
from referee.sim.coach.table.simulated_table import SimulatedTable
from referee.sim.live.setup import SimSetup

LOOK_S = 0.2


def main() -> int:
    """A night that gets ready and does not begin."""
    plan = NightPlan(USUAL_RULES, load_rulebook(USUAL_RULES))
    table = SimulatedTable(SimSetup(), coached=True)
    evening = NightSession(table.open, partial(assemble_night, plan))
    evening.start()
    said = ""
    try:
        while not evening.doing.trouble and evening.doing.done < 1.0:
            if evening.doing.words != said:
                said = evening.doing.words
                sys.stdout.write(f"Getting ready, once: {said} ...\n")
                sys.stdout.flush()
            time.sleep(LOOK_S)
    finally:
        evening.close()
    if evening.doing.trouble:
        sys.stderr.write(f"{evening.doing.trouble}\n")
    return 1 if evening.doing.trouble else 0


if __name__ == "__main__":
    sys.exit(main())
