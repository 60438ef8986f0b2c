"""A page shown until Ctrl-C: its port, its address on the terminal, and a browser that opens it."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import typer
from fastapi import FastAPI

from referee.apps.terminal.browser_start import open_browser
from referee.apps.terminal.page_options import PageOptions
from referee.web.server.home_network import home_address
from referee.web.server.page_access import PageAccess
from referee.web.server.page_server import claim_ports, serve
from referee.web.server.pairing_routes import pairing_address
from referee.web.server.qr_code import qr_lines, qr_rows


@dataclass(frozen=True, slots=True)
class AddressFile:
    """How a run tells the program that started it where its page is: a file, named in a variable.

    The address holds the token, so the file is this person's alone.
    """

    variable: str

    def told_in(self, path: Path) -> dict[str, str]:
        """The environment of a run that is to write its address there."""
        return {**os.environ, self.variable: str(path)}

    def tell(self, address: str) -> None:
        """Write the address, if somebody asked for it."""
        name = os.environ.get(self.variable)
        if name:
            path = Path(name)
            path.touch(mode=0o600)
            path.write_text(address, encoding="utf-8")


ADDRESS_FILE = AddressFile("REFEREE_ADDRESS_FILE")


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The ports of a page, which are claimed before any work is done, and who may press."""

    sockets: Sequence[socket.socket]
    access: PageAccess
    browser: bool

    @classmethod
    def claim(cls, options: PageOptions) -> Self:
        """Take the port, or say in one sentence why not."""
        lan = home_address() if options.lan else None
        sockets = claim_ports(options.port, lan)
        return cls(sockets, PageAccess(sockets[0].getsockname()[1], lan=lan), options.browser)

    def show(
        self, app: FastAPI, title: str, rest: str = "", begin: Callable[[], None] | None = None
    ) -> None:
        """Serve until Ctrl-C; print the address behind its title, then ``rest``, then begin."""

        def started() -> None:
            typer.echo(f"{title}: {self.access.address}")
            ADDRESS_FILE.tell(self.access.address)
            if self.access.lan_address is not None:
                code = self.access.pairing.new_code()
                typer.echo(f"In your home: {self.access.lan_address} with the code {code.digits}")
                _draw(qr_lines(qr_rows(pairing_address(self.access.lan_address, code))))
            typer.echo(f"{rest}\nCtrl-C stops." if rest else "Ctrl-C stops.")
            if begin is not None:
                begin()
            if self.browser:
                opening = threading.Thread(
                    target=open_browser, args=(self.access.address,), daemon=True
                )
                opening.start()

        serve(app, self.sockets, started)


def _draw(lines: Sequence[str]) -> None:
    """The code to be scanned, where a terminal can show it: black on white in every theme."""
    if sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").casefold():
        for line in lines:
            typer.secho(line, fg="black", bg="bright_white")
