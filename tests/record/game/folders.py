"""A game's folder with everything in it: the short game, two seconds of frames and video."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.frame import SeenBase
from referee.camera.calibration import Calibration, write_calibration
from referee.camera.camera_model import overhead_camera
from referee.camera.frame_source import Frame
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.loaders.teams_file import PlayerSheet, TeamsFile, TeamSheet
from referee.loaders.teams_text import write_teams
from referee.record.calls_file import call_values
from referee.record.game.game_folder import CALIBRATION_FILE, TEAMS_FILE
from referee.record.game.game_store import GameStore
from referee.record.game.video_recorder import VideoRecorder
from referee.record.observation import Observation, ObservedHand, ObservedMarker
from tests.core.fields import EASY
from tests.game.nights import NAMES, ROSTER, S, journal

FPS = 30
SIZE = (96, 64)
CORNERS = ((10.0, 20.0), (22.0, 18.0), (24.0, 28.0), (12.0, 30.0))
CAMERA = overhead_camera(
    width_px=SIZE[0], height_px=SIZE[1], target_mm=(400.0, 160.0), height_mm=1400.0, focal_px=140.0
)
CALL = Call(
    t_ns=1 * S,
    sigma_ns=5,
    kind=CallKind.TACKLE,
    rule="HEFL-TKL-01",
    certainty=0.98,
    action=CallAction.CUT,
    players=("A54", "H22"),
    gap_mm=0.1,
    sigma_mm=0.2,
    spot=BallSpot(288.0, 160.0, 0.4),
    flag=("close, and hidden",),
    frames=(1 * S,),
    episode=Episode.read("tackle:1"),
)


def frame_ns(number: int) -> int:
    return number * S // FPS


def seen(number: int) -> Observation:
    bases = tuple(
        SeenBase(
            player.id,
            MeasuredPose.with_sigmas(Pose(8.0 * place + number, 160.0, 90.0), 0.1, 0.2, 0.5),
            corners_px=tuple((x + place, y + number) for x, y in CORNERS),
            team=player.team,
            score=0.9,
        )
        for place, player in enumerate(ROSTER)
    )
    marker = (ObservedMarker("ball magnet", 1.0, 2.0, 0.0, 0.9, 0.3),)
    hand = (ObservedHand((1.0, 2.0, 3.0, 4.0), 0.8),) if number == 5 else ()
    return Observation(number, bases, marker, frame_ns(number), number % 2 == 0, hand)


def write_game(folder: Path, frames: int = 60) -> Path:
    about = {"title": "Wolves at Bears", "rulebook": "hefl", "field": EASY.name, "fps": FPS}
    with GameStore.new(folder, about) as store:
        write_calibration(folder / CALIBRATION_FILE, Calibration(CAMERA, 3.0, EASY, "test camera"))
        write_teams(folder / TEAMS_FILE, teams())
        store.session("2026-01-31T20:00:00Z", 0)
        for entry in journal().entries:
            store.entry(entry)
        values = {**call_values(CALL), "number": 1, "episode": CALL.episode.text, "said": "Tackle."}
        store.log("calls", CALL.t_ns, values)
        film = VideoRecorder(store)
        for number in range(frames):
            image = np.full((SIZE[1], SIZE[0], 3), 4 * number, np.uint8)
            film.frame(Frame(frame_ns(number), image, number), powered=True)
            store.frame(seen(number))
            film.flush()
        film.close()
    return folder


def teams() -> TeamsFile:
    def sheet(team: Team) -> TeamSheet:
        players = tuple(PlayerSheet(p, "standard") for p in ROSTER if p.team is team)
        return TeamSheet(NAMES[team], players)

    return TeamsFile({team: sheet(team) for team in Team})
