"""Which touch of the kicker blocks a kick."""

from __future__ import annotations

from enum import StrEnum


class BlockTouch(StrEnum):
    """Which part of an opponent's base blocks a kick."""

    FRONT = "front"
    ANY = "any part"
