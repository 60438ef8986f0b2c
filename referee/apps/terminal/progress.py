"""Progress for people: what a command is busy with, and how far it is."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

SayProgress = Callable[[str, float], None]


def progress_bar() -> Progress:
    """A bar on stderr, so that output can be piped; without a terminal it prints nothing."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def start_up_progress(progress: Progress) -> SayProgress:
    """A function that shows what the start-up is busy with."""
    task = progress.add_task("preparing the board", total=1.0, note="")

    def say(doing: str, done: float) -> None:
        progress.update(task, description=f"preparing the board: {doing}", completed=done)
        if done >= 1.0:
            progress.remove_task(task)

    return say
