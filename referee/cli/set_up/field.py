"""`referee field` and `referee base`: the boards and bases the program knows, and one's own."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Rows

from referee.apps.drawings.base_picture import draw_base
from referee.apps.drawings.field_picture import draw_field
from referee.apps.terminal.print_json import print_json
from referee.core.field.field_doubts import field_doubts
from referee.core.field.field_lines import field_lines
from referee.core.field.field_profile import LENGTH_KEYS, FieldProfile
from referee.core.units import format_inches
from referee.loaders.bases import BaseKind, base_names, find_base
from referee.loaders.fields import field_names, load_field, read_field, write_template
from referee.loaders.formats.vector_picture import VectorPicture, check_picture_name

field_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")
base_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

ProfileArgument = Annotated[
    str, typer.Argument(help="A name from the list, or the path of a .toml file.")
]
TableAsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
DrawOption = Annotated[
    Path | None,
    typer.Option("--draw", help="Also save a true-scale drawing: a .png or .svg name."),
]


@field_app.callback()
def field() -> None:
    """Boards: what is printed where, in millimetres and yards.

    Example: [bold]referee field show 620[/bold]
    """


@base_app.callback()
def base() -> None:
    """Bases: outline, size, front and sides.

    Example: [bold]referee base show standard[/bold]
    """


@field_app.command("list")
def list_fields(as_json: TableAsJson = False) -> None:
    """Name the fields that come with the program.

    Example: [bold]referee field list[/bold]
    """
    profiles = [load_field(name) for name in field_names()]
    if as_json:
        rows = [{"name": p.name, "title": p.title, **_field_scales(p)} for p in profiles]
        print_json(rows)
        return
    table = Rows("name", "title", "mm/yd along", "mm/yd across")
    for p in profiles:
        table.add_row(
            p.name, escape(p.title), f"{p.length_mm_per_yd:.3f}", f"{p.width_mm_per_yd:.3f}"
        )
    Console().print(table)


@field_app.command("show")
def show_field(
    name: ProfileArgument, as_json: TableAsJson = False, draw: DrawOption = None
) -> None:
    """Show every measure of a field in mm, inches and yards.

    Example: [bold]referee field show 620 --draw 620.png[/bold]
    """
    _check_drawing(draw)
    profile = load_field(name)
    if as_json:
        print_json(_field_json(profile))
    else:
        _print_field(profile)
    _save_drawing(draw, draw_field(profile), quiet=as_json)


@field_app.command("check")
def check_field(
    file: Annotated[Path, typer.Argument(help="A field file of your own.")],
    as_json: TableAsJson = False,
) -> None:
    """Say what is missing in a field file, cannot be right, or is worth measuring again.

    Example: [bold]referee field check my-board.toml[/bold]
    """
    profile = read_field(file)
    doubts = field_doubts(profile)
    if as_json:
        print_json({"name": profile.name, "doubts": doubts})
        return
    for doubt in doubts:
        typer.echo(f"{file}: measure again: {doubt}")
    typer.echo(f"{file}: the field {profile.name} can be used." + _scale_words(profile))


@field_app.command("new")
def new_field(
    name: Annotated[str, typer.Argument(help="The board's name, one word.")],
    to: Annotated[
        Path | None, typer.Option("--to", help="Where to write it.", show_default="NAME.toml")
    ] = None,
) -> None:
    """Write a commented file to fill in with the measures of your own board.

    Example: [bold]referee field new my-board[/bold]
    """
    target = to or Path(f"{name}.toml")
    write_template(target, name)
    typer.echo(f"written to {target}: fill it in, then run: referee field check {target}")


@base_app.command("list")
def list_bases(as_json: TableAsJson = False) -> None:
    """Name the bases that come with the program.

    Example: [bold]referee base list[/bold]
    """
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


@base_app.command("show")
def show_base(name: ProfileArgument, as_json: TableAsJson = False, draw: DrawOption = None) -> None:
    """Show the sizes and the outline of a base.

    Example: [bold]referee base show round-front --draw round-front.png[/bold]
    """
    _check_drawing(draw)
    kind = find_base(name)
    if as_json:
        print_json(_base_json(kind, with_outline=True))
    else:
        _print_base(kind)
    _save_drawing(draw, draw_base(kind.shape), quiet=as_json)


def _print_field(profile: FieldProfile) -> None:
    table = Rows("measure", "mm", "inches", "yards", title=escape(profile.title))
    for key in LENGTH_KEYS:
        value = getattr(profile, key)
        across = "_y_" in key or key in {"width_mm", "hash_length_mm"}
        scale = profile.width_mm_per_yd if across else profile.length_mm_per_yd
        table.add_row(key, f"{value:.2f}", format_inches(value), f"{value / scale:.2f}")
    console = Console()
    console.print(table)
    console.print(_scale_words(profile).strip())
    if profile.notes:
        console.print(" ".join(profile.notes.split()), highlight=False, markup=False)


def _print_base(kind: BaseKind) -> None:
    shape = kind.shape
    table = Rows("measure", "mm", "inches", title=escape(kind.title))
    for key in ("length_mm", "width_mm", "height_mm", "radius_mm", "reach_mm"):
        value = getattr(shape, key)
        table.add_row(key, f"{value:.2f}", format_inches(value))
    console = Console()
    console.print(table)
    if kind.notes:
        console.print(" ".join(kind.notes.split()), highlight=False, markup=False)


def _scale_words(profile: FieldProfile) -> str:
    return (
        f" A yard is {profile.length_mm_per_yd:.3f} mm along the field and "
        f"{profile.width_mm_per_yd:.3f} mm across it."
    )


def _field_scales(profile: FieldProfile) -> dict[str, float]:
    return {
        "length_mm_per_yd": profile.length_mm_per_yd,
        "width_mm_per_yd": profile.width_mm_per_yd,
    }


def _field_json(profile: FieldProfile) -> dict[str, Any]:
    lines = [
        {"name": e.name, "kind": e.kind, "axis": "y" if e.along_field else "x", "mm": e.place_mm}
        for e in field_lines(profile)
    ]
    return {**dataclasses.asdict(profile), **_field_scales(profile), "lines": lines}


def _base_json(kind: BaseKind, *, with_outline: bool = False) -> dict[str, Any]:
    shape = kind.shape
    keys = ("name", "length_mm", "width_mm", "height_mm", "radius_mm")
    words: dict[str, Any] = {key: getattr(shape, key) for key in keys}
    words |= {"title": kind.title, "outline": kind.outline}
    if with_outline:
        words["outline_mm"] = shape.outline_mm().round(4).tolist()
    return words


def _check_drawing(draw: Path | None) -> None:
    if draw is not None:
        check_picture_name(draw)


def _save_drawing(draw: Path | None, picture: VectorPicture, *, quiet: bool) -> None:
    if draw is not None:
        picture.save(draw)
        typer.echo(f"drawn to {draw}", err=quiet)
