"""Calls as a stadium hears them: short sentences, numbers as people say them, nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.calls.call import Call, Kind
from referee.core.roster import Roster, Team
from referee.game.state import Stage, State

_Sentence = Callable[[list[str]], str]
NOBODY = ""


def spoken(call: Call, roster: Roster, names: Mapping[Team, str]) -> str:
    """What is said of a call; empty: nothing is."""
    sentence = _SENTENCES.get(call.kind)
    if sentence is None:
        return NOBODY
    said = sentence([player_name(each, roster, names) for each in call.players])
    return f"{said} To be reviewed." if call.flagged else said


def player_name(player: str, roster: Roster, names: Mapping[Team, str]) -> str:
    """A player as people call him: his team and his number."""
    who = roster.players[roster.index(player)]
    return f"{names.get(who.team, who.team.value)} {who.number}"


def after_play(before: State, after: State, names: Mapping[Team, str], words: str) -> str:
    """What is said once a play is over and counted: points first, then down and distance."""
    parts = []
    for team in Team:
        points = after.score(team) - before.score(team)
        if points > 0:
            parts.append(f"{points} points for {names.get(team, team.value)}.")
        elif points < 0:
            parts.append(f"{-points} points less for {names.get(team, team.value)}.")
    if after.stage is Stage.SCRIMMAGE:
        if after.team is not before.team and after.team is not None:
            parts.append(f"{names.get(after.team, after.team.value)} ball.")
        parts.append(f"{words}.")
    elif after.stage is not before.stage:
        parts.append(f"{words}.".capitalize())
    return " ".join(parts)


def _who(lead: str, names: list[str]) -> str:
    return f"{lead} by {names[0]}." if names else f"{lead}."


def _on(lead: str, names: list[str]) -> str:
    """The tackler first, the carrier last."""
    if len(names) < 2:
        return _who(lead, names)
    return f"{lead} on {names[-1]} by {' and '.join(names[:-1])}."


_SENTENCES: Mapping[Kind, _Sentence] = {
    Kind.TACKLE: lambda n: _on("Tackle", n),
    Kind.SACK: lambda n: _on("Sack", n),
    Kind.COVERAGE_SACK: lambda _: "Coverage sack.",
    Kind.FUMBLE: lambda n: f"Fumble by {n[-1]}." if n else "Fumble.",
    Kind.UNCLEAR_TACKLE: lambda _: "Too close. No tackle.",
    Kind.BROKEN_TACKLE: lambda _: "Broken tackle.",
    Kind.OUT_OF_BOUNDS: lambda _: "Out of bounds.",
    Kind.TOUCHDOWN: lambda n: f"Touchdown, {n[-1]}!" if n else "Touchdown!",
    Kind.SAFETY: lambda _: "Safety.",
    Kind.PROGRESS_STOPPED: lambda _: "Forward progress stopped.",
    Kind.CARRIER_DOWN: lambda n: f"{n[-1]} is down." if n else "Down.",
    Kind.FALL: lambda _: "The carrier fell. Roll the dice.",
    Kind.RECOVERED: lambda n: _who("Recovered", n),
    Kind.LOOSE_OUT: lambda _: "The ball is out of bounds.",
    Kind.STOP: lambda _: "Stop.",
    Kind.GAIN_CUT_BACK: lambda _: "The stop was missed. Three yards.",
    Kind.FALSE_START: lambda n: _who("False start", n),
    Kind.ILLEGAL_FORMATION: lambda _: "Flag. Illegal formation.",
    Kind.CATCH: lambda n: f"Complete to {n[-1]}." if n else "Complete.",
    Kind.INTERCEPTION: lambda n: f"Intercepted by {n[-1]}." if n else "Intercepted.",
    Kind.INCOMPLETE: lambda _: "Incomplete.",
    Kind.BATTED_DOWN: lambda _: "Batted down.",
    Kind.THROWN_AWAY: lambda _: "Thrown away.",
    Kind.GROUNDING: lambda _: "Intentional grounding.",
    Kind.ILLEGAL_TOUCHING: lambda n: _who("Illegal touching", n[-1:]),
    Kind.TOUCHBACK: lambda _: "Touchback.",
    Kind.NOT_ALLOWED: lambda _: "That is not allowed.",
    Kind.CARRIER_UNKNOWN: lambda _: "Who has the ball?",
    Kind.NOT_SEEN: lambda _: "The carrier is out of sight.",
}
