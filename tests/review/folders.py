"""Folders of games with known geometry: two bases that meet, painted, recorded like any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from referee.calls.call import Call, CallKind
from referee.calls.frame import BoardFrame
from referee.camera.calibration import Calibration, write_calibration
from referee.camera.camera_model import overhead_camera
from referee.camera.frame_source import Frame, Image
from referee.core.roster import Team
from referee.game.journal import Journal
from referee.loaders.teams_file import PlayerSheet, TeamsFile, TeamSheet
from referee.loaders.teams_text import write_teams
from referee.record.calls_file import call_values
from referee.record.game.game_store import GameStore
from referee.record.game.video_recorder import VideoRecorder
from referee.record.observation import Observation
from tests.core.fields import EASY
from tests.official.evenings import ROSTER
from tests.review.boards import MEET_S, boards
from tests.review.games import TACKLED, S, call, journal_of, noted

SIZE = (960, 540)
CAMERA = overhead_camera(
    width_px=SIZE[0], height_px=SIZE[1], target_mm=(400.0, 160.0), height_mm=900.0, focal_px=780.0
)
PLAYERS = {player.id: player for player in ROSTER}
# The play begins so long into the game; the touch that is flagged is one of its two.
BEGAN_S = 8.0
AT_NS = round((BEGAN_S + MEET_S) * S)
CLOSE = replace(
    call(CallKind.UNCLEAR_TACKLE, BEGAN_S + MEET_S, ("A50", "H22"), spot=(413.9, 160.0)),
    sigma_ns=4_000_000,
    certainty=0.81,
    frames=tuple(AT_NS + k * 33_000_000 for k in range(3)),
)
ENDED = call(CallKind.TACKLE, 9.5, ("A90", "H22"), flag=(), spot=(440.0, 150.0))
END = replace(TACKLED, x_mm=440.0, y_mm=150.0)
JOURNAL = journal_of((END, noted(CLOSE)), replace(TACKLED, x_mm=456.0))


def observation(board: BoardFrame, number: int, began_s: float = BEGAN_S) -> Observation:
    """A board as the record keeps it, some seconds into the game."""
    bases = []
    for seen in board.seen:
        shape = PLAYERS[seen.player].base
        corners = seen.measured.pose.to_board(shape.corners_mm)
        heights = np.full((4, 1), shape.height_mm)
        pixels = CAMERA.project(np.hstack([corners, heights]))
        corners_px = tuple((float(x), float(y)) for x, y in pixels)
        bases.append(replace(seen, corners_px=corners_px, team=PLAYERS[seen.player].team))
    t_ns = board.t_ns + round(began_s * S)
    return Observation(number, tuple(bases), t_ns=t_ns, power=board.power)


def painted(seen: Observation) -> Image:
    """Green felt, bases in the colours of their teams, and how late it is as a bar on the left."""
    image = np.full((SIZE[1], SIZE[0], 3), (70, 96, 52), np.uint8)
    for base in seen.bases:
        colour = (220, 150, 60) if base.team is Team.HOME else (40, 150, 230)
        cv2.fillPoly(image, [np.round(base.corners_px).astype(np.int32)], colour)
    image[:, : 4 + 2 * seen.frame] = 235
    return image


def make_game(
    folder: Path,
    journal: Journal = JOURNAL,
    calls: Sequence[Call] = (CLOSE, ENDED),
    frames: Sequence[BoardFrame] | None = None,
    *,
    video: bool = True,
    without: Sequence[int] = (),
    began_s: float = BEGAN_S,
    title: str = "A night with easy numbers",
) -> Path:
    """A game as it is kept; of the frames in ``without`` no picture was taken."""
    shown = boards(1.0) if frames is None else frames
    every = [observation(board, number, began_s) for number, board in enumerate(shown)]
    about = {"title": title, "rulebook": "efhl", "field": "620", "fps": 30.0, "simulated": True}
    with GameStore.new(folder, about) as store:
        store.session("2026-01-02T03:04:05Z", 0)
        segments = VideoRecorder(store) if video else None
        for seen in every:
            store.frame(seen)
            if segments is not None and seen.frame not in without:
                segments.frame(Frame(seen.t_ns or 0, painted(seen), seen.frame), powered=True)
                segments.flush()
        if segments is not None:
            segments.close()
        for made in calls:
            values = {**call_values(made), "episode": made.episode.text, "said": made.kind.value}
            store.log("calls", made.t_ns, values)
        store.entries(journal.entries)
    write_calibration(folder / "camera.calib.json", Calibration(CAMERA, 3.0, EASY, "painted"))
    write_teams(folder / "game.teams.toml", teams())
    return folder


def teams() -> TeamsFile:
    """Reds and Blues."""
    names = {Team.HOME: "Reds", Team.AWAY: "Blues"}
    return TeamsFile(
        {
            team: TeamSheet(names[team], tuple(PlayerSheet(p) for p in ROSTER if p.team is team))
            for team in Team
        }
    )
