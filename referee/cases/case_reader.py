"""A case read from the table of its file, every value checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from referee.cases.case import Case, CaseCamera, CaseFall, CaseMoves, Keyframe, SwitchOperator
from referee.cases.script_reader import runs_procedure, script_of
from referee.cases.value_checks import FURTHEST_MM, LONGEST_S, check_known, load_named, word_list
from referee.cases.wanted_reader import (
    forbidden_of,
    wanted_call_of,
    wanted_line_up_of,
    wanted_state_of,
)
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.core.settings.ruled import RULE_ID
from referee.core.settings.settings_table import SettingsTable
from referee.game.state import GamePhase, OwedAct, State
from referee.rulebooks.rulebook import Rulebook

_TEAMS = {"H": Team.HOME, "A": Team.AWAY}
# A fall with the time at which the figure is stood up.
_WITH_END = 3
_DEFAULT_BASE = "standard"
# With overtime.
MOST_QUARTERS = 12
# Where a play can begin; the way there is no part of a case.
_STAGES = (GamePhase.SCRIMMAGE, GamePhase.KICKOFF, GamePhase.FREE_KICK, GamePhase.TRY)


@dataclass(frozen=True, slots=True)
class CaseSources:
    """Where what a case names is taken from."""

    rulebook: Callable[[str], Rulebook]
    field: Callable[[str], FieldProfile]
    base: Callable[[str], BaseShape]


def case_of(name: str, table: SettingsTable, shelf: CaseSources) -> Case:
    """The case in a table; what it names comes from the shelf."""
    field = load_named(table, "field", shelf.field)
    rulebook = load_named(table, "rulebook", shelf.rulebook)
    moves = _moves(table)
    known = tuple(moves.keys)
    script = script_of(table, known)
    hand = SwitchOperator.REFEREE if runs_procedure(script) else SwitchOperator.COACHES
    case = Case(
        name=name,
        title=table.text("title", 160),
        proves=word_list(table, "proves", _rule_id),
        rulebook=rulebook,
        field=field,
        roster=_roster(table, known, shelf),
        start=start_of(table.table("start"), field),
        script=script,
        moves=moves,
        camera=_camera(table),
        switch=table.choice("switch", list(SwitchOperator), hand),
        wanted=tuple(wanted_call_of(each, known) for each in table.tables("wanted", max_count=40)),
        forbidden=forbidden_of(table),
        after=wanted_state_of(table.table("after"), known) if "after" in table else None,
        line_up=(wanted_line_up_of(table.table("line_up"), known) if "line_up" in table else None),
        pivots=(wanted_line_up_of(table.table("pivots"), known) if "pivots" in table else None),
    )
    table.done()
    return case


def _rule_id(word: str) -> bool:
    return RULE_ID.fullmatch(word) is not None


def _moves(table: SettingsTable) -> CaseMoves:
    ways = table.table("moves")
    keys = {name: _keys(ways, name) for name in ways.keys}
    if not keys:
        raise table.error("moves", {}, "at least one player with its keyframes")
    fallen = table.table("fallen", optional=True)
    hidden = table.table("hidden", optional=True)
    for part in (fallen, hidden):
        for name in part.keys:
            check_known(part, name, name, keys)
    doubtful = word_list(table, "doubtful", lambda word: word in keys)
    lies = {name: _fall(fallen, name) for name in fallen.keys}
    spans = {name: hidden.numbers(name, 2, 0.0, LONGEST_S) for name in hidden.keys}
    return CaseMoves(
        keys, lies, {name: (span[0], span[1]) for name, span in spans.items()}, doubtful
    )


def _fall(table: SettingsTable, name: str) -> CaseFall:
    """``2.0``: the figure lies since then; ``[2.0, 0.7]``: it is read as lying with 0.7.

    ``[2.0, 0.7, 3.0]``: until it is stood up.
    """
    if not isinstance(table.raw(name), list):
        return CaseFall(table.number(name, 0.0, LONGEST_S))
    raw = table.raw(name)
    until_s = math.inf
    if isinstance(raw, list) and len(raw) == _WITH_END:
        since_s, probability, until_s = table.numbers(name, _WITH_END, 0.0, LONGEST_S)
    else:
        since_s, probability = table.numbers(name, 2, 0.0, LONGEST_S)
    if probability > 1.0:
        raise table.error(name, probability, "[seconds, a probability from 0 to 1]")
    return CaseFall(since_s, probability, until_s)


def _keys(ways: SettingsTable, name: str) -> tuple[Keyframe, ...]:
    allowed = "a list of keyframes [seconds, x mm, y mm, heading in degrees]"
    rows = ways.raw(name)
    if name not in ways or not isinstance(rows, list) or not rows:
        raise ways.error(name, rows, allowed)
    keys = []
    for i, row in enumerate(rows):
        spot = SettingsTable({f"{name}[{i}]": row}, ways.where, ways.path)
        at_s, x_mm, y_mm, deg = spot.numbers(f"{name}[{i}]", 4, -FURTHEST_MM, FURTHEST_MM)
        keys.append(Keyframe(at_s, Pose(x_mm, y_mm, deg)))
    for i, (a, b) in enumerate(pairwise(keys), 1):
        if b.at_s <= a.at_s:
            raise ways.error(f"{name}[{i}]", rows[i], f"a keyframe later than {a.at_s:g} s")
    return tuple(keys)


def _roster(table: SettingsTable, names: Iterable[str], shelf: CaseSources) -> Roster:
    bases = table.table("bases", optional=True)
    players = []
    for name in names:
        if name[:1] not in _TEAMS or not name[1:].isdigit() or int(name[1:]) > 99:
            allowed = "H or A and a number up to 99, such as H22"
            raise table.error(f"moves.{name}", name, allowed)
        shape = load_named(bases, name, shelf.base) if name in bases else shelf.base(_DEFAULT_BASE)
        players.append(Player(name, _TEAMS[name[0]], int(name[1:]), shape))
    for name in bases.keys:
        check_known(bases, name, name, [each.id for each in players])
    return Roster(tuple(players))


def start_of(table: SettingsTable, field: FieldProfile) -> State:
    """The game as the play begins."""
    ball = table.numbers("ball", 2, -FURTHEST_MM, FURTHEST_MM)
    team = table.choice("team", list(Team), Team.HOME)
    home = table.choice("home_plays", list(Direction), Direction.RIGHT)
    line = table.number("to_gain", -FURTHEST_MM, FURTHEST_MM) if "to_gain" in table else None
    plays = home if team is Team.HOME else home.other
    if line is not None and plays.sign * (line - ball[0]) <= 0.0:
        raise table.error("to_gain", line, f"a place {plays.value} of the ball ({ball[0]:g})")
    stage = table.choice("stage", _STAGES, GamePhase.SCRIMMAGE)
    return State(
        phase=stage,
        # The kickoff that a touchdown owes comes after its try.
        owed=(OwedAct(GamePhase.KICKOFF, team),) if stage is GamePhase.TRY else (),
        quarter=table.whole("quarter", 1, MOST_QUARTERS, 1),
        plays=table.whole("plays", 0, 100, 0),
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


def _camera(table: SettingsTable) -> CaseCamera:
    return CaseCamera(
        seconds=table.number("seconds", 0.1, LONGEST_S),
        fps=table.number("fps", 5.0, 240.0, 30.0),
        sigma_mm=table.number("sigma_mm", 0.001, 5.0, 0.12),
        sigma_deg=table.number("sigma_deg", 0.001, 20.0, 0.5),
        seed=table.whole("seed", 0, 2**31) if "seed" in table else None,
    )
