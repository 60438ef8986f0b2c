"""Recording a simulated game to a folder: video, truth, tracks, and what they were made from."""

from __future__ import annotations

import copy
import json
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from queue import SimpleQueue

from referee import __version__
from referee.camera.calibration import Calibration, write_calibration
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.record.json_lines import LineWriter, file_header, plain_json
from referee.record.tracks import ObservationWriter, TracksFileHeader, TracksFileKind
from referee.record.video import Codec, VideoSettings, VideoWriter
from referee.sim.board_state import BoardState
from referee.sim.live.board_loop import BoardLoop
from referee.sim.live.simulated_board import SimulatedBoard, picture_truth
from referee.sim.render import RenderedFrame, Renderer

TRUTH_VERSION = 1
GAME_VERSION = 1
DIGITS = 4
# Sensor noise costs an encoder most; this setting keeps up with the painters.
CRF, PRESET = 23, "ultrafast"
PAINTERS = 2
AHEAD = 6
MAX_PLAYS = 1000
MAX_S = 4 * 3600.0
LONGEST_PLAY_S = 120.0
TOP_HEIGHT_MM = 3.0
CALIBRATION = "camera.calib.json"
LIBRARIES = ("numpy", "opencv-python-headless", "numba", "pymunk", "av")


@dataclass(frozen=True, slots=True)
class RecordingLength:
    """How much to record: so many plays, or so many seconds."""

    plays: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.plays is not None and not 1 <= self.plays <= MAX_PLAYS:
            raise BadValue("plays", self.plays, f"1 to {MAX_PLAYS}")
        if self.seconds is not None and not 0.1 <= self.seconds <= MAX_S:
            raise BadValue("seconds", self.seconds, f"0.1 to {MAX_S:g}")
        if (self.plays is None) == (self.seconds is None):
            raise BadValue("length", f"{self.plays} plays, {self.seconds} s", "one of the two")

    def reached(self, plays: int, t_ns: int) -> bool:
        """Whether this much has been recorded."""
        if self.seconds is not None:
            return t_ns >= self.seconds * S_NS
        most = self.plays or 0
        return plays >= most or t_ns >= most * LONGEST_PLAY_S * S_NS

    def share(self, plays: int, t_ns: int) -> float:
        """How much of it has been recorded, 0 to 1."""
        if self.seconds is not None:
            return min(1.0, t_ns / S_NS / self.seconds)
        return plays / (self.plays or 1)


@dataclass(frozen=True, slots=True)
class RecordingProgress:
    """How far a recording is."""

    share: float
    frames: int
    t_ns: int
    plays: int


@dataclass(frozen=True, slots=True)
class PaintedFrame:
    """The board at a frame's instant, being painted; ``facts`` happened since the frame before."""

    number: int
    state: BoardState
    power: bool
    facts: tuple[str, ...]
    plays: int
    painted: Future[RenderedFrame]


def record_game(
    board: SimulatedBoard,
    length: RecordingLength,
    folder: Path,
    show: Callable[[RecordingProgress], None],
    codec: Codec = Codec.H264,
) -> None:
    """Play from the board's beginning and write everything into ``folder``."""
    setup = board.setup
    about = {"field": setup.field, "seed": setup.seed, "fps": setup.fps}
    size = VideoSettings(setup.width_px, setup.height_px, setup.fps, codec, CRF, PRESET)
    truth = LineWriter(folder / "truth.jsonl", file_header("truth", TRUTH_VERSION, **about))
    tracks = ObservationWriter(
        folder / "tracks.jsonl", TracksFileHeader(TracksFileKind.TRACKS, setup.field)
    )
    with VideoWriter(folder / "video.mp4", size) as video:
        for shot in _shots(board, length):
            picture = shot.painted.result()
            t_ns = shot.state.t_ns
            video.write(Frame(t_ns, picture.image, shot.number, picture.jpeg))
            tracks.write(picture_truth(picture.truth, shot.number, shot.power))
            for fact in shot.facts:
                truth.write(json.loads(fact))
            frame = {"kind": "frame", "frame": shot.number, "power": shot.power}
            truth.write(frame | _truth_values(picture))
            show(
                RecordingProgress(length.share(shot.plays, t_ns), shot.number + 1, t_ns, shot.plays)
            )
    tracks.close()
    truth.close()
    _write_about(board, folder)


def _shots(board: SimulatedBoard, length: RecordingLength) -> Iterator[PaintedFrame]:
    """Physics runs a few frames ahead of the painters; shots come back in order."""
    loop = BoardLoop(board)
    painters: SimpleQueue[Renderer] = SimpleQueue()
    for renderer in (board.renderer, *(copy.deepcopy(board.renderer) for _ in range(PAINTERS - 1))):
        painters.put(renderer)
    waiting: deque[PaintedFrame] = deque()
    heard, number = 0, 0

    def paint(state: BoardState) -> RenderedFrame:
        renderer = painters.get()
        try:
            return renderer.render(state)
        finally:
            painters.put(renderer)

    with ThreadPoolExecutor(PAINTERS, thread_name_prefix="painter") as pool:
        while not length.reached(len(board.script.plays), loop.now_ns):
            loop.advance_to(round((number + 1) * S_NS / board.setup.fps))
            events = board.truth_events(heard)
            heard += len(events)
            state = board.state()
            plays = len(board.script.plays)
            facts = tuple(event.to_json() for event in events)
            painted = pool.submit(paint, state)
            waiting.append(PaintedFrame(number, state, loop.relay.closed, facts, plays, painted))
            number += 1
            if len(waiting) > AHEAD:
                yield waiting.popleft()
        yield from waiting


def _truth_values(picture: RenderedFrame) -> dict[str, object]:
    values = plain_json(picture.truth, DIGITS)
    return values if isinstance(values, dict) else {}


def _write_about(board: SimulatedBoard, folder: Path) -> None:
    """What the game was made from, and where the camera was."""
    calibration = Calibration(board.camera, TOP_HEIGHT_MM, board.profile, "simulated camera")
    write_calibration(folder / CALIBRATION, calibration)
    look = plain_json(board.look)
    if isinstance(look, dict):
        del look["camera"]
    values = {
        "format": "referee.simulated-game",
        "version": GAME_VERSION,
        "made_with": {"referee": __version__, **{name: version(name) for name in LIBRARIES}},
        "setup": plain_json(board.setup),
        "calibration": CALIBRATION,
        "physics": plain_json(board.world.settings),
        "bases": plain_json(board.world.dynamics),
        "plays": plain_json(board.script.plays),
        "look": look,
    }
    text = json.dumps(values, indent=1, allow_nan=False, ensure_ascii=False)
    (folder / "game.json").write_text(text + "\n", encoding="utf-8", newline="\n")
