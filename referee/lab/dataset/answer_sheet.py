"""The answer sheet of one judged frame: where everything truly stands, in board millimetres.

Whoever draws the pictures (the fast renderer, the path tracer, the foreign domain) writes the same
sheet beside the same calibration file, so that one judge reads them all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.camera.calibration import Calibration, read_calibration, write_calibration
from referee.core.errors import BadValue, PlainWord
from referee.core.geometry.base_shape import BasePart, BaseShape
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.lab.dataset.picture_file import read_picture
from referee.loaders.formats.atomic_file import write_text
from referee.sim.look import Colour

FORMAT = "referee.frame-answers"
NOBODY = "nobody"  # the figure of a base that has none
VERSION = 1
AnswerPoint = tuple[float, float]
AnswerCorners = tuple[AnswerPoint, AnswerPoint, AnswerPoint, AnswerPoint]
AnswerBox = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class BaseAnswer:
    """One base as its row was exposed; corners enclose its top, front-left first, clockwise.

    ``box_px`` (left, top, right, bottom) holds the whole of a fallen figure; None while it stands.
    ``visible`` is the share of the top that is seen: its own figure hides it as others do;
    ``outline_visible`` the share of its outline, where the engine can tell.
    """

    id: str
    team: Team
    pose: Pose
    shape: BaseShape
    top_mm: float
    corners_px: AnswerCorners
    visible: float
    fallen: bool
    lifted: bool
    off_picture: bool
    figure: str
    base_colour: Colour
    base_alpha: float
    jersey: Colour
    front_mark: str
    box_px: AnswerBox | None = None
    outline_visible: float | None = None


@dataclass(frozen=True, slots=True)
class MarkerAnswer:
    """A ball, magnet or pylon: its kind as the simulator names it, its foot, and its pixel."""

    kind: str
    x_mm: float
    y_mm: float
    px: AnswerPoint
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class GapAnswer:
    """Two bases that stand close."""

    first: str
    second: str
    gap_mm: float


@dataclass(frozen=True, slots=True)
class AnswerSheet:
    """All that is true of a frame. ``board``, ``light`` and ``engine`` are for splitting figures;
    ``px_per_mm`` is the scale in the middle of the picture."""

    engine: str
    board: str
    light: str
    turf: Colour
    px_per_mm: float
    bases: tuple[BaseAnswer, ...]
    markers: tuple[MarkerAnswer, ...]
    hands: tuple[AnswerBox, ...]
    gaps: tuple[GapAnswer, ...]


def answers_path(folder: Path, name: str, stem: str) -> Path:
    """Where a set's frame has its answers."""
    return folder / "answers" / name / f"{stem}.json"


def calibration_path(folder: Path, name: str, stem: str) -> Path:
    """Where a set's frame has its calibration."""
    return folder / "answers" / name / f"{stem}.calib.json"


def picture_path(folder: Path, name: str, stem: str) -> Path:
    """Where a set's frame has its picture."""
    return folder / "images" / name / f"{stem}.jpg"


def empty_board_path(folder: Path, name: str, look: str) -> Path:
    """Where a set has the picture of a look's empty board, if it has one."""
    return folder / "plates" / name / f"{look}.jpg"


def write_answers(
    folder: Path, name: str, stem: str, answers: AnswerSheet, calibration: Calibration
) -> None:
    """The sheet and the calibration that belongs to the picture."""
    target = answers_path(folder, name, stem)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_calibration(calibration_path(folder, name, stem), calibration)
    values = {"format": FORMAT, "version": VERSION, **asdict(answers)}
    write_text(target, json.dumps(values, allow_nan=False) + "\n")


def read_answers(path: Path) -> AnswerSheet:
    """The sheet of one frame."""
    values = json.loads(path.read_text(encoding="utf-8"))
    if (values.get("format"), values.get("version")) != (FORMAT, VERSION):
        raise BadValue(
            f"{path.name}: format",
            PlainWord(f"{values.get('format')} {values.get('version')}"),
            f"{FORMAT} {VERSION}; make the set again",
        )
    return AnswerSheet(
        engine=values["engine"],
        board=values["board"],
        light=values["light"],
        turf=_colour(values["turf"]),
        px_per_mm=values["px_per_mm"],
        bases=tuple(_base(row) for row in values["bases"]),
        markers=tuple(
            MarkerAnswer(**{**row, "px": (row["px"][0], row["px"][1])}) for row in values["markers"]
        ),
        hands=tuple(_box(row) for row in values["hands"]),
        gaps=tuple(GapAnswer(**row) for row in values["gaps"]),
    )


@dataclass(frozen=True)
class AnsweredFrame:
    """A picture of a set, its answers, and its calibration."""

    stem: str
    image: npt.NDArray[np.uint8]
    answers: AnswerSheet
    calibration: Calibration


def read_frame(folder: Path, name: str, stem: str) -> AnsweredFrame:
    """One frame of a set with all that is known of it."""
    return AnsweredFrame(
        stem,
        read_picture(picture_path(folder, name, stem)),
        read_answers(answers_path(folder, name, stem)),
        read_calibration(calibration_path(folder, name, stem)),
    )


def answer_sheets(folder: Path, name: str) -> tuple[Path, ...]:
    """The answer sheets of a set, in order; none when it was not made."""
    found = sorted((folder / "answers" / name).glob("*.json"))
    return tuple(path for path in found if not path.name.endswith(".calib.json"))


def _base(row: Mapping[str, Any]) -> BaseAnswer:
    return BaseAnswer(
        **{
            **row,
            "team": Team(row["team"]),
            "pose": Pose(**row["pose"]),
            "shape": _shape(row["shape"]),
            "corners_px": tuple((float(x), float(y)) for x, y in row["corners_px"]),
            "base_colour": _colour(row["base_colour"]),
            "jersey": _colour(row["jersey"]),
            "box_px": None if row["box_px"] is None else _box(row["box_px"]),
        }
    )


def _shape(row: Mapping[str, Any]) -> BaseShape:
    return BaseShape(
        row["name"],
        tuple((float(x), float(y)) for x, y in row["skeleton_mm"]),
        row["radius_mm"],
        tuple(BasePart(p) for p in row["edge_parts"]),
        tuple(BasePart(p) for p in row["vertex_parts"]),
        row["height_mm"],
    )


def _box(row: Sequence[float]) -> AnswerBox:
    return (float(row[0]), float(row[1]), float(row[2]), float(row[3]))


def _colour(row: Sequence[float]) -> Colour:
    return (float(row[0]), float(row[1]), float(row[2]))
