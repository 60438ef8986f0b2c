"""What the eyes have to be told before they know who is who."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class NamesRequestKind(Enum):
    """What is missing."""

    LINE_UP = auto()
    CONFIRMATION = auto()


@dataclass(frozen=True, slots=True)
class NamesRequest:
    """A line-up to stand, or its names to be confirmed, as a sentence for people."""

    kind: NamesRequestKind
    sentence: str
