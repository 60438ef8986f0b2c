"""The state of a game: what a scoreboard shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import gained_yd, spot_name
from referee.core.roster import Team
from referee.game.events import FoulCalled, Score, ScrimmageKick


class GamePhase(StrEnum):
    """The part of the game that comes next."""

    BEFORE = "before the game"
    TOSS = "toss"
    CHOICE = "kick or receive"
    ENDS = "choice of ends"
    HOME_KICK = "home field goal"
    OVERTIME = "overtime or a tie"
    KICKOFF = "kickoff"
    FREE_KICK = "free kick"
    SCRIMMAGE = "scrimmage"
    TRY = "try"
    OVER = "over"


# Acts that are a word of people or a coin: the board stays off.
WORDS_ONLY = frozenset(
    {
        GamePhase.BEFORE,
        GamePhase.TOSS,
        GamePhase.CHOICE,
        GamePhase.ENDS,
        GamePhase.HOME_KICK,
        GamePhase.OVERTIME,
        GamePhase.OVER,
    }
)


@dataclass(frozen=True, slots=True)
class OwedAct:
    """An act that has to come, once all before it are over, and the team it is up to."""

    act: GamePhase
    team: Team | None


@dataclass(frozen=True, slots=True)
class TeamCounts:
    """What a team has used up: timeouts since they were given anew, challenges of the game."""

    timeouts: int = 0
    challenges_won: int = 0
    challenges_lost: int = 0


@dataclass(frozen=True, slots=True)
class OpenFoul:
    """A foul that is not settled. ``over``: so is its play, and somebody may take the penalty."""

    number: int
    called: FoulCalled
    over: bool


@dataclass(frozen=True, slots=True)
class State:
    """Everything a scoreboard shows. ``team`` has the ball, kicks it off, or is asked.

    ``phase`` is the act of now, and ``owed`` are the acts that have to come after it, in order.
    ``dead_y_mm`` is where across the field it became dead, before it was placed.
    ``to_gain_x_mm`` is None when the goal line is nearer than the line to gain would be.
    ``try_by`` is how the team tries for more after its touchdown; None: it has not said.
    ``fouls`` are open, of ``fouls_called`` in the game; ``snap`` is the state from which the play
    began that is just over, None: there is none, or it has been settled.
    ``extra_plays`` are those that timeouts have added to this quarter. ``half_choice`` chooses
    kick or receive for the second half; None: the book says who kicks. ``had_ball`` are the teams
    that have had the ball in overtime, or the opportunity. ``challenged_by`` waits for a decision.
    """

    phase: GamePhase = GamePhase.BEFORE
    quarter: int = 0
    home_score: int = 0
    away_score: int = 0
    home_plays: Direction = Direction.RIGHT
    team: Team | None = None
    kicked_first: Team | None = None
    down: int = 0
    x_mm: float = 0.0
    y_mm: float = 0.0
    dead_y_mm: float = 0.0
    to_gain_x_mm: float | None = None
    series: int = 0
    plays: int = 0
    try_by: Score | None = None
    fouls: tuple[OpenFoul, ...] = ()
    fouls_called: int = 0
    snap: State | None = None
    snap_kick: ScrimmageKick | None = None
    owed: tuple[OwedAct, ...] = ()
    playoff: bool = False
    toss_winner: Team | None = None
    half_choice: Team | None = None
    had_ball: tuple[Team, ...] = ()
    extra_plays: int = 0
    home_counts: TeamCounts = TeamCounts()
    away_counts: TeamCounts = TeamCounts()
    challenged_by: Team | None = None
    disputes: int = 0

    def plays_toward(self, team: Team) -> Direction:
        """Which way a team plays in this quarter."""
        return self.home_plays if team is Team.HOME else self.home_plays.other

    def score(self, team: Team) -> int:
        """A team's points."""
        return self.home_score if team is Team.HOME else self.away_score

    def with_points(self, team: Team, points: int) -> State:
        """The state with more points for a team."""
        if team is Team.HOME:
            return replace(self, home_score=self.home_score + points)
        return replace(self, away_score=self.away_score + points)

    def counts(self, team: Team) -> TeamCounts:
        """What a team has used up."""
        return self.home_counts if team is Team.HOME else self.away_counts

    def with_counts(self, team: Team, counts: TeamCounts) -> State:
        """The state after a team has used up something."""
        if team is Team.HOME:
            return replace(self, home_counts=counts)
        return replace(self, away_counts=counts)

    @property
    def leader(self) -> Team | None:
        """The team that is ahead; None: the game is tied."""
        if self.home_score == self.away_score:
            return None
        return Team.HOME if self.home_score > self.away_score else Team.AWAY

    def going_on(self) -> State:
        """The state once the act of now is over: what is owed comes next."""
        if not self.owed:
            raise BadValue("owed", self.phase.value, "an act with something after it")
        first = self.owed[0]
        return replace(self, phase=first.act, team=first.team, owed=self.owed[1:])

    def words(self, field: FieldProfile, digits: int = 1) -> str:
        """Down and place as people say them: "2nd and 6 at the own 34".

        ``digits``: of the place; 0, as the page of a night has it, where nothing is compared.
        """
        if self.phase is not GamePhase.SCRIMMAGE or self.team is None:
            return self.phase.value
        spot = spot_name(field, self.x_mm, self.plays_toward(self.team), digits)
        return f"{self.ordinal_down} and {self.to_go(field)} at the {spot}"

    @property
    def ordinal_down(self) -> str:
        """The down as people say it: "2nd"."""
        return {1: "1st", 2: "2nd", 3: "3rd"}.get(self.down, f"{self.down}th")

    def to_go(self, field: FieldProfile) -> str:
        """The yards to the line to gain as people say them, or that it is the goal line."""
        if self.to_gain_x_mm is None or self.team is None:
            return "goal"
        plays = self.plays_toward(self.team)
        return f"{gained_yd(field, self.x_mm, self.to_gain_x_mm, plays):.1f}".removesuffix(".0")
