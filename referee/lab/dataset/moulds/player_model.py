"""A player of Quake III: legs, torso and head, put together in a pose."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from PIL import Image

from referee.core.errors import BadValue
from referee.lab.dataset.moulds.md3 import Md3Model, Md3Surface, read_md3
from referee.sim.art.mesh import FloatArray

PARTS = ("lower", "upper", "head")
_FOLDER = re.compile(r"models/players/([a-z0-9_-]+)/lower\.md3", re.IGNORECASE)
# The rows of an animation file in their order: the poses of one who stands, and which part of the
# body each is of.
_STANDING = {
    "TORSO_GESTURE": "upper",
    "TORSO_ATTACK": "upper",
    "TORSO_ATTACK2": "upper",
    "TORSO_DROP": "upper",
    "TORSO_STAND": "upper",
    "TORSO_STAND2": "upper",
    "LEGS_WALKCR": "lower",
    "LEGS_WALK": "lower",
    "LEGS_RUN": "lower",
    "LEGS_BACK": "lower",
    "LEGS_LAND": "lower",
    "LEGS_IDLE": "lower",
    "LEGS_IDLECR": "lower",
}
_ORDER = (
    *(f"BOTH_{k}" for k in range(6)),
    *("TORSO_GESTURE", "TORSO_ATTACK", "TORSO_ATTACK2", "TORSO_DROP", "TORSO_RAISE"),
    *("TORSO_STAND", "TORSO_STAND2", "LEGS_WALKCR", "LEGS_WALK", "LEGS_RUN", "LEGS_BACK"),
    *("LEGS_SWIM", "LEGS_JUMP", "LEGS_LAND", "LEGS_JUMPB", "LEGS_LANDB", "LEGS_IDLE"),
    *("LEGS_IDLECR", "LEGS_TURN"),
)
_ROW = re.compile(r"^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)", re.MULTILINE)


@dataclass(frozen=True)
class PlayerModel:
    """``skins`` are pictures by part and surface; ``poses`` the frames of legs and of torso."""

    name: str
    models: Mapping[str, Md3Model]
    skins: Mapping[tuple[str, str], np.ndarray]
    poses: Mapping[str, tuple[int, ...]]

    def posed(self, legs: int, torso: int) -> Iterator[tuple[str, Md3Surface, FloatArray]]:
        """Part, surface and points of the whole body, legs and torso each in a frame."""
        lower, upper, head = (self.models[part] for part in PARTS)
        chest = lower.tags["tag_torso"][legs]
        neck = chest @ upper.tags["tag_head"][torso]
        for part, model, frame, place in (
            ("lower", lower, legs, np.eye(4)),
            ("upper", upper, torso, chest),
            ("head", head, 0, neck),
        ):
            for surface in (each for each in model.surfaces if len(each.faces)):
                points = surface.points[min(frame, len(surface.points) - 1)]
                yield part, surface, points @ place[:3, :3].T + place[:3, 3]


def players_in(package: zipfile.ZipFile) -> list[PlayerModel]:
    """The players of a package that are whole, by name."""
    files = {name.lower(): name for name in package.namelist()}
    names = sorted({found[1].lower() for name in files if (found := _FOLDER.fullmatch(name))})
    players = (_player(package, files, name) for name in names)
    return [player for player in players if player is not None]


def _player(package: zipfile.ZipFile, files: Mapping[str, str], name: str) -> PlayerModel | None:
    folder = f"models/players/{name}/"
    wanted = [f"{folder}{part}.md3" for part in PARTS] + [f"{folder}animation.cfg"]
    if any(each not in files for each in wanted):
        return None
    models = {
        part: read_md3(package.read(files[f"{folder}{part}.md3"]), f"{folder}{part}.md3")
        for part in PARTS
    }
    whole = all(any(len(each.faces) for each in model.surfaces) for model in models.values())
    joined = "tag_torso" in models["lower"].tags and "tag_head" in models["upper"].tags
    text = package.read(files[f"{folder}animation.cfg"]).decode("latin-1")
    poses = _poses_of(text, models)
    if not (whole and joined) or any(not frames for frames in poses.values()):
        return None
    skins = {
        (part, surface): picture
        for part in PARTS
        for surface, path in _skin_paths(package, files, f"{folder}{part}_default.skin")
        if (picture := _picture(package, files, path)) is not None
    }
    return PlayerModel(name, models, skins, poses)


def _poses_of(text: str, models: Mapping[str, Md3Model]) -> dict[str, tuple[int, ...]]:
    """The frames in which it stands. The legs' rows count on from the torso's, as their file says.

    The legs have no frames of the torso's rows, so theirs begin where the torso's begin.
    """
    rows = dict(zip(_ORDER, _ROW.findall(text), strict=False))
    if "TORSO_GESTURE" not in rows or "LEGS_WALKCR" not in rows:
        return {"lower": (), "upper": ()}
    skip = int(rows["LEGS_WALKCR"][0]) - int(rows["TORSO_GESTURE"][0])
    poses: dict[str, tuple[int, ...]] = {"lower": (), "upper": ()}
    for name, part in _STANDING.items():
        if name not in rows:
            continue
        first, count = int(rows[name][0]), int(rows[name][1])
        first -= skip if part == "lower" else 0
        last = min(first + count, models[part].frames)
        poses[part] += tuple(range(max(first, 0), last))
    return poses


def _skin_paths(
    package: zipfile.ZipFile, files: Mapping[str, str], skin: str
) -> Iterator[tuple[str, str]]:
    if skin in files:
        for line in package.read(files[skin]).decode("latin-1").splitlines():
            surface, _, path = line.strip().lower().partition(",")
            if path:
                yield surface.strip(), path.strip()


def _picture(package: zipfile.ZipFile, files: Mapping[str, str], path: str) -> np.ndarray | None:
    """A skin as RGB from 0 to 1, small; None where the package has none that can be read."""
    stem = path.rsplit(".", 1)[0]
    for ending in (".tga", ".jpg", ".png"):
        found = files.get(stem + ending)
        if found is not None:
            try:
                with Image.open(io.BytesIO(package.read(found))) as picture:
                    return np.asarray(picture.convert("RGB").resize((256, 256)), float) / 255.0
            except (OSError, ValueError) as error:
                raise BadValue(found, str(error), "a picture") from None
    return None
