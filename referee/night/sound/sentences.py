"""Calls and scores as short sentences, as a stadium announcer says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.calls.call import Call, CallKind
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State

_Sentence = Callable[[list[str]], str]
NOBODY_NAMED = ""


def call_sentence(call: Call, roster: Roster, names: Mapping[Team, str]) -> str:
    """What is said of a call, but for whether it is to be reviewed; empty: nothing is said."""
    sentence = _SENTENCES.get(call.kind)
    if sentence is None:
        return NOBODY_NAMED
    return sentence([player_name(each, roster, names) for each in call.players])


def player_name(player: str, roster: Roster, names: Mapping[Team, str]) -> str:
    """A player as people say it: the team and the number, such as "Reds 22"."""
    who = roster.player(player)
    return f"{names.get(who.team, who.team.value)} {who.number}"


def score_sentence(before: State, after: State, names: Mapping[Team, str], words: str) -> str:
    """What is said once a play is counted: points first, then down and distance; maybe nothing."""
    parts = []
    for team in Team:
        points = after.score(team) - before.score(team)
        if points > 0:
            parts.append(f"{points} points for {names.get(team, team.value)}.")
        elif points < 0:
            parts.append(f"{-points} points less for {names.get(team, team.value)}.")
    if after.phase is GamePhase.SCRIMMAGE:
        if after.team is not before.team and after.team is not None:
            parts.append(f"{names.get(after.team, after.team.value)} ball.")
        parts.append(f"{words}.")
    elif after.phase is not before.phase:
        parts.append(f"{words[:1].upper()}{words[1:].rstrip('.')}.")
    return " ".join(parts)


def _who(lead: str, names: list[str]) -> str:
    return f"{lead} by {names[0]}." if names else f"{lead}."


def _on(lead: str, names: list[str]) -> str:
    """The tackler first, the carrier last."""
    if len(names) < 2:
        return _who(lead, names)
    return f"{lead} on {names[-1]} by {' and '.join(names[:-1])}."


_SENTENCES: Mapping[CallKind, _Sentence] = {
    CallKind.TACKLE: lambda n: _on("Tackle", n),
    CallKind.SACK: lambda n: _on("Sack", n),
    CallKind.COVERAGE_SACK: lambda _: "Coverage sack.",
    CallKind.FUMBLE: lambda n: f"Fumble by {n[-1]}." if n else "Fumble.",
    CallKind.UNCLEAR_TACKLE: lambda _: "Too close. No tackle.",
    CallKind.BROKEN_TACKLE: lambda _: "Broken tackle.",
    CallKind.OUT_OF_BOUNDS: lambda _: "Out of bounds.",
    CallKind.TOUCHDOWN: lambda n: f"Touchdown, {n[-1]}!" if n else "Touchdown!",
    CallKind.SAFETY: lambda _: "Safety.",
    CallKind.PROGRESS_STOPPED: lambda _: "Forward progress stopped.",
    CallKind.CARRIER_DOWN: lambda n: f"{n[-1]} is down." if n else "Down.",
    CallKind.FALL: lambda _: "The carrier fell. Roll the dice.",
    CallKind.RECOVERED: lambda n: _who("Recovered", n),
    CallKind.LOOSE_OUT: lambda _: "The ball is out of bounds.",
    CallKind.STOP: lambda _: "Stop.",
    CallKind.GAIN_CUT_BACK: lambda _: "The stop was missed. Three yards.",
    CallKind.FALSE_START: lambda n: _who("False start", n),
    CallKind.ILLEGAL_FORMATION: lambda _: "Flag. Illegal formation.",
    CallKind.CATCH: lambda n: f"Complete to {n[-1]}." if n else "Complete.",
    CallKind.INTERCEPTION: lambda n: f"Intercepted by {n[-1]}." if n else "Intercepted.",
    CallKind.INCOMPLETE: lambda _: "Incomplete.",
    CallKind.BATTED_DOWN: lambda _: "Batted down.",
    CallKind.THROWN_AWAY: lambda _: "Thrown away.",
    CallKind.GROUNDING: lambda _: "Intentional grounding.",
    CallKind.ILLEGAL_TOUCHING: lambda n: _who("Illegal touching", n[-1:]),
    CallKind.TOUCHBACK: lambda _: "Touchback.",
    CallKind.HIGH_SNAP: lambda _: "High snap. The ball is live.",
    CallKind.BLOCKED: lambda n: f"Kick blocked by {n[0]}." if n else "Kick blocked.",
    CallKind.INTERFERENCE: lambda _: "Flag. Interference with the returner.",
    CallKind.KICK_CAUGHT: lambda n: f"Caught by {n[-1]}." if n else "Caught.",
    CallKind.FAIR_CATCH: lambda _: "Fair catch.",
    CallKind.MUFFED: lambda _: "Muffed. The ball is live.",
    CallKind.LIVE_KICK: lambda _: "Nobody is there. The ball is live.",
    CallKind.DOWNED: lambda n: f"Downed by {n[-1]}." if n else "Downed.",
    CallKind.KICK_DEAD: lambda _: "The kick is dead.",
    CallKind.KICK_GOOD: lambda _: "The kick is good.",
    CallKind.KICK_MISSED: lambda _: "No good.",
    CallKind.NOT_ALLOWED: lambda _: "That is not allowed.",
    CallKind.CARRIER_UNKNOWN: lambda _: "Who has the ball?",
    CallKind.NOT_SEEN: lambda _: "The carrier is out of sight.",
}
