"""What a touch of the marker is, by the rulebook: by whom, with what part, upright or not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from referee.calls.call import CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.passing.rules.pass_rules import (
    CatchWith,
    IllegalTouchBy,
    MissedBackwardPass,
    PassRules,
)
from referee.calls.phase_state import PassAttempt
from referee.core.roster import Team

# A share that leaves no question which of two things it was.
_PLAIN = 0.98
# What a catch may hang on, as the end of a sentence.
_FRONT, _STOOD = "it was the front", "the catcher stood upright"


class PassRole(StrEnum):
    """What somebody is to a pass."""

    INTENDED = "intended receiver"
    RECEIVER = "another receiver"
    LINEMAN = "lineman"
    BARRED = "may not catch it"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class CatchFacts:
    """How likely a player touched with its front, in bounds, upright, and touching an opponent.

    ``unsure``: nobody can tell whether the player may catch the ball.
    """

    front: float
    inside: float
    upright: float
    engaged: float
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class MarkerTouch:
    """What the touch is, how likely that is if it is a touch at all, and why it may be something
    else.
    """

    kind: CallKind
    rule: str
    share: float
    flag: tuple[Doubt, ...] = ()


def pass_role_of(name: str, team: Team, throws: Team, thrown: PassAttempt) -> PassRole:
    """What a player is to a pass. A backward pass may be caught by everybody."""
    if team is not throws:
        return PassRole.DEFENDER
    if not thrown.backward:
        if name in thrown.linemen:
            return PassRole.LINEMAN
        if name in thrown.ineligible or name == thrown.passer:
            return PassRole.BARRED
    return PassRole.INTENDED if name == thrown.intended else PassRole.RECEIVER


def marker_touch_of(
    rules: PassRules, man: PassRole, facts: CatchFacts, *, backward: bool = False
) -> MarkerTouch | None:
    """What a touch is; None where it is nothing and the pass goes on."""
    if backward and rules.backward.value is MissedBackwardPass.STAYS_LIVE:
        return _picked_up(rules, man, facts)
    found = _OUTCOMES[man](rules, man, facts, backward)
    if found is None or not backward or found.kind in {CallKind.CATCH, CallKind.INTERCEPTION}:
        return found
    return MarkerTouch(CallKind.FUMBLE, rules.backward.rule, found.share, found.flag)


def possible_kinds(
    rules: PassRules, man: PassRole, front: float | None = None, *, backward: bool = False
) -> frozenset[CallKind]:
    """All that a touch of somebody who stands can be, whichever place and company it has.

    ``front`` is how likely it was the front, None where nobody saw the touch.
    """
    fronts = [
        part
        for part, share in ((1.0, front), (0.0, None if front is None else 1.0 - front))
        if share is None or share > 1.0 - _PLAIN
    ]
    found = (
        marker_touch_of(rules, man, CatchFacts(part, inside, 1.0, engaged), backward=backward)
        for part, inside, engaged in product(fronts, (0.0, 1.0), (0.0, 1.0))
    )
    return frozenset(touch.kind for touch in found if touch is not None)


def _picked_up(rules: PassRules, man: PassRole, facts: CatchFacts) -> MarkerTouch | None:
    """A backward pass that lies on the board: whoever touches it has it."""
    if facts.upright < 0.5:
        return None
    kind = CallKind.CATCH if man is PassRole.INTENDED else CallKind.RECOVERED
    flag = _open((_STOOD, facts.upright))
    return MarkerTouch(kind, rules.backward.rule, facts.upright, flag)


def _receiver(
    rules: PassRules, man: PassRole, facts: CatchFacts, backward: bool
) -> MarkerTouch | None:
    if man is PassRole.RECEIVER and not rules.others_catch.value and not backward:
        return _spoiled(rules, man, facts, backward)
    needs = [(_FRONT, facts.front, rules.wrong_part.rule)]
    if rules.catch_with.value is CatchWith.ANY_PART:
        needs = []
    if rules.in_bounds.value:
        needs.append(("the catcher was in bounds", facts.inside, rules.in_bounds.rule))
    if not rules.fallen_catches.value:
        needs.append((_STOOD, facts.upright, rules.fallen_catches.rule))
    if not rules.engaged_catches.value:
        free = 1.0 - facts.engaged
        needs.append(("an opponent touched the catcher", free, rules.engaged_catches.rule))
    caught = 1.0
    for _, share, _ in needs:
        caught *= share
    flag = _open(*((words, share) for words, share, _ in needs))
    if facts.unsure:
        flag = (*flag, Doubt(DoubtKind.ELIGIBILITY_UNKNOWN))
    if caught >= 0.5:
        return MarkerTouch(CallKind.CATCH, rules.catch_with.rule, caught, flag)
    words, _, rule = min(needs, key=lambda need: need[1])
    if words == _FRONT and not rules.wrong_part.value:
        return None
    if words == _STOOD and man is not PassRole.INTENDED:
        return None
    return MarkerTouch(CallKind.INCOMPLETE, rule, 1.0 - caught, flag)


def _defender(
    rules: PassRules, _man: PassRole, facts: CatchFacts, _backward: bool
) -> MarkerTouch | None:
    if facts.upright < 0.5:
        return None
    front = facts.front if rules.catch_with.value is CatchWith.FRONT else 1.0
    close = [(_STOOD, facts.upright)]
    if rules.engaged_bats.value:
        close.append(("the catcher touched an opponent", facts.engaged))
        if facts.engaged >= 0.5:
            share = facts.upright * facts.engaged
            return MarkerTouch(CallKind.BATTED_DOWN, rules.engaged_bats.rule, share, _open(*close))
    if front < 0.5 or not rules.intercepts.value:
        return None
    close.append((_FRONT, front))
    inside = facts.inside if rules.in_bounds.value else 1.0
    close.append(("the catcher was in bounds", inside))
    free = 1.0 - facts.engaged if rules.engaged_bats.value else 1.0
    share = facts.upright * front * free
    if inside < 0.5:
        return MarkerTouch(
            CallKind.INCOMPLETE, rules.in_bounds.rule, share * (1.0 - inside), _open(*close)
        )
    return MarkerTouch(CallKind.INTERCEPTION, rules.intercepts.rule, share * inside, _open(*close))


def _spoiled(
    rules: PassRules, man: PassRole, facts: CatchFacts, _backward: bool
) -> MarkerTouch | None:
    """Somebody of the offense who may not catch it."""
    if facts.upright < 0.5:
        return None
    fouls = {
        IllegalTouchBy.NOBODY: False,
        IllegalTouchBy.LINEMEN: man is PassRole.LINEMAN,
        IllegalTouchBy.INELIGIBLE: man in {PassRole.LINEMAN, PassRole.BARRED},
    }[rules.fouls.value]
    flag = _open((_STOOD, facts.upright))
    if fouls:
        return MarkerTouch(CallKind.ILLEGAL_TOUCHING, rules.fouls.rule, facts.upright, flag)
    return MarkerTouch(CallKind.INCOMPLETE, rules.others_catch.rule, facts.upright, flag)


def _open(*questions: tuple[str, float]) -> tuple[Doubt, ...]:
    """What is too close to tell."""
    return tuple(
        Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail=words)
        for words, share in questions
        if 1.0 - _PLAIN < share < _PLAIN
    )


_OUTCOMES = {
    PassRole.INTENDED: _receiver,
    PassRole.RECEIVER: _receiver,
    PassRole.LINEMAN: _spoiled,
    PassRole.BARRED: _spoiled,
    PassRole.DEFENDER: _defender,
}
