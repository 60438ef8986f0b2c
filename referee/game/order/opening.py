"""What is owed before a kickoff that opens a game, a half or an overtime: toss, choice, ends.

Each function returns the state in the first act of it, with everything after it owed.
"""

from __future__ import annotations

from dataclasses import replace

from referee.core.roster import Team
from referee.game.events import Started
from referee.game.frame_events import CoinSide, EndsChosen, KickChoice, KickChosen, Tossed
from referee.game.frame_rules import EndsRule, SecondHalfRule, TossRule
from referee.game.game_rules import GameRules
from referee.game.order.game_order import ActEnd
from referee.game.state import GamePhase, OwedAct, State

# By whom each side of the coin is received, where nobody calls it.
_RECEIVES = {
    TossRule.HEADS_HOME: {CoinSide.HEADS: Team.HOME, CoinSide.TAILS: Team.AWAY},
    TossRule.HEADS_VISITORS: {CoinSide.HEADS: Team.AWAY, CoinSide.TAILS: Team.HOME},
}
CALLED = frozenset({TossRule.WINNER_CHOOSES, TossRule.WINNER_RECEIVES})


def toss_rule(rules: GameRules, state: State) -> TossRule:
    """What the toss decides, before the game or before an overtime."""
    before_game = state.quarter <= 1
    return rules.pregame.toss.value if before_game else rules.overtime.toss.value


def game_opened(rules: GameRules, end: ActEnd, state: State, event: Started) -> State:
    """The state once the game has begun: at its kickoff, or at what decides who kicks off."""
    state = replace(state, quarter=1, home_plays=event.home_plays, playoff=event.playoff)
    if event.kicks is not None:
        return replace(end.after(state, event.kicks), kicked_first=event.kicks)
    if rules.pregame.toss.value is TossRule.NONE:
        return _kickoff_owed(rules, state, Team.HOME, None).going_on()
    return replace(state, phase=GamePhase.TOSS, team=Team.AWAY)


def tossed(rules: GameRules, state: State, event: Tossed) -> State:
    """The state once the coin has fallen."""
    rule = toss_rule(rules, state)
    if rule in CALLED:
        state = replace(state, toss_winner=event.winner)
    if rule is TossRule.WINNER_CHOOSES:
        return replace(state, phase=GamePhase.CHOICE, team=event.winner)
    receives = event.winner if rule in CALLED else _RECEIVES[rule][event.fell]
    return _kickoff_owed(rules, state, receives.other, None).going_on()


def kick_chosen(rules: GameRules, state: State, event: KickChosen) -> State:
    """The state once a team kicks or receives, or has left that to the others."""
    if event.what is KickChoice.DEFER:
        return replace(state, team=event.team.other, half_choice=event.team)
    first = state.quarter == 1
    asks = rules.pregame.second_half.value is SecondHalfRule.OTHERS_CHOOSE
    if first and asks and state.half_choice is None:
        state = replace(state, half_choice=event.team.other)
    kicks = event.team if event.what is KickChoice.KICK else event.team.other
    return _kickoff_owed(rules, state, kicks, event.team).going_on()


def ends_chosen(state: State, event: EndsChosen) -> State:
    """The state once a team has named the goal that it defends."""
    home = event.plays if event.team is Team.HOME else event.plays.other
    return replace(state, home_plays=home).going_on()


def half_opened(state: State) -> State:
    """The state between the halves: who kicks off is asked, or it is who received before."""
    state = replace(state, down=0, to_gain_x_mm=None, owed=())
    if state.half_choice is not None:
        return replace(state, phase=GamePhase.CHOICE, team=state.half_choice)
    kicks = None if state.kicked_first is None else state.kicked_first.other
    if kicks is None:
        return state
    return replace(state, phase=GamePhase.KICKOFF, team=kicks)


def overtime_opened(state: State, chooses: Team | None) -> State:
    """The state before a kickoff in overtime: its toss, or who has the choice now."""
    state = replace(state, down=0, to_gain_x_mm=None, owed=())
    if chooses is None:
        return replace(state, phase=GamePhase.TOSS, team=Team.AWAY)
    return replace(state, phase=GamePhase.CHOICE, team=chooses)


def may_defer(rules: GameRules, state: State) -> bool:
    """Whether who chooses may leave it to the others: once, before the game."""
    return rules.pregame.defer.value and state.quarter == 1 and state.half_choice is None


def _kickoff_owed(rules: GameRules, state: State, kicks: Team, chose: Team | None) -> State:
    """The state with everything owed up to the kickoff; ``chose`` has chosen to kick or not."""
    ends = {
        EndsRule.HOME_LEFT: None,
        EndsRule.NOT_CHOOSING: kicks if chose is None else chose.other,
        EndsRule.KICKERS: kicks,
    }[rules.pregame.ends.value]
    owed = [] if ends is None else [OwedAct(GamePhase.ENDS, ends)]
    if state.quarter == 1:
        state = replace(state, kicked_first=kicks)
        if rules.pregame.home_field_goal_yd.value > 0:
            owed.append(OwedAct(GamePhase.HOME_KICK, Team.HOME))
    return replace(state, owed=(*owed, OwedAct(GamePhase.KICKOFF, kicks)))
