"""Calls, claims and rules of no league, for tests of what weighs them."""

from __future__ import annotations

import dataclasses

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.passing.claims import Claim
from referee.calls.passing.rules.pass_rules import (
    CatchAfterOut,
    CatchWith,
    IllegalTouchBy,
    MissedBackwardPass,
    PassRules,
    RunPastBy,
    SimultaneousTouch,
)
from referee.calls.tackle.touch_rules import TouchRules, UnclearTackle
from referee.core.settings.ruled import Ruled
from tests.calls.plays import MS


def ruled(values):
    """Rules of no league: the first setting has the number 00, the second 01."""
    return {key: Ruled(value, f"TST-RUL-{k:02}") for k, (key, value) in enumerate(values.items())}


def passes(**changes):
    values = {
        "catch_with": CatchWith.FRONT,
        "others_catch": True,
        "engaged_catches": True,
        "fallen_catches": False,
        "in_bounds": True,
        "back_in": CatchAfterOut.NEVER,
        "intercepts": True,
        "engaged_bats": True,
        "fouls": IllegalTouchBy.LINEMEN,
        "wrong_part": True,
        "together": SimultaneousTouch.BATTED,
        "together_s": 0.1,
        "passed_by": RunPastBy.INTENDED,
        "passed_base_lengths": 1.0,
        "lost": True,
        "held_up_s": 5.0,
        "downed": True,
        "intercepted_downed": True,
        "on_goal_line": True,
        "backward": MissedBackwardPass.FUMBLE,
        "named_first": False,
    }
    return PassRules(**ruled(values | changes))


def touching(**changes):
    values = {
        "corner_base_lengths": 0.0,
        "fallen_tackles": False,
        "falling_breaks": True,
        "falling_s": 0.5,
        "together_fumbles": True,
        "together_s": 0.05,
        "unclear": UnclearTackle.TACKLE,
        "coasting": True,
    }
    return TouchRules(**ruled(values | changes))


def call(t_ms=1000, kind=CallKind.TACKLE, players=("A1", "H1"), sigma_ms=0.0, **changes):
    plain = Call(
        round(t_ms * MS), round(sigma_ms * MS), kind, "TST-RUL-01", 0.9, CallAction.CUT, players,
        None, None, None, (), (), Episode.read(f"{players[0]}:{t_ms}"),
    )  # fmt: skip
    return dataclasses.replace(plain, **changes)


def claim(player, t_ms, kind=CallKind.CATCH, sigma_ms=0.0, *, touch=True):
    t_ns, sigma_ns = round(t_ms * MS), round(sigma_ms * MS)
    words = f"{player}, {kind.value}"
    return Claim(
        player, player, kind, "TST-RUL-01", t_ns, sigma_ns, 1.0, 0.0, 0.1, (), touch, words
    )


def claims(*every):
    return {each.key: each for each in every}
