"""Read a TOML file that a person wrote, or say in one sentence why not, and in which line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable

# The reader takes longer than a person waits for keys of many parts, and for many tables. Ours have
# keys of four parts at most, some hundred tables, and a tenth of the bytes.
MAX_BYTES = 300_000
MOST_DOTS = 16
MOST_TABLES = 3_000
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'")
_PIECES = re.compile(r"[=,{}\[\]]")
_HEADER = re.compile(r"\s*\[{1,2}\s*(?P<path>[^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*(?P<key>[\w.-]+|"[^"]*"|'[^']*')\s*=""")
_LONG = ('"""', "'''")


def read_toml(path: Path) -> SettingsTable:
    """The file's table; every read from it names the file when a value is wrong."""
    return toml_table(_read_text(path, str(path)), str(path))


def toml_table(text: str, where: str) -> SettingsTable:
    """The table in a text; ``where`` is the file that it is of, or will be."""
    _check_size(text, where)
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


def _check_size(text: str, where: str) -> None:
    """Refuse what would take the reader minutes and gigabytes."""
    tables = 0
    for number, line in enumerate(text.splitlines(), 1):
        tables += line.lstrip().startswith("[")
        if line.count(".") <= MOST_DOTS and tables <= MOST_TABLES:
            continue
        if tables > MOST_TABLES:
            words = PlainWord(f"holding more than {MOST_TABLES} tables")
            raise BadValue("the file", words, f"up to {MOST_TABLES} tables", where)
        bare = _STRING.sub("x", line).partition("#")[0]
        if any(piece.count(".") > MOST_DOTS for piece in _PIECES.split(bare)):
            words = PlainWord(f"holding a key of more than {MOST_DOTS} parts in line {number}")
            raise BadValue("the file", words, "keys such as tackle.front", where)


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
        raise bad("larger than 300 kB", "a TOML file of up to 300 kB")
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


def line_of_key(text: str, path: str) -> int | None:
    """The line, from 1, of a key by its path (``tackle.front``), or of the nearest table above it.

    None when neither the key nor a table it is in can be found.
    """
    lines = _lines(text)
    parts = path.split(".")
    while parts:
        if (found := lines.get(".".join(parts))) is not None:
            return found
        parts.pop()
    return None


def _lines(text: str) -> dict[str, int]:
    """Every key and table of a text with its line; keys within one-line tables count as its."""
    found: dict[str, int] = {}
    table, inside = "", ""
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if (header := _HEADER.match(line)) is not None:
            table = _plain(header["path"])
            found.setdefault(table, number)
        elif (key := _KEY.match(line)) is not None:
            path = _plain(key["key"])
            found.setdefault(f"{table}.{path}" if table else path, number)
            inside = next((mark for mark in _LONG if line.count(mark) == 1), "")
    return found


def _plain(path: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in path.split("."))
