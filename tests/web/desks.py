"""A scripted night for page tests: it shows what it is told to, and remembers what was wished."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from referee.calls.board import Board, Seen
from referee.calls.call import Action, Call, Kind, Spot
from referee.calls.plays import Play
from referee.calls.situation import Phase
from referee.camera.model import overhead_camera
from referee.camera.source import Frame
from referee.core.base_shape import rounded_rectangle
from referee.core.direction import Direction
from referee.core.measured import MeasuredPose
from referee.core.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.files.fields import load_field
from referee.files.rulebooks import load_rulebook
from referee.game.events import Event, PlayEnded, SeriesBegan, Started
from referee.game.journal import Entry
from referee.game.state import Stage, State
from referee.machine.clock import clock_ns
from referee.official.line_up import Form, LineUp, Placed, Role
from referee.official.outcome import Notice
from referee.play.asking import Asking
from referee.play.commands import Command
from referee.play.desk import About, Doing, Shot
from referee.play.latency import Spread
from referee.play.moment import Moment
from referee.play.orders import Orders
from referee.play.snapshot import Numbers, Shown, Snapshot
from referee.record.observation import BaseSeen, Observation
from referee.rulebooks.period import Period
from referee.web.access import Access

ACCESS = Access(8620, "the-token")
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
    stage=Stage.SCRIMMAGE,
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
NOTICE = Notice(
    period=Period.SET,
    phase=Phase.SNAP,
    team=Team.HOME,
    carrier="H22",
    switch=Team.HOME,
    power=False,
    off_ns=None,
    pulse_ns=500_000_000,
    turns="everybody disengaged, offense first",
    asks=(),
    sentences=(),
    plays=(Play.RUN, Play.SWEEP, Play.PITCH, Play.DRAW, Play.FORWARD),
)
EVENTS: tuple[Event, ...] = (
    Started("efhl", Team.AWAY, Direction.RIGHT),
    SeriesBegan(Team.HOME, 30 * YARD, AT_Y),
    PlayEnded("tackle", Team.HOME, AT_X, AT_Y, "EFHL-TKL-01"),
)
STAGES = {
    "camera": Spread(12.1, 18.0, 22.4),
    "eyes": Spread(9.3, 14.8, 20.1),
    "rules": Spread(0.4, 0.8, 1.1),
    "frame to switch": Spread(9.8, 15.5, 21.0),
}


def pose_of(player: Player) -> Pose:
    """Where he stands in the line-up."""
    along_yd, across_mm = SPOTS[player.id]
    heading = 0.0 if player.team is Team.HOME else 180.0
    return Pose(AT_X + along_yd * YARD, AT_Y + across_mm, heading)


def line_up(t_ns: int, *, without: tuple[str, ...] = ()) -> Board:
    """Everybody as the eyes see them."""
    seen = tuple(
        Seen(p.id, MeasuredPose.with_sigmas(pose_of(p), 0.1, 0.1, 0.5))
        for p in ROSTER
        if p.id not in without
    )
    return Board(t_ns, False, seen)


def call(kind: Kind = Kind.TACKLE, *, number: int = 1, **changes: object) -> Shown:
    """A call with what was said of it."""
    made = Call(
        t_ns=5_000_000_000,
        sigma_ns=4_000_000,
        kind=kind,
        rule="EFHL-TKL-01",
        certainty=0.9987,
        action=Action.CUT,
        players=("A52", "H22"),
        gap_mm=0.04,
        sigma_mm=0.12,
        spot=Spot(37 * YARD, AT_Y, 0.3),
        flag=(),
        frames=(5_000_000_000,),
        episode="tackle:1",
    )
    made = replace(made, **changes)  # type: ignore[arg-type]
    return Shown(number, made, "Tackle on Miners 22 by Captains 52.")


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
        words=STATE.words(FIELD),
        reasons=(),
        watching=True,
        ready=False,
        set_by_itself=False,
        power=False,
        alarm="",
        shown=(),
        entries=tuple(
            Entry(n, n * 60_000_000_000, "referee", event) for n, event in enumerate(EVENTS, 1)
        ),
        numbers=Numbers(29.9, 3, STAGES),
        moment=Moment.SET_UP,
        line_up=LINE_UP,
    )


def ask(what: str, sentence: str, candidates: tuple[str, ...] = ()) -> Asking:
    """Something that has to be said."""
    return Asking(what, sentence, candidates=candidates)


def placed(player: str, role: Role, *, eligible: bool = False) -> Placed:
    """A man of the line-up."""
    return Placed(player, Team.HOME, role, 0.99, 5.0, 0.0, 1.0 if eligible else 0.0)


LINE_UP = LineUp(
    Team.HOME,
    Form.SCRIMMAGE,
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
    about: About | None = None
    doing: Doing = field(default_factory=lambda: Doing("", 1.0))
    frozen: bool = False
    deaf: bool = False
    answer: Orders = field(default_factory=Orders)
    wishes: list[Command] = field(default_factory=list)
    hears: list[Callable[[Orders], None]] = field(default_factory=list)
    picture: np.ndarray | None = None
    bases: tuple[BaseSeen, ...] | None = None
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
    def shot(self) -> Shot | None:
        if not self.pictures or self.about is None:
            return None
        t_ns = self._t_ns // 33_000_000 * 33_000_000
        sequence = t_ns // 33_000_000
        if self.picture is None:
            self.picture, self.bases = painted()
        return Shot(
            Frame(t_ns, self.picture, sequence),
            Observation(sequence, self.bases or (), t_ns=t_ns, power=False),
        )

    def wish(self, command: Command, reply: Callable[[Orders], None] = lambda _o: None) -> None:
        self.wishes.append(command)
        if not self.deaf:
            reply(self.answer)

    def listen(self, hear: Callable[[Orders], None]) -> None:
        self.hears.append(hear)

    def say(self, *says: str, whistle: bool = False) -> None:
        """The night says something aloud."""
        for hear in self.hears:
            hear(Orders(says=says, whistle=whistle))


ABOUT = About(
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


def painted() -> tuple[np.ndarray, tuple[BaseSeen, ...]]:
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
            BaseSeen(
                pose.x_mm,
                pose.y_mm,
                pose.heading_deg,
                (0.1, 0.1, 0.5),
                (a, b, c, d),
                player.team,
                False,
                0.99,
                player.id,
            )
        )
    return image, tuple(bases)
