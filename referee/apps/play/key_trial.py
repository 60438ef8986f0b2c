"""What `referee keys` does: list what keys and a pedal ask for, and show what is pressed."""

from __future__ import annotations

import time
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.toml import read_toml
from referee.night.input.key_table import ACTION_MEANINGS, ESCAPE, KeyAction, KeyTable, key_table_of
from referee.night.input.keyboard import KeyReader, open_terminal
from referee.night.input.pedal import open_pedal
from referee.system_clock import clock_s

LOOK_S = 0.05


def read_keys(path: Path | None) -> KeyTable:
    """The usual keys, or those of a file."""
    return KeyTable() if path is None else key_table_of(read_toml(path))


def print_keys(keys: Path | None, *, as_json: bool) -> None:
    """Every key with what it asks for."""
    table = read_keys(keys)
    acts = {ESCAPE: KeyAction.OFF, **table.acts}
    if as_json:
        pedal = {"port": table.pedal_port, "line": table.pedal_line}
        content = {"keys": {key: act.value for key, act in acts.items()}, "pedal": pedal}
        print_json(content)
        return
    rows = Table("key", "asks for", "that is", title="Keys")
    for key, act in acts.items():
        rows.add_row(key, act.value, ACTION_MEANINGS[act])
    Console().print(rows)


def try_keys(keys: Path | None, seconds: float) -> None:
    """Show the name of every key that is pressed, for so long."""
    table = read_keys(keys)
    terminal = open_terminal()
    if terminal is None:
        raise BadValue("the terminal", PlainWord("missing"), "a terminal to press keys in")

    def show(key: str) -> None:
        typer.echo(f"{key}: {table.act(key).value}")

    typer.echo(f"Press keys; this ends after {seconds:g} s or with Ctrl-C.")
    with KeyReader(terminal, show):
        if table.pedal_port:
            with KeyReader(open_pedal(table.pedal_port, table.pedal_line, typer.echo), show):
                _wait(seconds)
        else:
            _wait(seconds)


def _wait(seconds: float) -> None:
    until_s = clock_s() + seconds
    while clock_s() < until_s:
        time.sleep(LOOK_S)
