"""The script of a case: what is said and done, line by line, as declarations for the official."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import (
    ActingSide,
    KickName,
    MissedThrow,
    PassStick,
    PlayName,
    RollKind,
)
from referee.cases.case import NOBODY, ScriptLine
from referee.cases.value_checks import FURTHEST_MM, LONGEST_S, known_player
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from referee.core.settings.settings_table import SettingsTable
from referee.official.declarations.types import (
    BallAtRest,
    BallHandedOff,
    BallLateraled,
    BallPitched,
    Declaration,
    DiceRolled,
    KickNamed,
    PassAimed,
    PassThrown,
    PlayMoved,
    PlayNamed,
    QuestionAnswered,
    StopRequested,
    SwitchUsed,
    TargetRemoved,
)
from referee.rulebooks.kicks.roll_table import KickAcross
from referee.rulebooks.play_step import PlayStep

TARGET_RADIUS_MM = 4.5
BALL_RADIUS_MM = 4.0
UNKNOWN = "unknown"
_SWITCH_SIDES = tuple(ActingSide)
_PHASES = (PlayStep.SET.value, *(phase.value for phase in PlayPhase))


def script_of(
    table: SettingsTable, known: Iterable[str], most: int = 100, longest_s: float = LONGEST_S
) -> tuple[ScriptLine, ...]:
    """All lines, in the order of their times."""
    names = tuple(known)
    rows = table.tables("script", min_count=1, max_count=most)
    script = tuple(_line(row, names, longest_s) for row in rows)
    for (_, before), (row, line) in pairwise(zip(rows, script, strict=True)):
        if line.at_s < before.at_s:
            raise row.error("at", line.at_s, f"not before what is said above ({before.at_s:g} s)")
    return script


def runs_procedure(script: Iterable[ScriptLine]) -> bool:
    """Whether the play goes through the procedure of its rulebook, from wherever it begins."""
    first = next((said for line in script for said in line.says), None)
    return isinstance(first, PlayMoved) and first.step is not None


def _line(row: SettingsTable, known: tuple[str, ...], longest_s: float) -> ScriptLine:
    at_s = row.number("at", 0.0, longest_s, 0.0)
    says = [*_put(row, known)]
    for key, read in _WORDS.items():
        if key in row:
            says.append(read(row, known))
    if "target" not in row and ("receiver" in row or "passer" in row):
        says.append(_aimed(row, known, None))
    return ScriptLine(at_s, tuple(says), row.flag("ask_engaged", False))


def _put(row: SettingsTable, known: tuple[str, ...]) -> Iterable[Declaration]:
    """Phase, place in the procedure, team and carrier; a play is named by itself."""
    word = row.choice("phase", _PHASES) if "phase" in row else None
    step = row.choice("period", list(PlayStep)) if "period" in row else None
    if word == PlayStep.SET:
        word, step = None, PlayStep.SET
    team = row.choice("team", list(Team)) if "team" in row else None
    behind = row.flag("caught_behind") if "caught_behind" in row else None
    nobody_said = "carrier" in row and row.raw("carrier") == UNKNOWN
    carrier = known_player(row, "carrier", known) if "carrier" in row and not nobody_said else None
    puts = nobody_said or any(each is not None for each in (word, step, team, behind))
    if puts:
        phase = None if word is None else PlayPhase(word)
        yield PlayMoved(phase, step, team, carrier, nobody_said, behind)
    play = row.choice("play", list(PlayName)) if "play" in row else None
    if play is not None or (carrier is not None and not puts):
        yield PlayNamed(play, None if puts else carrier)


def _power(row: SettingsTable, _known: tuple[str, ...]) -> Declaration:
    return SwitchUsed(row.flag("power"), _by(row))


def _stop(row: SettingsTable, _known: tuple[str, ...]) -> Declaration:
    if not row.flag("stop_request"):
        raise row.error("stop_request", False, "true")
    return StopRequested(_by(row))


def _by(row: SettingsTable) -> ActingSide | None:
    return row.choice("by", _SWITCH_SIDES) if "by" in row else None


def _target(row: SettingsTable, known: tuple[str, ...]) -> Declaration:
    marker = _marker(row, "target", TARGET_RADIUS_MM)
    return TargetRemoved() if marker is None else _aimed(row, known, marker)


def _aimed(row: SettingsTable, known: tuple[str, ...], marker: Marker | None) -> PassAimed:
    receiver = known_player(row, "receiver", known) if "receiver" in row else None
    passer = known_player(row, "passer", known) if "passer" in row else None
    stick = row.choice("stick", list(PassStick)) if "stick" in row else None
    return PassAimed(marker, receiver, passer, stick, row.flag("backward", False))


def _ball(row: SettingsTable, _known: tuple[str, ...]) -> Declaration:
    return BallAtRest(_marker(row, "ball", BALL_RADIUS_MM))


def _marker(row: SettingsTable, key: str, radius_mm: float) -> Marker | None:
    if row.raw(key) == NOBODY:
        return None
    x_mm, y_mm = row.numbers(key, 2, -FURTHEST_MM, FURTHEST_MM)
    return Marker(x_mm, y_mm, row.number("radius_mm", 0.5, 20.0, radius_mm))


def _thrown(row: SettingsTable, known: tuple[str, ...]) -> Declaration:
    throw = row.table("thrown")
    hits = [hit.value for hit in MissedThrow]
    word = throw.choice("hit", [*hits, *known])
    return PassThrown(known_player(throw, "to", known), MissedThrow(word) if word in hits else word)


def _dice(row: SettingsTable, _known: tuple[str, ...]) -> Declaration:
    dice = row.table("dice")
    what = dice.choice("for", list(RollKind))
    pips = dice.raw("rolled")
    allowed = "a list of one to four whole numbers from 1 to 100, such as [3, 4]"
    right = isinstance(pips, list) and 1 <= len(pips) <= 4
    if "rolled" not in dice or not right or not all(_whole(each) for each in pips):  # type: ignore[attr-defined]  # a list
        raise dice.error("rolled", pips, allowed)
    team = dice.choice("team", list(Team)) if "team" in dice else None
    return DiceRolled(what, tuple(pips), team)  # type: ignore[arg-type]  # checked above


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 100


def _answer(row: SettingsTable, _known: tuple[str, ...]) -> Declaration:
    said = row.table("answer")
    word = said.raw("is")
    to = said.text("to", 40)
    # YAML reads a bare yes or no as a truth value.
    answer = ("yes" if said.flag("is") else "no") if isinstance(word, bool) else said.text("is", 40)
    return QuestionAnswered(to, answer)


def _kick(row: SettingsTable, known: tuple[str, ...]) -> Declaration:
    kicker = known_player(row, "kicker", known) if "kicker" in row else None
    returner = known_player(row, "returner", known) if "returner" in row else None
    across = row.choice("across", list(KickAcross)) if "across" in row else None
    return KickNamed(row.choice("kick", list(KickName)), kicker, returner, across)


_Reader = Callable[[SettingsTable, tuple[str, ...]], Declaration]
# What a line may say, in the order in which it is heard.
_WORDS: Mapping[str, _Reader] = {
    "kick": _kick,
    "handoff": lambda row, known: BallHandedOff(known_player(row, "handoff", known)),
    "pitch": lambda row, known: BallPitched(known_player(row, "pitch", known)),
    "lateral": lambda row, known: BallLateraled(known_player(row, "lateral", known)),
    "target": _target,
    "thrown": _thrown,
    "ball": _ball,
    "dice": _dice,
    "answer": _answer,
    "stop_request": _stop,
    "power": _power,
}
