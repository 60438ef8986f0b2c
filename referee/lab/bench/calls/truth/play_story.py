"""The judge: what a rulebook says of a play, read from the physics' facts without calls' code.

Sections of a rulebook are applied as they read, to exact instants: the first touch of two outlines,
the parts that meet then, the first part of a base at a line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from referee.calls.call import CallKind
from referee.calls.call_rules import CallRules
from referee.core.clock import S_NS
from referee.lab.bench.calls.plays.recorded_play import RecordedPlay
from referee.lab.bench.calls.truth.contacts import TrueContact, contacts_of
from referee.lab.bench.calls.truth.lines import line_calls, spot_calls
from referee.lab.bench.calls.truth.ruled_play import ExpectedCall, RuledPlay
from referee.lab.bench.calls.truth.touches import touch_times

# A play that ends this shortly before its last frame has not been seen to the end.
SEEN_OUT_S = 0.3
# A broken tackle so shortly before the end, or before it turned into a tackle, may be noted or not.
MOOT_S, TURNS_S, AFTER_OPEN_S = 0.05, 0.4, 0.2
# Where the ball is then is not where it is dead.
ALIVE = frozenset({CallKind.TOUCHDOWN, CallKind.FUMBLE})


@dataclass(frozen=True)
class PlayStory:
    """What should have been called: the end, if there is one, and what came with it.

    ``downs`` are all touches that would have ended the play, ``unknown`` why it cannot be judged.
    """

    end: ExpectedCall | None
    others: tuple[ExpectedCall, ...]
    downs: tuple[ExpectedCall, ...]
    unknown: str = ""
    near: bool = False
    contacts: tuple[TrueContact, ...] = ()


def story_of(take: RecordedPlay, rules: CallRules) -> PlayStory:
    """The story of a play: ends in order of time; one that a fall undoes makes way for the next."""
    g = RuledPlay(take, rules)
    contacts = contacts_of(g.take)
    downs: list[ExpectedCall] = []
    brushes: list[ExpectedCall] = []
    for contact in contacts:
        if contact.fallen:
            continue
        down, brush = touch_times(g, contact)
        downs += [] if down is None else [down]
        brushes += [] if brush is None else [brush]
    downs = [d for d in downs if d.t_ns <= g.dead_ns]
    brushes = [b for b in brushes if b.t_ns <= g.dead_ns]
    ends = sorted([*downs, *line_calls(g)], key=lambda item: item.t_ns)
    end, shaken = _first(g, ends, downs)
    end_ns = math.inf if end is None else end.t_ns
    others = [*shaken, *_kept(g, brushes, downs, end_ns)]
    if end is not None and end.kind not in ALIVE:
        others += spot_calls(g, end)
    near = _near(g, contacts, end_ns)
    unknown = _unknown(g, contacts, end_ns)
    return PlayStory(end, tuple(others), tuple(downs), unknown, near, tuple(contacts))


def _unknown(g: RuledPlay, contacts: list[TrueContact], end_ns: float) -> str:
    """Why the truth of a play is unknown or cannot be seen; empty where it is known."""
    at_once = any(g.falls_at_once(c.player, c.began_ns) for c in contacts)
    if g.rules.touch.fallen_tackles.value and (at_once or any(c.fallen for c in contacts)):
        return "touched by somebody who lay or fell"
    touched_by = {c.player for c in contacts}
    decisive = [end_ns, *(t for who, t in g.fell.items() if who in touched_by)]
    last_ns = int(g.take.times_ns[-1])
    if any(last_ns - t < SEEN_OUT_S * S_NS for t in decisive if math.isfinite(t)):
        return "over too soon after what decides it, as when the carrier falls"
    return ""


def _first(
    g: RuledPlay, ends: list[ExpectedCall], downs: list[ExpectedCall]
) -> tuple[ExpectedCall | None, list[ExpectedCall]]:
    """The end that stands, and tackles whose tackler fell over in time."""
    touch = g.rules.touch
    shaken: list[ExpectedCall] = []
    for end in ends:
        if end not in downs:
            return end, shaken
        if _shaken(g, end):
            rule, moot = (
                touch.falling_breaks.rule,
                g.falls_at_once(end.players[0], end.t_ns),
            )
            shaken.append(
                ExpectedCall(CallKind.BROKEN_TACKLE, rule, end.t_ns, end.players, optional=moot)
            )
            continue
        return _together(g, end, downs), shaken
    return None, shaken


def _shaken(g: RuledPlay, down: ExpectedCall) -> bool:
    """Whether a tackler fell over in time."""
    touch = g.rules.touch
    fell_ns = g.fell.get(down.players[0], math.inf)
    return touch.falling_breaks.value and fell_ns - down.t_ns <= touch.falling_s.value * S_NS


def _together(g: RuledPlay, end: ExpectedCall, downs: list[ExpectedCall]) -> ExpectedCall:
    """A fumble where two at one time cause one."""
    touch = g.rules.touch
    if not touch.together_fumbles.value or end.kind is CallKind.FUMBLE:
        return end
    for other in downs:
        late_ns = other.t_ns - end.t_ns
        if _shaken(g, other):
            continue
        if other.players != end.players and 0 <= late_ns <= touch.together_s.value * S_NS:
            players = (end.players[0], other.players[0], g.take.carrier)
            rule = touch.together_fumbles.rule
            return ExpectedCall(CallKind.FUMBLE, rule, end.t_ns, players, end.x_mm)
    return end


def _kept(
    g: RuledPlay, brushes: list[ExpectedCall], downs: list[ExpectedCall], end_ns: float
) -> Iterator[ExpectedCall]:
    """Broken tackles before the end, one for each who was shaken off."""
    if g.passer or not g.rules.tackle.broken.value:
        return
    # Where a rulebook asks whether the carrier got on for a while, an earlier end leaves that open.
    open_s = g.rules.tackle.broken_s.value
    moot_s = open_s + AFTER_OPEN_S if open_s > 0.0 else MOOT_S
    for brush in brushes:
        if brush.t_ns > end_ns + MOOT_S * S_NS:
            continue
        moot = brush.t_ns > min(end_ns, int(g.take.times_ns[-1])) - moot_s * S_NS
        turned = any(
            d.players == brush.players and 0 <= d.t_ns - brush.t_ns < TURNS_S * S_NS for d in downs
        )
        yield ExpectedCall(
            brush.kind, brush.rule, brush.t_ns, brush.players, brush.x_mm, moot or turned
        )


def _near(g: RuledPlay, contacts: list[TrueContact], end_ns: float) -> bool:
    """Whether a defender came within 3 mm before the end without touching."""
    near = g.take.near[g.take.near[:, 0] <= end_ns]
    names = [player.id for player in g.take.roster]
    touched = {names.index(c.player) for c in contacts if c.began_ns <= end_ns + MOOT_S * S_NS}
    return any(int(row) not in touched for row in set(near[:, 1]))
