"""Reads one MD3 model: its surfaces in every frame, and the tags at which others join it."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from referee.core.errors import BadValue
from referee.sim.art.mesh import FloatArray

_MAGIC, _VERSION = b"IDP3", 15
_HEADER = struct.Struct("<4si64siiiiiiiii")
_TAG = np.dtype([("name", "S64"), ("origin", "<f4", 3), ("axes", "<f4", (3, 3))])
_SURFACE = struct.Struct("<4s64siiiiiiiiii")
_POINT = np.dtype([("at", "<i2", 3), ("normal", "<u2")])
# A point is a whole number of these.
_UNIT = 1.0 / 64.0
# More than any player has: what says so is no model.
_MOST = 4096


@dataclass(frozen=True, slots=True)
class Md3Surface:
    """``points`` (frames, points, 3), ``faces`` (n, 3), ``places`` in its skin (points, 2)."""

    name: str
    points: FloatArray
    faces: np.ndarray
    places: FloatArray


@dataclass(frozen=True, slots=True)
class Md3Model:
    """``tags`` by name: one 4 x 4 matrix a frame, from the tag's own axes to the model's."""

    frames: int
    tags: dict[str, FloatArray]
    surfaces: tuple[Md3Surface, ...]


def read_md3(data: bytes, name: str) -> Md3Model:
    """The model of a file's bytes; ``name`` is for people."""
    try:
        return _read(data, name)
    except BadValue:
        raise
    except (struct.error, ValueError, UnicodeDecodeError) as error:
        raise BadValue(name, str(error), "a whole MD3 model") from None


def _read(data: bytes, name: str) -> Md3Model:
    head = _HEADER.unpack_from(data)
    magic, version, frames, tags, surfaces = head[0], head[1], head[4], head[5], head[6]
    tags_at, surfaces_at = head[9], head[10]
    if magic != _MAGIC or version != _VERSION:
        raise BadValue(name, f"{magic!r} {version}", "an MD3 model (IDP3, version 15)")
    for count in (frames, tags, surfaces):
        if not 0 <= count <= _MOST:
            raise BadValue(name, count, f"at most {_MOST} frames, tags and surfaces")
    found = np.frombuffer(data, _TAG, frames * tags, tags_at).reshape(frames, tags)
    return Md3Model(frames, _tags_of(found), tuple(_surfaces_of(data, surfaces_at, surfaces, name)))


def _tags_of(found: np.ndarray) -> dict[str, FloatArray]:
    tags: dict[str, FloatArray] = {}
    for k in range(found.shape[1]):
        matrices = np.tile(np.eye(4), (found.shape[0], 1, 1))
        matrices[:, :3, :3] = np.swapaxes(found["axes"][:, k], 1, 2)
        matrices[:, :3, 3] = found["origin"][:, k]
        tags[_text(found["name"][0, k])] = matrices
    return tags


def _surfaces_of(data: bytes, at: int, count: int, name: str) -> list[Md3Surface]:
    made = []
    for _ in range(count):
        head = _SURFACE.unpack_from(data, at)
        frames, points, faces = head[3], head[5], head[6]
        faces_at, _, places_at, points_at, end = head[7:12]
        if not (0 <= points <= _MOST and 0 <= faces <= 4 * _MOST and 0 < frames <= _MOST):
            raise BadValue(name, (frames, points, faces), "a surface of a player")
        shape = np.frombuffer(data, "<i4", 3 * faces, at + faces_at).reshape(faces, 3)
        if faces and not (shape.min() >= 0 and shape.max() < points):
            raise BadValue(name, int(shape.max()), f"corners below {points}")
        where = np.frombuffer(data, _POINT, frames * points, at + points_at)["at"]
        made.append(
            Md3Surface(
                _text(head[1]),
                where.reshape(frames, points, 3).astype(float) * _UNIT,
                shape.astype(np.int64),
                np.frombuffer(data, "<f4", 2 * points, at + places_at).reshape(-1, 2).astype(float),
            )
        )
        if end <= 0:
            raise BadValue(name, end, "surfaces one after another")
        at += end
    return made


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode("latin-1").lower()
