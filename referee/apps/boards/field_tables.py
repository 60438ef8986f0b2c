"""What `referee field` prints: the boards that are known, and every measure of one."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Rows

from referee.apps.drawings.drawing_file import check_drawing, save_drawing
from referee.apps.drawings.field_picture import draw_field
from referee.apps.terminal.print_json import print_json
from referee.core.field.field_doubts import field_doubts
from referee.core.field.field_lines import field_lines
from referee.core.field.field_profile import LENGTH_KEYS, FieldProfile
from referee.core.units import format_inches
from referee.loaders.fields import field_names, load_field, read_field, write_template


def print_fields(*, as_json: bool) -> None:
    """The boards that come with the program."""
    profiles = [load_field(name) for name in field_names()]
    if as_json:
        print_json([{"name": p.name, "title": p.title, **_field_scales(p)} for p in profiles])
        return
    table = Rows("name", "title", "mm/yd along", "mm/yd across")
    for p in profiles:
        scales = (f"{scale:.3f}" for scale in (p.length_mm_per_yd, p.width_mm_per_yd))
        table.add_row(p.name, escape(p.title), *scales)
    Console().print(table)


def print_field(name: str, draw: Path | None, *, as_json: bool) -> None:
    """Every measure of a board, and its drawing if one is asked for."""
    check_drawing(draw)
    profile = load_field(name)
    if as_json:
        print_json(_field_json(profile))
    else:
        _print_measures(profile)
    save_drawing(draw, draw_field(profile), "drawn to ", as_json=as_json)


def check_field_file(file: Path, *, as_json: bool) -> None:
    """What is worth measuring again in a field file of one's own."""
    profile = read_field(file)
    doubts = field_doubts(profile)
    if as_json:
        print_json({"name": profile.name, "doubts": doubts})
        return
    for doubt in doubts:
        typer.echo(f"{file}: measure again: {doubt}")
    typer.echo(f"{file}: the field {profile.name} can be used. {_scale_words(profile)}")


def write_new_field(name: str, to: Path | None) -> None:
    """A commented field file to fill in."""
    target = to or Path(f"{name}.toml")
    write_template(target, name)
    typer.echo(f"written to {target}: fill it in, then run: referee field check {target}")


def _print_measures(profile: FieldProfile) -> None:
    table = Rows("measure", "mm", "inches", "yards", title=escape(profile.title))
    for key in LENGTH_KEYS:
        value = getattr(profile, key)
        across = "_y_" in key or key in {"width_mm", "hash_length_mm"}
        scale = profile.width_mm_per_yd if across else profile.length_mm_per_yd
        table.add_row(key, f"{value:.2f}", format_inches(value), f"{value / scale:.2f}")
    console = Console()
    console.print(table)
    console.print(_scale_words(profile))
    if profile.notes:
        console.print(" ".join(profile.notes.split()), highlight=False, markup=False)


def _scale_words(profile: FieldProfile) -> str:
    return (
        f"A yard is {profile.length_mm_per_yd:.3f} mm along the field and "
        f"{profile.width_mm_per_yd:.3f} mm across it."
    )


def _field_scales(profile: FieldProfile) -> dict[str, float]:
    return {
        "length_mm_per_yd": profile.length_mm_per_yd,
        "width_mm_per_yd": profile.width_mm_per_yd,
    }


def _field_json(profile: FieldProfile) -> dict[str, object]:
    lines = [
        {"name": e.name, "kind": e.kind, "axis": "y" if e.along_field else "x", "mm": e.place_mm}
        for e in field_lines(profile)
    ]
    return {**dataclasses.asdict(profile), **_field_scales(profile), "lines": lines}
