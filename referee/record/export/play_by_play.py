"""The journal, the calls and the play-by-play, for people and for spreadsheets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.game.journal import OverturnEntry
from referee.game.journal_rows import entry_to_row
from referee.game.play_by_play import PlayByPlay
from referee.record.calls_file import calls_header
from referee.record.export.text_files import text_writer, write_csv
from referee.record.game.game_folder import GameFolder
from referee.record.json_lines import json_line
from referee.record.sheet.played_game import PlayedGame, played_game_of
from referee.record.sheet.score_sheet import PLAY_COLUMNS, score_sheet_of

JOURNAL = ("number", "t_ns", "t_s", "by", "what", "stands", "entry")
CALLS = ("number", "t_ns", "t_s", "kind", "rule", "certainty", "gap_mm", "sigma_mm", "players")
CALLS_MORE = ("x_mm", "y_mm", "action", "flag", "said")
PLAYS_CSV = ("number", "t_s", "quarter", "score_home", "score_away", "gained_yd", "sentence")


def write_journal(path: Path, game: GameFolder) -> int:
    """A row for every entry, those that were overturned too."""
    journal = game.journal()
    stands = {number for number, _ in journal.standing()}
    rows = (
        (
            entry.number,
            entry.t_ns,
            _seconds(entry.t_ns),
            entry.by,
            "Verdict" if isinstance(entry.what, OverturnEntry) else type(entry.what).__name__,
            int(entry.number in stands),
            json.dumps(entry_to_row(entry), ensure_ascii=False),
        )
        for entry in journal.entries
    )
    return write_csv(path, JOURNAL, rows)


def write_calls(path: Path, game: GameFolder) -> int:
    """A row for every call."""
    return write_csv(path, (*CALLS, *CALLS_MORE), _calls(game))


def write_call_lines(path: Path, game: GameFolder) -> int:
    """The calls as a calls file."""
    calls = game.calls()
    name, rules = game.field.name, game.rulebook.name
    with text_writer(path) as out:
        for values in (calls_header(name, rules), *(call.values for call in calls)):
            out.write(json_line(values))
    return len(calls)


def write_plays(path: Path, game: GameFolder) -> int:
    """The play-by-play, as text, Markdown or CSV, by the name of the file."""
    played = played_game_of(game)
    write = PLAYS_AS.get(path.suffix.lower())
    if write is None:
        raise BadValue("out", PlainWord(path.name), f"a name that ends in {', '.join(PLAYS_AS)}")
    return write(path, played)


def text_lines(played: PlayedGame) -> Iterator[str]:
    """The play-by-play as sentences, with the time of the game."""
    teller = PlayByPlay(played.names, played.full_name)
    for line in played.lines:
        state = line.before
        where = "" if state.team is None else f"{state.words(played.field)}: "
        yield f"{_clock(line.t_ns)}  Q{max(state.quarter, 1)}  {where}{teller.tell(line)}"


def _calls(game: GameFolder) -> Iterator[tuple[object, ...]]:
    for call in game.calls():
        values = call.values
        spot = values.get("spot") or {}
        first = (values.get(key) for key in ("kind", "rule", "certainty", "gap_mm", "sigma_mm"))
        yield (
            call.number,
            call.t_ns,
            _seconds(call.t_ns),
            *first,
            " ".join(values.get("players", ())),
            spot.get("x_mm"),
            spot.get("y_mm"),
            values.get("action"),
            "; ".join(values.get("flag", ())),
            values.get("said"),
        )


def _as_text(path: Path, played: PlayedGame) -> int:
    lines = list(text_lines(played))
    with text_writer(path) as out:
        out.writelines(f"{line}\n" for line in (*_heading(played), "", *lines))
    return len(lines)


def _as_markdown(path: Path, played: PlayedGame) -> int:
    sheet = score_sheet_of(played)
    quarters = [table for table in sheet.tables if table.columns == PLAY_COLUMNS]
    with text_writer(path) as out:
        lines = "  \n".join(map(_plain, sheet.lines))
        out.write(f"# {_plain(sheet.title)}\n\n{lines}\n")
        for table in quarters:
            labels = [column.label for column in table.columns]
            out.write(f"\n## {table.title}\n\n{_row(labels)}{_row(['---'] * len(labels))}")
            out.writelines(_row(row) for row in table.rows)
    return sum(len(table.rows) for table in quarters)


def _as_csv(path: Path, played: PlayedGame) -> int:
    teller = PlayByPlay(played.names, played.full_name)
    rows = (
        (
            line.number,
            _seconds(line.t_ns),
            line.before.quarter,
            line.after.home_score,
            line.after.away_score,
            None if line.gained_yd is None else round(line.gained_yd, 2),
            teller.tell(line),
        )
        for line in played.lines
    )
    return write_csv(path, PLAYS_CSV, rows)


PLAYS_AS: Mapping[str, Callable[[Path, PlayedGame], int]] = {
    ".txt": _as_text,
    ".md": _as_markdown,
    ".csv": _as_csv,
}


def _heading(played: PlayedGame) -> tuple[str, ...]:
    sheet = score_sheet_of(played)
    return (sheet.title, *sheet.lines)


def _plain(words: str) -> str:
    """Words in which a viewer of the Markdown runs no markup and fetches no picture."""
    return words.replace("<", "&lt;").replace("[", "\\[")


def _row(cells: Sequence[str]) -> str:
    escaped = (_plain(cell).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |\n"


def _seconds(t_ns: int) -> str:
    return f"{t_ns / S_NS:.3f}"


def _clock(t_ns: int) -> str:
    minutes, seconds = divmod(t_ns // S_NS, 60)
    return f"{minutes:3d}:{seconds:02d}"
