"""The page of house rules: a book is changed and checked while it is typed, saved, compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, HTTPException
from pydantic import Field

from referee.core.errors import BadValue
from referee.loaders.house_file import HouseFile, read_house
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.loaders.shipped_data import names_a_file
from referee.rulebooks.house_settings import shown_value
from referee.rulebooks.rulebook import LONGEST_EXTENDS, Rulebook
from referee.web.house.house_json import (
    TypedChanges,
    differences_json,
    settings_json,
    typed_changes,
)
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import JsonValues, PageToken, StrictForm, check_token
from referee.web.server.page_files import STATIC, serve_file, serve_static
from referee.web.setup.rules_in_short import rules_in_short
from referee.web.setup.setup_choices import house_files
from referee.web.setup.setup_reach import SetupReach

FILES = ("house.css", "house.js", "league_picture.js")
UNPAIRED = "This page is not paired: open the address that the program printed."
BookName = Annotated[str, Field(min_length=1, max_length=LONGEST_EXTENDS)]
Typed = Annotated[str, Field(max_length=100)]
MOST_CHANGES = 1_000


class BookForm(StrictForm):
    """A book: a league's name, or the path of a house's file."""

    book: BookName


class CompareForm(StrictForm):
    """Two books."""

    one: BookName
    other: BookName


class HouseForm(StrictForm):
    """A house's rules as they stand on the page; ``over``: a file that is there is replaced."""

    extends: BookName
    name: Annotated[str, Field(max_length=100)]
    title: Annotated[str, Field(max_length=200)]
    changes: Annotated[dict[Typed, Typed], Field(max_length=MOST_CHANGES)]
    over: bool = False


def add_house(app: FastAPI, access: PageAccess, around: SetupReach) -> None:
    """The page's routes, for an application that stands behind the guard."""

    def check(token: str) -> None:
        check_token(access, token, UNPAIRED)

    @app.post("/house/books")
    def books(x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        leagues = [{"value": name, "title": load_rulebook(name).title} for name in LEAGUES]
        return {"leagues": leagues, "house": list(house_files(around)), "folder": str(around.games)}

    @app.post("/house/open")
    def show(wanted: BookForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return _opened(wanted.book)

    @app.post("/house/check")
    def look(typed: HouseForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return _looked(typed, around)[0]

    @app.post("/house/save")
    def save(typed: HouseForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        said, house, path = _looked(typed, around)
        saved = house is not None and path is not None and (typed.over or not path.exists())
        if saved and house is not None and path is not None:
            try:
                house.write(path)
            except OSError as error:
                raise HTTPException(422, f"{path} cannot be written: {error.strerror}.") from None
        return said | {"saved": saved}

    @app.post("/house/compare")
    def compare(wanted: CompareForm, x_referee_token: PageToken = "") -> JsonValues:
        check(x_referee_token)
        return differences_json(load_rulebook(wanted.one), load_rulebook(wanted.other))

    serve_file(app, "/house", STATIC / "house.html")
    serve_static(app, FILES)


def _opened(book: str) -> JsonValues:
    """A book to be changed: a league's as it is, a house's over what it extends."""
    if names_a_file(book):
        house = read_house(Path(book))
        if house.name in LEAGUES:  # a league's own file is no house's
            raise BadValue("rulebook", book, "a league by its name, or a house's file")
    else:
        house = HouseFile(load_rulebook(book).name, "", "", {})
    base = load_rulebook(house.extends)
    own = {f"{section}.{key}": _typed(value) for (section, key), value in house.changes.items()}
    return {
        "extends": house.extends,
        "base": base.title,
        "name": house.name,
        "title": house.title,
        "changes": own,
        "settings": settings_json(base),
    }


def _typed(value: bool | float | str) -> str:
    return shown_value(value if isinstance(value, (bool, str)) else float(value))


def _looked(
    typed: HouseForm, around: SetupReach
) -> tuple[JsonValues, HouseFile | None, Path | None]:
    """What the page is told of its form; the file to be written if it can be, and where."""
    base = load_rulebook(typed.extends)
    found = typed_changes(base, typed.changes)
    wrong = dict(found.wrong)
    path = None
    try:
        path = around.house_path(typed.name)
    except BadValue as error:
        wrong["name"] = f"Needs {error.allowed}."
    if not typed.title.strip():
        wrong["title"] = "Needs a title, as it should stand on the score sheet."
    house = HouseFile(typed.extends, typed.name, typed.title.strip(), found.changes)
    book = None if wrong else _book(house, path, found, wrong)
    said: JsonValues = {
        "wrong": wrong,
        "changed": [f"{section}.{key}" for section, key in found.changes],
        "there": path is not None and path.exists(),
        "path": str(path or ""),
        "text": "" if book is None else house.text(),
        "short": None if book is None else rules_in_short(book),
    }
    return said, (None if book is None else house), path


def _book(
    house: HouseFile, path: Path | None, found: TypedChanges, wrong: dict[str, str]
) -> Rulebook | None:
    """The rulebook that it would be; what does not fit together is said where it stands."""
    if path is None:
        return None
    try:
        return house.rulebook(path)
    except BadValue as error:
        known = {"name", "title", *(f"{section}.{key}" for section, key in found.changes)}
        wrong[error.key if error.key in known else "title"] = f"{error}."
        return None
