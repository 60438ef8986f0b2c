"""Makes the foreign sets: frame after frame, going on where a run stopped."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.camera.calibration import Calibration
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.lab.dataset.answer_sheet import (
    AnswerBox,
    AnswerSheet,
    BaseAnswer,
    GapAnswer,
    MarkerAnswer,
    answers_path,
    picture_path,
    write_answers,
)
from referee.lab.dataset.foreign.foreign_lens import SIZE_PX, ForeignLens, hang_camera
from referee.lab.dataset.foreign.foreign_scene import (
    KINDS,
    ForeignPlayer,
    ForeignScene,
    arrange,
    close_pairs,
)
from referee.lab.dataset.foreign.foreign_webcam import develop, draw_webcam
from referee.lab.dataset.foreign.look_plan import LookPlan, plan_look
from referee.lab.pathtrace.blender import Blender, BlenderError
from referee.vision.frame.board_scale import board_scale_px_per_mm

SETS = {"foreign-a": 71_000, "foreign-b": 72_000}  # a may be looked at, b only judges
AGREED_PX = 0.05  # Blender's pixels and the calibration's may differ by this much


@dataclass(frozen=True, slots=True)
class ForeignAmounts:
    """How much to make of a set."""

    looks: int = 6
    frames: int = 3
    samples: int = 4
    threads: int = 1


def make_foreign(
    folder: Path, names: Sequence[str], amounts: ForeignAmounts, tell: Callable[[str], None]
) -> None:
    """Make what is missing; ``tell`` hears of every frame that is there.

    First one frame of every look, then the second: a run that is stopped has seen many boards.
    """
    for name in names:
        if name not in SETS:
            raise BadValue("set", name, f"one of {', '.join(SETS)}")
    for key, high in (("looks", 500), ("frames", 50), ("samples", 4096), ("threads", 64)):
        if not 1 <= getattr(amounts, key) <= high:
            raise BadValue(key, getattr(amounts, key), f"1 to {high}")
    for k in range(amounts.frames):
        for number in range(amounts.looks):
            for name in names:
                stem = f"{number:03d}-{k:02d}"
                if not answers_path(folder, name, stem).is_file():
                    _make_frame(folder, name, number, k, amounts)
                tell(f"{name} {stem}")


def _make_frame(folder: Path, name: str, number: int, k: int, amounts: ForeignAmounts) -> None:
    seed, stem = SETS[name], f"{number:03d}-{k:02d}"
    look = plan_look(seed, number)
    rng = np.random.default_rng([seed, number, 1])
    lens, webcam = hang_camera(look.studio["board"], rng), draw_webcam(rng)
    moment = KINDS[(number + k) % len(KINDS)]
    scene = arrange(
        moment,
        look.profile,
        look.shapes,
        len(look.studio["moulds"]),
        np.random.default_rng([seed, number, 2, k]),
    )
    plan = {
        **look.studio,
        "camera": lens.for_studio(),
        "samples": amounts.samples,
        "threads": amounts.threads,
        "seed": number + 1,
        "frame": _for_studio(scene, look, np.random.default_rng([seed, number, 3])),
    }
    with tempfile.TemporaryDirectory(prefix="foreign-") as room, Blender(_script()) as blender:
        path, out = Path(room) / "plan.json", Path(room) / "light.npy"
        path.write_text(json.dumps(plan), encoding="utf-8")
        blender.ask("render", plan=str(path), out=str(out))
        seen = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
        light = lens.picture(np.load(out))
    _, jpeg = develop(light, webcam, np.random.default_rng([seed, number, 4, k]))
    answers = foreign_answers_of(look, scene, lens, seen)
    target = picture_path(folder, name, stem)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(jpeg)
    top_mm = float(np.median([shape.height_mm for shape in look.shapes]))
    calibration = Calibration(lens.model(), top_mm, look.profile, "foreign")
    write_answers(folder, name, stem, answers, calibration)


def _script() -> Path:
    return Path(__file__).with_name("studio") / "worker.py"


def foreign_answers_of(
    look: LookPlan, scene: ForeignScene, lens: ForeignLens, seen: dict[str, Any]
) -> AnswerSheet:
    """The sheet: places from the plan, pixels and visibility from Blender, bent by the lens."""
    model = lens.model()
    bases = []
    for k, (player, row) in enumerate(zip(scene.players, seen["pieces"], strict=True)):
        corners = lens.bent(row["corners_px"])
        by_file = model.project(row["corners_mm"])
        if np.abs(corners - by_file).max() > AGREED_PX:
            raise BlenderError(
                f"corners of base {k} lie {np.abs(corners - by_file).max():.3f} px apart in "
                "Blender and in the calibration"
            )
        bases.append(_base(k, player, look, corners, row, lens))
    markers = [
        MarkerAnswer(m["kind"], m["place"][0], m["place"][1], _point(lens.bent(px)), hidden)
        for m, px, hidden in zip(
            scene.markers, seen["markers_px"], seen["markers_hidden"], strict=True
        )
    ]
    boxes = [_box(lens.bent(px)) for px in seen["hands_px"]]
    return AnswerSheet(
        engine="foreign",
        board=look.board_style,
        light=look.light_style,
        turf=_colour(look.studio["board"]["turf"]),
        px_per_mm=board_scale_px_per_mm(model),
        bases=tuple(bases),
        markers=tuple(markers),
        hands=tuple(box for box in boxes if box[2] - box[0] > 12 and box[3] - box[1] > 12),
        gaps=tuple(
            GapAnswer(_name(i, scene.players[i]), _name(j, scene.players[j]), gap)
            for i, j, gap in close_pairs(scene.players, look.shapes)
        ),
    )


def _base(
    k: int,
    player: ForeignPlayer,
    look: LookPlan,
    corners: Any,
    row: dict[str, Any],
    lens: ForeignLens,
) -> BaseAnswer:
    dress = look.studio["teams"][player.team.value]
    shape = look.shapes[player.shape]
    limit = np.array(SIZE_PX) - 0.5
    outside = bool((corners < -0.5).any() or (corners > limit).any())
    points = [_point(corner) for corner in corners]
    return BaseAnswer(
        id=_name(k, player),
        team=player.team,
        pose=player.pose,
        shape=shape,
        top_mm=shape.height_mm + player.lift_mm,
        corners_px=(points[0], points[1], points[2], points[3]),
        visible=float(row["visible"]),
        outline_visible=float(row["outline_visible"]),
        fallen=player.fallen,
        lifted=player.lift_mm > 0.0,
        off_picture=outside,
        figure=look.studio["moulds"][player.mould]["pose"],
        base_colour=_colour(dress["base"]),
        base_alpha=1.0 - dress["clear"],
        jersey=_colour(dress["jersey"]),
        front_mark=look.studio["kinds"][player.shape]["front"],
        box_px=_box(lens.bent(row["hull_px"])) if player.fallen else None,
    )


def _name(k: int, player: ForeignPlayer) -> str:
    return f"{'H' if player.team is Team.HOME else 'A'}{k}"


def _for_studio(scene: ForeignScene, look: LookPlan, rng: np.random.Generator) -> dict[str, Any]:
    """A scene in the studio's words; how figures are glued on is drawn alike in every frame."""
    glue = [
        {"foot": [float(v) for v in rng.normal(0.0, 0.6, 2)], "yaw": float(rng.normal(0.0, 6.0))}
        for _ in range(40)
    ]
    pieces = [
        {
            "team": p.team.value,
            "kind": p.shape,
            "mould": p.mould,
            "number": p.number,
            "place": [p.pose.x_mm, p.pose.y_mm, p.lift_mm],
            "heading": p.pose.heading_deg,
            "fallen": p.fallen,
            "toward": p.toward_deg,
            "tip": 0.0,
            "number_turn": 90.0,
            **glue[k % len(glue)],
        }
        for k, p in enumerate(scene.players)
    ]
    return {
        "pieces": pieces,
        "markers": list(scene.markers),
        "hands": list(scene.hands),
        "bench": _bench(look, rng),
    }


def _bench(look: LookPlan, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Substitutes that stand on the table beside the board."""
    if look.number % 3:
        return []
    board = look.studio["board"]
    y = board["metal"][1] - board["rail"][0] - 32.0
    return [
        {
            "team": "home",
            "kind": 0,
            "mould": int(rng.integers(len(look.studio["moulds"]))),
            "number": 80 + k,
            "place": [board["length"] * 0.3 + 34.0 * k, y, board["floor"]],
            "heading": float(rng.normal(90.0, 12.0)),
            "fallen": False,
            "tip": 0.0,
            "number_turn": 90.0,
            "foot": [0.0, 0.0],
            "yaw": 0.0,
        }
        for k in range(int(rng.integers(3, 7)))
    ]


def _point(pixel: Any) -> tuple[float, float]:
    return round(float(pixel[0]), 4), round(float(pixel[1]), 4)


def _box(points: Any) -> AnswerBox:
    low = np.maximum(points.min(axis=0), -0.5)
    high = np.minimum(points.max(axis=0), np.array(SIZE_PX) - 0.5)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _colour(values: list[float]) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])
