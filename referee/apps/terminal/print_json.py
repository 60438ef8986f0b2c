"""What a command says with `--json`."""

from __future__ import annotations

import json

import typer


def print_json(content: object) -> None:
    """A value as readable JSON."""
    typer.echo(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))
