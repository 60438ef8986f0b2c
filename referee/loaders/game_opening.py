"""The state of the game at the first frame of a recording, and the declarations after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from referee.cases.case import ScriptLine
from referee.cases.case_reader import start_of
from referee.cases.script_reader import script_of
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.settings.settings_table import SettingsTable
from referee.game.state import State
from referee.loaders.formats.yaml import nearest_line, read_yaml

MOST_LINES = 20_000
LONGEST_S = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class GameOpening:
    """The game's state at the first frame, and what is declared from then on."""

    state: State
    script: tuple[ScriptLine, ...]


def read_opening(path: Path, field: FieldProfile, players: Iterable[str]) -> GameOpening:
    """The opening in a YAML file; what is wrong is said with file, line and key."""
    values, lines = read_yaml(path)
    table = SettingsTable(values, str(path))
    try:
        state = start_of(table.table("start"), field)
        script = script_of(table, players, MOST_LINES, LONGEST_S)
        table.done()
    except BadValue as error:
        line = nearest_line(lines, error.key)
        raise error if line is None else error.at(f"{path}, line {line}") from None
    return GameOpening(state, script)
