"""Renders, labels and writes one look of a recipe, and then marks it as done.

A look without its mark is made again, so its files need not appear whole or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.camera.calibration import Calibration
from referee.core.field.field_profile import FieldProfile
from referee.lab.dataset.answer_sheet import empty_board_path, write_answers
from referee.lab.dataset.dataset_recipe import DatasetRecipe, KeptPictures, PictureEngine, SetRecipe
from referee.lab.dataset.labels import ThingLabel, frame_json, label_lines, labels_of
from referee.lab.dataset.looks.asset_family import FAMILIES
from referee.lab.dataset.looks.cast import random_profile, random_roster
from referee.lab.dataset.looks.close_up import close_up, in_sight, whole_size
from referee.lab.dataset.looks.crowd import draw_crowd
from referee.lab.dataset.looks.odd_pieces import bare_players_of, make_pieces
from referee.lab.dataset.looks.photo_shelf import with_photographs
from referee.lab.dataset.looks.random_look import draw_random_look
from referee.lab.dataset.moulds.mould_shelf import read_shelf
from referee.lab.dataset.simulator_answers import answer_sheet_of
from referee.lab.dataset.training_tiles import tiles_of
from referee.loaders.formats.atomic_file import write_text
from referee.sim.art.mesh import Mesh
from referee.sim.board_state import BoardState
from referee.sim.look import SceneLook
from referee.sim.render import RenderedFrame, Renderer, RenderQuality
from referee.sim.render.quality import JpegCompression
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.network.detector_classes import BASE

# Two passes of four samples: at the detector's scale more cannot be told apart.
TRAINING_QUALITY = RenderQuality("training", 2, 1.2, 3, JpegCompression.DECODE)
TRACED_SAMPLES = 10
TRACED_SIZE_PX = (1280, 720)
TILE_JPEG = (72, 97)
EMPTY_NS = 60_000_000_000  # when the empty board is drawn

DrawFrame = Callable[[BoardState], RenderedFrame]


@dataclass(frozen=True, slots=True)
class LookTask:
    """One look of one set, to be done in any process.

    ``assets`` holds the folders of moulds and photographs.
    """

    folder: str
    recipe: DatasetRecipe
    chosen: SetRecipe
    number: int
    assets: str = ""

    @property
    def done_file(self) -> Path:
        """Written last: what a run that was stopped need not do again."""
        return Path(self.folder) / "done" / self.chosen.name / f"{self.number:05d}.json"


@dataclass(frozen=True, slots=True)
class LookDone:
    """What a look gave."""

    pictures: int
    bases: int


@dataclass(frozen=True)
class LookShot:
    """One rendered frame of a look, its labels, and the random numbers that go on from there."""

    profile: FieldProfile
    frame: RenderedFrame
    labels: list[ThingLabel]
    look: SceneLook
    rng: np.random.Generator
    bare: frozenset[str]  # players of whom there is only the base
    draw: DrawFrame

    def empty_board(self) -> RenderedFrame:
        """The same board from the same place with nothing on it, while its look is being made."""
        return self.draw(BoardState(EMPTY_NS, 0.0, ()))

    @property
    def px_per_mm(self) -> float:
        """The scale in the middle of the picture."""
        return board_scale_px_per_mm(self.look.camera)


def make_look(task: LookTask) -> LookDone:
    """Render and write one look; the same task always writes the same files."""
    pictures = bases = 0
    for k, shot in enumerate(shots_of(task.chosen, task.number, task.assets)):
        stem = f"{task.number:05d}-{k:03d}"
        if task.chosen.keep is KeptPictures.TILES:
            shown = _write_tiles(task, stem, shot)
        else:
            _write_frame(task, stem, shot)
            if k == task.chosen.frames - 1:  # last, so that no frame is drawn otherwise for it
                _write_plate(task, shot)
            shown = [shot.labels]
        pictures += len(shown)
        bases += sum(label.kind == BASE for each in shown for label in each)
    done = LookDone(pictures, bases)
    write_text(task.done_file, json.dumps(asdict(done)) + "\n")
    return done


def shots_of(chosen: SetRecipe, number: int, assets: str = "") -> Iterator[LookShot]:
    """The frames of one look of a set. ``assets`` holds the folders of its moulds and photos."""
    rng = np.random.default_rng([chosen.seed, number])
    family = FAMILIES[chosen.family]
    profile = random_profile(rng)
    roster = random_roster(rng, family)
    size = TRACED_SIZE_PX if chosen.engine is PictureEngine.CYCLES else None
    near = chosen.keep is KeptPictures.CLOSE_UPS
    if near:
        size = whole_size(rng)
    look = draw_random_look(profile, roster, family, rng, chosen.size_px or size)
    if near:
        look = close_up(look, rng)
    if chosen.photos:
        look = with_photographs(look, Path(assets) / chosen.photos)
    shelf = read_shelf(Path(assets) / chosen.moulds) if chosen.moulds else ()
    meshes = make_pieces(family, look, shelf)
    with _engine(chosen.engine, profile, look, meshes) as draw:
        for k in range(chosen.frames):
            state = draw_crowd(profile, roster, rng, k)
            if near:
                state = in_sight(state, look.camera)
            frame = draw(state)
            labels = labels_of(frame.truth, state, roster, meshes, look)
            bare = bare_players_of(meshes, look)
            yield LookShot(profile, frame, labels, look, rng, bare, draw)


@contextmanager
def _engine(
    engine: PictureEngine, profile: FieldProfile, look: SceneLook, meshes: dict[str, Mesh]
) -> Iterator[DrawFrame]:
    if engine is PictureEngine.FAST:
        yield Renderer(profile, look, TRAINING_QUALITY, lambda p, _: meshes[p.id]).render
        return
    from referee.lab.pathtrace.path_tracer import PathTracer  # noqa: PLC0415 - needs Blender

    with PathTracer(profile, look, TRACED_SAMPLES, make_piece=lambda p, _: meshes[p.id]) as tracer:
        yield tracer.render


def _write_tiles(task: LookTask, stem: str, shot: LookShot) -> list[list[ThingLabel]]:
    recipe, rng = task.recipe, shot.rng
    tiles = tiles_of(
        shot.frame.image, shot.labels, shot.px_per_mm, recipe.px_per_mm, recipe.tile_px, rng
    )
    for n, tile in enumerate(tiles):
        quality = int(rng.integers(*TILE_JPEG))
        encoded = cv2.imencode(".jpg", tile.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        text = label_lines(tile.labels, recipe.tile_px, recipe.tile_px)
        _path(task, "labels", f"{stem}-{n:02d}.txt").write_text(text, encoding="utf-8")
        _path(task, "images", f"{stem}-{n:02d}.jpg").write_bytes(encoded.tobytes())
    return [tile.labels for tile in tiles]


def _write_frame(task: LookTask, stem: str, shot: LookShot) -> None:
    assert shot.frame.jpeg is not None  # noqa: S101 - both engines compress here
    chosen, look = task.chosen, shot.look
    answers = answer_sheet_of(
        shot.frame.truth,
        look,
        shot.labels,
        chosen.engine.value,
        f"{chosen.name} {task.number}",
        shot.bare,
    )
    top_mm = float(np.median([player.base.height_mm for player in look.roster]))
    calibration = Calibration(look.camera, top_mm, shot.profile, "simulated")
    write_answers(Path(task.folder), chosen.name, stem, answers, calibration)
    path = _path(task, "labels", f"{stem}.json")
    path.write_text(frame_json(shot.labels, shot.px_per_mm), encoding="utf-8")
    _path(task, "images", f"{stem}.jpg").write_bytes(shot.frame.jpeg)


def _write_plate(task: LookTask, shot: LookShot) -> None:
    """The empty board, for those that are judged beside it."""
    jpeg = shot.empty_board().jpeg
    assert jpeg is not None  # noqa: S101 - both engines compress here
    path = empty_board_path(Path(task.folder), task.chosen.name, f"{task.number:05d}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(jpeg)


def _path(task: LookTask, kind: str, name: str) -> Path:
    folder = Path(task.folder) / kind / task.chosen.name
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name
