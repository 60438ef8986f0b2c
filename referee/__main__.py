"""Starts the command line. Ctrl-C is one plain word even while it is still being loaded."""

from __future__ import annotations

import sys

STOPPED = 130


def main() -> None:
    """What the command ``referee`` and ``python -m referee`` run."""
    try:
        from referee.cli.main import main as run  # noqa: PLC0415 - loading it is what may be stopped

        run()
    except KeyboardInterrupt:
        print("referee: stopped.", file=sys.stderr)  # noqa: T201 - nothing else is loaded yet
        sys.exit(STOPPED)


if __name__ == "__main__":
    main()
