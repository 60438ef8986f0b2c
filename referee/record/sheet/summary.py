"""What a game came to: scores, drives, and the numbers of teams and players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.core.roster import Team
from referee.game.drives import drives_of
from referee.game.play_by_play import PlayByPlay
from referee.game.sheet_line import SheetLine
from referee.game.statistics import StatLine, statistics_of
from referee.record.sheet.played_game import PlayedGame
from referee.record.sheet.tables import SheetTable, TextAlign, columns, text_rows

_L, _M = TextAlign.LEFT, TextAlign.MIDDLE
_Figure = Callable[[StatLine], object]
TEAM: Mapping[str, _Figure] = {
    "First downs": lambda n: n.first_downs,
    "Plays from scrimmage": lambda n: n.plays,
    "Net yards": lambda n: n.total_yards,
    "Runs for yards": lambda n: f"{n.runs} for {n.run_yards}",
    "Passes complete for yards": lambda n: f"{n.completions} of {n.passes} for {n.pass_yards}",
    "Sacked for yards": lambda n: f"{n.sacked} for {n.sack_yards}",
    "Third downs made": lambda n: f"{n.third_downs_made} of {n.third_downs}",
    "Passes intercepted": lambda n: n.intercepted,
    "Fumbles": lambda n: f"{n.fumbles}, {n.fumbles_lost} lost",
    "Turnovers": lambda n: n.turnovers,
    "Penalties for yards": lambda n: f"{n.penalties} for {n.penalty_yards}",
    "Tackles": lambda n: n.tackles,
    "Sacks": lambda n: n.sacks,
    "Punts for yards": lambda n: f"{n.punts} for {n.punt_yards}",
    "Kicks returned for yards": lambda n: f"{n.kick_returns} for {n.kick_return_yards}",
}
RUNNING: Mapping[str, _Figure] = {
    "Runs": lambda n: n.runs,
    "Yards": lambda n: n.run_yards,
    "Longest": lambda n: n.run_long,
    "TD": lambda n: n.run_touchdowns,
    "Fumbles": lambda n: n.fumbles,
    "Lost": lambda n: n.fumbles_lost,
}
PASSING: Mapping[str, _Figure] = {
    "Thrown": lambda n: n.passes,
    "Complete": lambda n: n.completions,
    "Yards": lambda n: n.pass_yards,
    "TD": lambda n: n.pass_touchdowns,
    "Intercepted": lambda n: n.intercepted,
    "Sacked": lambda n: n.sacked,
}
CATCHING: Mapping[str, _Figure] = {
    "Catches": lambda n: n.catches,
    "Yards": lambda n: n.catch_yards,
    "Longest": lambda n: n.catch_long,
    "TD": lambda n: n.catch_touchdowns,
}
DEFENDING: Mapping[str, _Figure] = {
    "Tackles": lambda n: n.tackles,
    "Sacks": lambda n: n.sacks,
    "Interceptions": lambda n: n.interceptions,
    "Recoveries": lambda n: n.recoveries,
    "Yards back": lambda n: n.return_yards,
    "TD": lambda n: n.takeaway_touchdowns,
}
# Each table of players, its columns, and what puts a player into it; the first column sorts.
PLAYERS: Mapping[str, tuple[Mapping[str, _Figure], _Figure]] = {
    "Running": (RUNNING, lambda n: n.runs or n.fumbles),
    "Passing": (PASSING, lambda n: n.passes or n.sacked),
    "Catching": (CATCHING, lambda n: n.catches),
    "Defense": (DEFENDING, lambda n: n.tackles or n.interceptions or n.recoveries),
}


def summary_of(played: PlayedGame, lines: Sequence[SheetLine]) -> Iterator[SheetTable]:
    """Every table that has something in it."""
    yield from filter(lambda table: table.rows, (_scoring(played, lines), _drives(played, lines)))
    statistics = statistics_of(lines, played.roster)
    home, away = (statistics.teams[team] for team in (Team.HOME, Team.AWAY))
    if home.plays or away.plays:
        named = columns(("", 62, _L), (played.names[Team.HOME], 40), (played.names[Team.AWAY], 40))
        figures = [(label, of(home), of(away)) for label, of in TEAM.items()]
        yield SheetTable("Teams", named, text_rows(figures))
    for title, (figures_of, belongs) in PLAYERS.items():
        found = [(name, n) for name, n in statistics.players.items() if belongs(n)]
        first = next(iter(figures_of.values()))
        found.sort(key=lambda each: (-_whole(first(each[1])), each[0]))
        each = [
            (played.full_name(name), *(of(n) for of in figures_of.values())) for name, n in found
        ]
        if each:
            labels = columns(("", 46, _L), *((label, 20.0) for label in figures_of))
            yield SheetTable(title, labels, text_rows(each))


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _scoring(played: PlayedGame, lines: Sequence[SheetLine]) -> SheetTable:
    teller = PlayByPlay(played.names, played.full_name)
    scored = [
        (
            line.before.quarter,
            played.short(getattr(line.event, "team", None)),
            teller.tell(line),
            *(line.after.score(team) for team in (Team.HOME, Team.AWAY)),
        )
        for line in lines
        if line.points
    ]
    names = ((played.names[team], 24.0) for team in (Team.HOME, Team.AWAY))
    return SheetTable(
        "Scoring",
        columns(("Quarter", 15, _M), ("Team", 12, _L), ("How", 105, _L), *names),
        text_rows(scored),
    )


def _drives(played: PlayedGame, lines: Sequence[SheetLine]) -> SheetTable:
    found = [
        (d.quarter, played.names[d.team], d.began, d.plays, d.yards, d.result)
        for d in drives_of(lines)
    ]
    labels = columns(
        ("Quarter", 15, _M),
        ("Team", 40, _L),
        ("From", 32, _L),
        ("Plays", 14),
        ("Yards", 14),
        ("Result", 40, _L),
    )
    return SheetTable("Drives", labels, text_rows(found))
