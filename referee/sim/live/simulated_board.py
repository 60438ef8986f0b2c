"""The whole simulated board: physics, hands and renderer behind one face."""

from __future__ import annotations

from collections.abc import Callable

from referee.calls.frame import SeenBase
from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.record.observation import Observation, ObservedMarker
from referee.sim.board_state import BoardState
from referee.sim.live.guided_hands import GuidedHands, HandsOrder, HandsReport
from referee.sim.live.script.formation_calls import FormationWishes
from referee.sim.live.script.play_script import PlayScript
from referee.sim.live.setup import SimSetup
from referee.sim.look import SceneLook
from referee.sim.physics import PhysicsWorld, TruthEvent
from referee.sim.render import FrameTruth, Renderer


class SimulatedBoard:
    """A `SteppedBoard`. Somebody outside guides the hands, or a script plays on it."""

    def __init__(self, setup: SimSetup, scene: tuple[FieldProfile, Roster, SceneLook]) -> None:
        self.profile, self.roster, self.look = scene
        self.setup = setup
        self.renderer = Renderer(self.profile, self.look, setup.rendering)
        self.hand: Callable[[bool], None] = self.set_power
        settings, dynamics = setup.board_settings(self.roster)
        self.world = PhysicsWorld(self.profile, self.roster, dynamics, setup.seed, settings)
        wishes = FormationWishes(setup.offence, setup.defence)
        self.script = PlayScript(self.world, setup.seed, power=self._use_hand, wishes=wishes)
        self._hands = GuidedHands(self.world)
        self._facts_taken = 0

    @property
    def camera(self) -> CameraModel:
        """The camera above the board."""
        return self.look.camera

    @property
    def now_ns(self) -> int:
        """The instant the board has been stepped to."""
        return self.world.now_ns

    def step_to(self, t_ns: int) -> None:
        """Let the board run until ``t_ns``."""
        if self.setup.guided:
            self._hands.step_to(t_ns)
        else:
            self.script.advance(t_ns)

    def set_power(self, on: bool) -> None:
        """The relay opened or closed just now."""
        if on:
            self.world.power_on()
        else:
            self.world.power_off()

    def order(self, order: HandsOrder) -> None:
        """Something for guided hands; where a script plays, hands take no orders."""
        self._hands.take(order)

    def hands(self) -> HandsReport:
        """How far guided hands are."""
        return self._hands.report()

    def state(self) -> BoardState:
        """Everything that moves, now."""
        return self.world.state()

    def truth_events(self, since: int) -> tuple[TruthEvent, ...]:
        """The facts so far, without the first ``since``."""
        return tuple(self.world.events(since))

    def take_facts(self) -> tuple[TruthEvent, ...]:
        """What has happened since the last call."""
        taken = self.truth_events(self._facts_taken)
        self._facts_taken += len(taken)
        if self.setup.guided:  # a script reads them too
            self.world.forget(self._facts_taken)
        return taken

    def render(self, state: BoardState) -> Image:
        """The camera's picture of a state."""
        return self.renderer.render(state).image

    def _use_hand(self, on: bool) -> None:
        if self.setup.coach_switches:
            self.hand(on)


def picture_truth(truth: FrameTruth, frame: int, power: bool) -> Observation:
    """The renderer's answer sheet as an observation without error, of what stands on the board."""
    bases = tuple(
        SeenBase(
            p.player_id,
            MeasuredPose(Pose(p.x_mm, p.y_mm, p.heading_deg)),
            fallen=float(p.fallen),
            corners_px=p.corners_px,
            team=p.team,
        )
        for p in truth.pieces
        if not (p.off_picture or p.lifted)
    )
    markers = tuple(
        ObservedMarker(m.kind.value, m.x_mm, m.y_mm, m.heading_deg, 1.0) for m in truth.markers
    )
    return Observation(frame, bases, markers, truth.t_ns, power)
