"""Rulebooks and rule lists: the leagues' that come with the program, and files that extend them."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.game.order.game_order import GameOrder
from referee.game.penalties.foul_table import FoulTable
from referee.loaders.formats.toml import line_of_key, read_toml, toml_table
from referee.loaders.shipped_data import names_a_file
from referee.rulebooks.catalogue import Catalogue, Rule, catalogue_of
from referee.rulebooks.foul_table import fouls_of
from referee.rulebooks.kicks.kick_rules import KickTable
from referee.rulebooks.kicks.kick_table import kick_table_of
from referee.rulebooks.order_table import order_of
from referee.rulebooks.procedure import Procedure, procedure_of
from referee.rulebooks.rulebook import LONGEST_EXTENDS, Rulebook, rulebook_of

LEAGUES = ("efhl", "hefl", "vsefl", "simplified")
_FOLDER = Path(__file__).resolve().parents[1] / "rulebooks"
# What all leagues share of a table.
_SHARED = _FOLDER / "common"
# A house may extend another house's file; more steps than this are taken for a ring.
_MOST_STEPS = 5

T = TypeVar("T")


def load_rulebook(name_or_path: str) -> Rulebook:
    """A league's rulebook by its name ("hefl"), or a house rulebook from its file ("mine.toml").

    >>> load_rulebook("hefl").calls.tackle.front_until_yd.rule
    'HEFL-TKL-01'
    """
    return _load(_path_of(name_or_path, None), _MOST_STEPS)


@lru_cache(maxsize=8)
def load_catalogue(league: str) -> Catalogue:
    """All rules of a league."""
    _check_league(league)
    path = _FOLDER / league / "rules.toml"
    return _pointing(path, lambda table: catalogue_of(league, table))


def find_rule(rule_id: str) -> tuple[str, Rule]:
    """A rule by its id, whichever league it is of, with that league."""
    wanted = rule_id.strip().upper()
    ids: list[str] = []
    for league in LEAGUES:
        for rule in load_catalogue(league):
            if rule.id == wanted:
                return league, rule
            ids.append(rule.id)
    close = difflib.get_close_matches(wanted, ids, n=3)
    hint = f" (did you mean {', '.join(close)}?)" if close else ""
    raise BadValue("rule", rule_id, f"the id of a rule, such as HEFL-TKL-01{hint}")


def house_rulebook(text: str, path: Path) -> Rulebook:
    """The rulebook in the text of a house's file, as it would be if it lay at ``path``."""
    return _made(toml_table(text, str(path)), path, _MOST_STEPS)


def _load(path: Path, steps: int) -> Rulebook:
    return _pointing(path, lambda table: _made(table, path, steps))


def _made(table: SettingsTable, path: Path, steps: int) -> Rulebook:
    if "extends" not in table:
        if path.parent.parent != _FOLDER:
            allowed = f"the rulebook it changes: one of {', '.join(LEAGUES)}, or a file"
            table.text("extends", LONGEST_EXTENDS)
            raise table.error("extends", "", allowed)
        home = path.parent
        return rulebook_of(table, _procedure(home), _order(home), _fouls(home), _kicks(home))
    extends = table.text("extends", LONGEST_EXTENDS)
    if steps == 0:
        raise table.error("extends", extends, "a rulebook that is not extended in a ring")
    try:
        base = _load(_path_of(extends, path.parent), steps - 1)
    except BadValue as error:
        if error.key != "rulebook":
            raise
        raise table.error("extends", extends, error.allowed) from None
    order, fouls = base.game.order, base.game.fouls
    return rulebook_of(table, base.procedure, order, fouls, base.kicks, base)


@lru_cache(maxsize=8)
def _procedure(folder: Path) -> Procedure:
    return _pointing(folder / "procedure.toml", procedure_of)


@lru_cache(maxsize=8)
def _kicks(folder: Path) -> KickTable:
    return _pointing(folder / "kicks.toml", kick_table_of)


@lru_cache(maxsize=8)
def _order(folder: Path) -> GameOrder:
    """The order of a league's games: what it says itself, over what all of them share."""
    shared = _SHARED / "order.toml"
    return _pointing(folder / "order.toml", lambda own: order_of(read_toml(shared), own))


@lru_cache(maxsize=8)
def _fouls(folder: Path) -> FoulTable:
    return _pointing(folder / "fouls.toml", fouls_of)


def _path_of(name_or_path: str, folder: Path | None) -> Path:
    if names_a_file(name_or_path):
        path = Path(name_or_path)
        return path if folder is None or path.is_absolute() else folder / path
    _check_league(name_or_path)
    return _FOLDER / name_or_path / "settings.toml"


def _check_league(name: str) -> None:
    if name in LEAGUES:
        return
    close = difflib.get_close_matches(name.lower(), LEAGUES, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    allowed = f"one of {', '.join(LEAGUES)}, or the path of a .toml file that extends one{hint}"
    raise BadValue("rulebook", name, allowed)


def _pointing(path: Path, make: Callable[[SettingsTable], T]) -> T:
    """What ``make`` returns for a file; a complaint about one of its keys names the line."""
    table = read_toml(path)
    try:
        return make(table)
    except BadValue as error:
        if error.where != str(path):
            raise
        line = line_of_key(path.read_text(encoding="utf-8-sig"), error.key)
        raise error if line is None else error.at(f"{path}, line {line}") from None
