"""Which pictures of a game are kept, and which pieces of its video go first: no file, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.record.game.segment_writer import SegmentName, VideoEncoding

# A frame counts as due from this share of the step between two kept frames.
_EARLY = 0.9


@dataclass(frozen=True, slots=True)
class Retention:
    """What of the pictures is kept. Between plays fewer of them do, and the disk lasts longer.

    ``budget_bytes`` is the most that a game's video may take; None: what the disk has.
    """

    piece_s: float = 10.0
    between_hz: float = 10.0
    after_play_s: float = 2.0
    budget_bytes: int | None = None
    encoding: VideoEncoding = field(default_factory=VideoEncoding)

    def __post_init__(self) -> None:
        for name in ("piece_s", "between_hz"):
            if not getattr(self, name) > 0.0:
                raise BadValue(name, getattr(self, name), "more than 0")


class FramePicker:
    """Picks the frames: all of a play and of the moment after it, now and then one between."""

    def __init__(self, kept: Retention) -> None:
        self._kept = kept
        self._last_ns: int | None = None
        self._powered_ns: int | None = None

    def takes(self, t_ns: int, *, powered: bool) -> bool | None:
        """Whether the frame belongs to a play; None where it is not kept."""
        if self._last_ns is not None and t_ns < self._last_ns - S_NS:
            # Another camera, another clock: from here on this one counts.
            self._last_ns = self._powered_ns = None
        if powered:
            self._powered_ns = t_ns
        after_ns = self._kept.after_play_s * S_NS
        play = self._powered_ns is not None and t_ns - self._powered_ns <= after_ns
        step_ns = 0.0 if play else _EARLY * S_NS / self._kept.between_hz
        if self._last_ns is not None and not t_ns - self._last_ns > step_ns:
            return None
        self._last_ns = t_ns
        return play


def segments_to_remove(
    sizes: Mapping[SegmentName, int], budget_bytes: int
) -> Iterator[SegmentName]:
    """The pieces that are too much: the oldest between plays first, then the oldest plays."""
    over = sum(sizes.values()) - budget_bytes
    for name in _by_worth(sizes):
        if over <= 0:
            return
        over -= sizes[name]
        yield name


def _by_worth(names: Iterable[SegmentName]) -> list[SegmentName]:
    return sorted(names, key=lambda name: (name.play, name.number))
