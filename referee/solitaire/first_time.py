"""What a night compiles on a new computer, once: `python -m referee.solitaire.first_time`.

Without it the first night does so itself, and takes about a minute longer to begin.
"""

from __future__ import annotations

import sys
import time
from functools import partial

from referee.files.rulebooks import load_rulebook
from referee.play.begin import begin
from referee.play.evening import Evening
from referee.play.plan import USUAL_RULES, Plan
from referee.sim.live.setup import SimSetup
from referee.solitaire.table import SimulatedTable

LOOK_S = 0.2


def main() -> int:
    """A night that gets ready and does not begin."""
    plan = Plan(USUAL_RULES, load_rulebook(USUAL_RULES))
    table = SimulatedTable(SimSetup(), coached=True)
    evening = Evening(table.open, partial(begin, plan))
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
