"""A scripted night for page tests: it shows what it is told to, and remembers what was wished."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

import cv2
import numpy as np

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PlayPhase
from referee.calls.play_name import PlayName
from referee.camera.camera_model import overhead_camera
from referee.camera.frame_source import Frame
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.game.events import Event, PlayEnded, SeriesBegan, Started
from referee.game.journal import Entry
from referee.game.state import GamePhase, State
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.night.commands import Command
from referee.night.gate import PowerReason, PowerReasonKind
from referee.night.interface import NightInfo, ObservedFrame, StartProgress
from referee.night.night_output import NightOutput
from referee.night.phase import NightPhase
from referee.night.screen.performance_meter import LatencySpread, Performance
from referee.night.screen.questions import Question
from referee.night.screen.snapshot import ShownCall, Snapshot
from referee.official.line_up.line_up import LineUp, LineUpForm, PlacedPlayer, Role
from referee.official.outcome import PlayNotice, QuestionKind
from referee.record.observation import Observation
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import TurnablePlayers
from referee.system_clock import clock_ns
from referee.web.server.page_access import PageAccess

ACCESS = PageAccess(8620, "the-token")
FIELD = load_field("620")
CAMERA = overhead_camera(
    width_px=640,
    height_px=360,
    target_mm=(FIELD.goal_to_goal_mm / 2, FIELD.width_mm / 2),
    height_mm=1400.0,
    focal_px=860.0,
)
BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
NAMES = {Team.HOME: "Miners", Team.AWAY: "Captains"}
COLOURS = {Team.HOME: "#1f4fa3", Team.AWAY: "#c8102e"}
NUMBERS = {
    Team.HOME: (72, 66, 54, 63, 77, 88, 84, 12, 40, 22, 81),
    Team.AWAY: (92, 97, 95, 91, 52, 58, 55, 24, 21, 33, 36),
}
ROSTER = Roster(
    tuple(
        Player(f"{team.name[0]}{number}", team, number, BASE)
        for team, numbers in NUMBERS.items()
        for number in numbers
    )
)
YARD = FIELD.length_mm_per_yd
AT_X, AT_Y = 34 * YARD, FIELD.width_mm / 2
# Seven on the line, three behind it, one wide; opposite them four, three and four.
SPOTS: Mapping[str, tuple[float, float]] = {
    "H72": (-1, 70), "H66": (-1, 35), "H54": (-0.8, 0), "H63": (-1, -35), "H77": (-1, -70),
    "H88": (-1, 105), "H84": (-1, -180), "H12": (-6, 0), "H40": (-10, 0), "H22": (-14, 0),
    "H81": (-2, 180),
    "A92": (6, 90), "A97": (6, 30), "A95": (6, -30), "A91": (6, -90), "A52": (12, 0),
    "A58": (12, 70), "A55": (12, -70), "A24": (10, 180), "A21": (10, -180), "A33": (25, 60),
    "A36": (25, -60),
}  # fmt: skip
STATE = State(
    phase=GamePhase.SCRIMMAGE,
    quarter=2,
    home_score=7,
    away_score=10,
    home_plays=Direction.RIGHT,
    team=Team.HOME,
    kicked_first=Team.AWAY,
    down=2,
    x_mm=AT_X,
    y_mm=AT_Y,
    dead_y_mm=AT_Y,
    to_gain_x_mm=40 * YARD,
    series=3,
    plays=11,
)
NOTICE = PlayNotice(
    step=PlayStep.SET,
    phase=PlayPhase.SNAP,
    team=Team.HOME,
    carrier="H22",
    switch=Team.HOME,
    power=False,
    off_ns=None,
    pulse_ns=500_000_000,
    turns="everybody disengaged, offense first",
    asks=(),
    sentences=(),
    who=TurnablePlayers.FREE,
    plays=(PlayName.RUN, PlayName.SWEEP, PlayName.PITCH, PlayName.DRAW, PlayName.FORWARD),
)
EVENTS: tuple[Event, ...] = (
    Started("efhl", Team.AWAY, Direction.RIGHT),
    SeriesBegan(Team.HOME, 30 * YARD, AT_Y),
    PlayEnded("tackle", Team.HOME, AT_X, AT_Y, "EFHL-TKL-01"),
)
STAGES = {
    "camera": LatencySpread(12.1, 18.0, 22.4),
    "eyes": LatencySpread(9.3, 14.8, 20.1),
    "rules": LatencySpread(0.4, 0.8, 1.1),
    "frame to switch": LatencySpread(9.8, 15.5, 21.0),
}


def pose_of(player: Player) -> Pose:
    """Where he stands in the line-up."""
    along_yd, across_mm = SPOTS[player.id]
    heading = 0.0 if player.team is Team.HOME else 180.0
    return Pose(AT_X + along_yd * YARD, AT_Y + across_mm, heading)


def line_up(t_ns: int, *, without: tuple[str, ...] = ()) -> BoardFrame:
    """Everybody as the eyes see them."""
    seen = tuple(
        SeenBase(p.id, MeasuredPose.with_sigmas(pose_of(p), 0.1, 0.1, 0.5))
        for p in ROSTER
        if p.id not in without
    )
    return BoardFrame(t_ns, False, seen)


def call(kind: CallKind = CallKind.TACKLE, *, number: int = 1, **changes: object) -> ShownCall:
    """A call with what was said of it."""
    made = Call(
        t_ns=5_000_000_000,
        sigma_ns=4_000_000,
        kind=kind,
        rule="EFHL-TKL-01",
        certainty=0.9987,
        action=CallAction.CUT,
        players=("A52", "H22"),
        gap_mm=0.04,
        sigma_mm=0.12,
        spot=BallSpot(37 * YARD, AT_Y, 0.3),
        flag=(),
        frames=(5_000_000_000,),
        episode=Episode.read("tackle:1"),
    )
    made = replace(made, **changes)  # type: ignore[arg-type]
    return ShownCall(number, made, "Tackle on Miners 22 by Captains 52.")


def snapshot_of(now_ns: int = 0) -> Snapshot:
    """A line-up that stands, second down, nothing against it."""
    return Snapshot(
        number=1,
        t_ns=now_ns,
        board=line_up(now_ns),
        engaged=(),
        hands=False,
        notice=NOTICE,
        state=STATE,
        down_and_distance=STATE.words(FIELD),
        reasons=(),
        watching=True,
        ready=False,
        set_by_itself=False,
        power=False,
        alarm="",
        calls=(),
        entries=tuple(
            Entry(n, n * 60_000_000_000, "referee", event) for n, event in enumerate(EVENTS, 1)
        ),
        performance=Performance(29.9, 3, STAGES),
        phase=NightPhase.SET_UP,
        line_up=LINE_UP,
    )


def ask(what: QuestionKind, sentence: str, candidates: tuple[str, ...] = ()) -> Question:
    """Something that has to be said."""
    return Question(what, sentence, candidates=candidates)


def placed(player: str, role: Role, *, eligible: bool = False) -> PlacedPlayer:
    """A man of the line-up."""
    return PlacedPlayer(player, Team.HOME, role, 0.99, 5.0, 0.0, 1.0 if eligible else 0.0)


LINE_UP = LineUp(
    Team.HOME,
    LineUpForm.SCRIMMAGE,
    0.99,
    (
        placed("H54", Role.CENTER),
        placed("H12", Role.QUARTERBACK, eligible=True),
        placed("H40", Role.BACK, eligible=True),
        placed("H22", Role.BACK, eligible=True),
        placed("H88", Role.TIGHT_END, eligible=True),
        placed("H84", Role.SPLIT_END, eligible=True),
        placed("H81", Role.FLANKER, eligible=True),
        placed("H72", Role.TACKLE),
        placed("H77", Role.TACKLE),
    ),
)


@dataclass
class ScriptedDesk:
    """``frozen``: its moments grow old. ``answers``: what the night says to a wish."""

    now: Snapshot | None = field(default_factory=snapshot_of)
    about: NightInfo | None = None
    doing: StartProgress = field(default_factory=lambda: StartProgress("", 1.0))
    frozen: bool = False
    deaf: bool = False
    answer: NightOutput = field(default_factory=NightOutput)
    wishes: list[Command] = field(default_factory=list)
    hears: list[Callable[[NightOutput], None]] = field(default_factory=list)
    picture: np.ndarray | None = None
    bases: tuple[SeenBase, ...] | None = None
    pictures: bool = True
    frozen_ns: int = 0

    def __post_init__(self) -> None:
        if self.about is None and self.doing.done >= 1.0:
            self.about = ABOUT

    @property
    def now_ns(self) -> int:
        return clock_ns()

    def show(self, **changes: object) -> None:
        """The night is like this from now on."""
        assert self.now is not None
        if "reasons" in changes:
            told = cast("tuple[str | PowerReason, ...]", changes["reasons"])
            changes["reasons"] = tuple(
                PowerReason(PowerReasonKind.SWITCH, each) if isinstance(each, str) else each
                for each in told
            )
        self.now = replace(self.now, **changes)  # type: ignore[arg-type]

    def freeze(self, frozen: bool = True) -> None:
        """No fresh moment and no fresh picture from now on, as when the program hangs."""
        self.frozen, self.frozen_ns = frozen, self.now_ns

    @property
    def _t_ns(self) -> int:
        return self.frozen_ns if self.frozen else self.now_ns

    @property
    def snapshot(self) -> Snapshot | None:
        now, t_ns = self.now, self._t_ns
        if now is None:
            return None
        board = now.board and replace(now.board, t_ns=t_ns)
        return replace(now, t_ns=t_ns, board=board, number=t_ns // 66_000_000)

    @property
    def shot(self) -> ObservedFrame | None:
        if not self.pictures or self.about is None:
            return None
        t_ns = self._t_ns // 33_000_000 * 33_000_000
        sequence = t_ns // 33_000_000
        if self.picture is None:
            self.picture, self.bases = painted()
        return ObservedFrame(
            Frame(t_ns, self.picture, sequence),
            Observation(sequence, self.bases or (), t_ns=t_ns, power=False),
        )

    def submit(
        self, command: Command, reply: Callable[[NightOutput], None] = lambda _o: None
    ) -> None:
        self.wishes.append(command)
        if not self.deaf:
            reply(self.answer)

    def listen(self, hear: Callable[[NightOutput], None]) -> None:
        self.hears.append(hear)

    def say(self, *says: str, whistle: bool = False) -> None:
        """The night says something aloud."""
        for hear in self.hears:
            hear(NightOutput(whistle=whistle).saying(*says))


ABOUT = NightInfo(
    title="Miners against Captains",
    rulebook=load_rulebook("efhl"),
    field=FIELD,
    roster=ROSTER,
    names=NAMES,
    colours=COLOURS,
    camera=CAMERA,
    fps=30.0,
    simulated=True,
    folder=None,
)


def painted() -> tuple[np.ndarray, tuple[SeenBase, ...]]:
    """A green board with a coloured base for everybody, and what there is to see of them."""
    image = np.full((CAMERA.height_px, CAMERA.width_px, 3), (70, 96, 40), np.uint8)
    bases = []
    for player in ROSTER:
        pose = pose_of(player)
        ring = pose.to_board(BASE.corners_mm)
        px = CAMERA.project(np.c_[ring, np.full(4, BASE.height_mm)])
        colour = COLOURS[player.team]
        bgr = tuple(int(colour[i : i + 2], 16) for i in (5, 3, 1))
        cv2.fillPoly(image, [px.round().astype(np.int32)], bgr, cv2.LINE_AA)
        a, b, c, d = [(float(x), float(y)) for x, y in px]
        bases.append(
            SeenBase(
                player.id,
                MeasuredPose.with_sigmas(pose, 0.1, 0.1, 0.5),
                corners_px=(a, b, c, d),
                team=player.team,
                score=0.99,
            )
        )
    return image, tuple(bases)
