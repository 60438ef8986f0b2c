"""One frame's pieces, markers and hands: put in place, and taken away again."""

from __future__ import annotations

import math
from typing import Any

import bmesh
import bpy
from mathutils import Euler, Matrix, Vector

from referee.lab.dataset.foreign.studio.base import build_base
from referee.lab.dataset.foreign.studio.figure import back_of, build_figure
from referee.lab.dataset.foreign.studio.hand import build_hand
from referee.lab.dataset.foreign.studio.materials import hand_paint, plastic
from referee.lab.dataset.foreign.studio.shapes import UNIT, egg, from_bmesh, prism, ring, words

BENCH = 1000  # numbers of those who do not play
LEAN_DEG = 84.0  # a fallen figure rests on its base's edge and on a shoulder


class StudioFrame:
    """Moulds are made first; a frame is copies of them."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self._figures = [build_figure(f"mould{k}", m) for k, m in enumerate(plan["moulds"])]
        self._bases: dict[tuple[str, int], list[Any]] = {}
        self._paints = {team: self._dressed(team) for team in plan["teams"]}
        for team in plan["teams"]:
            for k, kind in enumerate(plan["kinds"]):
                parts = build_base("mould", kind, plan["teams"][team])
                self._bases[team, k] = parts
                for part in parts:
                    part.hide_render = part.hide_viewport = True

    def _dressed(self, team: str) -> list[Any]:
        dress = self.plan["teams"][team]
        under, gloss, chips = dress["under"], dress["gloss"], dress["chips"]
        keys = ("jersey", "trousers", "helmet", "skin", "socks", "shoes", "mask", "trim", "ball")
        return [hand_paint(dress[key], gloss, chips, under) for key in keys]

    def set_up(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Show a frame; returns every piece's matrix, and what bounds hands and the fallen."""
        told: dict[str, Any] = {"matrices": [], "hulls": [], "hands": []}
        for k, piece in enumerate(frame["pieces"]):
            parts = self._piece(k, piece)
            matrix = _matrix(piece, parts)
            for part in parts:
                part.matrix_world = matrix @ part.matrix_world
            told["matrices"].append([list(row) for row in matrix])
            told["hulls"].append(_hull(parts) if piece["fallen"] else None)
        for k, substitute in enumerate(frame["bench"]):
            parts = self._piece(BENCH + k, substitute)
            move = _matrix(substitute, parts)
            for part in parts:
                part.matrix_world = move @ part.matrix_world
        for marker in frame["markers"]:
            _marker(marker)
        for hand in frame["hands"]:
            parts = build_hand(hand)
            told["hands"].append(_hull([p for p in parts if p.name != "sleeve"]))
        bpy.context.view_layer.update()
        return told

    def _piece(self, k: int, piece: dict[str, Any]) -> list[Any]:
        kind = self.plan["kinds"][piece["kind"]]
        parts = []
        for mould in self._bases[piece["team"], piece["kind"]]:
            copy = bpy.data.objects.new(f"base{k:04d}", mould.data)
            copy.matrix_world = mould.matrix_world.copy()
            parts.append(copy)
        mould = self.plan["moulds"][piece["mould"]]
        stand = Matrix.Translation([v * UNIT for v in (*piece["foot"], kind["top"])])
        stand @= Matrix.Rotation(math.radians(piece["yaw"]), 4, "Z")
        figure = bpy.data.objects.new(f"figure{k:04d}", self._figures[piece["mould"]])
        for slot, paint in zip(figure.material_slots, self._paints[piece["team"]], strict=True):
            slot.link = "OBJECT"
            slot.material = paint
        figure.matrix_world = stand
        parts.append(figure)
        for part in parts:
            bpy.context.scene.collection.objects.link(part)
        parts.append(self._number(k, piece, mould, stand))
        return parts

    def _number(self, k: int, piece: dict[str, Any], mould: dict[str, Any], stand: Matrix) -> Any:
        place, away = back_of(mould)
        paint = self._paints[piece["team"]][7]
        number = words(f"figure{k:04d} number", str(piece["number"]), 4.6 * mould["scale"],
                       (0, 0, 0), 0.0, paint, thick=0.45)  # fmt: skip
        turn = Vector(away).to_track_quat("Z", "Y").to_euler()
        upright = Euler((turn.x, turn.y, turn.z)).to_matrix().to_4x4()
        quarter = Matrix.Rotation(math.radians(piece["number_turn"]), 4, "Z")
        number.matrix_world = (
            stand @ Matrix.Translation([v * UNIT for v in place]) @ upright @ quarter
        )
        return number


def _matrix(piece: dict[str, Any], parts: list[Any]) -> Matrix:
    """From the base's frame to the board's."""
    x, y, z = piece["place"]
    turn = Matrix.Rotation(math.radians(piece["heading"]), 4, "Z")
    where = Matrix.Translation((x * UNIT, y * UNIT, z * UNIT))
    if not piece["fallen"]:
        tip = Matrix.Rotation(math.radians(piece["tip"]), 4, "Y")
        return where @ turn @ tip
    toward = Matrix.Rotation(math.radians(piece["toward"]), 4, "Z")
    fall = toward @ Matrix.Rotation(math.radians(LEAN_DEG), 4, "Y") @ toward.inverted() @ turn
    low = min((fall @ p.matrix_world @ Vector(c)).z for p in parts for c in p.bound_box)
    lift = Matrix.Translation((0.0, 0.0, -low))
    return where @ lift @ fall


def _hull(parts: list[Any]) -> list[list[float]]:
    """Points that bound the parts, in board millimetres."""
    bpy.context.view_layer.update()
    out = []
    for part in parts:
        if isinstance(part.data, bpy.types.Mesh):
            step = max(1, len(part.data.vertices) // 300)
            shown = list(part.data.vertices)[::step]
            out += [[v / UNIT for v in part.matrix_world @ vertex.co] for vertex in shown]
    return out


def _marker(marker: dict[str, Any]) -> Any:
    """A ball, a felt ball, a coloured magnet, a pylon."""
    x, y = marker["place"]
    kind, paint = marker["kind"], plastic(marker["colour"], marker["gloss"])
    if kind in {"ball magnet", "felt ball"}:
        shape = bmesh.new()
        long, wide = marker["size"]
        egg(shape, (0.0, 0.0, wide * 0.42), (long / 2, wide / 2, wide * 0.45))
        ball = from_bmesh("marker", shape, paint, smooth=True)
        ball.location = (x * UNIT, y * UNIT, 0.0)
        ball.rotation_euler = (0.0, 0.0, math.radians(marker["turn"]))
        return ball
    r, high = marker["size"][0] / 2, marker["size"][1]
    if kind == "orange pylon":
        outline = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
        return prism("marker", outline, 0.0, high, 0.4, paint)
    return prism("marker", ring((x, y), r, 32), 0.0, high, 0.8, paint)
