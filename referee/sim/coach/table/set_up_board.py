"""A simulated board before the game: what its camera shows of it, and who is who with a finger.

The only part of the set-up that knows the simulator. Out of it come pictures, taps, and what people
call their teams; nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from referee.camera.frame_source import Frame
from referee.core.clock import ns_from_s
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.sim.coach.finger_taps import FingerTaps
from referee.sim.coach.table.team_names import rgb_of, team_names
from referee.sim.formations.formation import load_formation
from referee.sim.live.guided_hands import HandsOrder
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.setup import MAX_PX, SimSetup, build_scene
from referee.sim.live.simulated_board import SimulatedBoard
from referee.sim.physics import SetFormation
from referee.vision.enroll.named_figures import NamedFigure

# Pictures of a set-up have so many lines at least; a camera of fewer is set to a multiple of them.
LEAST_LINES = 720
# How far apart pictures are taken.
APART_S = 0.2
# Hands of a set-up that nobody watches.
QUICK_PACE = 20.0
# Figures of a line-up that is looked at stand in columns, clear of each other and, where a field
# has a line every five yards, between two of them: from the middle of the field to the first
# column, and from column to column, as shares of the length between the goal lines.
FIRST_COLUMN = 0.075
COLUMNS_APART = 0.1
# Where figures of a column stand, as shares of the field's width: clear of most numerals.
ROWS = (0.25, 0.42, 0.58, 0.75)
# What the coach of a simulated table calls its players' positions by.
USUAL_FORMATIONS = ("i-formation", "4-3")
# The stream of random numbers of the set-up's fingers, beside the game's seed.
TAPS_STREAM = 79


class SetUpBoard:
    """The board of a game, before it: empty first, then with a line-up.

    ``names`` and ``jerseys`` are what the coach calls the teams and their colours.
    """

    def __init__(self, setup: SimSetup) -> None:
        times = _times_larger(setup)
        self.size_px = setup.width_px, setup.height_px
        larger = replace(
            setup,
            width_px=setup.width_px * times,
            height_px=setup.height_px * times,
            guided=True,
            coach_switches=False,
        )
        scene = build_scene(larger)
        stage = SimulatedBoard(larger, scene)
        self.field: FieldProfile = scene[0]
        named = team_names(scene[2])
        self.names = named[Team.HOME], named[Team.AWAY]
        self.jerseys = {team: rgb_of(scene[2].teams[team].jersey) for team in Team}
        self._players: tuple[Player, ...] = scene[1].players
        self._board = LockstepBoard(stage, 1.0 / APART_S)
        self._taps = FingerTaps(self._board, np.random.default_rng([setup.seed, TAPS_STREAM]))

    def pictures(self, count: int) -> list[Frame]:
        """So many pictures of the camera, one after the other."""
        return [self._board.newest_frame(2.0 * APART_S) for _ in range(count)]

    def line_up(self) -> None:
        """Both teams are put up on two sides of the middle, and hands go away again."""
        order = HandsOrder(1, self._board.now_ns, (SetFormation(self._places()),), QUICK_PACE)
        self._board.give(order)
        while self._board.hands.done < 1 or self._board.hands.busy:
            self._board.advance_to(self._board.now_ns + ns_from_s(APART_S))

    def named(self) -> tuple[NamedFigure, ...]:
        """Who is who: a tap on each figure, the number on it, its team and its usual positions."""
        card, jobs = self._taps.card(), usual_positions(self._players)
        return tuple(
            NamedFigure(
                player.id, player.number, player.team, card[player.id], jobs.get(player.id, "")
            )
            for player in self._players
            if player.id in card
        )

    def _places(self) -> Mapping[str, Pose]:
        field, places = self.field, dict[str, Pose]()
        for team, way, heading_deg in ((Team.HOME, -1.0, 0.0), (Team.AWAY, 1.0, 180.0)):
            for k, player in enumerate(p for p in self._players if p.team is team):
                column, row = divmod(k, len(ROWS))
                aside = FIRST_COLUMN + COLUMNS_APART * column
                x_mm = field.goal_to_goal_mm * (0.5 + way * aside)
                y_mm = field.width_mm * ROWS[row]
                places[player.id] = Pose(x_mm, y_mm, heading_deg)
        return places


def usual_positions(players: Sequence[Player]) -> Mapping[str, str]:
    """Positions as this coach would write them: those of the two formations it plays most."""
    offense, defense = (load_formation(name).spots for name in USUAL_FORMATIONS)
    found: dict[str, str] = {}
    for team in Team:
        eleven = [player for player in players if player.team is team]
        for player, with_ball, without in zip(eleven, offense, defense, strict=False):
            found[player.id] = f"{with_ball.role} / {without.role}"
    return found


def _times_larger(setup: SimSetup) -> int:
    """By how much the camera's pictures are larger while the table is set up.

    >>> _times_larger(SimSetup(width_px=480, height_px=270)), _times_larger(SimSetup())
    (3, 1)
    """
    wanted = -(-LEAST_LINES // setup.height_px)
    most = MAX_PX // max(setup.width_px, setup.height_px)
    return max(1, min(wanted, most))
