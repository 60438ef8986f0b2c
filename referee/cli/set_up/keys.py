"""`referee keys`: what the keys and a pedal ask for, and what a pedal sends."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.apps.play import key_trial
from referee.cli.options import JsonOption, KeysOption

keys_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@keys_app.command("list")
def list_keys(keys: KeysOption = None, as_json: JsonOption = False) -> None:
    """List which key asks for what; checks a file of your own.

    Example: [bold]referee keys list --keys keys.toml[/bold]
    """
    key_trial.print_keys(keys, as_json=as_json)


@keys_app.command("test")
def try_keys(
    keys: KeysOption = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, max=600.0, help="How long to listen.")
    ] = 30.0,
) -> None:
    """Show the name of every key that is pressed, to learn what a pedal sends. Nothing is switched.

    Example: [bold]referee keys test --seconds 20[/bold]
    """
    key_trial.try_keys(keys, seconds)
