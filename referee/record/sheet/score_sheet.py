"""The score sheet of a game: the columns a league's own sheet has, filled in from the journal.

What only coaches know, such as their names, is left open to be written in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.field.yards import gained_yd, spot_name
from referee.core.roster import Team
from referee.game.events import FoulCalled, FoulRolled, NamesCorrected, Noted, QuarterEnded, Started
from referee.game.order.interruptions import challenges_left, timeouts_left
from referee.game.play_by_play import PlayByPlay
from referee.game.sheet_column import SheetColumn
from referee.game.sheet_line import SheetLine
from referee.game.state import GamePhase, State
from referee.record.sheet.played_game import PlayedGame
from referee.record.sheet.remarks import remark
from referee.record.sheet.summary import summary_of
from referee.record.sheet.tables import ScoreSheet, SheetTable, TextAlign, columns, text_rows

NOT_PLAY = "X"
OPEN = ""
NOTHING = "Nothing has been played yet."
_L, _M = TextAlign.LEFT, TextAlign.MIDDLE
PLAY_COLUMNS = columns(
    ("Play", 8, _M),
    ("Ball", 9, _L),
    ("Down", 15, _L),
    ("Yard line", 14, _L),
    ("Run", 8),
    ("Pitch", 8.5),
    ("Pass", 8.5),
    ("Kick", 8),
    ("Punt", 8),
    ("Ret.", 8),
    ("Pen.", 8),
    ("T/O", 8),
    ("Pts", 7),
    ("Who, and how it ended", 64, _L),
)


def score_sheet_of(played: PlayedGame) -> ScoreSheet:
    """The whole sheet, as far as the game has come."""
    lines = played.lines
    state = played.state
    over = "Final score" if state.phase is GamePhase.OVER else "Score so far"
    score = ", ".join(f"{played.names[team]} {state.score(team)}" for team in Team)
    about = [played.rulebook.title, played.field.title, played.when]
    stands = [] if state.phase is GamePhase.OVER else [_stands(played)]
    return ScoreSheet(
        played.title,
        (" · ".join(filter(None, about)), f"{over}: {score}", *stands),
        (_score(played, lines), *_quarters(played, lines), *summary_of(played, lines)),
    )


def _stands(played: PlayedGame) -> str:
    state = played.state
    if state.phase is GamePhase.BEFORE:
        return "The game has not begun."
    who = "" if state.team is None else f", {played.names[state.team]}"
    return f"Quarter {state.quarter}{who}: {state.words(played.field, 0)}"


def _score(played: PlayedGame, lines: Sequence[SheetLine]) -> SheetTable:
    """Points by quarters, and the places for what coaches write in themselves."""
    quarters = max(int(played.rulebook.game.quarters.quarters.value), played.state.quarter)
    labels = [(str(number), 9.0) for number in range(1, quarters + 1)]
    each = [
        [
            played.names[team],
            *_points(lines, team, quarters),
            played.state.score(team),
            OPEN,
            *_left(played, lines, team),
        ]
        for team in Team
    ]
    return SheetTable(
        "Score",
        columns(
            ("Team", 36, _L),
            *labels,
            ("Total", 12),
            ("Coach", 34, _L),
            ("Time-outs, 1st half", 26, _M),
            ("Time-outs, 2nd half", 26, _M),
            ("Challenges", 18, _M),
        ),
        text_rows(each),
    )


def _left(played: PlayedGame, lines: Sequence[SheetLine], team: Team) -> list[int | str]:
    """The timeouts left in either half, and the challenges; of a half to come nothing yet."""
    rules, state = played.rulebook.game, played.state
    middle = rules.quarters.quarters.value / 2.0
    first = [line.after for line in lines if line.after.quarter <= middle]
    halves: list[int | str] = [
        timeouts_left(rules, first[-1], team) if first else OPEN,
        timeouts_left(rules, state, team) if state.quarter > middle else OPEN,
    ]
    none = rules.challenges is None
    return [*halves, OPEN if none else challenges_left(rules, state, team)]


def _points(lines: Sequence[SheetLine], team: Team, quarters: int) -> list[int | None]:
    """Of quarters that have begun."""
    begun = max((line.after.quarter for line in lines), default=0)
    points = dict.fromkeys(range(1, begun + 1), 0)
    for line in lines:
        if line.before.quarter:
            points[line.before.quarter] += line.after.score(team) - line.before.score(team)
    return [points.get(number) for number in range(1, quarters + 1)]


def _quarters(played: PlayedGame, lines: Sequence[SheetLine]) -> Iterator[SheetTable]:
    teller = PlayByPlay(played.names, played.who)
    told = [line for line in lines if _belongs(line)]
    last = max((line.before.quarter for line in told), default=0)
    if not last:
        nothing = ("",) * (len(PLAY_COLUMNS) - 1)
        yield SheetTable("Quarter 1", PLAY_COLUMNS, ((*nothing, NOTHING),))
    for quarter in range(1, last + 1):
        found = [line for line in told if max(line.before.quarter, 1) == quarter]
        table = [_row(played, teller, line) for line in found]
        if table:
            yield SheetTable(f"Quarter {quarter}", PLAY_COLUMNS, text_rows(table))


def _belongs(line: SheetLine) -> bool:
    if isinstance(line.event, Noted):
        return line.by != "referee" or line.flagged
    return not isinstance(
        line.event, Started | QuarterEnded | FoulCalled | FoulRolled | NamesCorrected
    )


def _row(played: PlayedGame, teller: PlayByPlay, line: SheetLine) -> list[object]:
    """One line: the ball, down and place as they were before it, and what it brought."""
    before, way = line.before, line.way
    from_scrimmage = before.phase is GamePhase.SCRIMMAGE
    down = _down(played, before) if from_scrimmage else before.phase.value
    plays = None if before.team is None else before.plays_toward(before.team)
    at = spot_name(played.field, before.x_mm, plays, 0) if from_scrimmage and plays else None
    taken = (line.returned or 0) if line.taken_by is not None else None
    back = line.returned if line.taken_by is None else None
    run = line.gained if way is SheetColumn.RUN else None
    passed = line.gained if way in (SheetColumn.PASS, SheetColumn.SACK) else None
    return [
        before.plays + 1 if line.counted else NOT_PLAY,
        played.short(before.team),
        down,
        None if at is None else at.replace("opponent's", "opp."),
        run,
        line.gained if way is SheetColumn.PITCH else None,
        passed,
        line.kicked if way is SheetColumn.KICK else None,
        line.kicked if way is SheetColumn.PUNT else None,
        back,
        None if line.penalty is None else f"{line.penalty:+d}",
        taken,
        line.points or None,
        remark(line, teller),
    ]


def _down(played: PlayedGame, state: State) -> str:
    """Down and distance in whole yards, as on the board at the sideline."""
    number = f"{state.ordinal_down} & "
    if state.to_gain_x_mm is None or state.team is None:
        return f"{number}goal"
    plays = state.plays_toward(state.team)
    yards = round(gained_yd(played.field, state.x_mm, state.to_gain_x_mm, plays))
    return f"{number}{yards}" if yards else f"{number}inches"
