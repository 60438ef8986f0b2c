"""What a touch is by a rulebook's sections on tackles and sacks: down, brushed off, or nothing.

One thing facts leave to a definition: a touch is what it was at first; later it changes when it
stays something else for 25 ms.
"""

from __future__ import annotations

import math

from referee.calls.call import CallKind
from referee.calls.phase_state import PlayPhase
from referee.calls.tackle.sack import SackTouch
from referee.calls.tackle.tackle import FrontNeeded
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BasePart
from referee.lab.bench.calls.plays.recorded_play import PARTS
from referee.lab.bench.calls.truth.contacts import TrueContact
from referee.lab.bench.calls.truth.ruled_play import ExpectedCall, RuledPlay

STAYS_S = 0.025


def touch_times(
    g: RuledPlay, contact: TrueContact
) -> tuple[ExpectedCall | None, ExpectedCall | None]:
    """When a touch downs the carrier, if ever, and when it was one that does not."""
    fell_ns = g.fell.get(contact.player, math.inf)
    brush: ExpectedCall | None = None
    since: int | None = None
    for k, (t_ns, _, other, ahead) in enumerate(contact.parts):
        if t_ns > fell_ns:
            break
        counts, rule = _counts(g, contact.player, t_ns, other, ahead)
        if not counts:
            since = None
            if brush is None:
                brush = g.item(
                    CallKind.BROKEN_TACKLE, g.rules.tackle.broken.rule, t_ns, contact.player
                )
            continue
        since = t_ns if since is None else since
        if k == 0 or t_ns - since >= STAYS_S * S_NS:
            first = next(part for part in contact.parts if part[0] >= since)
            return _down(g, contact.player, since, first[1], rule), brush
    return None, brush


def _down(g: RuledPlay, who: str, t_ns: int, own: int, rule: str) -> ExpectedCall:
    back = own >= 0 and PARTS[own] is BasePart.BACK
    if g.passer:
        fumbles = g.rules.sack.back_fumbles
        kind = CallKind.SACK
    else:
        fumbles = g.rules.tackle.from_behind_fumbles
        kind = CallKind.TACKLE
    if back and fumbles.value:
        return g.item(CallKind.FUMBLE, fumbles.rule, t_ns, who)
    return g.item(kind, rule, t_ns, who)


def _counts(g: RuledPlay, who: str, t_ns: int, other: int, ahead_mm: float) -> tuple[bool, str]:
    """Whether a touch with that part downs the carrier, and by which rule."""
    shape = g.take.shape(who)
    part = PARTS[other] if other >= 0 else None
    corner_mm = g.rules.touch.corner_base_lengths.value * shape.length_mm
    front = part is not None and (part.is_front or ahead_mm >= shape.length_mm / 2 - corner_mm)
    rear = part is BasePart.BACK
    if g.passer:
        sack = g.rules.sack.touch
        counts = {
            SackTouch.FRONT: front,
            SackTouch.ANY: True,
            SackTouch.ANY_BUT_REAR: not rear,
        }[sack.value]
        return counts, sack.rule
    tackle = g.rules.tackle
    if _front_needed(g, t_ns):
        return front, tackle.front.rule
    spared = rear and not tackle.rear_tackles.value and g.phase_state.phase is not PlayPhase.RETURN
    return (not spared if tackle.any_touch.value else front), tackle.any_touch.rule


def _front_needed(g: RuledPlay, t_ns: int) -> bool:
    tackle, phase_state = g.rules.tackle, g.phase_state
    if tackle.front.value is not FrontNeeded.NEAR_THE_LINE:
        return tackle.front.value is FrontNeeded.EVERYWHERE
    runs = phase_state.phase is PlayPhase.RUN or phase_state.caught_behind
    if not runs or phase_state.scrimmage_x_mm is None:
        return False
    limit_mm = tackle.front_until_yd.value * g.take.field.length_mm_per_yd
    past_mm = g.sign * (g.foremost_x(t_ns) - phase_state.scrimmage_x_mm) - limit_mm
    return past_mm < 0.0 or (past_mm == 0.0 and tackle.front_at_limit.value)
