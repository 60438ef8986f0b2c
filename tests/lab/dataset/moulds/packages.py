"""Packages of players as the game keeps them, made of boxes."""

from __future__ import annotations

import io
import itertools
import struct
import zipfile

import numpy as np
from PIL import Image

ANIMATION = """sex m
// first frame, frames, looping, a second
0 1 0 25 // BOTH_DEATH1
0 1 0 25
0 1 0 25
0 1 0 25
0 1 0 25
0 1 0 25
6 2 0 15 // TORSO_GESTURE
6 1 0 15
6 1 0 15
6 1 0 15
6 1 0 15
7 1 0 15
7 1 0 15 // TORSO_STAND2
8 2 2 20 // LEGS_WALKCR: the legs' own frames 6 and 7
8 1 1 20
8 1 1 20
8 1 1 20
"""
CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
# Clockwise from outside, as the game has them.
BOX = [
    (0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4),
    (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5),
]  # fmt: skip


def md3(
    frames=1, tags=(), half=(4.0, 6.0, 8.0), middle=(0.0, 0.0, 0.0), surface="u_box", faces=BOX
):
    """A box. ``tags`` are name and origin, the same in every frame."""
    head = 108
    tag_bytes = b"".join(
        struct.pack("<64s3f9f", name.encode(), *origin, *np.eye(3).ravel())
        for _ in range(frames)
        for name, origin in tags
    )
    points = CORNERS * half + middle
    shape = b"".join(struct.pack("<3i", *face) for face in faces)
    places = b"".join(struct.pack("<2f", 0.25, 0.75) for _ in points)
    where = b"".join(
        struct.pack("<3hH", *(round(v * 64) for v in point), 0)
        for _ in range(frames)
        for point in points
    )
    size = [108, len(shape), len(places), len(where)]
    ends = np.cumsum(size)
    box = struct.pack(
        "<4s64siiiiiiiiii",
        *(b"IDP3", b"u_box", 0, frames, 0, len(points), len(faces)),
        *(int(ends[0]), int(ends[0]), int(ends[1]), int(ends[2]), int(ends[3])),
    )
    at = head + len(tag_bytes)
    start = struct.pack(
        "<4si64siiiiiiiii",
        *(b"IDP3", 15, b"box", 0, frames, len(tags), 1, 0),
        *(head, head, at, at + int(ends[3])),
    )
    return start + tag_bytes + box + shape + places + where


def skin(colour=(200, 40, 40)):
    """One colour, as a TGA picture."""
    kept = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(kept, "TGA")
    return kept.getvalue()


def player_files(name="boxer", **changed):
    """Legs from 0 to 16 high, a chest of as much above, and a head before it."""
    folder = f"models/players/{name}/"
    files = {
        "lower.md3": md3(8, [("tag_torso", (0.0, 0.0, 16.0))], middle=(0.0, 0.0, 8.0)),
        "upper.md3": md3(8, [("tag_head", (5.0, 0.0, 16.0))], middle=(0.0, 0.0, 8.0)),
        "head.md3": md3(1, half=(3.0, 3.0, 4.0), middle=(0.0, 0.0, 4.0)),
        "animation.cfg": ANIMATION.encode(),
        "upper_default.skin": f"u_box,{folder}skin.tga\ntag_head,\n".encode(),
        "skin.tga": skin(),
    }
    return {f"{folder}{key}": value for key, value in (files | changed).items() if value}


def package(path, *players):
    """A package with some players' files."""
    with zipfile.ZipFile(path, "w") as kept:
        for files in players:
            for name, data in files.items():
                kept.writestr(name, data)
    return path
