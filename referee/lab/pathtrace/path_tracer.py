"""Path-traced pictures of one look: the empty board once, then only what moving things change."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.closing import Closing
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.lab.pathtrace.blender import Blender
from referee.lab.pathtrace.changed_boxes import ChangedBox, joined_boxes, touched_box
from referee.lab.pathtrace.pinhole import pinhole_for
from referee.lab.pathtrace.scene_files import write_pieces, write_scene
from referee.sim.art.figures.figures import piece_mesh
from referee.sim.art.figures.placement import piece_transform
from referee.sim.art.mesh import FloatArray, Mesh
from referee.sim.art.props.hands import hand_mesh
from referee.sim.art.props.markers import marker_mesh
from referee.sim.board_state import BoardState, MarkerState, PieceState
from referee.sim.look import SceneLook
from referee.sim.render.faces.vertices import upright
from referee.sim.render.light.lamps import pack_lamps
from referee.sim.render.moving_pieces import PieceMaker
from referee.sim.render.renderer import RenderedFrame, Renderer
from referee.sim.render.sensor.developer import Developer
from referee.sim.render.sensor.sensor import encode_jpeg
from referee.sim.render.sensor.shutter import exposed_marker, exposed_pieces, pose_after
from referee.sim.render.tiles import TILE

LinearLight = npt.NDArray[np.float32]
USUAL_SAMPLES = 12  # a pixel
EMPTY_BOARD_SAMPLES = 2  # times those of a frame: it is traced once and seen in every frame
WHOLE_PICTURE_SHARE = 0.8
WORKER = Path(__file__).with_name("worker.py")  # runs inside Blender


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """A moving thing: its name for Blender and its matrices as the shutter opens and closes."""

    name: str
    opening: FloatArray
    closing: FloatArray
    mesh: Mesh


class PathTracer(Closing):
    """Pictures of one look. Blender runs as long as this is open: use it in a ``with`` block."""

    def __init__(
        self,
        profile: FieldProfile,
        look: SceneLook,
        samples: int = USUAL_SAMPLES,
        make_piece: PieceMaker = piece_mesh,
    ) -> None:
        if not 1 <= samples <= 4096:
            raise BadValue("samples", samples, "1 to 4096 per pixel")
        self.profile, self.look, self.samples = profile, look, samples
        self._pinhole = pinhole_for(look.camera)
        self._lamps = pack_lamps(look, profile)
        self._pieces = [make_piece(p, look) for p in look.roster]
        self._truth = Renderer(profile, look, make_piece=make_piece)
        self._room = tempfile.TemporaryDirectory(prefix="pathtrace-")
        self.folder = Path(self._room.name)
        self._blender = Blender(WORKER)
        scene = write_scene(self.folder, profile, look, self._pinhole)
        self._blender.ask("set up", scene=str(scene))
        gloss = [look.teams[p.team].base_gloss for p in look.roster]
        meshes = write_pieces(self.folder, "pieces", self._pieces, gloss)
        self._blender.ask("load moving", group="piece", meshes=str(meshes))
        self._empty: LinearLight | None = None

    def render(self, state: BoardState) -> RenderedFrame:
        """The picture of one instant, with the truth of the fast renderer: they share the scene."""
        light = self._pinhole.distorted(self._traced(state))
        image, jpeg = self._developed(light, state)
        return RenderedFrame(image, self._truth.render(state).truth, jpeg)

    def close(self) -> None:
        """End Blender and remove the scene's files."""
        self._blender.close()
        self._room.cleanup()

    def _traced(self, state: BoardState) -> LinearLight:
        """Linear light of the pinhole picture."""
        whole = ChangedBox(0, 0, self._pinhole.width_px, self._pinhole.height_px)
        placed = self._placed(state)
        boxes = joined_boxes([b for b in map(self._box, placed) if b is not None])
        if sum(b.area for b in boxes) > WHOLE_PICTURE_SHARE * whole.area:
            return self._trace(placed, whole, self.samples)
        if self._empty is None:
            self._empty = self._trace([], whole, self.samples * EMPTY_BOARD_SAMPLES)
        light = self._empty.copy()
        for box in boxes:
            part = self._trace(placed, box, self.samples)
            light[box.top : box.bottom, box.left : box.right] = part
        return light

    def _trace(self, placed: list[PlacedThing], box: ChangedBox, samples: int) -> LinearLight:
        out = self.folder / "light.npy"
        places: list[dict[str, Any]] = [
            {"name": p.name, "matrices": [p.opening.tolist(), p.closing.tolist()]} for p in placed
        ]
        edges = [box.left, box.top, box.right, box.bottom]
        self._blender.ask("render", places=places, box=edges, samples=samples, out=str(out))
        return np.asarray(np.load(out), dtype=np.float32)

    def _placed(self, state: BoardState) -> list[PlacedThing]:
        """Everything that moves, each at the moment its row is read."""
        camera, sensor, roster = self.look.camera, self.look.sensor, self.look.roster
        half_s = sensor.exposure_ms * 0.5e-3
        placed = []
        rows = [roster.index(piece.player_id) for piece in state.pieces]
        bases = [roster.players[k].base for k in rows]
        tops_mm = [p.lift_mm + b.height_mm for p, b in zip(state.pieces, bases, strict=True)]
        exposed = exposed_pieces(state.pieces, tops_mm, camera, sensor)
        for k, base, (now, _) in zip(rows, bases, exposed, strict=True):
            opening, closing = (
                piece_transform(_piece_after(now, t), base) for t in (-half_s, half_s)
            )
            placed.append(PlacedThing(f"piece{k}", opening, closing, self._pieces[k]))
        extras = [marker_mesh(m.kind) for m in state.markers]
        extras += [hand_mesh(h, self.look) for h in state.hands]
        if extras:
            path = write_pieces(self.folder, "extras", extras, [0.3] * len(extras))
            self._blender.ask("load moving", group="extra", meshes=str(path))
        for k, marker in enumerate(state.markers):
            seen, _ = exposed_marker(marker, camera, sensor)
            opening, closing = (_marker_matrix(seen, t) for t in (-half_s, half_s))
            placed.append(PlacedThing(f"extra{k}", opening, closing, extras[k]))
        placed += [
            PlacedThing(f"extra{k}", np.eye(4), np.eye(4), extras[k])
            for k in range(len(state.markers), len(extras))
        ]
        return placed

    def _box(self, placed: PlacedThing) -> ChangedBox | None:
        ends = [placed.mesh.transformed(m).bounds_mm for m in (placed.opening, placed.closing)]
        low = np.minimum(ends[0][0], ends[1][0]).astype(float)
        high = np.maximum(ends[0][1], ends[1][1]).astype(float)
        return touched_box(low, high, self._lamps, self.look.camera, self._pinhole)

    def _developed(
        self, light: LinearLight, state: BoardState
    ) -> tuple[npt.NDArray[np.uint8], bytes]:
        """Through the same sensor as the fast renderer's pictures."""
        planes = np.ascontiguousarray(light[:, :, ::-1].transpose(2, 0, 1))
        rows, columns = light.shape[:2]
        tiles = np.ones((-(-rows // TILE), -(-columns // TILE)), dtype=np.uint8)
        developer = Developer(self.look, planes, tiles)
        image = developer.picture(tiles, tiles, state.power_gain, state.t_ns)
        jpeg = encode_jpeg(image, self.look.sensor.jpeg_quality)
        shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(shown, dtype=np.uint8), jpeg


def path_trace(profile: FieldProfile, look: SceneLook, state: BoardState) -> RenderedFrame:
    """One path-traced picture; for several of the same look keep a PathTracer open."""
    with PathTracer(profile, look) as tracer:
        return tracer.render(state)


def _piece_after(state: PieceState, seconds: float) -> PieceState:
    pose = pose_after(state.pose, state.vx_mm_s, state.vy_mm_s, state.spin_deg_s, seconds)
    return replace(state, pose=pose)


def _marker_matrix(state: MarkerState, seconds: float) -> FloatArray:
    pose = pose_after(state.pose, state.vx_mm_s, state.vy_mm_s, 0.0, seconds)
    return upright(pose.x_mm, pose.y_mm, pose.heading_deg, 0.0)
