"""What a rulebook makes of a touch that may have been a tackle and may not."""

from __future__ import annotations

from enum import StrEnum


class UnclearTackle(StrEnum):
    """The default of the rulebook; either way the call is flagged."""

    NO_TACKLE = "no tackle"
    TACKLE = "tackle"
