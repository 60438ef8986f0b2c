"""Read JSON that holds one object, or say in one sentence why not."""

from __future__ import annotations

import json
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable


def read_json(path: Path, key: str, allowed: str, most_bytes: int) -> SettingsTable:
    """The object in a file; ``key`` and ``allowed`` are the words of a complaint."""

    def bad(what: str) -> BadValue:
        return BadValue(key, PlainWord(what), allowed, str(path))

    if path.is_dir():
        raise bad("a folder")
    try:
        with path.open("rb") as stream:
            data = stream.read(most_bytes + 1)
    except FileNotFoundError:
        raise bad("missing") from None
    except OSError as error:
        raise bad(f"not readable ({error.strerror or error})") from None
    if len(data) > most_bytes:
        raise bad(f"larger than {most_bytes // 1_000_000} MB")
    return json_table(data, key, allowed, str(path))


def json_table(data: bytes, key: str, allowed: str, where: str) -> SettingsTable:
    """The object in a file or a line of one, whose values name ``where`` when they are wrong."""

    def bad(what: str) -> BadValue:
        return BadValue(key, PlainWord(what), allowed, where)

    try:
        values = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise bad("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        one_line = b"\n" not in data.rstrip()
        place = f"at character {error.pos + 1}" if one_line else f"in line {error.lineno}"
        raise bad(f"not JSON ({error.msg} {place})") from None
    except (RecursionError, ValueError):
        raise bad("not JSON a person would write") from None
    if not isinstance(values, dict):
        raise bad(f"a {type(values).__name__}")
    return SettingsTable(values, where)
