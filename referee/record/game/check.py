"""Whether a game's record is whole: database, journal, positions, video, and what explains them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.core.clock import S_NS, US_NS
from referee.core.errors import BadValue
from referee.record.calls_file import call_of
from referee.record.game.database import DATABASE_FILE
from referee.record.game.game_folder import CALIBRATION_FILE, TEAMS_FILE, GameFolder, VideoSegment
from referee.record.game.segment_file import read_segment
from referee.record.game.standing_game import standing_state

MOST_FAULTS = 20


class PartCondition(StrEnum):
    """What was found of a part."""

    WHOLE = "whole"
    NOTE = "note"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class PartReport:
    """A part of the record, what was found of it, in a sentence."""

    part: str
    condition: PartCondition
    says: str


def check_record(
    game: GameFolder, busy: Callable[[str], None] = lambda _part: None
) -> tuple[PartReport, ...]:
    """A report of every part, also after a part that is broken."""
    found: list[PartReport] = []
    for part, look in _LOOKS.items():
        busy(part)
        try:
            found.extend(PartReport(part, *said) for said in look(game))
        except BadValue as error:
            found.append(PartReport(part, PartCondition.BROKEN, str(error)))
    return tuple(found)


_PartWords = tuple[PartCondition, str]


def _database(game: GameFolder) -> Iterator[_PartWords]:
    faults = game.faults()
    if faults:
        yield PartCondition.BROKEN, f"{DATABASE_FILE}: {'; '.join(faults[:MOST_FAULTS])}"
    else:
        yield PartCondition.WHOLE, f"{DATABASE_FILE} is whole"


def _explained(game: GameFolder) -> Iterator[_PartWords]:
    _ = game.rulebook, game.field  # each says itself what is wrong with it
    missing = [
        name
        for name, value in ((CALIBRATION_FILE, game.calibration), (TEAMS_FILE, game.teams))
        if value is None
    ]
    if missing:
        yield PartCondition.NOTE, f"without {' and '.join(missing)}: no geometry, or no names"
    else:
        yield PartCondition.WHOLE, "rulebook, board, camera and teams are all there"


def _journal(game: GameFolder) -> Iterator[_PartWords]:
    journal = game.journal()
    words = standing_state(game, journal).words(game.field, 0)
    count = len(journal.entries)
    yield (
        PartCondition.WHOLE,
        f"{_many(count, 'entry', 'entries')} in order; the game stands at {words}",
    )


def _calls(game: GameFolder) -> Iterator[_PartWords]:
    calls = game.calls()
    for call in calls:
        call_of(call.values, f"{game.folder}, call {call.number}")
    yield PartCondition.WHOLE, f"{_many(len(calls), 'call', 'calls')}, all readable"


def _positions(game: GameFolder) -> Iterator[_PartWords]:
    frames = game.frames()
    if frames is None:
        yield PartCondition.NOTE, "no positions were kept"
        return
    seconds = (frames[2] - frames[1]) / S_NS
    lost = game.homeless_bases()
    if lost:
        yield PartCondition.BROKEN, f"{_many(lost, 'base belongs', 'bases belong')} to no frame"
    yield PartCondition.WHOLE, f"{_many(frames[0], 'frame', 'frames')} over {seconds:.0f} s"


def _video(game: GameFolder) -> Iterator[_PartWords]:
    segments = game.segments()
    if not segments:
        yield PartCondition.NOTE, "no video was kept"
        return
    faults = [fault for segment in segments if (fault := _fault(segment)) is not None]
    yield from ((PartCondition.BROKEN, fault) for fault in faults[:MOST_FAULTS])
    if len(faults) > MOST_FAULTS:
        yield PartCondition.BROKEN, f"and {len(faults) - MOST_FAULTS} more pieces like these"
    open_ones = sum(not segment.done for segment in segments)
    if open_ones:
        yield PartCondition.NOTE, f"{_many(open_ones, 'piece is', 'pieces are')} without its end"
    pictures = sum(segment.frames for segment in segments)
    whole = len(segments) - len(faults)
    if whole:
        yield PartCondition.WHOLE, f"{pictures} pictures in {_many(whole, 'piece', 'pieces')}"


def _fault(segment: VideoSegment) -> str | None:
    """What is wrong with a piece of video, if anything."""
    name = segment.path.name
    if not segment.path.is_file():
        return f"{name} is missing"
    piece = read_segment(segment.path, segment.first_t_ns)
    if piece is None:
        return f"{name} cannot be read"
    if len(piece.t_ns) < segment.frames:
        return f"{name} has {len(piece.t_ns)} pictures of {segment.frames}"
    if not 0 <= segment.last_t_ns - piece.t_ns[segment.frames - 1] < US_NS:
        return f"{name} ends at another time than its index says"
    return None


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


_LOOKS: dict[str, Callable[[GameFolder], Iterator[_PartWords]]] = {
    "database": _database,
    "explained": _explained,
    "journal": _journal,
    "calls": _calls,
    "positions": _positions,
    "video": _video,
}
