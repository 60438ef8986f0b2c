"""Pictures out of a game's video: exactly those around an instant, with their exact times."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import cast

from referee.camera.frame_source import Frame, Image
from referee.core.clock import S_NS, US_NS
from referee.record.game.game_folder import GameFolder, VideoSegment
from referee.record.game.segment_file import decoded_pictures, read_segment

# A picture further from an instant, in ns, does not show it: between plays one comes every 0.1 s.
NEAR_NS = S_NS // 2
# The number of a picture whose positions were not kept.
UNKNOWN = -1


class GamePictures:
    """The video of a game. A piece that is gone or damaged has no pictures; nothing is made up."""

    def __init__(self, game: GameFolder) -> None:
        self._game = game

    def at(self, t_ns: int, near_ns: int = NEAR_NS) -> Frame | None:
        """The picture nearest to an instant; None if there is none near it."""
        near = self.between(t_ns - near_ns, t_ns + near_ns)
        return min(near, key=lambda frame: abs(frame.t_ns - t_ns), default=None)

    def times(self, from_ns: int, until_ns: int) -> list[int]:
        """When each picture was taken that there is: known without decoding one."""
        found = []
        for segment in self._over(from_ns, until_ns):
            piece = read_segment(segment.path, segment.first_t_ns)
            known = self._known(segment)
            for about_ns in () if piece is None else piece.t_ns:
                exact = _exact(about_ns, known)
                found.append(about_ns if exact is None else exact[0])
        return [t_ns for t_ns in found if from_ns <= t_ns <= until_ns]

    def between(self, from_ns: int, until_ns: int) -> Iterator[Frame]:
        """Every picture from one instant to another, in order."""
        for segment in self._over(from_ns, until_ns):
            known = self._known(segment)
            wanted_us = max(0, (from_ns - segment.first_t_ns) // US_NS - 1)
            for at_us, picture in decoded_pictures(segment.path, wanted_us):
                about_ns = segment.first_t_ns + at_us * US_NS
                t_ns, number = _exact(about_ns, known) or (about_ns, UNKNOWN)
                if t_ns > until_ns:
                    break
                if t_ns >= from_ns:
                    yield Frame(t_ns, cast("Image", picture.to_ndarray(format="bgr24")), number)

    def _known(self, segment: VideoSegment) -> list[tuple[int, int]]:
        return self._game.frame_times(segment.first_t_ns - US_NS, segment.last_t_ns + US_NS)

    def _over(self, from_ns: int, until_ns: int) -> list[VideoSegment]:
        every = self._game.segments()
        return [s for s in every if s.first_t_ns <= until_ns and s.last_t_ns + US_NS >= from_ns]


def _exact(about_ns: int, known: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The frame whose time was cut to this microsecond."""
    place = bisect_left(known, (about_ns, -1))
    if place < len(known) and known[place][0] - about_ns < US_NS:
        return known[place]
    return None
