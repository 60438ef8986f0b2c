"""`referee case`: plays written down by hand, run against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.rules import case_run
from referee.cli.options import JsonOption

case_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@case_app.callback()
def case() -> None:
    """Plays written down by hand, with the calls they have to give. docs/cases.md has the format.

    Example: [bold]referee case run tests/cases[/bold]
    """


@case_app.command("run")
def run_cases(
    files: Annotated[list[Path], typer.Argument(help="Case files (.yaml), or folders of them.")],
    as_json: JsonOption = False,
) -> None:
    """Run cases; print what differs. The exit code is 1 when something does.

    Example: [bold]referee case run tests/cases/hefl[/bold]
    """
    case_run.run_cases(files, as_json=as_json)


@case_app.command("draw")
def draw(
    file: Annotated[Path, typer.Argument(help="A case file (.yaml).")],
    out: Annotated[Path, typer.Option("--out", "-o", help="A .png or .svg name.")] = Path(
        "case.png"
    ),
    video: Annotated[
        Path | None, typer.Option("--video", help="Also a film: an .mp4 name.")
    ] = None,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="Which case of the file.")
    ] = 1,
) -> None:
    """Draw a case: the field in true scale, everybody's way, and where it ends.

    Example: [bold]referee case draw tests/cases/hefl/tackles.yaml -n 2 --out side.png[/bold]
    """
    case_run.draw_one(file, number, out, video)
