"""Which kicks may be chosen now, and why another one may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.calls.play_name import KickName
from referee.core.field.field_profile import FIELD_LENGTH_YD, FieldProfile
from referee.core.field.yards import MIDFIELD_YD, spot_yd
from referee.core.probability import TIE, is_up_to
from referee.core.roster import Team
from referee.game.state import GamePhase, State
from referee.official.kicks.spots import kicking_way
from referee.rulebooks.kicks.kick_rules import Kick, KickTable, KickWhen
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class KickRefusal:
    """Why a kick may not be chosen: the rule, and a sentence's end."""

    rule: str
    why: str


def kick_refusal(
    rulebook: Rulebook, field: FieldProfile, game: State, name: KickName
) -> KickRefusal | None:
    """Why a kick may not be chosen now; None: it may."""
    kick = rulebook.kicks.kicks.get(name)
    if kick is None:
        return KickRefusal(rulebook.procedure.refusals.play, f"this rulebook has no {name.value}")
    return next(_against(rulebook, field, game, kick), None)


def kicks_to_choose(rulebook: Rulebook, field: FieldProfile, game: State) -> tuple[KickName, ...]:
    """The kicks that may be chosen now."""
    kicks = rulebook.kicks.of_act(game.phase)
    return tuple(
        kick.name for kick in kicks if kick_refusal(rulebook, field, game, kick.name) is None
    )


def must_punt(rulebook: Rulebook, field: FieldProfile, game: State) -> str | None:
    """The rule by which the side with the ball may not play its last down; None: it may."""
    kicks: KickTable = rulebook.kicks
    last = game.phase is GamePhase.SCRIMMAGE and game.down >= rulebook.game.series.downs.value
    if kicks.must_punt is None or not last or game.team is None:
        return None
    second_half = game.quarter * 2 > rulebook.game.quarters.quarters.value
    beyond = spot_yd(field, game.x_mm, kicking_way(game)) >= MIDFIELD_YD - TIE
    free = beyond or (second_half and _trails(game))
    return None if free else kicks.must_punt


def _against(
    rulebook: Rulebook, field: FieldProfile, game: State, kick: Kick
) -> Iterator[KickRefusal]:
    rules = kick.rules
    if game.phase not in kick.acts:
        yield KickRefusal(kick.rule, f"no {kick.name.value} belongs here")
        return
    if rules.when is not None and not _in_time(rulebook, game, rules.when.value):
        yield KickRefusal(rules.when.rule, f"it is allowed {rules.when.value.value} only")
    if game.phase is not GamePhase.SCRIMMAGE:
        return
    to_goal = FIELD_LENGTH_YD - spot_yd(field, game.x_mm, kicking_way(game))
    if rules.longest_yd is not None and not is_up_to(to_goal, rules.longest_yd.value):
        why = f"it is tried from {rules.longest_yd.value:g} yards off the goal line at most"
        yield KickRefusal(rules.longest_yd.rule, why)
    if rules.nearest_yd is not None and not is_up_to(rules.nearest_yd.value, to_goal):
        why = f"it is tried from {rules.nearest_yd.value:g} yards off the goal line at least"
        yield KickRefusal(rules.nearest_yd.rule, why)


def _in_time(rulebook: Rulebook, game: State, when: KickWhen) -> bool:
    last = game.quarter >= rulebook.game.quarters.quarters.value
    return _trails(game) and (when is KickWhen.TRAILING or last)


def _trails(game: State) -> bool:
    team = game.team or Team.HOME
    return game.score(team) < game.score(team.other)
