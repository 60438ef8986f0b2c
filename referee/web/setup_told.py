"""What the chosen files hold, as the set-up page shows it beside them."""

from __future__ import annotations

import json
from pathlib import Path

from referee.calibrate.certificate import Verdict
from referee.camera.calib_file import Calibration
from referee.core.roster import Team
from referee.files.teams import PlayerSheet, Rgb, TeamsFile, TeamSheet
from referee.files.teams_text import hex_of
from referee.power.choice import Choice
from referee.rulebooks.rulebook import Rulebook
from referee.vision.enrolled import colours_path
from referee.web.setup_around import Around
from referee.web.setup_check import Checked

Told = dict[str, object]


def told(checked: Checked, path: Path | None, around: Around) -> Told:
    """A checked form; ``path`` is where its plan is kept, None: its name cannot be a file's."""
    parts = checked.parts
    return {
        "wrong": dict(checked.wrong),
        "needs": dict(checked.needs),
        "there": path is not None and path.exists(),
        "command": path and around.command(path),
        "calibration": checked.calibration and _calibration(checked.calibration, parts.calibration),
        "teams": checked.teams and _teams(checked.teams, parts.teams),
        "rules": checked.rulebook and _rules(checked.rulebook),
        "switch": checked.choice and _switch(checked.choice),
    }


def _calibration(calibration: Calibration, path: Path | None) -> Told:
    camera, board = calibration.camera, calibration.field
    proof = {} if path is None else _certificate(path)
    verdict, worst = proof.get("verdict"), proof.get("worst_error_mm")
    return {
        "verdict": verdict if verdict in set(Verdict) else None,
        "worst_mm": worst if isinstance(worst, (int, float)) else calibration.error_mm,
        "board": None if board is None else board.title,
        "day": None if calibration.day is None else calibration.day.isoformat(),
        "camera": calibration.camera_id,
        "size_px": [camera.width_px, camera.height_px],
        "notes": list(calibration.notes),
    }


def _certificate(path: Path) -> Told:
    """What the file says about its worth; another program's file says nothing."""
    values = json.loads(path.read_text(encoding="utf-8-sig"))
    proof = values.get("certificate")
    return proof if isinstance(proof, dict) else {}


def _teams(teams: TeamsFile, path: Path | None) -> Told:
    sides = {team.value: _team(teams.teams[team]) for team in Team}
    enrolled = path is not None and colours_path(path).exists()
    return {"path": str(path), "enrolled": enrolled, **sides}


def _team(sheet: TeamSheet) -> Told:
    return {
        "name": sheet.name,
        "base": sheet.base,
        "jersey": _hex(sheet.jersey),
        "base_colour": _hex(sheet.base_colour),
        "players": [_player(row) for row in sheet.players],
    }


def _player(row: PlayerSheet) -> Told:
    player = row.player
    return {"id": player.id, "number": player.number, "position": row.position, "note": row.note}


def _hex(colour: Rgb | None) -> str | None:
    return None if colour is None else hex_of(colour)


def _rules(book: Rulebook) -> Told:
    return {"title": book.title, "league": book.league, "changed": list(book.changed())}


def _switch(choice: Choice) -> Told:
    return {"model": choice.kind.title, "port": str(choice.port)}
