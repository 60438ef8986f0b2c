"""Read a TOML file a person wrote, or say in one sentence why not."""

from __future__ import annotations

import tomllib
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable

MAX_BYTES = 1_000_000


def read_toml(path: Path) -> SettingsTable:
    """The file's table; every read from it names the file when a value is wrong."""
    where = str(path)
    text = _read_text(path, where)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadValue("the file", PlainWord(f"not TOML: {error}"), "valid TOML", where) from None
    except RecursionError:
        raise BadValue("the file", PlainWord("nested too deeply"), "plain tables", where) from None
    except ValueError:
        # Python refuses to read integers of more than 4300 digits.
        raise BadValue(
            "the file",
            PlainWord("holding a number of thousands of digits"),
            "numbers of a sensible length",
            where,
        ) from None
    return SettingsTable(values, where)


def _read_text(path: Path, where: str) -> str:
    def bad(what: str, allowed: str) -> BadValue:
        return BadValue("the file", PlainWord(what), allowed, where)

    if _exists(path) and not path.is_file():
        raise bad("a folder" if path.is_dir() else "not a plain file", "a TOML text file")
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise bad("missing", "a TOML file that exists") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise bad(f"not readable ({reason})", "a TOML file you may read") from None
    if len(data) > MAX_BYTES:
        raise bad("larger than 1 MB", "a TOML file of up to 1 MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad(f"not UTF-8 text in line {line}", "TOML saved as UTF-8") from None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # no permission, or a NUL in the path: opening it says which
        return False
