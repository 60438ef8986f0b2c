"""A case read from the table of its file, every value checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from referee.calls.call import Action, Kind
from referee.calls.situation import Phase
from referee.cases.case import After, Camera, Case, Declared, Key, Moves, Wanted
from referee.core.base_shape import BaseShape
from referee.core.checked import Table
from referee.core.direction import Direction
from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.core.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.core.ruled import RULE_ID
from referee.game.state import Stage, State
from referee.rulebooks.rulebook import Rulebook

FURTHEST_MM = 6000.0
LONGEST_S = 120.0
T = TypeVar("T")
_TEAMS = {"H": Team.HOME, "A": Team.AWAY}
_DEFAULT_BASE = "standard"


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where what a case names is taken from."""

    rulebook: Callable[[str], Rulebook]
    field: Callable[[str], FieldProfile]
    base: Callable[[str], BaseShape]


def case_of(name: str, table: Table, shelf: Shelf) -> Case:
    """The case in a table; what it names comes from the shelf."""
    field = _named(table, "field", shelf.field)
    rulebook = _named(table, "rulebook", shelf.rulebook)
    moves = _moves(table)
    known = tuple(moves.keys)
    case = Case(
        name=name,
        title=table.text("title", 160),
        proves=_words(table, "proves", _rule_id),
        rulebook=rulebook,
        field=field,
        roster=_roster(table, known, shelf),
        start=_start(table.table("start"), field),
        script=_script(table, known),
        moves=moves,
        camera=_camera(table),
        wanted=tuple(_wanted(each, known) for each in table.tables("wanted", max_count=40)),
        forbidden=_forbidden(table),
        after=_after(table.table("after")) if "after" in table else None,
    )
    table.done()
    return case


def _named(table: Table, key: str, load: Callable[[str], T]) -> T:
    word = table.text(key, 200)
    try:
        return load(word)
    except BadValue as error:
        raise table.error(key, word, error.allowed) from None


def _words(table: Table, key: str, check: Callable[[str], bool]) -> tuple[str, ...]:
    value = table.raw(key)
    if key not in table:
        return ()
    if not isinstance(value, list) or not all(isinstance(v, str) and check(v) for v in value):
        raise table.error(key, value, "a list such as [HEFL-TKL-01]")
    return tuple(value)


def _rule_id(word: str) -> bool:
    return RULE_ID.fullmatch(word) is not None


def _moves(table: Table) -> Moves:
    ways = table.table("moves")
    keys = {name: _keys(ways, name) for name in ways.keys}
    if not keys:
        raise table.error("moves", {}, "at least one player with his keyframes")
    fallen = table.table("fallen", optional=True)
    hidden = table.table("hidden", optional=True)
    for part in (fallen, hidden):
        for name in part.keys:
            _known(part, name, name, keys)
    doubtful = _words(table, "doubtful", lambda word: word in keys)
    lies = {name: fallen.number(name, 0.0, LONGEST_S) for name in fallen.keys}
    spans = {name: hidden.numbers(name, 2, 0.0, LONGEST_S) for name in hidden.keys}
    return Moves(keys, lies, {name: (span[0], span[1]) for name, span in spans.items()}, doubtful)


def _keys(ways: Table, name: str) -> tuple[Key, ...]:
    allowed = "a list of keyframes [seconds, x mm, y mm, heading in degrees]"
    rows = ways.raw(name)
    if name not in ways or not isinstance(rows, list) or not rows:
        raise ways.error(name, rows, allowed)
    keys = []
    for i, row in enumerate(rows):
        spot = Table({f"{name}[{i}]": row}, ways.where, ways.path)
        at_s, x_mm, y_mm, deg = spot.numbers(f"{name}[{i}]", 4, -FURTHEST_MM, FURTHEST_MM)
        keys.append(Key(at_s, Pose(x_mm, y_mm, deg)))
    for i, (a, b) in enumerate(pairwise(keys), 1):
        if b.at_s <= a.at_s:
            raise ways.error(f"{name}[{i}]", rows[i], f"a keyframe later than {a.at_s:g} s")
    return tuple(keys)


def _roster(table: Table, names: Iterable[str], shelf: Shelf) -> Roster:
    bases = table.table("bases", optional=True)
    players = []
    for name in names:
        if name[:1] not in _TEAMS or not name[1:].isdigit() or int(name[1:]) > 99:
            allowed = "H or A and a number up to 99, such as H22"
            raise table.error(f"moves.{name}", name, allowed)
        shape = _named(bases, name, shelf.base) if name in bases else shelf.base(_DEFAULT_BASE)
        players.append(Player(name, _TEAMS[name[0]], int(name[1:]), shape))
    for name in bases.keys:
        _known(bases, name, name, [player.id for player in players])
    return Roster(tuple(players))


def _start(table: Table, field: FieldProfile) -> State:
    ball = table.numbers("ball", 2, -FURTHEST_MM, FURTHEST_MM)
    team = table.choice("team", list(Team), Team.HOME)
    home = table.choice("home_plays", list(Direction), Direction.RIGHT)
    line = table.number("to_gain", -FURTHEST_MM, FURTHEST_MM) if "to_gain" in table else None
    plays = home if team is Team.HOME else home.other
    if line is not None and plays.sign * (line - ball[0]) <= 0.0:
        raise table.error("to_gain", line, f"a place {plays.value} of the ball ({ball[0]:g})")
    return State(
        stage=Stage.SCRIMMAGE,
        quarter=table.whole("quarter", 1, 4, 1),
        home_score=table.whole("home_score", 0, 999, 0),
        away_score=table.whole("away_score", 0, 999, 0),
        home_plays=home,
        team=team,
        down=table.whole("down", 1, 4, 1),
        x_mm=ball[0],
        y_mm=ball[1],
        dead_y_mm=min(max(ball[1], 0.0), field.width_mm),
        to_gain_x_mm=line,
        series=1,
    )


def _script(table: Table, known: Iterable[str]) -> tuple[Declared, ...]:
    script: list[Declared] = []
    for each in table.tables("script", min_count=1, max_count=100):
        at_s = each.number("at", 0.0, LONGEST_S, 0.0)
        if script and at_s < script[-1].at_s:
            raise each.error("at", at_s, f"not before what is said above ({script[-1].at_s:g} s)")
        carrier = each.text("carrier", 12) if "carrier" in each else None
        unknown = carrier == "unknown"
        if carrier is not None and not unknown:
            _known(each, "carrier", carrier, known)
        script.append(
            Declared(
                at_s,
                power=each.flag("power") if "power" in each else None,
                phase=each.choice("phase", list(Phase)) if "phase" in each else None,
                team=each.choice("team", list(Team)) if "team" in each else None,
                carrier=None if unknown else carrier,
                nobody_said=unknown,
                caught_behind=each.flag("caught_behind") if "caught_behind" in each else None,
                engaged=each.flag("ask_engaged", False),
            )
        )
    return tuple(script)


def _camera(table: Table) -> Camera:
    return Camera(
        seconds=table.number("seconds", 0.1, LONGEST_S),
        fps=table.number("fps", 5.0, 240.0, 30.0),
        sigma_mm=table.number("sigma_mm", 0.001, 5.0, 0.12),
        sigma_deg=table.number("sigma_deg", 0.001, 20.0, 0.5),
        seed=table.whole("seed", 0, 2**31) if "seed" in table else None,
    )


def _wanted(table: Table, known: Iterable[str]) -> Wanted:
    players = _words(table, "players", lambda word: word in known)
    spot = table.numbers("ball", 2, -FURTHEST_MM, FURTHEST_MM) if "ball" in table else None
    x_mm = table.number("ball_x", -FURTHEST_MM, FURTHEST_MM) if "ball_x" in table else None
    return Wanted(
        kind=table.choice("call", list(Kind)),
        players=frozenset(players) or None,
        rule=table.text("rule", 20) if "rule" in table else None,
        at_s=table.number("at", 0.0, LONGEST_S) if "at" in table else None,
        within_s=table.number("within_s", 0.0, 1.0, 0.02),
        x_mm=spot[0] if spot else x_mm,
        y_mm=spot[1] if spot else None,
        within_mm=table.number("within_mm", 0.0, 100.0, 3.2),
        action=table.choice("action", list(Action)) if "action" in table else None,
        flagged=table.flag("flagged", False),
    )


def _forbidden(table: Table) -> frozenset[Kind] | None:
    words = {kind.value: kind for kind in Kind}
    if "forbidden" not in table:
        return None
    return frozenset(words[word] for word in _words(table, "forbidden", words.__contains__))


def _after(table: Table) -> After:
    def place(key: str) -> float | None:
        return table.number(key, -FURTHEST_MM, FURTHEST_MM) if key in table else None

    def whole(key: str, low: int, high: int) -> int | None:
        return table.whole(key, low, high) if key in table else None

    return After(
        stage=table.choice("stage", list(Stage)) if "stage" in table else None,
        team=table.choice("team", list(Team)) if "team" in table else None,
        down=whole("down", 0, 4),
        x_mm=place("ball_x"),
        y_mm=place("ball_y"),
        to_gain_x_mm=place("to_gain"),
        goal_to_go=table.flag("goal_to_go") if "goal_to_go" in table else None,
        home=whole("home_score", 0, 999),
        away=whole("away_score", 0, 999),
        within_mm=table.number("within_mm", 0.0, 100.0, 3.2),
    )


def _known(table: Table, key: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        raise table.error(key, value, f"one of {', '.join(known)}")
