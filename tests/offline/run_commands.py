"""Run in a process of its own, under watch: the help of every command, then real runs of many.

Prints a line of JSON for each: its words, its exit code, the end of what it said.
"""

from __future__ import annotations

import json
import sys

from typer.testing import CliRunner

from referee.cli.main import app
from tests.cli.test_main import every_command


def run(words: list[str]) -> None:
    result = CliRunner().invoke(app, words, prog_name="referee")
    told = {"words": words, "code": result.exit_code, "said": result.output[-300:]}
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def main() -> None:
    runs = json.loads(sys.stdin.read())
    run(["--version"])
    for path, _command in every_command():
        run([*path, "--help"])
    for words in runs:
        run(words)


if __name__ == "__main__":
    main()
