"""Pictures out of a game's video: exactly those around an instant, with their exact times."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import cast

from referee.camera.source import Frame, Image
from referee.record.game.piece import decoded
from referee.record.game.reading import GameFolder, Segment
from referee.record.video import US_NS

S_NS = 1_000_000_000
# Further away a picture says nothing about an instant: between plays one comes every tenth of a
# second.
NEAR_NS = S_NS // 2
# The number of a picture whose positions were not kept.
UNKNOWN = -1


class Pictures:
    """The video of a game. A piece that is gone or damaged has no pictures; nothing is made up."""

    def __init__(self, game: GameFolder) -> None:
        self._game = game

    def at(self, t_ns: int, near_ns: int = NEAR_NS) -> Frame | None:
        """The picture nearest to an instant; None if there is none near it."""
        near = self.between(t_ns - near_ns, t_ns + near_ns)
        return min(near, key=lambda frame: abs(frame.t_ns - t_ns), default=None)

    def times(self, from_ns: int, until_ns: int) -> list[int]:
        """When the frames were taken of which there is video, as far as positions say."""
        spans = [(s.first_t_ns, s.last_t_ns) for s in self._over(from_ns, until_ns)]
        found = self._game.frame_times(from_ns, until_ns)
        return [
            t for t, _ in found if any(first - US_NS < t < last + US_NS for first, last in spans)
        ]

    def between(self, from_ns: int, until_ns: int) -> Iterator[Frame]:
        """Every picture from one instant to another, in order."""
        for segment in self._over(from_ns, until_ns):
            known = self._game.frame_times(segment.first_t_ns - US_NS, segment.last_t_ns + US_NS)
            wanted_us = max(0, (from_ns - segment.first_t_ns) // US_NS - 1)
            for at_us, picture in decoded(segment.path, wanted_us):
                about_ns = segment.first_t_ns + at_us * US_NS
                t_ns, number = _exact(about_ns, known) or (about_ns, UNKNOWN)
                if t_ns > until_ns:
                    break
                if t_ns >= from_ns:
                    yield Frame(t_ns, cast("Image", picture.to_ndarray(format="bgr24")), number)

    def _over(self, from_ns: int, until_ns: int) -> list[Segment]:
        every = self._game.segments()
        return [s for s in every if s.first_t_ns <= until_ns and s.last_t_ns + US_NS >= from_ns]


def _exact(about_ns: int, known: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The frame whose time was cut to this microsecond."""
    place = bisect_left(known, (about_ns, -1))
    if place < len(known) and known[place][0] - about_ns < US_NS:
        return known[place]
    return None
