"""What the chosen files hold, as the set-up page shows it beside them."""

from __future__ import annotations

import json
from pathlib import Path

from referee.calibrate.certificate.certificate import CalibrationGrade
from referee.camera.calibration import Calibration
from referee.core.roster import Team
from referee.loaders.teams_file import PlayerSheet, Rgb, TeamsFile, TeamSheet
from referee.loaders.teams_text import hex_of
from referee.power.relay_choice import RelayChoice
from referee.rulebooks.rulebook import Rulebook
from referee.vision.enroll.enrolled_teams import colours_path
from referee.web.server.page_app import JsonValues
from referee.web.setup.form_check import FormCheck
from referee.web.setup.setup_reach import SetupReach


def selection_json(checked: FormCheck, path: Path | None, around: SetupReach) -> JsonValues:
    """A checked form; ``path`` is where its plan is kept, None: its name cannot be a file's."""
    parts = checked.parts
    return {
        "wrong": dict(checked.wrong),
        "needs": dict(checked.needs),
        "there": path is not None and path.exists(),
        "command": path and around.command(path),
        "calibration": checked.calibration and _calibration(checked.calibration, parts.calibration),
        "teams": checked.teams and teams_json(checked.teams, parts.teams),
        "rules": checked.rulebook and _rules(checked.rulebook),
        "switch": checked.choice and _switch(checked.choice),
    }


def _calibration(calibration: Calibration, path: Path | None) -> JsonValues:
    camera, board = calibration.camera, calibration.field
    proof = {} if path is None else _certificate(path)
    grade, worst = proof.get("verdict"), proof.get("worst_error_mm")
    return {
        "verdict": grade if grade in set(CalibrationGrade) else None,
        "worst_mm": worst if isinstance(worst, (int, float)) else calibration.error_mm,
        "board": None if board is None else board.title,
        "day": None if calibration.day is None else calibration.day.isoformat(),
        "camera": calibration.camera_id,
        "size_px": [camera.width_px, camera.height_px],
        "notes": list(calibration.notes),
    }


def _certificate(path: Path) -> JsonValues:
    """The certificate in a calibration file; empty if another program wrote the file."""
    values = json.loads(path.read_text(encoding="utf-8-sig"))
    proof = values.get("certificate")
    return proof if isinstance(proof, dict) else {}


def teams_json(teams: TeamsFile, path: Path | None) -> JsonValues:
    """Both teams of a file; ``path`` None: they are in no file yet."""
    sides = {team.value: _team(teams.teams[team]) for team in Team}
    enrolled = path is not None and colours_path(path).exists()
    return {"path": str(path or ""), "enrolled": enrolled, **sides}


def _team(sheet: TeamSheet) -> JsonValues:
    return {
        "name": sheet.name,
        "base": sheet.base,
        "jersey": _hex(sheet.jersey),
        "base_colour": _hex(sheet.base_colour),
        "players": [_player(row) for row in sheet.players],
    }


def _player(row: PlayerSheet) -> JsonValues:
    player = row.player
    return {"id": player.id, "number": player.number, "position": row.position, "note": row.note}


def _hex(colour: Rgb | None) -> str | None:
    return None if colour is None else hex_of(colour)


def _rules(book: Rulebook) -> JsonValues:
    return {"title": book.title, "league": book.league, "changed": list(book.changed())}


def _switch(choice: RelayChoice) -> JsonValues:
    return {"model": choice.kind.title, "port": str(choice.port)}
