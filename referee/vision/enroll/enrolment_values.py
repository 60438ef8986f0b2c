"""An enrolment as plain values, for JSON and for the page."""

from __future__ import annotations

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.roster import Team
from referee.loaders.teams_text import hex_of
from referee.vision.enroll.enrolment import Enrolment, LineUpMember
from referee.vision.sighting import Corners, FrameSightings, Sighting

FORMAT = "referee.enrolment"
VERSION = 1
SAGITTA_MM = 0.15


def enrolment_values(enrolment: Enrolment, camera: CameraModel) -> dict[str, object]:
    """Both teams with their players, where they stand in the picture, and what is doubtful."""
    teams = {}
    for team in Team:
        sheet = enrolment.teams.teams[team]
        members = [m for m in enrolment.members if m.sheet.player.team is team]
        teams[team.value] = {
            "name": sheet.name,
            "jersey": hex_of(sheet.jersey) if sheet.jersey else None,
            "base_colour": hex_of(sheet.base_colour) if sheet.base_colour else None,
            "base": sheet.base,
            "players": [_player(m, camera) for m in members],
        }
    return {
        "format": FORMAT,
        "version": VERSION,
        "size_px": [camera.width_px, camera.height_px],
        "teams": teams,
        "doubts": list(enrolment.doubts),
    }


def line_up_sightings(
    enrolment: Enrolment, camera: CameraModel
) -> tuple[FrameSightings, list[str]]:
    """The line-up as sightings with their names, to be drawn."""
    sightings, names = [], []
    for m in enrolment.members:
        player, pose = m.sheet.player, m.figure.pose
        a, b, c, d = (tuple(map(float, p)) for p in _pixels(camera, m, player.base.corners_mm))
        corners: Corners = ((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1]))
        base = player.base
        sightings.append(
            Sighting(
                0,
                pose,
                m.figure.covariance,
                base.length_mm,
                base.width_mm,
                player.team,
                m.team_chance,
                0.0,
                m.figure.front,
                1.0,
                corners,
            )
        )
        names.append(player.id)
    return FrameSightings(0, tuple(sightings)), names


def _player(m: LineUpMember, camera: CameraModel) -> dict[str, object]:
    player, pose = m.sheet.player, m.figure.pose
    return {
        "id": player.id,
        "number": player.number,
        "position": m.sheet.position,
        "note": m.sheet.note,
        "base": m.base_name,
        "length_mm": round(player.base.length_mm, 2),
        "width_mm": round(player.base.width_mm, 2),
        "sigma_mm": round(m.mould.sigma_mm, 2),
        "x_mm": round(pose.x_mm, 2),
        "y_mm": round(pose.y_mm, 2),
        "heading_deg": round(pose.heading_deg, 1),
        "outline_px": _pixels(camera, m, player.base.outline_mm(SAGITTA_MM)).round(1).tolist(),
        "front_px": _pixels(camera, m, player.base.corners_mm[:2]).round(1).tolist(),
        "figure_colour": hex_of(m.figure_colour),
        "base_colour": hex_of(m.base_colour),
        "team_chance": round(m.team_chance, 4),
        "own_look": m.unlike,
        "doubts": list(m.doubts),
    }


def _pixels(camera: CameraModel, m: LineUpMember, points_mm: np.ndarray) -> np.ndarray:
    ring = m.figure.pose.to_board(points_mm)
    return camera.project(np.c_[ring, np.full(len(ring), m.sheet.player.base.height_mm)])
