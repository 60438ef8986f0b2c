"""Names that may also be a file's: one word."""

from __future__ import annotations

import re

from referee.core.errors import BadValue

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


def check_name(name: str) -> None:
    """Complain about a name of more than one plain word."""
    if not _NAME.fullmatch(name):
        raise BadValue("name", name, "1 to 40 letters, digits, dashes or underscores")
