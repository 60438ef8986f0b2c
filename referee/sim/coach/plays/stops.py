"""At a stop: dice, the play, a target or a ball on the board, figures turned, and on it goes."""

from __future__ import annotations

import math

from referee.calls.phase_state import PASSER_HAS_IT, PlayPhase
from referee.calls.play_name import MissedThrow, PlayName
from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.marker import Marker
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Team
from referee.game.events import Event, PlayEnded, SeriesBegan
from referee.game.state import GamePhase
from referee.night.commands import EnterEvent
from referee.night.screen.snapshot import Snapshot
from referee.official.declarations.types import (
    BallAtRest,
    Declaration,
    PassAimed,
    PassThrown,
    PlayNamed,
    TargetRemoved,
)
from referee.record.board_frames import ball_marker
from referee.rulebooks.play_step import PlayStep
from referee.sim.board_state import MarkerKind
from referee.sim.coach.coach_context import BALLS, CoachContext
from referee.sim.coach.finger_taps import FINGER_MM
from referee.sim.coach.plays.passes import (
    PassingStop,
    PassOption,
    can_hand_off,
    open_receivers,
    pass_options,
)
from referee.sim.coach.plays.pivots import PivotStop, pivots
from referee.sim.physics import PlaceMarker

# A pass is thrown at this stop at the latest.
MOST_READS = 3
# So many receivers are tried at a stop.
MOST_TRIES = 3
# So many power runs nobody comes to a loose ball: nobody will.
MOST_CHASES = 10
# A marker that the camera sees this near to where it was laid is that marker.
SEEN_NEAR_MM = 12.0
# The page gets so long to show a marker that was laid; then it is tapped where it lies.
MARKER_NS = 2 * S_NS
BOUNCES_MM = (18.0, 70.0)
# A throw by dice: up to HITS it is caught, up to PICKS intercepted, else incomplete.
HITS = 0.55
PICKS = 0.65
INSIDE_MM = 15.0


class StopDecisions:
    """Everything from a stop to the next power run, one step at a time."""

    def __init__(self, context: CoachContext) -> None:
        self._context = context
        self._laid: PassOption | None = None
        self._laid_ns: int | None = None
        self._left: list[Declaration] = []

    def begin(self) -> None:
        """The board has stopped."""
        memory = self._context.memory
        memory.stops += 1
        memory.named = memory.turned = False
        memory.tries = 0
        self._laid, self._laid_ns, self._left = None, None, []

    def step(self, at: Snapshot) -> None:
        """The next thing to do."""
        context, memory, notice = self._context, self._context.memory, at.notice
        asks = {ask.what for ask in notice.asks}
        if context.rolls(at):
            return
        if "throw" in asks:
            context.say(at, TargetRemoved())  # this coach says at once what its ball hit
        elif "ball" in asks:
            self._drop(at)
        elif self._laid is not None:
            self._aim(at, self._laid)
        elif notice.phase not in (PlayPhase.IN_THE_AIR, PlayPhase.LOOSE) and context.tidies():
            memory.receiver = memory.target = None
        elif not memory.named and _something_to_name(at):
            self._decide(at)
        elif "carrier" in asks:
            self._somebody_has_it(at)
        elif memory.chases >= MOST_CHASES:
            self._nobody_gets_it(at)
        elif not memory.turned:
            memory.turned = True
            memory.chases += notice.phase is PlayPhase.LOOSE
            self._turn(at)
        else:
            context.ready(at)

    def _decide(self, at: Snapshot) -> None:
        """Name the play, or think of a pass, or leave it as it is."""
        context, memory = self._context, self._context.memory
        if not self._left:
            self._left = self._options(at)
        if memory.tries and not context.commands.refused:
            memory.named = True
            return
        if not self._left or memory.tries > MOST_TRIES * 2:
            memory.named = True
            return
        option = self._left.pop(0)
        memory.tries += 1
        if isinstance(option, PassAimed):
            throw = next((t for t in self._throws(at) if t.receiver == option.receiver), None)
            if throw is not None:
                self._lay(throw)
            return
        context.say(at, option)

    def _options(self, at: Snapshot) -> list[Declaration]:
        """What to say here, the best first; the official refuses what the rules do not allow."""
        memory, notice = self._context.memory, at.notice
        intent, plays = memory.intent, notice.plays
        must = any(ask.what == "play" for ask in notice.asks)
        found: list[Declaration] = []
        if intent is None:
            return []
        if intent.passes and PlayName.FORWARD in plays:
            if not must and memory.stops <= self._reads_before():
                return []
            found += self._passes(at)
            if not found and not must and memory.stops <= MOST_READS:
                return []
        elif not intent.passes and not self._waits(at):
            found += self._runs(at)
        keep = [p for p in (PlayName.SCRAMBLE, PlayName.RUN, PlayName.SNEAK) if p in plays]
        if must or found or memory.stops > MOST_READS:
            found += [PlayNamed(play, notice.carrier) for play in keep]
            found += self._passes(at) if must and not intent.passes else []
        return found

    def _runs(self, at: Snapshot) -> list[Declaration]:
        """The run that was called, with a hand-off to its runner if in reach, else kept."""
        context, memory, notice = self._context, self._context.memory, at.notice
        intent, line_up = memory.intent, memory.line_up
        if intent is None or line_up is None or memory.offense is None:
            return []
        runner = context.shown(at, line_up.player(memory.offense, intent.runner))
        order = (intent.play, PlayName.RUN, PlayName.DRAW, PlayName.DELAY)
        play = next((p for p in order if p in notice.plays), None)
        if play is None:
            return []
        near = can_hand_off(context.scene(at), context.about.rulebook, notice.carrier, runner, play)
        found: list[Declaration] = [PlayNamed(play, runner)] if near else []
        keeps = next((p for p in (PlayName.SNEAK, PlayName.RUN) if p in notice.plays), None)
        return [*found, *([PlayNamed(keeps, notice.carrier)] if keeps is not None else [])]

    def _waits(self, at: Snapshot) -> bool:
        """A draw is given late: after the read, where there is one."""
        memory, intent = self._context.memory, self._context.memory.intent
        late = intent is not None and intent.play in (PlayName.DRAW, PlayName.DELAY)
        must = any(ask.what == "play" for ask in at.notice.asks)
        return late and not must and memory.stops <= self._reads_before()

    def _reads_before(self) -> int:
        """How many stops are let go by before a pass is thrown."""
        row = self._context.about.rulebook.procedure.row(PlayStep.SET)
        return 1 if row.then is PlayStep.SNAP else 0

    def _passes(self, at: Snapshot) -> list[Declaration]:
        """Passes that can be thrown from here."""
        context, carrier = self._context, at.notice.carrier
        if carrier is None:
            return []
        if PlayStep.IN_THE_AIR in context.about.rulebook.procedure:
            return [PassAimed(receiver=throw.receiver) for throw in self._throws(at)[:MOST_TRIES]]
        pocket = self._pocket(at, carrier)
        return [self._thrown(at, name) for name in open_receivers(pocket)[:MOST_TRIES]]

    def _thrown(self, at: Snapshot, to: str) -> PassThrown:
        """What the passing figure's ball hits: the dice of somebody who throws well."""
        context = self._context
        scene, chance = context.scene(at), float(context.rng.random())
        foes = scene.nearest(scene.poses[to], scene.men(scene.team(to).other))
        if chance < HITS:
            return PassThrown(to, to)
        return (
            PassThrown(to, foes[0])
            if chance < PICKS and foes
            else PassThrown(to, MissedThrow.NOBODY)
        )

    def _throws(self, at: Snapshot) -> list[PassOption]:
        carrier = at.notice.carrier
        if carrier is None:
            return []
        best: dict[str, PassOption] = {}
        for throw in pass_options(self._pocket(at, carrier)):
            best.setdefault(throw.receiver, throw)
        return list(best.values())

    def _pocket(self, at: Snapshot, passer: str) -> PassingStop:
        context, team = self._context, at.notice.team
        book, known = (
            context.about.rulebook,
            PlayStep.IN_THE_AIR in context.about.rulebook.procedure,
        )
        turns = known and book.procedure.row(PlayStep.IN_THE_AIR).turns != "nobody"
        plays = at.state.plays_toward(team)
        sticks = book.calls.sticks
        return PassingStop(
            context.scene(at), context.about.field, sticks, team, plays, passer, turns
        )

    def _lay(self, throw: PassOption) -> None:
        self._laid, self._laid_ns = throw, None
        self._context.memory.ball = throw.target
        self._context.hands.do([PlaceMarker(MarkerKind.BALL_MAGNET, throw.target)])

    def _aim(self, at: Snapshot, throw: PassOption) -> None:
        """The marker lies: say for whom, or take it up again if that was refused."""
        context, memory = self._context, self._context.memory
        if memory.target != throw.target:
            marker = self._marker(at, throw.target)
            if marker is None:
                return
            memory.target, memory.receiver = throw.target, throw.receiver
            aimed = PassAimed(marker, throw.receiver, at.notice.carrier, throw.stick)
            context.say(at, aimed)
            return
        self._laid = None
        if context.commands.refused:
            memory.target = memory.receiver = None
            context.tidies()
        else:
            memory.named = True

    def _drop(self, at: Snapshot) -> None:
        """A fumbled ball is dropped over the last carrier, and comes to rest near by."""
        context, memory = self._context, self._context.memory
        ball = memory.ball if memory.ball == memory.target else None
        if ball is not None and context.hands.lying(*BALLS):
            marker = self._marker(at, ball)
            if marker is not None:
                memory.target = None
                context.say(at, BallAtRest(marker))
            return
        if context.tidies():
            return
        memory.receiver = None
        memory.target = memory.ball = self._bounced(memory.last_carrier)
        context.hands.do([PlaceMarker(MarkerKind.BALL_MAGNET, memory.target)])

    def _marker(self, at: Snapshot, there: Pose) -> Marker | None:
        """A ball that was laid: as the page shows it, else a tap; None while it may show it yet."""
        shown = shown_marker(at, there)
        if self._laid_ns is None:
            self._laid_ns = at.t_ns
        if shown is None and at.t_ns - self._laid_ns < MARKER_NS:
            return None
        self._laid_ns = None
        return shown or tapped_marker(self._context.taps.at(there))

    def _nobody_gets_it(self, at: Snapshot) -> None:
        """All are jammed and none comes nearer: the side that lost it keeps it where it lies."""
        context, field = self._context, self._context.about.field
        here, ball = context.memory.last_carrier, context.memory.ball
        if ball is not None and context.hands.lying(*BALLS):
            marker = shown_marker(at, ball) or tapped_marker(context.taps.at(ball))
            here = Pose(marker.x_mm, marker.y_mm, 0.0)
        if here is None:
            return
        context.submit(at, EnterEvent(kept_ball_event(at.state.phase, at.notice.team, here, field)))

    def _bounced(self, lost: Pose | None) -> Pose:
        field, rng = self._context.about.field, self._context.rng
        here = lost or Pose(field.goal_to_goal_mm / 2, field.width_mm / 2, 0.0)
        far, way = float(rng.uniform(*BOUNCES_MM)), float(rng.uniform(0.0, 2.0 * math.pi))
        x_mm, y_mm = here.x_mm + far * math.cos(way), here.y_mm + far * math.sin(way)
        low, high = field.left_end_line_x_mm + INSIDE_MM, field.right_end_line_x_mm - INSIDE_MM
        y_mm = min(max(y_mm, INSIDE_MM), field.width_mm - INSIDE_MM)
        return Pose(min(max(x_mm, low), high), y_mm, 0.0)

    def _somebody_has_it(self, at: Snapshot) -> None:
        """Nobody said who has the ball: name the player who was to have it."""
        context, memory = self._context, self._context.memory
        roles = {} if memory.line_up is None else memory.line_up.roles.get(at.notice.team, {})
        planned = [context.shown(at, player) for player in list(roles.values())[:1]]
        names = planned or context.scene(at).men(at.notice.team)
        context.say(at, PlayNamed(None, memory.receiver or names[0]))

    def _turn(self, at: Snapshot) -> None:
        context, memory, notice = self._context, self._context.memory, at.notice
        pivot_stop = PivotStop(
            context.scene(at),
            context.about.field,
            notice.team,
            at.state.plays_toward(notice.team),
            notice.carrier,
            memory.receiver if notice.phase is PlayPhase.IN_THE_AIR else None,
            memory.target if notice.phase in (PlayPhase.IN_THE_AIR, PlayPhase.LOOSE) else None,
            drops=notice.phase in (PlayPhase.SNAP, PlayPhase.READ),
        )
        allowed = frozenset(at.may_turn) - pivot_stop.scene.engaged
        context.turn(at, pivots(pivot_stop, allowed, context.rng))


def kept_ball_event(phase: GamePhase, team: Team, here: Pose, field: FieldProfile) -> Event:
    """What goes into the journal when a side keeps a ball that nobody got to."""
    x_mm = min(max(here.x_mm, INSIDE_MM), field.goal_to_goal_mm - INSIDE_MM)
    y_mm = min(max(here.y_mm, 0.0), field.width_mm)
    if phase is GamePhase.SCRIMMAGE:
        return PlayEnded("nobody got to the ball", team, x_mm, y_mm)
    return SeriesBegan(team, x_mm, y_mm)  # after a kick there was no play from scrimmage


def _something_to_name(at: Snapshot) -> bool:
    """A play has to be named, or may be by a passer who has the ball."""
    notice = at.notice
    asked = any(ask.what == "play" for ask in notice.asks)
    return asked or (notice.phase in PASSER_HAS_IT and bool(notice.plays))


def shown_marker(at: Snapshot, there: Pose) -> Marker | None:
    """The ball that the page shows where one was laid; None: it shows none."""
    markers = () if at.board is None else at.board.markers
    near = [m for m in markers if apart_mm(m, there) < SEEN_NEAR_MM]
    return min(near, key=lambda m: apart_mm(m, there), default=None)


def tapped_marker(tap_mm: tuple[float, float]) -> Marker:
    """A ball that the page does not show: pointed at with a finger."""
    return ball_marker("ball magnet", *tap_mm, FINGER_MM)
