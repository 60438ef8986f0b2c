"""`referee game`: the games that were kept, what happened in them, and their files for others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.options import ForceOption, JsonOption

game_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

FolderArgument = Annotated[Path, typer.Argument(help="The folder of a game.")]


@game_app.callback()
def game() -> None:
    """Games that were kept: list, look into, check, print, and hand on to other programs.

    Example: [bold]referee game show my-game[/bold]
    """


@game_app.command("list")
def list_games(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Where the games are.", show_default="where they usually are"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Every game in a folder, with its score.

    Example: [bold]referee game list ~/games[/bold]
    """
    from referee.apps.games.games import run_list  # noqa: PLC0415 - the help must not wait
    from referee.night.start.games_folder import games_folder  # noqa: PLC0415

    run_list(games_folder() if folder is None else folder, as_json=as_json)


@game_app.command(no_args_is_help=True)
def show(
    folder: FolderArgument,
    plays: Annotated[bool, typer.Option("--plays", help="And every play, in a sentence.")] = False,
    as_json: JsonOption = False,
) -> None:
    """What a game came to, and what was kept of it; while it is played as well.

    Example: [bold]referee game show my-game --plays[/bold]
    """
    from referee.apps.games.games import run_show  # noqa: PLC0415 - the help must not wait

    run_show(folder, plays=plays, as_json=as_json)


@game_app.command(no_args_is_help=True)
def check(folder: FolderArgument, as_json: JsonOption = False) -> None:
    """Look whether a game's record is whole: database, journal, positions, video.

    Leaves with 1 if something is broken.

    Example: [bold]referee game check my-game[/bold]
    """
    from referee.apps.games.games import run_check  # noqa: PLC0415 - the help must not wait

    run_check(folder, as_json=as_json)


@game_app.command("take-back", no_args_is_help=True)
def take_back(
    folder: FolderArgument,
    number: Annotated[int, typer.Argument(min=1, help="The number of the entry.")],
) -> None:
    """Take an entry back that the rules do not take any more, so that an older game opens.

    The journal keeps it; it only does not stand. Nothing is taken back that the rules take.

    Example: [bold]referee game take-back my-game 12[/bold]
    """
    from referee.apps.games.games import run_take_back  # noqa: PLC0415 - the help must not wait

    run_take_back(folder, number)


@game_app.command(no_args_is_help=True)
def export(
    folder: FolderArgument,
    what: Annotated[
        str,
        typer.Argument(help="tracks, positions, mot, calls, calls-csv, journal or plays."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file, or for mot the folder.", show_default="by its name"),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Write a part of a game for other programs.

    tracks: JSON lines for `referee judge`; positions: CSV, a row for each base and frame; mot:
    a folder as MOTChallenge has them; calls: JSON lines; calls-csv, journal: CSV; plays: the
    play-by-play as .txt, .md or .csv.

    Example: [bold]referee game export my-game plays --out plays.md[/bold]
    """
    from referee.apps.games.export import run_export  # noqa: PLC0415 - the help must not wait

    run_export(folder, what, out, force=force)


@game_app.command(no_args_is_help=True)
def sheet(
    folder: FolderArgument,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Write it as a PDF.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write it as a page.")] = None,
    png: Annotated[Path | None, typer.Option("--png", help="Write it as a picture.")] = None,
    paper: Annotated[str, typer.Option("--paper", help="a4 or letter.")] = "a4",
    force: ForceOption = False,
) -> None:
    """The score sheet of a game, to print or to send on.

    Example: [bold]referee game sheet my-game --pdf sheet.pdf --paper letter[/bold]
    """
    from referee.apps.games.export import run_sheet  # noqa: PLC0415 - the help must not wait

    run_sheet(folder, pdf, html, png, paper, force=force)


GamesOption = Annotated[
    Path | None,
    typer.Option("--games", help="Where the games are.", show_default="where they usually are"),
]


@game_app.command(no_args_is_help=True)
def backup(
    out: Annotated[Path, typer.Argument(help="The zip to write.")],
    games: GamesOption = None,
    video: Annotated[bool, typer.Option(help="With the video of the games.")] = True,
    force: ForceOption = False,
) -> None:
    """Keep plans, teams, calibrations and games in one zip.

    Example: [bold]referee game backup referee.zip[/bold]
    """
    from referee.apps.games.backup import run_backup  # noqa: PLC0415 - the help must not wait
    from referee.night.start.games_folder import games_folder  # noqa: PLC0415

    run_backup(out, games or games_folder(), video=video, force=force)


@game_app.command(no_args_is_help=True)
def restore(
    backup: Annotated[Path, typer.Argument(help="A zip that `referee game backup` wrote.")],
    games: GamesOption = None,
) -> None:
    """Put back what a backup holds; what is there already stays as it is.

    Example: [bold]referee game restore referee.zip[/bold]
    """
    from referee.apps.games.backup import run_restore  # noqa: PLC0415 - the help must not wait
    from referee.night.start.games_folder import games_folder  # noqa: PLC0415

    run_restore(backup, games or games_folder())


@game_app.command(no_args_is_help=True)
def clip(
    folder: FolderArgument,
    at: Annotated[
        str,
        typer.Argument(help="When it ended, in minutes and seconds as the play-by-play has it."),
    ],
    out: Annotated[Path, typer.Option("--out", help="A .mp4 or a .gif.")],
    slow: Annotated[
        float, typer.Option(min=1.0, max=8.0, help="How many times slower than it was.")
    ] = 1.0,
    force: ForceOption = False,
) -> None:
    """A play as a short film to hand on.

    Example: [bold]referee game clip my-game 4:17 --out tackle.gif --slow 4[/bold]
    """
    from referee.apps.games.clip import run_clip  # noqa: PLC0415 - the help must not wait

    run_clip(folder, at, out, slow, force=force)
