"""The live board as a process of its own: real pipe, real shared memory, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import numpy as np
import pytest

from referee.camera.frame_source import CameraLost
from referee.power.switch import PowerLost
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.live_board import LiveBoard
from referee.sim.live.process.frame_ring import FrameRing
from referee.sim.live.process.reports import BoardLost
from tests.sim.live.fake_stage import build_broken, build_fake

MS = 1_000_000
ROOT = Path(__file__).resolve().parents[3]


def until(condition, camera, frames=200):
    """Looks at frames until something is so; the frames are the clock of this test."""
    for _ in range(frames):
        camera.newest(5.0)
        if condition():
            return
    raise AssertionError("it never came to be")


def test_the_loop_closes_through_camera_and_switch_in_real_time():
    with LiveBoard(build_fake, 64, 48, fps=60.0) as board:
        board.wait_ready(lambda step: None, 30.0)
        camera, power = SimulatedCamera(board), SimulatedPower(board)
        first, second = camera.newest(5.0), camera.newest(5.0)
        assert second.sequence > first.sequence
        assert second.t_ns > first.t_ns
        board_ms = (second.t_ns - board.ready.start_ns) // MS
        assert (second.image == board_ms % 251).all(), "the picture is of its own instant"
        power.on(5000 * MS)
        until(lambda: board.tick.state.pieces[0].vx_mm_s > 0, camera)
        power.off()
        until(lambda: board.tick.state.pieces[0].vx_mm_s == 0, camera)
        name = board._ring.shape.name
    with pytest.raises(FileNotFoundError):
        SharedMemory(name=name)
    with pytest.raises(CameraLost, match="closed"):
        camera.newest(1.0)
    with pytest.raises(PowerLost, match="closed"):
        power.on(100 * MS)
    board.close()


def test_after_a_while_without_looking_the_next_frame_is_a_new_one():
    with LiveBoard(build_fake, 64, 48, fps=60.0) as board:
        board.wait_ready(lambda step: None, 30.0)
        camera = SimulatedCamera(board)
        given = camera.newest(5.0).sequence
        waiting = board._news.wait_frame(given, 5.0)
        board._looked_s -= 10.0
        assert camera.newest(5.0).sequence > waiting


def test_a_board_that_cannot_be_built_says_why():
    with (
        LiveBoard(build_broken, 64, 48) as board,
        pytest.raises(BoardLost, match="the board is bent"),
    ):
        board.wait_ready(lambda step: None, 30.0)


def test_a_board_whose_process_is_killed_is_lost_to_camera_and_switch():
    with LiveBoard(build_fake, 64, 48) as board:
        board.wait_ready(lambda step: None, 30.0)
        board._process.kill()
        board._reader.join(5.0)
        with pytest.raises(CameraLost, match="process ended"):
            SimulatedCamera(board).newest(5.0)
        with pytest.raises(PowerLost):
            SimulatedPower(board).off()


PARENT = """
    import os, sys
    from tests.sim.live.fake_stage import build_fake
    from referee.sim.live.live_board import LiveBoard

    if __name__ == "__main__":
        with LiveBoard(build_fake, 64, 48) as board:
            board.wait_ready(lambda step: None, 30.0)
            board.newest_frame(5.0)
            try:
                print(board._ring.shape.name, flush=True)
                while True:
                    board.newest_frame(5.0)
            except KeyboardInterrupt:
                print("stopped", flush=True)
"""


ENDS = {
    "Ctrl-C": (getattr(os, "killpg", None), signal.SIGINT),
    "end of the session": (getattr(os, "killpg", None), signal.SIGTERM),
    "end of the parent alone": (os.kill, signal.SIGTERM),
    "kill -9": (os.kill, getattr(signal, "SIGKILL", signal.SIGTERM)),
}


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("how", ENDS)
def test_whatever_ends_the_parent_no_child_and_no_memory_stay_behind(tmp_path, how):
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT))
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    name = parent.stdout.readline().strip()
    send, what = ENDS[how]
    send(parent.pid, what)
    # The pipes end only when parent, child and the tracker of shared memory are all gone.
    output, complaints = parent.communicate(timeout=30)
    assert complaints == ""
    assert output == ("stopped\n" if how == "Ctrl-C" else "")
    with pytest.raises(FileNotFoundError):
        SharedMemory(name=name)


def test_a_reader_gets_whole_frames_or_none():
    ring = FrameRing.create(8, 4)
    other = FrameRing.attach(ring.shape)
    try:
        for sequence in range(1, 6):
            ring.write(sequence, sequence * 10, np.full((4, 8, 3), sequence, np.uint8))
        assert other.read(1) is None, "its slot holds frame 5 by now"
        t_ns, image = other.read(5)
        assert t_ns == 50
        assert (image == 5).all()
    finally:
        other.close()
        ring.remove()
