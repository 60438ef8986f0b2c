"""The last column of a score sheet: what the others do not say of a play, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.core.roster import Team
from referee.game.events import Noted, PlayEnded, Score, Scored, SeriesBegan, TryFailed
from referee.game.play_by_play import PlayByPlay
from referee.game.sheet_column import NOT_CAUGHT, SheetColumn
from referee.game.sheet_line import SheetLine

_Who = Callable[[str], str]


def remark(line: SheetLine, teller: PlayByPlay) -> str:
    """The players of the play, how it ended, and whether it was reviewed."""
    who = teller.who
    words = ", ".join(part for part in _parts(line, teller, who) if part)
    words = words or teller.tell(line)
    return words[:1].upper() + words[1:]


def _parts(line: SheetLine, teller: PlayByPlay, who: _Who) -> Iterator[str]:
    event, told = line.event, line.told
    if isinstance(event, Noted):
        return
    yield _moved(line, who)
    if isinstance(event, PlayEnded) and event.how not in ("tackle", "sack", "recovered"):
        yield event.how
    if line.taken_by is not None:
        yield _taken(line, teller, line.taken_by)
    if isinstance(event, Scored):
        yield event.how.value if event.how is not Score.PLAYED_TRY else "try is good"
    if isinstance(event, TryFailed):
        yield "try fails"
    if isinstance(event, SeriesBegan) and event.team is not line.before.team:
        yield f"ball to {teller.name(event.team)}"
    if told.by:
        yield f"tackle {' and '.join(who(name) for name in told.by)}"
    if line.lost_on_downs:
        yield "ball lost on downs"
    if line.flagged:
        yield "to be reviewed"
    if line.judged:
        yield line.why or "after review"


def _moved(line: SheetLine, who: _Who) -> str:
    event, told = line.event, line.told
    if isinstance(event, SeriesBegan) or (line.kicking and line.returned is not None):
        return f"back by {who(told.carrier)}" if told.carrier else (told.play or "")
    if line.way is SheetColumn.PASS:
        caught = not (isinstance(event, PlayEnded) and event.how in NOT_CAUGHT)
        to = told.carrier if caught and line.taken_by is None else told.target
        ends = [who(name) for name in (told.passer, to) if name is not None]
        return " to ".join(ends)
    if line.way is SheetColumn.SACK:
        return f"{who(told.carrier)} sacked" if told.carrier else "sack"
    if (
        line.way not in (SheetColumn.RUN, SheetColumn.PITCH)
        or told.carrier is None
        or line.taken_by is not None
    ):
        return ""
    play = "" if told.play in (None, "run", "pass") else f" {told.play}"
    return f"{who(told.carrier)}{play}"


def _taken(line: SheetLine, teller: PlayByPlay, team: Team) -> str:
    by = teller.player(line.told.carrier, teller.name(team))
    if line.intercepted:
        return f"intercepted by {by}"
    lost = f"fumble {teller.who(line.fumbler)}" if line.fumbler else "fumble"
    return f"{lost}, to {by}"
