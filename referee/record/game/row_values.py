"""The JSON that a row of a game's database holds; a database may come from anybody."""

from __future__ import annotations

import json
import sqlite3
import struct
from typing import Any

# What reading a damaged or hostile row may raise.
ROW_ERRORS = (
    sqlite3.Error,
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
    struct.error,
)


def row_json(text: object) -> Any:
    """The value in a column of text; anything else is one of `ROW_ERRORS`."""
    if not isinstance(text, str):
        raise TypeError(f"a row with {type(text).__name__} where text belongs")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("a row that is nested too deeply") from None


def row_table(text: object) -> dict[str, Any]:
    """The object in a column of text; anything else is one of `ROW_ERRORS`."""
    values = row_json(text)
    if not isinstance(values, dict):
        raise TypeError(f"a row with a {type(values).__name__} where a table belongs")
    return values
