"""The live board for a person: in a page, or in a plain window."""

from __future__ import annotations

import threading
import time
import webbrowser
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import typer

from referee.apps.terminal.progress import progress_bar
from referee.system_clock import clock_s

if TYPE_CHECKING:
    from referee.sim.live.live_board import LiveBoard
    from referee.sim.live.setup import SimSetup


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """Where and how the live board is shown."""

    port: int
    browser: bool
    window: bool


def run_live(setup: SimSetup, options: LiveOptions) -> None:
    """Show the board until Ctrl-C."""
    if options.window:
        _run_window(setup)
    else:
        _run_page(setup, options)
    typer.echo("Stopped; the simulated board is off.")


def _board(setup: SimSetup) -> LiveBoard:
    from referee.sim.live.live_board import LiveBoard  # noqa: PLC0415 - the help must not wait
    from referee.sim.live.warm_up import build_simulated_board  # noqa: PLC0415

    build = partial(build_simulated_board, setup=setup)
    return LiveBoard(build, setup.width_px, setup.height_px, setup.fps)


def _run_page(setup: SimSetup, options: LiveOptions) -> None:
    from referee.sim.formations.formation import FormationSide, formation_names, load_formation  # noqa: PLC0415
    from referee.web.live.live_app import live_app  # noqa: PLC0415
    from referee.web.live.page_board import FormationChoices  # noqa: PLC0415
    from referee.web.server.page_access import PageAccess  # noqa: PLC0415
    from referee.web.server.page_server import claim_port, serve  # noqa: PLC0415

    listening = claim_port(options.port)
    access = PageAccess(listening.getsockname()[1])
    titles = {name: load_formation(name).title for name in formation_names()}
    ours, theirs = formation_names(FormationSide.OFFENCE), formation_names(FormationSide.DEFENCE)
    choices = FormationChoices({n: titles[n] for n in ours}, {n: titles[n] for n in theirs}, titles)
    with _board(setup) as board:

        def started() -> None:
            typer.echo(f"Referee's live board: {access.address}")
            typer.echo(_what_is_shown(setup))
            threading.Thread(target=_show_start, args=(board,), daemon=True).start()
            if options.browser:
                threading.Thread(target=_open, args=(access.address,), daemon=True).start()

        serve(live_app(board, access, choices), listening, started)


def _what_is_shown(setup: SimSetup) -> str:
    who = (
        "An automatic coach plays both sides on a simulated board"
        if setup.coach_switches
        else "A simulated board: the coach sets the figures up and you hold the power switch"
    )
    return (
        f"{who}, seen by a simulated camera.\n"
        "What the page tells is the simulator's own truth. Ctrl-C stops."
    )


def _open(address: str) -> None:
    """A machine without a browser still has the printed address."""
    webbrowser.open(address)


def _show_start(board: LiveBoard) -> None:
    began_s = clock_s()
    with progress_bar() as bar:
        task = bar.add_task("preparing the board", total=1.0, note="")
        while board.ready is None and board.lost is None:
            step = board.preparing
            words = f"preparing the board: {step.doing}"
            bar.update(task, description=words, completed=step.done)
            time.sleep(0.1)
    if board.lost is not None and not board.closed:
        typer.echo(f"referee: {board.lost}", err=True)
    elif board.ready is not None:
        typer.echo(f"The board is ready after {clock_s() - began_s:.1f} s.")


def _run_window(setup: SimSetup) -> None:
    from referee.apps.sim.board_window import BoardWindow  # noqa: PLC0415 - tkinter may be missing

    window = BoardWindow("Referee: the simulated board")
    with _board(setup) as board:
        _show_start(board)
        window.show(board)
