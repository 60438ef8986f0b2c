"""What a game's folder says about how it was played: enough to go on without a single option."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.night.start.plan import NightFile
from referee.record.game.database import game_in_use
from referee.record.game.game_folder import CALIBRATION_FILE, RULEBOOK_FILE, TEAMS_FILE, read_game


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
        about, own = game.about, (folder / RULEBOOK_FILE).is_file()
        rules = str(folder / RULEBOOK_FILE) if own else game.rulebook.name
    simulated = about.get("simulated") is True
    night = replace(
        night,
        calibration=night.calibration or folder / CALIBRATION_FILE,
        teams=night.teams or folder / TEAMS_FILE,
        rules=rules,
        kicks=Team(about.get("kicks", night.kicks)),
        home_plays=Direction(about.get("home_plays", night.home_plays)),
        eye=replace(night.eye, fps=float(about.get("fps", night.eye.fps))),
        board=about.get("board") if simulated else night.board,
    )
    return ResumedGame(night, simulated, int(about.get("seed", 1)), _size(about))


def _size(about: Mapping[str, object]) -> str:
    size = about.get("size")
    return f"{size[0]}x{size[1]}" if isinstance(size, list) and len(size) == 2 else ""
