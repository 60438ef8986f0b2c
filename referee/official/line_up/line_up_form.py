"""What a side has lined up for: a play, a punt, a field goal; as was said, else by the places.

Of the places the down only tips the scales.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.calls.play_name import KickName
from referee.core.probability import log_odds, p_from_log_odds
from referee.game.state import GamePhase
from referee.official.line_up.line_up import LineUpForm
from referee.official.line_up.measured_player import MeasuredPlayer, Scrimmage

PUNTS = frozenset({KickName.PUNT, KickName.COFFIN_CORNER})
_ELEVEN, _DOWNS = 11, 4
# A punter stands so deep or deeper, a passer rarely does.
_PUNT_YD, _SOFT_YD = 11.0, 1.0
# Field goal: all but two near the line, a holder so deep, and the kicker behind the holder.
_NEAR_YD, _HOLD_YD, _KICK_YD = 3.0, (4.5, 11.0), (1.0, 9.0)
_BESIDE = 3.0
# Nearer behind the center than so many base lengths, a player takes the snap from hand to hand.
_TAKEN = 0.4
_LAST_DOWN, _EARLY = 2.0, -2.0


def form_of(men: Sequence[MeasuredPlayer], at: Scrimmage) -> tuple[LineUpForm, float]:
    """The likeliest form and how likely it is."""
    if at.state.phase in (GamePhase.KICKOFF, GamePhase.FREE_KICK):
        return LineUpForm.KICKOFF, 1.0
    if at.kick is not None:
        return (LineUpForm.PUNT if at.kick.name in PUNTS else LineUpForm.FIELD_GOAL), 1.0
    kick = _sure(_field_goal(men, at), at)
    punt = _sure(_punt(men, at), at) * (1.0 - kick)
    if max(punt, kick) < 0.5:
        return LineUpForm.SCRIMMAGE, 1.0 - max(punt, kick)
    return (LineUpForm.FIELD_GOAL, kick) if kick > punt else (LineUpForm.PUNT, punt)


def _sure(chance: float, at: Scrimmage) -> float:
    """After the down is known: kicks come on the last one, and as tries."""
    state, last = at.state, _DOWNS
    if chance in (0.0, 1.0):
        return chance
    early = state.phase is GamePhase.SCRIMMAGE and state.down < last - 1
    tips = _LAST_DOWN if state.down >= last else _EARLY if early else 0.0
    return p_from_log_odds(log_odds(chance) + tips)


def _punt(men: Sequence[MeasuredPlayer], at: Scrimmage) -> float:
    """Somebody far behind the ball, nobody else as deep, and nobody at the center."""
    path = [m for m in men if abs(m.across_mm) < 1.5 * m.width_mm]
    if at.state.phase is GamePhase.TRY or not path:
        return 0.0
    deep = max(path, key=lambda man: (man.front_mm, man.id))
    line_mm = min(path, key=lambda man: (man.front_mm, man.id)).rear_mm
    if any(0.0 <= m.front_mm - line_mm + 1.0 < _TAKEN * m.player.base.length_mm for m in path):
        return 0.0
    if any(m is not deep and m.front_mm > deep.front_mm - deep.player.base.length_mm for m in men):
        return 0.0
    odds = math.exp((at.yards(deep.front_mm) - _PUNT_YD) / _SOFT_YD)
    return odds / (1.0 + odds)


def _field_goal(men: Sequence[MeasuredPlayer], at: Scrimmage) -> float:
    """Everybody near the line but the holder, and the kicker behind the holder."""
    if len(men) < _ELEVEN - 2:
        return 0.0
    deep = sorted(men, key=lambda man: (man.front_mm, man.id))[-2:]
    holder, kicker = deep
    near = sum(at.yards(man.front_mm) <= _NEAR_YD for man in men if man not in deep)
    held = _HOLD_YD[0] <= at.yards(holder.front_mm) <= _HOLD_YD[1]
    steps = at.yards(kicker.front_mm - holder.front_mm)
    beside = abs(kicker.across_mm - holder.across_mm) <= _BESIDE * holder.width_mm
    central = abs(holder.across_mm) <= 2.0 * holder.width_mm
    fits = held and beside and central and _KICK_YD[0] <= steps <= _KICK_YD[1]
    return 0.9 if fits and near >= len(men) - 2 else 0.0
