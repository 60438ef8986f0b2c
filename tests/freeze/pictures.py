"""A rendered picture and what the program sees in it; a short video and who is followed in it."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from tests.freeze.canonical import digest
from tests.freeze.command import made, said
from tests.freeze.fixed import Items, text_of

SEED = 7


def still(folder: Path) -> Items:
    """A picture from the simulator: located, calibrated, drawn."""
    made(folder, "sim", "still", "--seed", SEED, "--out", "s.png", "--files")
    locate = ("locate", "s.png", "--calibration", "s.calib.json")
    calibrate = ("calibrate", "s.png", "--field", "620")
    return {
        "pictures/still": _pixels(folder / "s.png"),
        "pictures/still-camera": text_of(folder / "s.calib.json", folder),
        "pictures/still-truth": text_of(folder / "s.truth.jsonl", folder),
        "pictures/locate": said(folder, *locate, "--json", "--out", "s.locations.jsonl"),
        "pictures/locate-file": text_of(folder / "s.locations.jsonl", folder),
        "pictures/locate-words": said(folder, *locate, "--draw", "drawn"),
        "pictures/locate-drawn": _pixels(folder / "drawn" / "s.seen.png"),
        "pictures/calibrate": timeless(said(folder, *calibrate, "--json", "--out", "c.calib.json")),
        "pictures/calibrate-file": timeless(text_of(folder / "c.calib.json", folder)),
        "pictures/calibrate-map": _pixels(folder / "c.map.png"),
        "pictures/calibrate-words": said(folder, *calibrate),
    }


def timeless(certificate: str) -> str:
    """A certificate without how long the calibration took."""
    return re.sub(r'("seconds": )\d+(\.\d+)?', r"\1 0", certificate)


def video(folder: Path) -> Items:
    """Two seconds of a line-up, followed."""
    made(folder, "sim", "play", "--seed", SEED, "--seconds", 6, "--fps", 10, "--out", "v")
    words = ("track", "v/video.mp4", "--calibration", "v/camera.calib.json")
    found = {
        "pictures/track": said(
            folder, *words, "--power-log", "v/tracks.jsonl", "--out", "followed.jsonl"
        )
    }
    return found | {"pictures/track-file": text_of(folder / "followed.jsonl", folder)}


def _pixels(path: Path) -> str:
    """The hash of what a picture shows, however it was packed."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(f"{path} is no picture")
    return f"{image.shape} {digest(image.tobytes())}\n"
