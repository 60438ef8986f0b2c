"""Training data from a user's own games: tiles to learn from, whole frames to judge by.

The two are apart in time: blocks of the game, every fourth of them kept for judging, with some
seconds between them that are used for neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.errors import BadValue, PlainWord
from referee.lab.dataset.labels import (
    LEAST_MARKER_MM,
    ThingLabel,
    data_file,
    frame_json,
    label_lines,
)
from referee.lab.dataset.own_games.reviewed_game import (
    Picture,
    ReviewedGame,
    frames_per_second,
    pictures,
    spread_frames,
)
from referee.lab.dataset.training_tiles import tiles_of
from referee.loaders.formats.atomic_file import write_text
from referee.record.observation import Observation, ObservedMarker
from referee.record.whole_folder import whole_folder
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.network.detector_classes import BALL, BASE, FELT, HAND, MAGNET
from referee.vision.sighting import Thing

TRAIN, HELD = "train", "held"
BLOCK_S, SHORTEST_BLOCK_S = 60.0, 4.0
BLOCKS = 4  # the last of so many is kept for judging
BETWEEN_SHARE = 0.05  # of a block, at its ends: used for nothing
FALLEN_MM = 55.0  # around a fallen figure's base: what of it lies where, nobody wrote down
PAINT = 114
JPEG = 94
MARKER_KINDS = {Thing.BALL_MAGNET.value: BALL, Thing.FELT_BALL.value: FELT}
MARKER_MM = 1.5
SCALES = (0.8, 1.25)  # about the detector's own, as in generated data

TellHarvest = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class HarvestSettings:
    """How much is taken. ``copies``: each frame is cut, turned and lit so many times anew."""

    px_per_mm: float
    tile_px: int = 320
    every_s: float = 1.0
    copies: int = 4
    seed: int = 1

    def __post_init__(self) -> None:
        for key, low, high in (("every_s", 0.0, 3600.0), ("copies", 1, 100)):
            if not low <= getattr(self, key) <= high:
                raise BadValue(key, getattr(self, key), f"{low:g} to {high:g}")


@dataclass(frozen=True, slots=True)
class Harvest:
    """What came of it."""

    train_frames: int
    tiles: int
    held_frames: int
    bases: int


def harvest(
    games: Sequence[ReviewedGame],
    out: Path,
    settings: HarvestSettings,
    tell: TellHarvest,
    force: bool = False,
) -> Harvest:
    """Write the data set; the folder appears whole or not at all."""
    plans = [_plan(game, settings.every_s) for game in games]
    total = sum(len(rows) for sets, _ in plans for rows in sets.values())
    if not any(sets[TRAIN] for sets, _ in plans) or not any(sets[HELD] for sets, _ in plans):
        raise BadValue(
            "reviewed frames",
            total,
            f"frames in several parts of a game: the last of {BLOCKS} parts is kept for judging",
        )
    counts = {"frames": 0, "tiles": 0, "held": 0, "bases": 0}
    with whole_folder(out, force) as folder:
        for number, (game, (sets, _)) in enumerate(zip(games, plans, strict=True)):
            rng = np.random.default_rng([settings.seed, number])
            held = {row.frame for row in sets[HELD]}
            rows = sorted([*sets[TRAIN], *sets[HELD]], key=lambda row: row.frame)
            for row, image in pictures(game.folder / "video.mp4", rows):
                _check_size(image, game)
                shown, labels = known(image, row, game.calibration.camera)
                stem = f"{number:02d}{row.frame:07d}"
                counts["bases"] += sum(label.kind == BASE for label in labels)
                if row.frame in held:
                    _write_frame(folder, stem, shown, labels, game.calibration.camera)
                    counts["held"] += 1
                else:
                    counts["tiles"] += _write_tiles(
                        folder, stem, shown, labels, game, settings, rng
                    )
                    counts["frames"] += 1
                tell(counts["frames"] + counts["held"], total)
        _write_about(folder, games, settings, counts)
    return Harvest(counts["frames"], counts["tiles"], counts["held"], counts["bases"])


def _plan(game: ReviewedGame, every_s: float) -> tuple[dict[str, list[Observation]], float]:
    """Which frames are learned from and which are kept, and the length of a block."""
    fps = frames_per_second(game.folder / "video.mp4")
    rows = spread_frames(game, every_s, fps)
    first = rows[0].frame
    span_s = (rows[-1].frame - first) / fps
    block_s = min(BLOCK_S, max(SHORTEST_BLOCK_S, span_s / BLOCKS))
    sets: dict[str, list[Observation]] = {TRAIN: [], HELD: []}
    for row in rows:
        block, within = divmod((row.frame - first) / fps / block_s, 1.0)
        kept = int(block) % BLOCKS == BLOCKS - 1
        border = int(block) % BLOCKS in {0, BLOCKS - 2, BLOCKS - 1}
        if border and _near_border(int(block) % BLOCKS, within):
            continue
        sets[HELD if kept else TRAIN].append(row)
    return sets, block_s


def _near_border(block: int, within: float) -> bool:
    """Close to where learning ends and judging begins, or the other way round."""
    early, late = within < BETWEEN_SHARE, within > 1.0 - BETWEEN_SHARE
    return {0: early, BLOCKS - 2: late, BLOCKS - 1: early or late}.get(block, False)


def known(
    image: Picture, row: Observation, camera: CameraModel
) -> tuple[Picture, list[ThingLabel]]:
    """The picture and its labels. Fallen figures are painted over: their boxes are not known."""
    px_per_mm = board_scale_px_per_mm(camera)
    shown = image.copy()
    spoilt = []
    for base in row.bases:
        if base.lies:
            middle = np.array(base.corners_px).mean(axis=0)
            spoilt.append(middle)
            centre = round(float(middle[0])), round(float(middle[1]))
            cv2.circle(shown, centre, round(FALLEN_MM * px_per_mm), (PAINT,) * 3, -1)
    labels = [ThingLabel(HAND, np.array(hand.box_px)) for hand in row.hands or ()]
    for base in row.bases:
        corners = np.array(base.corners_px)
        if not base.lies:
            box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
            labels.append(ThingLabel(BASE, box, corners, 1.0, base.player))
    labels += [_marker(marker, camera, px_per_mm) for marker in row.markers]
    reach = FALLEN_MM * px_per_mm
    return shown, [
        label
        for label in labels
        if all(np.hypot(*(_middle(label) - place)) > reach for place in spoilt)
    ]


def _middle(label: ThingLabel) -> np.ndarray:
    return np.asarray((label.box_px[:2] + label.box_px[2:]) / 2.0)


def _marker(marker: ObservedMarker, camera: CameraModel, px_per_mm: float) -> ThingLabel:
    middle = camera.project([marker.x_mm, marker.y_mm, MARKER_MM])
    half = LEAST_MARKER_MM * px_per_mm / 2.0
    kind = MARKER_KINDS.get(marker.kind, MAGNET)
    return ThingLabel(kind, np.concatenate([middle - half, middle + half]))


def _check_size(image: Picture, game: ReviewedGame) -> None:
    camera = game.calibration.camera
    seen, wanted = (image.shape[1], image.shape[0]), (camera.width_px, camera.height_px)
    if seen != wanted:
        words = PlainWord(f"{seen[0]} x {seen[1]}")
        allowed = f"{wanted[0]} x {wanted[1]}, as the camera was calibrated"
        raise BadValue("the video's size", words, allowed, str(game.folder))


def _write_tiles(
    folder: Path,
    stem: str,
    image: Picture,
    labels: Sequence[ThingLabel],
    game: ReviewedGame,
    settings: HarvestSettings,
    rng: np.random.Generator,
) -> int:
    scale = settings.px_per_mm
    count = 0
    for copy in range(settings.copies):
        tiles = tiles_of(
            image,
            labels,
            board_scale_px_per_mm(game.calibration.camera),
            (SCALES[0] * scale, SCALES[1] * scale),
            settings.tile_px,
            rng,
        )
        for n, tile in enumerate(tiles):
            name = f"{stem}-{copy:02d}-{n:02d}"
            text = label_lines(tile.labels, settings.tile_px, settings.tile_px)
            _put(folder, "labels", TRAIN, f"{name}.txt", text.encode())
            _put(folder, "images", TRAIN, f"{name}.jpg", _jpeg(tile.image))
        count += len(tiles)
    _put(folder, "done", TRAIN, f"{stem}.json", json.dumps({"pictures": count}).encode())
    return count


def _write_frame(
    folder: Path, stem: str, image: Picture, labels: Sequence[ThingLabel], camera: CameraModel
) -> None:
    text = frame_json(labels, board_scale_px_per_mm(camera))
    _put(folder, "labels", HELD, f"{stem}.json", text.encode())
    _put(folder, "images", HELD, f"{stem}.jpg", _jpeg(image))


def _jpeg(image: Picture) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG])[1].tobytes()


def _put(folder: Path, kind: str, name: str, file: str, data: bytes) -> None:
    place = folder / kind / name
    place.mkdir(parents=True, exist_ok=True)
    (place / file).write_bytes(data)


def _write_about(
    folder: Path, games: Sequence[ReviewedGame], settings: HarvestSettings, counts: dict[str, int]
) -> None:
    """The recipe of what cannot be made again: where it came from and how it was cut."""
    low, high = (share * settings.px_per_mm for share in SCALES)
    about = {
        "name": "harvest",
        "tile_px": settings.tile_px,
        "px_per_mm": [low, high],
        "every_s": settings.every_s,
        "copies": settings.copies,
        "seed": settings.seed,
        "games": [
            {
                "folder": game.folder.name,
                "reviewed": len(game.frames),
                "left_out": dict(game.left_out),
            }
            for game in games
        ],
        "counts": counts,
    }
    write_text(folder / "recipe.json", json.dumps(about, indent=2) + "\n")
    write_text(folder / "data.yaml", data_file(TRAIN, TRAIN))
