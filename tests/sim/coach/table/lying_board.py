"""A simulated board that lies about itself to everybody but its camera and the coach's eyes."""

from __future__ import annotations

from dataclasses import replace

from referee.core.geometry.pose import Pose
from referee.sim.board_state import BoardState
from referee.sim.live.guided_hands import figure_poses
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.setup import build_scene
from referee.sim.live.simulated_board import SimulatedBoard

# So many states are remembered until they are drawn.
REMEMBERED = 8
# How far a marker and the camera are said to be from where they are.
ASIDE_MM = 60.0


class LyingStage(SimulatedBoard):
    """Every state it gives away is mirrored, with other names; it draws the true one."""

    def __init__(self, setup):
        super().__init__(setup, build_scene(setup))
        self._told = []
        self.lies = 0

    @property
    def camera(self):
        """Where it says its camera hangs."""
        x_mm, y_mm, z_mm = self.look.camera.translation_mm
        return replace(self.look.camera, translation_mm=(x_mm + ASIDE_MM, y_mm, z_mm))

    def true_state(self) -> BoardState:
        """What the physics knows, for the judge."""
        return super().state()

    def state(self) -> BoardState:
        true = super().state()
        lie = self._lie(true)
        self._told = [*self._told[-REMEMBERED:], (lie, true)]
        self.lies += 1
        return lie

    def render(self, state):
        return super().render(next(true for lie, true in self._told if lie is state))

    def take_facts(self):
        super().take_facts()
        return ()

    def _lie(self, true: BoardState) -> BoardState:
        """Everybody at the point opposite, called by the next one's name; markers moved aside."""
        length_mm, width_mm = self.profile.goal_to_goal_mm, self.profile.width_mm
        names = [piece.player_id for piece in true.pieces]
        pieces = tuple(
            replace(
                piece,
                player_id=name,
                pose=Pose(
                    length_mm - piece.pose.x_mm,
                    width_mm - piece.pose.y_mm,
                    piece.pose.heading_deg + 90.0,
                ),
            )
            for piece, name in zip(true.pieces, names[1:] + names[:1], strict=True)
        )
        markers = tuple(
            replace(m, pose=Pose(m.pose.x_mm + ASIDE_MM, m.pose.y_mm, 0.0)) for m in true.markers
        )
        return replace(true, pieces=pieces, markers=markers, hands=())


class LyingBoard(LockstepBoard):
    """The lying stage behind a camera and a switch; a coach beside it has eyes of its own."""

    @property
    def places(self):
        return figure_poses(self.simulated.true_state())
