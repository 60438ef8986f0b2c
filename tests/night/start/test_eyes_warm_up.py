"""After the painted play nothing of following and naming is left to be compiled.

In a process of its own: in this one other tests have compiled everything long ago.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from dataclasses import dataclass
import numpy as np
from numba.core.registry import CPUDispatcher
from referee.camera.camera_model import overhead_camera
from referee.loaders.fields import load_field
from referee.night.start.eyes_warm_up import warm_eyes
from referee.vision.frame.finder import BoardDetections
from referee.vision.frame.locator import Locator
from referee.vision.refine.refiner import Refiner
from tests.vision.roster import boards
from tests.vision.roster.stops.test_stop_dwells import carry


@dataclass(frozen=True)
class Nobody:
    plate: object = None
    top_mm = 3.0
    board = load_field("620")
    camera = overhead_camera(
        width_px=960, height_px=540, target_mm=(350.0, 225.0), height_mm=1100.0, focal_px=1200.0
    )

    def find(self, image, _share=1.0):
        return BoardDetections((), (), ())


def compiled():
    found = {}
    for name, module in list(sys.modules.items()):
        if name.startswith(("referee.vision.roster", "referee.vision.plate")):
            for each in vars(module).values():
                if isinstance(each, CPUDispatcher):
                    found[each.py_func.__qualname__] = len(each.signatures)
    return found


picture = np.random.default_rng(1).integers(60, 90, (540, 960, 3), dtype=np.uint8)
warm_eyes(Locator(Nobody(), Refiner(Nobody.camera)), boards.roster(), load_field("620"), picture)
before = compiled()
board = boards.Board()
board.play(5)
board.play(10, powered=True, each=lambda: [board.creep(i, 0.6) for i in boards.IDS])
board.play(20)
carry(board, "H53", boards.Pose(150.0, 220.0, 20.0))
board.play(30)
after = compiled()
missing = sorted(name for name in after if after[name] > before.get(name, 0))
print(len(before), "functions; compiled only in the game:", missing)
plates = [before[name] for name in ("_shown", "_vote")]
sys.exit(bool(missing) or not any(before.values()) or not all(plates))
"""


def test_a_first_play_compiles_nothing_any_more():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
