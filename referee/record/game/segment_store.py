"""The pieces of a game's video on the disk, and the index that remembers them."""

from __future__ import annotations

from pathlib import Path

from referee.record.game.game_store import GameStore
from referee.record.game.retention import segments_to_remove
from referee.record.game.segment_file import read_segment
from referee.record.game.segment_writer import SegmentName, segment_name_of

VIDEO_FOLDER = "video"


class SegmentStore:
    """The folder of the pieces, and the index that is kept of them."""

    def __init__(self, index: GameStore) -> None:
        self._index = index
        self._place = index.folder / VIDEO_FOLDER

    @property
    def folder(self) -> Path:
        """The game's folder."""
        return self._index.folder

    def place(self, name: SegmentName) -> Path:
        """Where a new piece is to be written."""
        self._place.mkdir(exist_ok=True)
        return self._place / name.file

    def put(self, path: Path, first_t_ns: int, last_t_ns: int, frames: int) -> None:
        """Remember a piece that is complete."""
        self._index.segment(_known_as(path), first_t_ns, last_t_ns, frames)

    def adopt(self) -> int:
        """Remember what a crash left behind; the largest number there is."""
        known, largest = self._index.segments(), 0
        for name, path in self._pieces():
            largest = max(largest, name.number)
            if _known_as(path) in known:
                continue
            self.put_what_is_there(path, name.first_t_ns)
        return largest

    def put_what_is_there(self, path: Path, first_t_ns: int) -> None:
        """Remember a piece that did not come to its end, if there is a picture in it."""
        piece = read_segment(path, first_t_ns)
        if piece is not None:
            self.put(path, piece.t_ns[0], piece.t_ns[-1], len(piece.t_ns))

    def thin(self, budget_bytes: int) -> None:
        """Remove pieces until the video takes no more than the budget."""
        sizes = {name: path.stat().st_size for name, path in self._pieces() if path.exists()}
        for name in segments_to_remove(sizes, budget_bytes):
            path = self._place / name.file
            try:
                path.unlink(missing_ok=True)
            except OSError:
                continue  # another program reads it just now: it goes the next time
            self._index.segment_gone(_known_as(path))

    def _pieces(self) -> list[tuple[SegmentName, Path]]:
        found = ((segment_name_of(path), path) for path in sorted(self._place.glob("*.mp4")))
        return [(name, path) for name, path in found if name is not None]


def _known_as(path: Path) -> str:
    return f"{VIDEO_FOLDER}/{path.name}"
