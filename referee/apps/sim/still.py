"""One picture of a game at one instant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import typer

from referee.apps.terminal.progress import progress_bar, start_up_progress
from referee.camera.calibration import Calibration, write_calibration
from referee.camera.frame_source import Image
from referee.core.clock import ns_from_s
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.loaders.formats.atomic_file import write_bytes
from referee.record.tracks import ObservationWriter, TracksFileHeader, TracksFileKind
from referee.sim.board_state import BoardState
from referee.sim.live.board_loop import BoardLoop
from referee.sim.live.game_recording import TOP_HEIGHT_MM
from referee.sim.live.setup import SimSetup
from referee.sim.live.simulated_board import SimulatedBoard, picture_truth
from referee.sim.live.warm_up import build_simulated_board
from referee.sim.look import SceneLook
from referee.sim.render import FrameTruth, RenderedFrame

SUBPIXEL_BITS = 4
COLOURS = {Team.HOME: (233, 180, 86), Team.AWAY: (0, 159, 230)}
FRONT = (255, 255, 255)


ENGINES = ("fast", "cycles")
# A renderer that takes minutes: what the board, its look and its state look like.
PathTracer = Callable[[FieldProfile, SceneLook, BoardState], RenderedFrame]


@dataclass(frozen=True, slots=True)
class StillOptions:
    """What picture to make of a setup."""

    out: Path
    at_s: float
    engine: str
    truth_overlay: bool
    files: bool = False

    def __post_init__(self) -> None:
        if self.out.suffix.lower() != ".png":
            raise BadValue("out", str(self.out), "a file that ends in .png")
        if self.engine not in ENGINES:
            raise BadValue("engine", self.engine, f"one of {', '.join(ENGINES)}")


def draw_still(setup: SimSetup, still: StillOptions, path_tracer: PathTracer | None = None) -> None:
    """Play to the instant, draw, write; with the path tracer where there is one."""
    if path_tracer is not None:
        typer.echo("Every ray of light is followed: this takes a minute or more.", err=True)
    with progress_bar() as bar:
        say = start_up_progress(bar)
        board = build_simulated_board(say, setup)
        say("ready", 1.0)
        BoardLoop(board).advance_to(ns_from_s(still.at_s))
        bar.add_task("drawing", total=None, note=still.engine)
        rendered = (
            board.renderer.render(board.state())
            if path_tracer is None
            else path_tracer(board.profile, board.look, board.state())
        )
    image, truth = rendered.image, rendered.truth
    if still.truth_overlay:
        _draw_truth(image, truth, board)
    write_bytes(still.out, cv2.imencode(".png", image)[1].tobytes())
    typer.echo(f"{still.out}: {image.shape[1]} x {image.shape[0]} pixels")
    if still.files:
        for path in _write_files(still.out, truth, board):
            typer.echo(str(path))


def _write_files(out: Path, truth: FrameTruth, board: SimulatedBoard) -> tuple[Path, Path]:
    """The camera and what is truly there, for `referee locate` to be tried and judged with."""
    calibration = out.with_suffix(".calib.json")
    where = Calibration(board.camera, TOP_HEIGHT_MM, board.profile, "simulated camera")
    write_calibration(calibration, where)
    seen = replace(picture_truth(truth, 0, power=False), image=out.name)
    locations = out.with_suffix(".truth.jsonl")
    locations.unlink(missing_ok=True)
    writer = ObservationWriter(
        locations, TracksFileHeader(TracksFileKind.LOCATIONS, board.profile.name)
    )
    writer.write(seen)
    writer.close()
    return calibration, locations


def _draw_truth(image: Image, truth: FrameTruth, board: SimulatedBoard) -> None:
    """Outlines in the teams' colours, the front edge in white."""
    for piece in truth.pieces:
        shape = board.roster.player(piece.player_id).base
        corners = np.array(piece.corners_px)
        ring = Pose(piece.x_mm, piece.y_mm, piece.heading_deg).to_board(shape.outline_mm(0.05))
        top = np.c_[ring, np.full(len(ring), piece.top_mm)]
        outline = corners if piece.fallen else board.camera.project(top)
        _line(image, outline, COLOURS[piece.team], closed=True)
        _line(image, corners[:2], FRONT, closed=False)


def _line(image: Image, points: np.ndarray, colour: tuple[int, int, int], closed: bool) -> None:
    fixed = np.round(points * 2**SUBPIXEL_BITS).astype(np.int32)
    cv2.polylines(image, [fixed], closed, colour, 1, cv2.LINE_AA, SUBPIXEL_BITS)
