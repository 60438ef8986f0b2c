"""Statistics of teams and players, as far as the calls and the coaches name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields

from referee.core.roster import Roster, Team
from referee.game.events import PlayEnded, Score, Scored
from referee.game.sheet_column import NOT_CAUGHT, SheetColumn
from referee.game.sheet_line import SheetLine

THIRD_DOWN = 3


@dataclass(slots=True)
class StatLine:
    """What is counted of a team or of a player."""

    first_downs: int = 0
    plays: int = 0
    third_downs: int = 0
    third_downs_made: int = 0
    runs: int = 0
    run_yards: int = 0
    run_long: int = 0
    run_touchdowns: int = 0
    passes: int = 0
    completions: int = 0
    pass_yards: int = 0
    pass_touchdowns: int = 0
    intercepted: int = 0
    catches: int = 0
    catch_yards: int = 0
    catch_long: int = 0
    catch_touchdowns: int = 0
    sacked: int = 0
    sack_yards: int = 0
    fumbles: int = 0
    fumbles_lost: int = 0
    turnovers: int = 0
    tackles: int = 0
    sacks: int = 0
    interceptions: int = 0
    recoveries: int = 0
    return_yards: int = 0
    takeaway_touchdowns: int = 0
    punts: int = 0
    punt_yards: int = 0
    kick_returns: int = 0
    kick_return_yards: int = 0
    kick_return_touchdowns: int = 0
    penalties: int = 0
    penalty_yards: int = 0

    @property
    def total_yards(self) -> int:
        """Net yards from scrimmage."""
        return self.run_yards + self.pass_yards + self.sack_yards

    @property
    def anything(self) -> bool:
        """Whether there is anything to print."""
        return any(getattr(self, each.name) for each in fields(self))


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of both teams, and of every player of whom something is known, by id."""

    teams: dict[Team, StatLine]
    players: dict[str, StatLine]


def statistics_of(lines: Sequence[SheetLine], roster: Roster) -> Statistics:
    """Everything counted."""
    known = {player.id for player in roster}
    found = Statistics({team: StatLine() for team in Team}, {p.id: StatLine() for p in roster})
    for line in lines:
        if line.scrimmage:
            _count(found, line, known)
        elif line.kicking:
            _count_kick(found, line)
        elif line.penalty and line.before.team is not None:
            offense = line.before.team
            fouled = found.teams[offense if line.penalty < 0 else offense.other]
            fouled.penalties += 1
            fouled.penalty_yards += abs(line.penalty)
    players = {name: numbers for name, numbers in found.players.items() if numbers.anything}
    return Statistics(found.teams, players)


def _count(found: Statistics, line: SheetLine, known: Iterable[str]) -> None:
    offense = line.before.team
    if offense is None:
        return
    attack, defense = found.teams[offense], found.teams[offense.other]

    def of(name: str | None) -> StatLine:
        """The numbers of a player; without a player they go into a line that nobody prints."""
        return found.players[name] if name is not None and name in known else StatLine()

    _downs(attack, line)
    _ways(attack, line, of)
    _lost(attack, defense, line, of)
    for name in line.told.by:
        of(name).tackles += 1
    defense.tackles += len(line.told.by)
    if line.way is SheetColumn.SACK:
        defense.sacks += 1
        for name in line.told.by:
            of(name).sacks += 1


def _count_kick(found: Statistics, line: SheetLine) -> None:
    """A kick and its return, of teams; of one that was fumbled nobody knows whose yards it was."""
    kicks, event = line.before.team, line.event
    if kicks is None:
        return
    if line.way is SheetColumn.PUNT:
        found.teams[kicks].punts += 1
        found.teams[kicks].punt_yards += line.kicked or 0
    receivers = kicks.other
    back = line.returned
    if back is None or line.fumbled or getattr(event, "team", None) is not receivers:
        return
    numbers = found.teams[receivers]
    numbers.kick_returns += 1
    numbers.kick_return_yards += back
    numbers.kick_return_touchdowns += isinstance(event, Scored)


def _downs(attack: StatLine, line: SheetLine) -> None:
    before, after, event = line.before, line.after, line.event
    attack.plays += 1
    scored = _touchdown(line)
    again = isinstance(event, PlayEnded) and line.taken_by is None
    made = scored or (again and after.team is before.team and after.series > before.series)
    attack.first_downs += made
    if before.down == THIRD_DOWN:
        attack.third_downs += 1
        attack.third_downs_made += made


def _ways(attack: StatLine, line: SheetLine, of: Callable[[str | None], StatLine]) -> None:
    yards, told, scored = line.gained or 0, line.told, _touchdown(line)
    if line.way in (SheetColumn.RUN, SheetColumn.PITCH):
        runner = _had_it(line)
        for numbers in (attack, of(runner)):
            numbers.runs += 1
            numbers.run_yards += yards
            numbers.run_long = max(numbers.run_long, yards)
            numbers.run_touchdowns += scored
    elif line.way is SheetColumn.SACK:
        for numbers in (attack, of(told.carrier)):
            numbers.sacked += 1
            numbers.sack_yards += yards
    elif line.way is SheetColumn.PASS:
        caught = _caught(line)
        for numbers in (attack, of(told.passer)):
            numbers.passes += 1
            numbers.completions += caught
            numbers.pass_yards += yards if caught else 0
            numbers.pass_touchdowns += scored
            numbers.intercepted += line.intercepted
        if caught:
            catcher = _had_it(line)
            for numbers in (attack, of(catcher)):
                numbers.catches += 1
                numbers.catch_yards += yards
                numbers.catch_long = max(numbers.catch_long, yards)
                numbers.catch_touchdowns += scored


def _touchdown(line: SheetLine) -> bool:
    """Whether the offense scored a touchdown."""
    event = line.event
    touchdown = isinstance(event, Scored) and event.how is Score.TOUCHDOWN
    return touchdown and line.taken_by is None


def _had_it(line: SheetLine) -> str | None:
    """The last carrier of the offense; None: not known."""
    lost = line.fumbled and line.taken_by is not None
    return line.fumbler if lost else line.told.carrier


def _caught(line: SheetLine) -> bool:
    """Whether a pass was complete."""
    event = line.event
    if isinstance(event, PlayEnded) and event.how in NOT_CAUGHT:
        return False
    return not line.intercepted


def _lost(
    attack: StatLine, defense: StatLine, line: SheetLine, of: Callable[[str | None], StatLine]
) -> None:
    if line.fumbled:
        for numbers in (attack, of(line.fumbler)):
            numbers.fumbles += 1
            numbers.fumbles_lost += line.taken_by is not None
    if line.taken_by is None:
        return
    attack.turnovers += 1
    taker = line.told.carrier
    scored = isinstance(line.event, Scored)
    for numbers in (defense, of(taker)):
        numbers.interceptions += line.intercepted
        numbers.recoveries += not line.intercepted
        numbers.return_yards += line.returned or 0
        numbers.takeaway_touchdowns += scored
