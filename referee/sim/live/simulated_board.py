"""The whole simulated board as a stage: physics, solitaire coach and renderer behind one face."""

from __future__ import annotations

from collections.abc import Callable

from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.record.observation import Observation, ObservedBase, ObservedMarker
from referee.sim.board_state import BoardState
from referee.sim.live.coach.coach import TruthCoach, TruthCoachPhase
from referee.sim.live.coach.formation_calls import FormationWishes
from referee.sim.live.coach.series import first_down
from referee.sim.live.commentary.narrator import Narrator
from referee.sim.live.commentary.play_commentary import PlayCommentary
from referee.sim.live.guided_hands import GuidedHands, HandsOrder, HandsReport
from referee.sim.live.setup import SimSetup
from referee.sim.live.stepped_board import (
    BoardHappening,
    CoachOrder,
    CoachReport,
    CoachVerb,
    PictureGap,
    PictureTruth,
    RenderedPicture,
)
from referee.sim.look import SceneLook
from referee.sim.physics import PhysicsWorld, TruthEvent
from referee.sim.render import FrameTruth, Renderer

WAITING = "waiting for the switch"
GUIDED = "guided"
EXACT = (0.0, 0.0, 0.0)
# A game that begins with formations of one's own begins with a first down, not with a kickoff.
START_YD = 35.0


class SimulatedBoard:
    """A `SteppedBoard`. A new game starts a new world under the same camera.


    The world of a later game begins at 0 ns again; ``_began_ns`` is when it did so on the stage.
    """

    def __init__(self, setup: SimSetup, scene: tuple[FieldProfile, Roster, SceneLook]) -> None:
        self.profile, self.roster, self.look = scene
        self.setup = setup
        self.renderer = Renderer(self.profile, self.look, setup.rendering)
        self.hand: Callable[[bool], None] = self.set_power
        self._paused = False
        self._switches = setup.coach_switches
        self._wishes = FormationWishes(setup.offence, setup.defence)
        self._settings, self._dynamics = setup.board_settings(self.roster)
        self._happenings: list[BoardHappening] = []
        self._start(setup.seed, 0)

    @property
    def camera(self) -> CameraModel:
        """The eye above the board."""
        return self.look.camera

    @property
    def now_ns(self) -> int:
        """The instant the board has been stepped to."""
        return self._began_ns + self.world.now_ns

    def step_to(self, t_ns: int) -> None:
        """Let the board run until ``t_ns``."""
        if self._guided:
            self._hands.step_to(t_ns - self._began_ns)
        elif self._paused:
            self.coach_player.idle_to(t_ns - self._began_ns)
        else:
            self.coach_player.advance(t_ns - self._began_ns)
        self._listen()

    def set_power(self, on: bool) -> None:
        """The relay opened or closed just now."""
        if on:
            self.world.power_on()
        else:
            self.world.power_off()

    def order(self, order: CoachOrder | HandsOrder) -> None:
        """A wish to the coach, or something for guided hands, for which he makes room."""
        if isinstance(order, HandsOrder):
            self._guided = True
            self._hands.take(order)
        else:
            self._wish(order)

    def hands(self) -> HandsReport:
        """How far guided hands are."""
        return self._hands.report()

    def _wish(self, order: CoachOrder) -> None:
        if order.verb is CoachVerb.NEXT_PLAY:
            self._wishes = FormationWishes(order.offence, order.defence)
            self.coach_player.wishes = self._wishes
        match order.verb:
            case CoachVerb.PAUSE:
                self._paused = True
                self.hand(False)
            case CoachVerb.RESUME:
                self._paused = False
            case CoachVerb.NEXT_PLAY:
                self._paused = False
                self.coach_player.end_play()
            case CoachVerb.TAKE_SWITCH:
                self._switches = True
            case CoachVerb.LEAVE_SWITCH:
                self.hand(False)
                self._switches = False
            case CoachVerb.NEW_GAME:
                self._paused = False
                self.hand(False)
                self._start(self.seed + 1 if order.seed is None else order.seed, self.now_ns)

    def coach(self) -> CoachReport:
        """What the coach is about."""
        coach = self.coach_player
        return CoachReport(
            doing=self._doing(),
            paused=self._paused,
            switches=self._switches,
            play=len(coach.plays) + 1,
            offence=coach.call.offence.name,
            defence=coach.call.defence.name,
            seed=self.seed,
            carrier=None if self._guided else coach.carrier,
        )

    def state(self) -> BoardState:
        """Everything that moves, now."""
        return self.world.state()

    def truth_events(self, since: int) -> tuple[TruthEvent, ...]:
        """The facts of this game so far, without the first ``since``."""
        return tuple(self.world.events(since))

    def take_facts(self) -> tuple[TruthEvent, ...]:
        """What has happened since the last call."""
        taken = self.truth_events(self._facts_taken)
        self._facts_taken += len(taken)
        if self._guided:  # whoever plays by himself looks back
            self.world.forget(min(self._heard, self._facts_taken))
        return taken

    def take_happenings(self) -> tuple[BoardHappening, ...]:
        """What happened since the last call."""
        taken, self._happenings = tuple(self._happenings), []
        return taken

    def render(self, state: BoardState, frame: int, power: bool) -> RenderedPicture:
        """The camera's picture of a state."""
        rendered = self.renderer.render(state)
        return RenderedPicture(rendered.image, picture_truth(rendered.truth, frame, power))

    def _start(self, seed: int, at_ns: int) -> None:
        self.seed = seed
        self._began_ns = at_ns
        self.world = PhysicsWorld(self.profile, self.roster, self._dynamics, seed, self._settings)
        asked = self._wishes != FormationWishes()
        self.coach_player = TruthCoach(
            self.world,
            seed,
            power=self._use_hand,
            wishes=self._wishes,
            start=first_down(Team.HOME, START_YD) if asked else None,
        )
        self._hands = GuidedHands(self.world)
        self._guided = self.setup.guided
        self._heard = self._facts_taken = 0
        self._narrator = Narrator(self.roster)
        self._plays = PlayCommentary(self.coach_player)

    def _doing(self) -> str:
        if self._guided:
            return GUIDED
        return WAITING if self._waits_for_switch() else self.coach_player.phase.value

    def _waits_for_switch(self) -> bool:
        """Everything is set up, and somebody else has to switch on."""
        set_up = self.coach_player.phase in {TruthCoachPhase.SNAP, TruthCoachPhase.RUN}
        return set_up and not self._switches and not self.world.power_is_on

    def _use_hand(self, on: bool) -> None:
        if self._switches:
            self.hand(on)

    def _listen(self) -> None:
        fresh = self.truth_events(self._heard)
        self._heard += len(fresh)
        told = self._narrator.tell(fresh, "" if self._guided else self.coach_player.carrier)
        if not self._guided:
            told += self._plays.tell(self.world.now_ns)
        self._happenings += sorted(told, key=lambda h: h.t_ns)


def picture_truth(truth: FrameTruth, frame: int, power: bool) -> PictureTruth:
    """The renderer's answer sheet as an observation without error, of what stands on the board."""
    seen = [p for p in truth.pieces if not (p.off_picture or p.lifted)]
    bases = tuple(
        ObservedBase(
            x_mm=p.x_mm,
            y_mm=p.y_mm,
            heading_deg=p.heading_deg,
            sigma=EXACT,
            corners_px=p.corners_px,
            team=p.team,
            fallen=p.fallen,
            score=1.0,
            id=p.player_id,
        )
        for p in seen
    )
    markers = tuple(
        ObservedMarker(m.kind.value, m.x_mm, m.y_mm, m.heading_deg, 1.0) for m in truth.markers
    )
    return PictureTruth(
        Observation(frame, bases, markers, truth.t_ns, power),
        tuple(p.visible for p in seen),
        tuple(PictureGap(g.first, g.second, g.gap_mm) for g in truth.gaps),
    )
