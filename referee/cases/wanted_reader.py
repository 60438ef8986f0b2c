"""What a case wants: calls, forbidden calls, and the state afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from referee.calls.call import CallAction, CallKind
from referee.calls.play_name import ActingSide
from referee.cases.case import NOBODY, WantedCall, WantedFault, WantedLineUp, WantedState
from referee.cases.value_checks import FURTHEST_MM, LONGEST_S, check_known, word_list
from referee.core.roster import Team
from referee.core.settings.settings_table import SettingsTable
from referee.game.state import GamePhase
from referee.rulebooks.play_step import PlayStep


def wanted_call_of(table: SettingsTable, known: Iterable[str]) -> WantedCall:
    """A call that has to come."""
    players = word_list(table, "players", lambda word: word in known)
    spot = table.numbers("ball", 2, -FURTHEST_MM, FURTHEST_MM) if "ball" in table else None
    x_mm = table.number("ball_x", -FURTHEST_MM, FURTHEST_MM) if "ball_x" in table else None
    return WantedCall(
        kind=table.choice("call", list(CallKind)),
        players=frozenset(players) or None,
        rule=table.text("rule", 20) if "rule" in table else None,
        at_s=table.number("at", 0.0, LONGEST_S) if "at" in table else None,
        within_s=table.number("within_s", 0.0, 1.0, 0.02),
        x_mm=spot[0] if spot else x_mm,
        y_mm=spot[1] if spot else None,
        within_mm=table.number("within_mm", 0.0, 100.0, 3.2),
        action=table.choice("action", list(CallAction)) if "action" in table else None,
        flagged=table.flag("flagged", False),
    )


def forbidden_of(table: SettingsTable) -> frozenset[CallKind] | None:
    """The calls that must not come; None: every one that is not wanted."""
    kinds = {kind.value: kind for kind in CallKind}
    if "forbidden" not in table:
        return None
    named = word_list(table, "forbidden", kinds.__contains__, "[tackle, broken tackle]")
    return frozenset(kinds[word] for word in named)


def wanted_state_of(table: SettingsTable, known: Iterable[str]) -> WantedState:
    """The game and the procedure afterwards."""

    def place(key: str) -> float | None:
        return table.number(key, -FURTHEST_MM, FURTHEST_MM) if key in table else None

    def whole(key: str, low: int, high: int) -> int | None:
        return table.whole(key, low, high) if key in table else None

    return WantedState(
        phase=table.choice("stage", list(GamePhase)) if "stage" in table else None,
        team=table.choice("team", list(Team)) if "team" in table else None,
        down=whole("down", 0, 4),
        x_mm=place("ball_x"),
        y_mm=place("ball_y"),
        to_gain_x_mm=place("to_gain"),
        goal_to_go=table.flag("goal_to_go") if "goal_to_go" in table else None,
        home=whole("home_score", 0, 999),
        away=whole("away_score", 0, 999),
        switch=table.choice("switch", list(ActingSide)) if "switch" in table else None,
        step=table.choice("period", list(PlayStep)) if "period" in table else None,
        asks=_asks(table),
        carrier=_carrier(table, known),
        within_mm=table.number("within_mm", 0.0, 100.0, 3.2),
    )


def wanted_line_up_of(table: SettingsTable, known: Iterable[str]) -> WantedLineUp:
    """What the rules have against the line-up."""
    names = tuple(known)
    faults = tuple(_fault_of(each, names) for each in table.tables("faults", max_count=40))
    doubts = None
    if "doubts" in table:
        doubts = tuple(_fault_of(each, names) for each in table.tables("doubts", max_count=40))
    eligible = None
    if "eligible" in table:
        found = word_list(table, "eligible", lambda word: word in names, "[H80, H22]")
        eligible = frozenset(found)
    return WantedLineUp(faults, doubts, eligible)


def _fault_of(table: SettingsTable, known: Iterable[str]) -> WantedFault:
    players = word_list(table, "players", lambda word: word in known, "[H66, H54]")
    return WantedFault(table.text("rule", 20), frozenset(players))


def _asks(table: SettingsTable) -> frozenset[str] | None:
    if "asks" not in table:
        return None
    return frozenset(word_list(table, "asks", bool, "[recovery dice]"))


def _carrier(table: SettingsTable, known: Iterable[str]) -> str | None:
    if "carrier" not in table:
        return None
    name = table.text("carrier", 12)
    if name != NOBODY:
        check_known(table, "carrier", name, known)
    return name
