"""A board small enough to reason about: 100 mm/s with power, 50 ms of coast without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.camera.frame_source import Image
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.sim.board_state import BoardState, PieceState
from referee.sim.live.guided_hands import HandsOrder, HandsReport
from referee.sim.live.process.board_process import BuildProgress
from referee.sim.physics import TruthEvent

SPEED_MM_S = 100.0
COAST_NS = 50_000_000
BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
ROSTER = Roster((Player("H22", Team.HOME, 22, BASE), Player("A54", Team.AWAY, 54, BASE)))
PROFILE = FieldProfile(
    name="toy",
    title="Toy board",
    goal_to_goal_mm=700.0,
    width_mm=400.0,
    left_end_zone_mm=70.0,
    right_end_zone_mm=70.0,
    near_hash_y_mm=150.0,
    far_hash_y_mm=250.0,
    near_numbers_outer_y_mm=40.0,
    near_numbers_inner_y_mm=60.0,
    far_numbers_inner_y_mm=340.0,
    far_numbers_outer_y_mm=360.0,
    metal_left_x_mm=-100.0,
    metal_right_x_mm=800.0,
    metal_near_y_mm=-40.0,
    metal_far_y_mm=440.0,
)


@dataclass
class FakeStage:
    camera: CameraModel
    profile: FieldProfile = PROFILE
    roster: Roster = ROSTER
    now_ns: int = 0
    powered: bool = False
    cut_ns: int = -COAST_NS
    x_mm: float = 100.0
    switchings: list[tuple[int, bool]] = field(default_factory=list)
    orders: list[HandsOrder] = field(default_factory=list)
    script: dict[int, bool] = field(default_factory=dict)
    hand: Callable[[bool], None] = lambda on: None

    def step_to(self, t_ns: int) -> None:
        for due_ns in [due for due in self.script if self.now_ns < due <= t_ns]:
            self._creep_to(due_ns)
            self.hand(self.script[due_ns])
        self._creep_to(t_ns)

    def _creep_to(self, t_ns: int) -> None:
        moving_ns = t_ns - self.now_ns
        if not self.powered:
            moving_ns = max(0, min(t_ns, self.cut_ns + COAST_NS) - self.now_ns)
        self.x_mm += SPEED_MM_S * moving_ns / 1e9
        self.now_ns = t_ns

    def set_power(self, on: bool) -> None:
        self.powered = on
        self.switchings.append((self.now_ns, on))
        if not on:
            self.cut_ns = self.now_ns

    def order(self, order: HandsOrder) -> None:
        self.orders.append(order)

    def state(self) -> BoardState:
        speed = SPEED_MM_S if self.powered or self.now_ns < self.cut_ns + COAST_NS else 0.0
        runner = PieceState("H22", Pose(self.x_mm % 700.0, 200.0, 0.0), vx_mm_s=speed)
        tackler = PieceState("A54", Pose(400.0, 200.0, 180.0))
        return BoardState(self.now_ns, float(self.powered), (runner, tackler))

    def hands(self) -> HandsReport:
        return HandsReport(done=len(self.orders))

    def take_facts(self) -> tuple[TruthEvent, ...]:
        return ()

    def render(self, state: BoardState) -> Image:
        height, width = self.camera.height_px, self.camera.width_px
        # As grey as its instant in ms.
        return np.full((height, width, 3), state.t_ns // 1_000_000 % 251, np.uint8)


def toy_camera(width_px: int = 64, height_px: int = 48) -> CameraModel:
    return overhead_camera(
        width_px=width_px,
        height_px=height_px,
        target_mm=(350.0, 200.0),
        height_mm=1000.0,
        focal_px=width_px * 1.05,
    )


def build_fake(say: BuildProgress, width_px: int = 64, height_px: int = 48) -> FakeStage:
    say("painting the toy board", 0.5)
    return FakeStage(toy_camera(width_px, height_px))


def build_broken(say: BuildProgress) -> FakeStage:
    raise RuntimeError("the board is bent")
