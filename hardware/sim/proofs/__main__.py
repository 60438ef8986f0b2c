"""All proofs of one firmware: ``python -m hardware.sim.proofs``, with --json for a program."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from hardware.sim import build
from hardware.sim.chip import Chip, NoAnswer
from hardware.sim.proofs import PROOFS, Broken, Figure


def main() -> None:
    """Prints the figures; leaves with 1 when a rule is broken."""
    parser = argparse.ArgumentParser(description="Proves a firmware on the simulated chip.")
    parser.add_argument("--repeats", type=int, default=200, help="of what is measured (200)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument(
        "--hex", type=Path, default=build.RELEASE, help="another firmware than ours"
    )
    asked = parser.parse_args()
    try:
        library = build.library()
    except build.NotHere as error:
        sys.exit(str(error))
    figures: list[Figure] = []
    broken: dict[str, str] = {}
    for name, proof in PROOFS.items():
        try:
            figures += proof(lambda: Chip(library, asked.hex), asked.repeats)
        except (Broken, NoAnswer) as error:
            broken[name] = str(error)
    if asked.json:
        report = {"figures": [asdict(figure) for figure in figures], "broken": broken}
        sys.stdout.write(json.dumps(report, indent=2) + "\n")
    else:
        for figure in figures:
            sys.stdout.write(
                f"{figure.label:44} {figure.value:9.4f} {figure.unit:2}"
                f"  (at most {figure.bar:g}, n={figure.count})\n"
            )
        for name, why in broken.items():
            sys.stdout.write(f"BROKEN {name}: {why}\n")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
