"""Our tracking against ultralytics' own, with the same weights on the same clip in the same run."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from shapely.geometry import Polygon

from referee.camera.frame_source import Image
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.turns import turn_deg
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.live_clip import TOP_HEIGHT_MM, LiveClip, render_clip
from referee.lab.bench.tools.machine import load_average, load_note
from referee.lab.bench.tools.outside_judges import TrackedFrame, hota, identities
from referee.lab.train.detector import ultralytics_import
from referee.lab.train.detector.ultralytics_model import save_for_ultralytics
from referee.sim.render import FrameTruth
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.frame.locator_setup import open_locator
from referee.vision.network.default_models import DETECTOR
from referee.vision.network.detector_classes import BASE
from referee.vision.network.model_card import checked_network, find_model
from referee.vision.watch.line_up.watch_start import watcher_of

SEED = 64_007
FRAMES, QUICK_FRAMES = 240, 60
WARM_UP = 5
TIMES_FASTER = 10.0
NEAR_MM = 10.0
REACH_MM = 40.0
CORES = 2
STRIDE = 32
PEERS = 3


@dataclass(frozen=True, slots=True)
class _TrackedBase:
    """One found base of one frame."""

    name: str
    pose: Pose
    corners_mm: FloatArray


@dataclass
class _TrackerRun:
    """What a tracker said of every frame, and how long it took."""

    frames: list[list[_TrackedBase]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Frames a second, once warm."""
        seconds = self.seconds[WARM_UP:]
        return len(seconds) / sum(seconds)


@dataclass(frozen=True, slots=True)
class _TrackerScore:
    """How good a run was."""

    hota: float
    idf1: float
    switches: int
    heading_deg: float
    front: float


def run(quick: bool) -> Report:
    """Frame rate, HOTA, IDF1 and headings of ours, BoT-SORT and ByteTrack."""
    cv2.setNumThreads(1)
    clip = render_clip(SEED, QUICK_FRAMES if quick else FRAMES)
    before = load_average()
    ours = _ours(clip)
    runs = {"ours": ours}
    notes = [
        f"1920 x 1080, {len(clip.frames)} frames of simulated play, as fast as each tracker goes",
        "ours: refinement on every frame, the detector on another thread; it knows the line-up",
        "alike: overlap of rectangles on the board; judges: motrics (HOTA), motmetrics (IDF1)",
    ]
    try:
        runs |= _peers(clip)
        notes.append(
            "theirs: model.track, same weights and scale, torch on one core or two, whichever is "
            "faster; 'set for it': the network's own thresholds, no search for camera motion"
        )
    except BadValue as error:
        notes.append(f"nothing to compare with: {error}")
    notes.append(f"model {DETECTOR}; {load_note(before)}")
    scores = {name: _score(clip, one) for name, one in runs.items()}
    rows = [row for name, one in runs.items() for row in _rows(name, one, scores[name])]
    return Report("trackers", [*_bars(runs, scores), *rows], notes)


def _bars(runs: Mapping[str, _TrackerRun], scores: Mapping[str, _TrackerScore]) -> list[Row]:
    """Ours against the best of the others in each figure."""
    others = [name for name in runs if name != "ours"]
    rows = [Row("others run beside ours", len(others), "", PEERS, "higher")]
    if not others:
        return rows
    times = runs["ours"].rate / max(runs[name].rate for name in others)
    better = scores["ours"].hota - max(scores[name].hota for name in others)
    front = scores["ours"].front - max(scores[name].front for name in others)
    turn = min(scores[name].heading_deg for name in others) - scores["ours"].heading_deg
    return [
        *rows,
        Row("frame rate, times the fastest other's", times, "x", TIMES_FASTER, "higher"),
        Row("HOTA above the best other's", 100.0 * better, "points", 0.0, "higher"),
        Row("front right above the best other's", 100.0 * front, "points", 0.0, "higher"),
        Row("heading nearer than the best other's", turn, "°", 0.0, "higher"),
    ]


def _rows(name: str, one: _TrackerRun, score: _TrackerScore) -> list[Row]:
    return [
        Row(f"{name}: frame rate", one.rate, "frames/s"),
        Row(f"{name}: HOTA", 100.0 * score.hota, "%"),
        Row(f"{name}: IDF1", 100.0 * score.idf1, "%"),
        Row(f"{name}: identity switches", score.switches, ""),
        Row(f"{name}: heading, median error", score.heading_deg, "°"),
        Row(f"{name}: front right", 100.0 * score.front, "%"),
    ]


def _ours(clip: LiveClip) -> _TrackerRun:
    """Twice, because the first time compiles."""
    locator = open_locator(clip.calibration, threads=1)
    one = _TrackerRun()
    for part in (clip.frames[: 2 * WARM_UP], clip.frames):
        one = _TrackerRun()
        with watcher_of(locator, clip.opening(), clip.frames[0].t_ns, live=True) as watcher:
            for frame, power in zip(part, clip.power, strict=False):
                began = time.perf_counter()
                watched = watcher.update(frame, power)
                one.seconds.append(time.perf_counter() - began)
                shapes = {p.id: p.base for p in clip.roster}
                one.frames.append(
                    [
                        _TrackedBase(s.player, s.pose, s.pose.to_board(shapes[s.player].corners_mm))
                        for s in watched.roster.seen
                        if s is not None
                    ]
                )
    return one


def _peers(clip: LiveClip) -> dict[str, _TrackerRun]:
    """BoT-SORT and ByteTrack as they come, and BoT-SORT set for this network and a fixed camera."""
    yolo = ultralytics_import.load().YOLO
    cv2.setNumThreads(CORES)
    folder = find_model(DETECTOR)
    model, card = checked_network(folder)
    ratio = card.px_per_mm / board_scale_px_per_mm(clip.look.camera)
    height, width = clip.frames[0].image.shape[:2]
    size = tuple(math.ceil(side * ratio / STRIDE) * STRIDE for side in (height, width))
    lowest = card.least_scores[BASE]
    with tempfile.TemporaryDirectory(prefix="referee-peer-") as room:
        weights, fitted = Path(room) / "detector.pt", Path(room) / "fitted.yaml"
        save_for_ultralytics(model, weights)
        fitted.write_text(_fitted(lowest), encoding="utf-8")
        settings: dict[str, tuple[str, dict[str, float]]] = {
            "BoT-SORT": ("botsort.yaml", {}),
            "ByteTrack": ("bytetrack.yaml", {}),
            "BoT-SORT, set for it": (str(fitted), {"conf": lowest}),
        }
        return {
            name: _theirs(clip, yolo(str(weights)), tracker, size, more)
            for name, (tracker, more) in settings.items()
        }


def _fitted(lowest: float) -> str:
    """Their settings, with thresholds at which this network's answers count."""
    return (
        "tracker_type: botsort\n"
        f"track_high_thresh: {lowest}\ntrack_low_thresh: {lowest / 2}\nnew_track_thresh: {lowest}\n"
        "track_buffer: 30\nmatch_thresh: 0.8\nfuse_score: False\ngmc_method: none\n"
        "proximity_thresh: 0.5\nappearance_thresh: 0.8\nwith_reid: False\nmodel: auto\n"
    )


def _theirs(
    clip: LiveClip, yolo: Any, tracker: str, size: Sequence[int], more: Mapping[str, float]
) -> _TrackerRun:
    import torch  # noqa: PLC0415 - only where the training extra is

    def track(image: Image) -> Any:
        return yolo.track(
            image,
            persist=True,
            tracker=tracker,
            imgsz=list(size),
            device="cpu",
            verbose=False,
            classes=[BASE],
            **more,
        )[0]

    def seconds(threads: int) -> float:
        torch.set_num_threads(threads)
        began = time.perf_counter()
        for frame in clip.frames[:WARM_UP]:
            track(frame.image)
        return time.perf_counter() - began

    one = _TrackerRun()
    track(clip.frames[0].image)
    # It had set itself to one thread less; on a busy machine that may even be better.
    torch.set_num_threads(min(range(1, CORES + 1), key=seconds))
    for tracker_of in yolo.predictor.trackers:
        tracker_of.reset()
    for frame in clip.frames:
        began = time.perf_counter()
        answer = track(frame.image)
        one.seconds.append(time.perf_counter() - began)
        one.frames.append(_bases(answer, clip))
    return one


def _bases(answer: Any, clip: LiveClip) -> list[_TrackedBase]:
    """Their boxes with an identity, from keypoints to the board."""
    if answer.boxes.id is None:
        return []
    ids = answer.boxes.id.int().tolist()
    points = answer.keypoints.xy.double().numpy()
    out = []
    for number, corners in zip(ids, points, strict=True):
        on_board = clip.look.camera.to_plane(corners, TOP_HEIGHT_MM)
        ahead = on_board[0] + on_board[1] - on_board[2] - on_board[3]
        x, y = on_board.mean(axis=0)
        heading = math.degrees(math.atan2(ahead[1], ahead[0]))
        out.append(_TrackedBase(str(number), Pose(float(x), float(y), heading), on_board))
    return out


def _score(clip: LiveClip, one: _TrackerRun) -> _TrackerScore:
    scenes, turns = [], []
    for truth, found in zip(clip.truths, one.frames, strict=True):
        scenes.append(_scene(clip, truth, found))
        turns += _turns(truth, found)
    right = [t for t in turns if t < 90.0]
    judged = identities(scenes)
    return _TrackerScore(
        hota(scenes),
        judged.idf1,
        judged.switches,
        float(np.median(right)) if right else 180.0,
        len(right) / max(len(turns), 1),
    )


def _scene(clip: LiveClip, truth: FrameTruth, found: Sequence[_TrackedBase]) -> TrackedFrame:
    pieces = [p for p in truth.pieces if not (p.off_picture or p.lifted)]
    shapes = {p.id: p.base for p in clip.roster}
    poses = [Pose(p.x_mm, p.y_mm, p.heading_deg) for p in pieces]
    true = [
        Polygon(pose.to_board(shapes[p.player_id].corners_mm))
        for p, pose in zip(pieces, poses, strict=True)
    ]
    seen = [Polygon(b.corners_mm).convex_hull for b in found]
    alike = np.zeros((len(true), len(seen)))
    for i, pose in enumerate(poses):
        for j, base in enumerate(found):
            if apart_mm(pose, base.pose) < REACH_MM:
                shared = true[i].intersection(seen[j]).area
                alike[i, j] = shared / (true[i].area + seen[j].area - shared)
    return TrackedFrame(tuple(p.player_id for p in pieces), tuple(b.name for b in found), alike)


def _turns(truth: FrameTruth, found: Sequence[_TrackedBase]) -> list[float]:
    """How far off each found base's heading is from that of the true one beneath it."""
    out = []
    places = np.array([(p.x_mm, p.y_mm) for p in truth.pieces])
    for base in found:
        apart = np.hypot(*(places - (base.pose.x_mm, base.pose.y_mm)).T)
        piece = truth.pieces[int(apart.argmin())]
        if apart.min() <= NEAR_MM:
            turn = turn_deg(piece.heading_deg, base.pose.heading_deg)
            out.append(abs(turn))
    return out
