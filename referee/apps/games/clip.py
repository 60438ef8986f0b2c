"""What `referee game clip` writes: the play that ended at a time, as a film."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import typer

from referee.apps.games.export import check_free
from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.record.export.clip_file import check_clip_name, write_clip
from referee.record.game.game_folder import VideoSegment, read_game
from referee.record.game.pictures import GamePictures

# Before the power came on, and after the play was counted.
BEFORE_NS, AFTER_NS = S_NS // 2, S_NS
# Stretches of one play that are no further apart belong together.
PAUSE_NS = S_NS
LONGEST_NS = 60 * S_NS
# The time that is shown has whole seconds.
ROUNDED_NS = S_NS


def run_clip(folder: Path, at: str, out: Path, slow: float, *, force: bool) -> None:
    """Write the clip and say what is in it."""
    check_clip_name(out)
    check_free(out, force=force)
    at_ns = _instant(at)
    with read_game(folder) as game:
        from_ns, until_ns = play_span(game.segments(), at_ns)
        count = write_clip(out, GamePictures(game).between(from_ns, until_ns), slow)
    typer.echo(f"{count} pictures written to {out}")


def _instant(at: str) -> int:
    found = re.fullmatch(r"(\d{1,4}):([0-5]\d)", at)
    if found is None:
        raise BadValue("the time", at, "minutes and seconds, such as 4:17")
    return (60 * int(found[1]) + int(found[2])) * S_NS


def play_span(segments: Sequence[VideoSegment], at_ns: int) -> tuple[int, int]:
    """From when to when the play ran that was the last to begin at an instant."""
    begun = [each for each in segments if each.play and each.first_t_ns <= at_ns + ROUNDED_NS]
    if not begun:
        raise BadValue("the play", PlainWord("not in the video"), "a time after a play with video")
    first = last = begun[-1]
    for earlier in reversed(begun[:-1]):
        long = last.last_t_ns - earlier.first_t_ns > LONGEST_NS
        if first.first_t_ns - earlier.last_t_ns > PAUSE_NS or long:
            break
        first = earlier
    return max(0, first.first_t_ns - BEFORE_NS), last.last_t_ns + AFTER_NS
