"""Team files as text: what `referee enroll` writes and people go on editing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Team
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.teams_file import (
    FORMAT,
    FRONT_KEYS,
    VERSION,
    OwnBase,
    PlayerSheet,
    Rgb,
    TeamsFile,
    check_teams_name,
)


def write_teams(path: Path, teams: TeamsFile, heading: Sequence[str] = ()) -> None:
    """Write the file whole. ``heading`` becomes comments at its top."""
    check_teams_name(path)
    write_text(path, teams_text(teams, heading))


def teams_text(teams: TeamsFile, heading: Sequence[str] = ()) -> str:
    """The file's text, in the order in which people look for things."""
    lines = [*(f"# {line}".rstrip() for line in heading)]
    lines += [f'format = "{FORMAT}"', f"version = {VERSION}"]
    for team in Team:
        sheet = teams.teams[team]
        lines += ["", f"[{team.value}]", f"name = {_text(sheet.name)}"]
        lines.append(f"base = {_text(sheet.base)}")
        if sheet.jersey is not None:
            lines.append(f'jersey = "{hex_of(sheet.jersey)}"')
        if sheet.base_colour is not None:
            lines.append(f'base_colour = "{hex_of(sheet.base_colour)}"')
        for player in sheet.players:
            lines += ["", f"[[{team.value}.players]]", *_player_lines(player)]
    return "\n".join(lines) + "\n"


def _player_lines(sheet: PlayerSheet) -> list[str]:
    lines = [f"id = {_text(sheet.player.id)}", f"number = {sheet.player.number}"]
    if isinstance(sheet.base, str):
        lines.append(f"base = {_text(sheet.base)}")
    elif sheet.base is not None:
        lines.append(f"base = {_own_text(sheet.base)}")
    words = {"position": sheet.position, "note": sheet.note}
    return lines + [f"{key} = {_text(value)}" for key, value in words.items() if value]


def _own_text(base: OwnBase) -> str:
    parts = [f"outline = {_text(base.outline)}"]
    parts += [
        f"{key} = {getattr(base, key):g}"
        for key in ("length_mm", "width_mm", "radius_mm", "height_mm")
    ]
    if base.front_mm is not None:
        parts.append(f"{FRONT_KEYS[base.outline]} = {base.front_mm:g}")
    return "{ " + ", ".join(parts) + " }"


def hex_of(colour: Rgb) -> str:
    """A colour as "#rrggbb"."""
    return "#" + "".join(f"{v:02x}" for v in colour)


def _text(value: str) -> str:
    """A TOML string; control characters cannot be in it, they are refused on reading."""
    if not value.isprintable():
        raise BadValue("the text", PlainWord("with control characters"), "words on one line")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
