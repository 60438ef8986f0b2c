"""The watch's notices: a kind, a sentence for the coach, and whether play must stop."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CameraNoticeKind(StrEnum):
    """What the watch may report of a calibrated camera."""

    CORRECTED = "moved a little"
    MOVED = "moved"
    UNSEEN = "print not seen"
    BLOCKED = "blocked"
    FOCUS = "focus"
    LIGHT = "light"
    FROZEN = "frozen"
    LATE = "late"
    WELL = "well again"


STOPPING = frozenset(
    {
        CameraNoticeKind.MOVED,
        CameraNoticeKind.UNSEEN,
        CameraNoticeKind.BLOCKED,
        CameraNoticeKind.FROZEN,
        CameraNoticeKind.LATE,
    }
)


@dataclass(frozen=True, slots=True)
class CameraNotice:
    """Something that became so at ``t_ns``; said once, not again while it stays so."""

    t_ns: int
    kind: CameraNoticeKind
    text: str

    @property
    def stops(self) -> bool:
        """Whether no call may rest on such pictures."""
        return self.kind in STOPPING
