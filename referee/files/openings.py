"""How judging begins: a file that says where the game stands, and what was said and done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from referee.cases.case import Line
from referee.cases.reading import start_of
from referee.cases.reading_script import script_of
from referee.core.checked import Table
from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.files.yaml import line_in, read_yaml
from referee.game.state import State

MOST_LINES = 20_000
LONGEST_S = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Opening:
    """The game as the first frame shows it, and what is said from then on."""

    state: State
    script: tuple[Line, ...]


def read_opening(path: Path, field: FieldProfile, players: Iterable[str]) -> Opening:
    """The opening in a YAML file; what is wrong is said with file, line and key."""
    values, lines = read_yaml(path)
    table = Table(values, str(path))
    try:
        state = start_of(table.table("start"), field)
        script = script_of(table, players, MOST_LINES, LONGEST_S)
        table.done()
    except BadValue as error:
        line = line_in(lines, error.key)
        raise error if line is None else error.at(f"{path}, line {line}") from None
    return Opening(state, script)
