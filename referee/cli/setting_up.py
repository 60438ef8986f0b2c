"""What the set-up page can reach from here: this computer's cameras, ports and folders."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import typer

from referee.camera.devices.settings import Request
from referee.camera.devices.webcam import plugged_in
from referee.camera.source import Image
from referee.cli.cameras import open_camera
from referee.play.desk import Desk
from referee.play.games import games_folder
from referee.play.table import choice_of
from referee.power.ports import ports
from referee.web.access import Access
from referee.web.home import home_address
from referee.web.server import claim_ports, serve
from referee.web.setup_around import Around
from referee.web.setup_page import setup_app

SETTLE = 12  # pictures after which an automatic exposure has found itself
WAIT_S = 5.0


def around(desk: Desk | None = None) -> Around:
    """Everything of this computer; with a desk, a night runs."""
    return Around(games_folder(), (Path.cwd(),), plugged_in, still_of, ports, choice_of, desk)


def still_of(wanted: str | None, request: Request) -> Image:
    """One picture with a camera, which is let go again."""
    with open_camera(wanted, request) as camera:
        for _ in range(SETTLE):
            frame = camera.newest(WAIT_S)
        return frame.image


def run_setup(port: int, *, browser: bool, lan: bool) -> None:
    """Show the page until Ctrl-C."""
    home = home_address() if lan else None
    listening = claim_ports(port, home)
    access = Access(listening[0].getsockname()[1], lan=home)

    def started() -> None:
        typer.echo(f"Set-up page: {access.address}")
        if access.lan_address is not None:
            code = access.pairing.new_code()
            typer.echo(f"In your home: {access.lan_address} with the code {code}")
        typer.echo(f"Plans are kept in {games_folder()}\nCtrl-C stops.")
        if browser:
            threading.Thread(target=webbrowser.open, args=(access.address,), daemon=True).start()

    serve(setup_app(access, around()), listening, started)
