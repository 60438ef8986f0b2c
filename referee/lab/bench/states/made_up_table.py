"""A table that is made up: figures on a field, a switch, faults; the night above it is real.

Nothing is drawn and nothing is simulated: figures are where they are put, creep while the board
runs, and do what the board's event of the moment says. The eyes are made up and cheap: everybody is
measured to a tenth of a millimetre, unless a fault says otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.calls.call import CallKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.core.clock import MS_NS, S_NS
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster, Team
from referee.game.events import Started
from referee.game.journal import Journal
from referee.game.state import GamePhase
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.night.command_handlers import handle_command
from referee.night.commands import Command, NamePlayers
from referee.night.gate import NO_PICTURE, not_watching
from referee.night.night import Night
from referee.night.night_frame import NightFrame
from referee.night.night_output import NightOutput, SwitchStatus
from referee.night.screen.performance_meter import Performance
from referee.night.screen.snapshot import Snapshot
from referee.night.screen.snapshot_builder import snapshot_of
from referee.record.board_frames import ball_marker
from referee.rulebooks.play_step import PlayStep
from referee.sim.coach.line_up.line_up import return_line_up, scrimmage_line_up
from referee.sim.formations.formation import load_formation
from referee.sim.live.teams import usual_roster

# A slow camera: fewer frames, the same decisions.
FRAME_NS = 90 * MS_NS
SIGMA_MM, SIGMA_DEG = 0.1, 0.5
# How quick figures creep to and fro, and how quick is whoever the event is about, in mm/s.
CREEP_MM_S, QUICK_MM_S = 20.0, 160.0
CREEP_NS = 1_000 * MS_NS
# Two bases whose middles are this near touch.
TOUCH_MM = 20.0
MARKER_SIGMA_MM = 1.0
NAMES = {Team.HOME: "Home", Team.AWAY: "Away"}
FIELD = "620"
# The passer is turned aside, so that a rulebook without a snap's stop has a legal line-up.
PASSER_DEG = 105.0
FORMATIONS = ("pro-set", "4-3")
NOTHING_MEASURED = Performance(0.0, 0, {})
WRONG_PICTURE = "The camera has moved."
DEVICE_GONE = "The power device does not answer."


class TableFault(StrEnum):
    """What may go wrong at a table, until it is put right."""

    CAMERA_LOST = "no picture comes"
    CAMERA_MOVED = "the camera has moved"
    EYES_STALLED = "nobody looks for hands"
    BOARD_LOST = "nearly nobody is seen"
    EYES_BEGIN_ANEW = "the eyes wait for a line-up"
    HANDS = "hands over the board"
    CARRIER_HIDDEN = "the carrier is out of sight"
    OFFENSE_HIDDEN = "three of the offense are out of sight"
    BALL_HIDDEN = "the ball is out of sight"
    FALLEN = "the carrier has fallen"
    SWITCH_GONE = "the switch does not answer"
    SWITCH_LATCHED = "the switch has opened by itself"
    MOVES_ALONE = "the board moves without power"
    NOTHING_MOVES = "the board stands under power"


class BoardEvent(StrEnum):
    """What figures do while the board runs."""

    SHAKES = "nobody gets anywhere"
    RUNS = "the carrier runs ahead"
    TACKLED = "an opponent comes at the carrier"
    RUNS_OUT = "the carrier runs out of bounds"
    BALL_REACHED = "somebody of the side that waits for it gets to the ball"
    BALL_TAKEN = "an opponent gets to the ball"


@dataclass
class MadeUpSwitch:
    """A switch that does as it is told; a lease that is not renewed latches it."""

    closed: bool = False
    since_ns: int = 0
    until_ns: int = 0
    leased: bool = False
    latched: bool = False
    by_person: bool = False
    trouble: str = ""

    def at(self, t_ns: int) -> SwitchStatus:
        """What it says of itself."""
        if self.closed and t_ns >= self.until_ns:
            self.closed, self.since_ns = False, self.until_ns
            self.latched |= self.leased
        return SwitchStatus(
            self.closed, self.since_ns, self.latched, self.trouble, by_person=self.by_person
        )

    def take(self, orders: NightOutput, t_ns: int) -> None:
        """Obey; a device that is gone or latched does not close."""
        if orders.off or orders.panic:
            self.open(t_ns)
            self.latched, self.by_person = self.latched or orders.panic, orders.panic
        elif orders.clear:
            self.latched = self.by_person = False
        elif (orders.pulse_ns or orders.lease_ns) and not (self.latched or self.trouble):
            self.since_ns = self.since_ns if self.closed else t_ns
            self.closed, self.leased = True, bool(orders.lease_ns)
            self.until_ns = t_ns + (orders.pulse_ns or orders.lease_ns)

    def open(self, t_ns: int) -> None:
        """It opens."""
        self.since_ns = t_ns if self.closed else self.since_ns
        self.closed = False


@dataclass
class MadeUpTable:
    """One evening: ``step`` is one frame, ``do`` one command of a person."""

    night: Night
    profile: FieldProfile
    roster: Roster
    poses: dict[str, Pose] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    faults: set[TableFault] = field(default_factory=set)
    event: BoardEvent = BoardEvent.SHAKES
    switch: MadeUpSwitch = field(default_factory=MadeUpSwitch)
    now_ns: int = S_NS
    # How often a play was snapped.
    snaps: int = 0
    hidden: frozenset[str] = frozenset()
    _looked_ns: int = 0
    _number: int = 0

    @classmethod
    def of(cls, league: str) -> MadeUpTable:
        """An evening of a league that has just begun."""
        rulebook, profile, roster = load_rulebook(league), load_field(FIELD), usual_roster(1)
        journal = Journal().append(0, "coach", Started(rulebook.name, Team.AWAY, Direction.RIGHT))
        table = cls(Night(rulebook, profile, roster, journal, NAMES), profile, roster)
        table.set_up()
        return table

    def snapshot(self) -> Snapshot:
        """What the page shows now."""
        self._number += 1
        blind = TableFault.CAMERA_LOST in self.faults
        return snapshot_of(
            self.night,
            number=self._number,
            t_ns=self.now_ns,
            hands=TableFault.HANDS in self.faults,
            watching=not blind,
            numbers=NOTHING_MEASURED,
        )

    def do(self, command: Command) -> NightOutput:
        """A person's command; what the eyes are told is taken as they would take it."""
        if isinstance(command, NamePlayers):
            self.night.accept_unseen(command.places_mm)
            return NightOutput()
        output = handle_command(self.night, command, self.now_ns)
        self.switch.take(output, self.now_ns)
        return output

    def refused(self, output: NightOutput) -> bool:
        """Whether a command came to nothing."""
        return bool(output.refused) or any(c.kind is CallKind.NOT_ALLOWED for c in output.calls)

    def set_up(self) -> None:
        """Hands put both teams where the next play begins, and take what lies on the board."""
        state, book = self.night.state, self.night.ledger.rulebook
        self.markers.clear()
        self.faults.discard(TableFault.FALLEN)
        team = state.team or Team.HOME
        plays = state.plays_toward(team)
        if state.phase in (GamePhase.KICKOFF, GamePhase.FREE_KICK):
            middle = (self.profile.goal_to_goal_mm / 2, self.profile.width_mm / 2)
            line_up = return_line_up(self.profile, self.roster, team.other, plays.other, middle)
        else:
            offence, defence = (load_formation(name) for name in FORMATIONS)
            spot = (state.x_mm, state.y_mm)
            line_up = scrimmage_line_up(
                self.profile, self.roster, team, plays, spot, (offence, defence),
                book.calls, PASSER_DEG,
            )  # fmt: skip
        self.poses = dict(line_up.poses)

    def lay(self, x_mm: float, y_mm: float) -> Marker:
        """A ball is laid on the board."""
        marker = ball_marker("ball magnet", x_mm, y_mm, MARKER_SIGMA_MM)
        self.markers = [marker]
        return marker

    def run(self, seconds: float) -> None:
        """So many seconds of frames."""
        for _ in range(round(seconds * S_NS / FRAME_NS)):
            self.step()

    def step(self) -> None:
        """One frame: the figures, the eyes, the night, the switch."""
        self.now_ns += FRAME_NS
        if TableFault.SWITCH_LATCHED in self.faults:
            self.faults.discard(TableFault.SWITCH_LATCHED)
            self.switch.open(self.now_ns)
            self.switch.latched = True
        self.switch.trouble = DEVICE_GONE if TableFault.SWITCH_GONE in self.faults else ""
        if self.switch.trouble:
            self.switch.open(self.now_ns)
        status = self.switch.at(self.now_ns)
        self._move(closed=status.closed)
        before, was_on = self.night.notice.step, self.night.power
        if TableFault.CAMERA_LOST in self.faults:
            orders = self.night.without_frame(self.now_ns, not_watching(NO_PICTURE), status)
        else:
            orders = self.night.update(self._frame(closed=status.closed), status)
        self.switch.take(orders, self.now_ns)
        self.snaps += before is PlayStep.SET and self.night.power and not was_on

    def _frame(self, *, closed: bool) -> NightFrame:
        seen = tuple(self._seen(player.id) for player in self.roster if self._shows(player.id))
        if TableFault.BOARD_LOST in self.faults:
            seen = seen[:2]
        anew = TableFault.EYES_BEGIN_ANEW in self.faults
        if anew:
            seen = ()
        if TableFault.EYES_STALLED not in self.faults:
            self._looked_ns = self.now_ns
        shown = () if anew or TableFault.BALL_HIDDEN in self.faults else tuple(self.markers)
        board = BoardFrame(self.now_ns, closed, seen, markers=shown)
        return NightFrame(
            board,
            hands=TableFault.HANDS in self.faults,
            looked_ns=self._looked_ns,
            now_ns=self.now_ns,
            camera=WRONG_PICTURE if TableFault.CAMERA_MOVED in self.faults else "",
            line_up_awaited="Waiting for the line-up." if anew else "",
        )

    def _shows(self, name: str) -> bool:
        return name in self.poses and name not in self.hidden

    def hide(self) -> None:
        """Whoever is out of sight now, by the faults."""
        notice, names = self.night.notice, set[str]()
        if TableFault.CARRIER_HIDDEN in self.faults and notice.carrier is not None:
            names.add(notice.carrier)
        if TableFault.OFFENSE_HIDDEN in self.faults:
            offense = self.night.state.team
            names |= {p.id for p in [each for each in self.roster if each.team is offense][:3]}
        self.hidden = frozenset(names)

    def _seen(self, name: str) -> SeenBase:
        measured = MeasuredPose.with_sigmas(self.poses[name], SIGMA_MM, SIGMA_MM, SIGMA_DEG)
        fallen = TableFault.FALLEN in self.faults and name == self.night.notice.carrier
        return SeenBase(name, measured, fallen=1.0 if fallen else 0.0)

    def _move(self, *, closed: bool) -> None:
        """Everybody creeps to and fro together; whoever the event is about goes elsewhere."""
        still = TableFault.NOTHING_MOVES in self.faults or not closed
        if still and TableFault.MOVES_ALONE not in self.faults:
            return
        way = 1.0 if (self.now_ns // CREEP_NS) % 2 else -1.0
        off_mm = way * CREEP_MM_S * FRAME_NS / S_NS
        goes = self._goes() if closed else {}
        for name, pose in self.poses.items():
            self.poses[name] = goes.get(name) or replace(pose, y_mm=pose.y_mm + off_mm)

    def _goes(self) -> dict[str, Pose]:
        """The one whom the event is about, a little further."""
        notice, event = self.night.notice, self.event
        carrier = None if notice.carrier is None else self.poses.get(notice.carrier)
        if event in (BoardEvent.BALL_REACHED, BoardEvent.BALL_TAKEN) and self.markers:
            takes = notice.team if event is BoardEvent.BALL_REACHED else notice.team.other
            ball = self.markers[0]
            return self._toward(takes, notice.receiver, Pose(ball.x_mm, ball.y_mm, 0.0))
        if carrier is None or notice.carrier is None:
            return {}
        if event is BoardEvent.TACKLED:
            return {notice.carrier: carrier, **self._toward(notice.team.other, None, carrier)}
        step_mm = QUICK_MM_S * FRAME_NS / S_NS
        sign = self.night.state.plays_toward(notice.team).sign
        if event is BoardEvent.RUNS:
            ahead = 0.0 if sign > 0 else 180.0
            return {notice.carrier: Pose(carrier.x_mm + sign * step_mm, carrier.y_mm, ahead)}
        if event is BoardEvent.RUNS_OUT:
            return {notice.carrier: Pose(carrier.x_mm, carrier.y_mm + step_mm, 90.0)}
        return {}

    def _toward(self, team: Team, who: str | None, there: Pose) -> dict[str, Pose]:
        """The one named, or the nearest of a team, goes there until it touches."""
        names = [p.id for p in self.roster if p.team is team and p.id in self.poses]
        far = {name: _apart_mm(self.poses[name], there) for name in names}
        name = who if who in far else min(names, key=lambda each: (far[each], each))
        here = self.poses[name]
        way = math.atan2(there.y_mm - here.y_mm, there.x_mm - here.x_mm)
        step_mm = min(QUICK_MM_S * FRAME_NS / S_NS, max(far[name] - TOUCH_MM, 0.0))
        x_mm = here.x_mm + step_mm * math.cos(way)
        return {name: Pose(x_mm, here.y_mm + step_mm * math.sin(way), math.degrees(way))}


def _apart_mm(a: Pose, b: Pose) -> float:
    return math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
