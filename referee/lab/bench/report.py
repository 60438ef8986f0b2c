"""What a bench says: rows of measured figures, each with the bar it has to meet, if it has one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from rich.table import Table

from referee.core.errors import BadValue
from referee.lab.bench.tools.machine import BenchMachine

BetterWhen = Literal["lower", "higher"]
SIGNS: dict[BetterWhen, str] = {"lower": "≤", "higher": "≥"}


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure.

    >>> Row("steps", 120_000.0, "steps/s", bar=100_000.0, better="higher").passes
    True
    """

    label: str
    value: float
    unit: str
    bar: float | None = None
    better: BetterWhen = "lower"

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise BadValue(f"the measured value of {self.label!r}", self.value, "a finite number")
        if self.better not in SIGNS:
            raise BadValue("better", self.better, " or ".join(SIGNS))

    @property
    def passes(self) -> bool:
        """Whether the bar is met; a figure without a bar only informs."""
        if self.bar is None:
            return True
        return self.value <= self.bar if self.better == "lower" else self.value >= self.bar

    def to_json(self) -> dict[str, Any]:
        """The row as plain data."""
        return {
            "label": self.label,
            "value": self.value,
            "unit": self.unit,
            "bar": self.bar,
            "better": self.better,
            "passes": self.passes,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one bench. Notes say what was measured and under which conditions."""

    name: str
    rows: tuple[Row, ...] | list[Row]
    notes: tuple[str, ...] | list[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(self.rows))
        object.__setattr__(self, "notes", tuple(self.notes))
        if not self.rows:
            raise BadValue("rows", self.rows, "one measured figure or more")

    def passes(self) -> bool:
        """Whether every bar is met."""
        return all(row.passes for row in self.rows)

    def to_json(self, machine: BenchMachine | None = None) -> dict[str, Any]:
        """The report and the machine it was measured on, as plain data."""
        return {
            "name": self.name,
            "passes": self.passes(),
            "rows": [row.to_json() for row in self.rows],
            "notes": list(self.notes),
            "machine": (machine or BenchMachine.this_one()).to_json(),
        }

    def table(self) -> Table:
        """The rows for a terminal; a missed bar stands out."""
        table = Table(title=f"bench {self.name}", title_justify="left", caption_justify="left")
        table.add_column("what")
        table.add_column("measured", justify="right")
        table.add_column("unit")
        table.add_column("bar", justify="right")
        table.add_column("")
        for row in self.rows:
            bar = "" if row.bar is None else f"{SIGNS[row.better]} {readable(row.bar)}"
            result = "[green]met[/]" if row.passes else "[bold red]MISSED[/]"
            table.add_row(
                row.label, readable(row.value), row.unit, bar, "" if row.bar is None else result
            )
        if self.notes:
            table.caption = "\n".join(self.notes)
        return table


def readable(value: float) -> str:
    """A figure with four digits that count, thousands grouped.

    >>> readable(123456.7), readable(0.012345), readable(3)
    ('123,457', '0.01234', '3')
    """
    if value == 0 or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"
