"""What a game's folder says about how it was played: enough to go on without a single option."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.settings.settings_table import SettingsTable
from referee.night.start.plan import USUAL_FPS, NightFile, OpeningKick
from referee.record.game.database import game_in_use
from referee.record.game.game_folder import CALIBRATION_FILE, RULEBOOK_FILE, TEAMS_FILE, read_game

# Of what an own record says, as far as it can make sense.
LEAST_FPS, MOST_FPS = 1.0, 1000.0
MOST_SEED = 2**63 - 1
MOST_PX = 20_000.0
MAX_NAME = 400


@dataclass(frozen=True, slots=True)
class ResumedGame:
    """``seed`` and ``size`` are the simulated board's."""

    night: NightFile
    simulated: bool
    seed: int = 1
    size: str = ""


def resumed_game(folder: Path, night: NightFile) -> ResumedGame:
    """A plan for the game in a folder; what the plan at hand says of files goes before."""
    if game_in_use(folder):
        sentence = "this game is being played now, by another program: stop that one first"
        raise BadValue("game", folder, "a game that nobody plays now", str(folder), sentence)
    with read_game(folder) as game:
        about = SettingsTable(game.about, f"{folder}, about the game")
        own = (folder / RULEBOOK_FILE).is_file()
        rules = str(folder / RULEBOOK_FILE) if own else game.rulebook.name
    simulated = about.raw("simulated") is True
    usual_fps = night.eye.fps or USUAL_FPS
    night = replace(
        night,
        calibration=night.calibration or folder / CALIBRATION_FILE,
        teams=night.teams or folder / TEAMS_FILE,
        rules=rules,
        kicks=about.choice("kicks", list(OpeningKick), night.kicks),
        home_plays=about.choice("home_plays", list(Direction), night.home_plays),
        eye=replace(night.eye, fps=about.number("fps", LEAST_FPS, MOST_FPS, usual_fps)),
        board=about.text("board", MAX_NAME) if simulated and "board" in about else night.board,
    )
    return ResumedGame(night, simulated, about.whole("seed", 0, MOST_SEED, 1), _size(about))


def _size(about: SettingsTable) -> str:
    if "size" not in about:
        return ""
    width_px, height_px = about.numbers("size", 2, 1.0, MOST_PX)
    return f"{width_px:.0f}x{height_px:.0f}"
