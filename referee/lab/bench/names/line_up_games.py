"""Line-ups in the order of a game: kicks, offense and defense of both teams, as the rules lead on.

The plays are called and put up by the code of the simulated coach; what they gain is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.events import Event, PlayEnded, QuarterEnded, Score, Scored, SeriesBegan, Started
from referee.game.fold import Fold
from referee.game.state import WORDS_ONLY, GamePhase, State
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.rulebooks.rulebook import Rulebook
from referee.sim.coach.line_up.line_up import PlannedLineUp, return_line_up, scrimmage_line_up
from referee.sim.coach.plays.kicks import (
    KickReturn,
    extra_point,
    field_goal,
    kick_yd,
    kickoff_result,
    punt_result,
)
from referee.sim.coach.plays.playbook import choose_play
from referee.sim.live.teams import usual_roster

RULEBOOKS = ("efhl", "hefl", "vsefl", "simplified")
BOARDS = ("620", "500", "scale-64x30")
PLAYS_A_QUARTER = 12
# A play gains so many yards, give or take; so many of them lose the ball.
GAIN_YD, SPREAD_YD, LOST = 4.0, 5.0, 0.05
# On the last down the offense kicks in this share, and from up to here at the posts.
KICKS, FIELD_GOAL_YD = 0.85, 52.0
# How far the ball comes to rest from where the play began, to the side, in mm.
ASIDE_MM, EDGE_MM = 40.0, 30.0
PASSER_DEG = 180.0
# A person puts a figure where it belongs with such an error, in mm.
HAND_MM = 2.0


@dataclass(frozen=True)
class TrueLineUp:
    """One team's places in mm, playing to the right, and the role that each spot has."""

    places_mm: F64
    roles: tuple[str, ...]


def line_ups(rulebook: str, seed: int, count: int) -> Iterator[dict[Team, TrueLineUp]]:
    """The line-ups of one game, of both teams, as often as asked for or until the game is over."""
    game = _DrawnGame(load_rulebook(rulebook), load_field(BOARDS[seed % len(BOARDS)]), seed)
    made = 0
    while made < count and game.state.phase not in WORDS_ONLY:
        planned = game.next_line_up()
        if planned is not None:
            made += 1
            yield {team: game.seen(planned, team) for team in Team}
            game.play()


class _DrawnGame:
    def __init__(self, book: Rulebook, field: FieldProfile, seed: int) -> None:
        self.book, self.field = book, field
        self.roster: Roster = usual_roster(seed)
        self._rng = np.random.default_rng([seed, 991])
        self._fold = Fold(book.game, field)
        kicks = Team.AWAY if seed % 2 else Team.HOME
        begun = Started(book.name, kicks, Direction.RIGHT)
        self.state = self._fold.after(State(), begun)
        self._team, self._from_x_mm, self._y_mm = Team.HOME, 0.0, 0.0

    def next_line_up(self) -> PlannedLineUp | None:
        """The line-up for what comes next; None: that needed none, and is over."""
        state, rng, field = self.state, self._rng, self.field
        if state.plays >= PLAYS_A_QUARTER and state.phase is GamePhase.SCRIMMAGE:
            self._happens(QuarterEnded())
            return None
        if state.phase is GamePhase.TRY:
            self._happens(extra_point(state, rng))
            return None
        kicked = self._kicked()
        if isinstance(kicked, KickReturn):
            self._team, self._from_x_mm, self._y_mm = kicked.team, kicked.x_mm, kicked.y_mm
            plays = state.plays_toward(kicked.team)
            caught = (kicked.x_mm, kicked.y_mm)
            return return_line_up(field, self.roster, kicked.team, plays, caught)
        if kicked is not None:
            self._happens(kicked)
            return None
        team = state.team or Team.HOME
        called = choose_play(self.book, field, state, rng)
        self._team, self._from_x_mm, self._y_mm = team, state.x_mm, state.y_mm
        spot, pair = (state.x_mm, state.y_mm), (called.offence, called.defence)
        plays, rules = state.plays_toward(team), self.book.calls
        try:
            return scrimmage_line_up(field, self.roster, team, plays, spot, pair, rules, PASSER_DEG)
        except BadValue:  # no room here, as at the very goal line: the ball goes to the middle
            half_mm = field.goal_to_goal_mm / 2.0
            self._happens(SeriesBegan(team, half_mm, field.width_mm / 2.0))
            return None

    def seen(self, planned: PlannedLineUp, team: Team) -> TrueLineUp:
        """A team's places as a person put them, turned so that it plays to the right."""
        mine = [player.id for player in self.roster if player.team is team]
        poses = [planned.poses[player] for player in mine]
        sign = self.state.plays_toward(team).sign
        exact = sign * np.array([[pose.x_mm, pose.y_mm] for pose in poses])
        role_of = {player: role for role, player in planned.roles.get(team, {}).items()}
        roles = tuple(role_of.get(player, f"#{k}") for k, player in enumerate(mine))
        return TrueLineUp(exact + self._rng.normal(0.0, HAND_MM, exact.shape), roles)

    def play(self) -> None:
        """The play that was lined up for gains something."""
        field, rng, plays = self.field, self._rng, self.state.plays_toward(self._team)
        gain_mm = rng.normal(GAIN_YD, SPREAD_YD) * field.length_mm_per_yd
        x_mm = self._from_x_mm + plays.sign * gain_mm
        goal_mm = field.goal_to_goal_mm if plays is Direction.RIGHT else 0.0
        x_in = float(np.clip(x_mm, EDGE_MM, field.goal_to_goal_mm - EDGE_MM))
        aside = self._y_mm + rng.normal(0.0, ASIDE_MM)
        y_mm = float(np.clip(aside, EDGE_MM, field.width_mm - EDGE_MM))
        if self.state.phase is not GamePhase.SCRIMMAGE:
            self._happens(SeriesBegan(self._team, x_in, y_mm))
        elif plays.sign * (x_mm - goal_mm) >= 0.0:
            self._happens(Scored(Score.TOUCHDOWN, self._team))
        else:
            has_it = self._team.other if rng.random() < LOST else self._team
            self._happens(PlayEnded("tackle", has_it, x_in, y_mm))

    def _kicked(self) -> KickReturn | Event | None:
        state, rng, field = self.state, self._rng, self.field
        if state.phase in (GamePhase.KICKOFF, GamePhase.FREE_KICK):
            return kickoff_result(field, state, rng)
        if state.down < self.book.game.series.downs.value or rng.random() > KICKS:
            return None
        near = kick_yd(field, state) <= FIELD_GOAL_YD
        return field_goal(field, state, rng) if near else punt_result(field, state, rng)

    def _happens(self, event: Event) -> None:
        self.state = self._fold.after(self.state, event)
