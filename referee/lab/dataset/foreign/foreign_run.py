"""What `referee dataset foreign` does."""

from __future__ import annotations

from pathlib import Path

from referee.apps.terminal.progress import progress_bar
from referee.lab.dataset.foreign.foreign_maker import SETS, ForeignAmounts, make_foreign


def run_foreign(out: Path, amounts: ForeignAmounts, only: str | None) -> None:
    """Render the foreign test pictures."""
    names = [only] if only else list(SETS)
    with progress_bar() as bar:
        line = bar.add_task("rendering", total=len(names) * amounts.looks * amounts.frames, note="")
        make_foreign(out, names, amounts, lambda stem: bar.update(line, advance=1, note=stem))
