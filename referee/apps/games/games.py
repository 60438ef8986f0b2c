"""What `referee game list`, `show` and `check` print."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.apps.games.open_flags import games_in, with_open_flags
from referee.apps.terminal.progress import progress_bar
from referee.core.errors import BadValue, PlainWord
from referee.record.export.play_by_play import text_lines
from referee.record.game.check import PartCondition, check_record
from referee.record.game.game_folder import read_game
from referee.record.game.game_list import ListedGame, listed_game
from referee.record.game.game_store import GameStore
from referee.record.game.standing_game import first_refused, taking_back
from referee.record.json_lines import plain_json
from referee.record.sheet.played_game import played_game_of

COLOURS = {
    PartCondition.WHOLE: "green",
    PartCondition.NOTE: "yellow",
    PartCondition.BROKEN: "bold red",
}
MIB = 2**20


def run_list(folder: Path, *, as_json: bool) -> None:
    """A line for every game."""
    if not folder.is_dir():
        raise BadValue("folder", PlainWord("not there"), "a folder with games in it", str(folder))
    with progress_bar() as bar:
        bar.add_task("looking into the games", total=None, note="")
        games = list(games_in(folder))
    if as_json:
        for game in games:
            typer.echo(json.dumps(_values(game), ensure_ascii=False))
        return
    if not games:
        typer.echo(f"There is no game in {folder}.")
        return
    table = Table(box=None, pad_edge=False)
    # What one looks for a game by is never cut; the rest makes room.
    for name in ("when", "score"):
        table.add_column(name, no_wrap=True)
    for name in ("game", "stands at", "to review", "folder", "rules", "MB"):
        table.add_column(name, overflow="fold")
    for game in games:
        table.add_row(*_row(game))
    Console(highlight=False, markup=False).print(table)


def run_take_back(folder: Path, number: int) -> None:
    """Take back an entry that the rules refuse."""
    with GameStore.again(folder) as store:
        with read_game(folder) as game:
            journal = game.journal()
            refused = first_refused(game, journal)
        if refused != number:
            allowed = "an entry that the rules refuse"
            allowed += f"; that is {refused} here" if refused else "; here they take all"
            raise BadValue("entry", number, allowed, str(folder))
        longer = journal.append(journal.entries[-1].t_ns, "coach", taking_back(journal, number))
        store.entries(longer.entries[len(journal.entries) :])
        if not store.flush():
            raise BadValue("the disk", PlainWord("busy"), "a disk that writes", str(folder))
    typer.echo(f"Entry {number} of {folder} is taken back.")


def run_show(folder: Path, *, plays: bool, as_json: bool) -> None:
    """What a game came to."""
    with read_game(folder) as game:
        found, played = with_open_flags(listed_game(game)), played_game_of(game)
        sessions, segments, frames = game.sessions(), game.segments(), game.frames()
    told = list(text_lines(played)) if plays else []
    if as_json:
        more = {"sessions": plain_json(sessions), "segments": len(segments), "plays_told": told}
        typer.echo(json.dumps(_values(found) | more, ensure_ascii=False))
        return
    names = played.names
    (home, away), (home_name, away_name) = found.score, names.values()
    kept = 0 if frames is None else frames[0]
    pictures = sum(segment.frames for segment in segments)
    runs, pieces = counted(len(sessions), "run"), counted(len(segments), "piece")
    megabytes = found.size_bytes / MIB
    for line in (
        found.title,
        f"{played.rulebook.title}, {found.when or 'on an unknown day'}",
        f"{home_name} {home}, {away_name} {away}: {found.phase}",
        f"{counted(found.plays, 'play')} from scrimmage, {found.flagged} to be reviewed",
        f"{runs} of the program, {kept} frames over {found.minutes:.1f} minutes",
        f"{pictures} pictures in {pieces} of video, {megabytes:.0f} MB",
    ):
        typer.echo(line)
    if told:
        typer.echo("")
    for line in told:
        typer.echo(line)


def counted(number: int, thing: str) -> str:
    """So many of a thing, as people say it: "1 play", "2 plays"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def run_check(folder: Path, *, as_json: bool) -> None:
    """Every part and what was found of it; leaves with 1 if one is broken."""
    with read_game(folder) as game, progress_bar() as bar:
        task = bar.add_task("looking", total=None, note="")
        found = check_record(game, lambda part: bar.update(task, note=part))
    if as_json:
        # "verdict" is what whoever reads this has always found.
        rows = [{"part": e.part, "verdict": e.condition.value, "says": e.says} for e in found]
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        table = Table(box=None, show_header=False, pad_edge=False)
        for each in found:
            condition = Text(each.condition.value, style=COLOURS[each.condition])
            table.add_row(Text(each.part, style="bold"), condition, Text(each.says))
        Console(highlight=False, markup=False).print(table)
    if any(each.condition is PartCondition.BROKEN for each in found):
        raise typer.Exit(1)


def _values(game: ListedGame) -> dict[str, object]:
    return {**asdict(game), "folder": str(game.folder), "score": list(game.score)}


def _row(game: ListedGame) -> tuple[str, ...]:
    if game.trouble:
        return ("", "", "", game.trouble, "", game.folder.name, "", "")
    score = f"{game.score[0]} : {game.score[1]}"
    size = f"{game.size_bytes / MIB:.0f}"
    place = game.folder.name, game.rulebook, size
    return game.when, score, game.title, game.phase, str(game.flagged), *place
