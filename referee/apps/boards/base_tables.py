"""What `referee base` prints: the bases that are known, and the sizes of one."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Rows

from referee.apps.drawings.base_picture import draw_base
from referee.apps.drawings.drawing_file import check_drawing, save_drawing
from referee.apps.terminal.print_json import print_json
from referee.core.units import format_inches
from referee.loaders.bases import BaseKind, base_names, find_base


def print_bases(*, as_json: bool) -> None:
    """The bases that come with the program."""
    kinds = [find_base(name) for name in base_names()]
    if as_json:
        print_json([_base_json(kind) for kind in kinds])
        return
    table = Rows("name", "title", "outline", "length mm", "width mm")
    for kind in kinds:
        s = kind.shape
        sizes = (f"{s.length_mm:.2f}", f"{s.width_mm:.2f}")
        table.add_row(s.name, escape(kind.title), kind.outline, *sizes)
    Console().print(table)


def print_base(name: str, draw: Path | None, *, as_json: bool) -> None:
    """The sizes of a base, and its drawing if one is asked for."""
    check_drawing(draw)
    kind = find_base(name)
    if as_json:
        print_json(_base_json(kind, with_outline=True))
    else:
        _print_sizes(kind)
    save_drawing(draw, draw_base(kind.shape), "drawn to ", as_json=as_json)


def _print_sizes(kind: BaseKind) -> None:
    shape = kind.shape
    table = Rows("measure", "mm", "inches", title=escape(kind.title))
    for key in ("length_mm", "width_mm", "height_mm", "radius_mm", "reach_mm"):
        value = getattr(shape, key)
        table.add_row(key, f"{value:.2f}", format_inches(value))
    console = Console()
    console.print(table)
    if kind.notes:
        console.print(" ".join(kind.notes.split()), highlight=False, markup=False)


def _base_json(kind: BaseKind, *, with_outline: bool = False) -> dict[str, object]:
    shape = kind.shape
    keys = ("name", "length_mm", "width_mm", "height_mm", "radius_mm")
    words: dict[str, object] = {key: getattr(shape, key) for key in keys}
    words |= {"title": kind.title, "outline": kind.outline}
    if with_outline:
        words["outline_mm"] = shape.outline_mm().round(4).tolist()
    return words
