"""The night: frames and wishes in, orders to the switch and words out. No thread, no clock.

It decides about power. Whoever drives it owns the camera, the switch and the time, so a whole game
runs the same in a test, on the simulated board and on a real one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from referee.calls.call import ENDS_PLAY
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.journal import Journal
from referee.game.state import GamePhase, State
from referee.night.gate import GateConditions, HandsAway, reasons_against_power
from referee.night.ledger.ledger import Ledger
from referee.night.line_up.engagement_pairs import EngagementPairs
from referee.night.line_up.prompter import Prompter
from referee.night.line_up.readiness import Readiness
from referee.night.night_output import NightOutput, SwitchStatus
from referee.night.safety.board_motion import BoardMotion
from referee.night.safety.manual_switch_watch import (
    SWITCH_OFF,
    SWITCH_ON,
    ManualSwitchAct,
    ManualSwitchWatch,
)
from referee.night.safety.power_effect_check import PowerEffectCheck
from referee.night.safety.roster_lost_check import RosterLostCheck
from referee.night.screen.questions import KICK_QUESTION, kick_due
from referee.official.declarations.types import (
    Declaration,
    PowerInterrupted,
    StopRequested,
    SwitchUsed,
)
from referee.official.outcome import OfficialOutcome, PlayNotice
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

# Renewed with every frame: when frames stop, the power stops.
LEASE_NS = 250 * MS_NS
UNSEEN_NS = 500 * MS_NS
HANDS_ABOVE_BOARD = "Hands are above the board."
CLEAR_FIRST = "The power switch has to be cleared: look at the board first."


@dataclass(frozen=True, slots=True)
class NightFrame:
    """A frame as the eyes made it out: the board, whether hands are over it, how old all that is.

    ``camera`` is what is wrong with the pictures, ``asks`` what the eyes have to be told before
    they know who is who; both are empty where all is well.
    """

    board: BoardFrame
    hands: bool
    looked_ns: int | None
    now_ns: int
    camera: str = ""
    asks: str = ""


class Night:
    """One game, from the journal as it stands."""

    def __init__(
        self,
        rulebook: Rulebook,
        field: FieldProfile,
        roster: Roster,
        journal: Journal,
        names: Mapping[Team, str],
        *,
        offset_ns: int = 0,
    ) -> None:
        self.ledger = Ledger(rulebook, field, roster, journal, names, offset_ns)
        self.readiness, self.hands = Readiness(), HandsAway()
        self.engaged = EngagementPairs(rulebook.calls.engagement, roster, Thresholds())
        self.prompter = Prompter(rulebook, field, roster, names)
        self.alarm = ""
        self.reasons: tuple[str, ...] = ()
        self.board: BoardFrame | None = None
        self._motion, self._proof, self._coach = (
            BoardMotion(),
            PowerEffectCheck(),
            ManualSwitchWatch(),
        )
        self._vanished = RosterLostCheck()
        self._on = self._pulse = False
        self._on_ns = 0
        self._restores = False
        self._broken_at: PlayStep | None = None
        self.waits: tuple[str, ...] = ()
        self._seen_ns: dict[str, int] = {}
        self._vouched: frozenset[str] = frozenset()
        # Who is on the board only because a person has said so.
        self.said_only: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """The game as far as plays are over."""
        return self.ledger.state

    @property
    def notice(self) -> PlayNotice:
        """Where the play stands."""
        return self.ledger.official.notice

    @property
    def power(self) -> bool:
        """Whether the night wants the power on."""
        return self._on

    @property
    def broken_off(self) -> bool:
        """Whether a play goes on where it was; not if its calls have led it elsewhere meanwhile,
        as when the ball was fumbled just then.
        """
        return self._broken_at is not None and self.notice.period is self._broken_at

    def see(self, sight: NightFrame, switch: SwitchStatus) -> NightOutput:
        """Take in a frame, and say what the switch is to do."""
        board = sight.board
        moving = self._looked(sight, switch)
        before = self.state
        outcome = self.ledger.official.see(board)
        orders = self.ledger.told(outcome, before, board.t_ns)
        self.reasons = reasons_against_power(self._conditions(sight, switch))
        if switch.by_hand:
            return self._by_hand(orders, outcome, sight, switch, moving)
        if self._on:
            return self._while_on(orders, outcome, sight, switch)
        if switch.closed and not switch.trouble:
            return replace(orders, off=True)
        # What was cut for nothing goes on by itself, unless something has come between.
        self._restores = (self._restores or outcome.restore) and self._may
        if not self._restores:
            orders = self._prompted(orders, sight, resting=moving is False)
        start = self._ready(sight, resting=moving is False)
        return self._start(orders, sight.now_ns) if start or self._restores else orders

    @property
    def _may(self) -> bool:
        return not self.reasons and self.notice.may_switch_on

    def _prompted(self, orders: NightOutput, sight: NightFrame, *, resting: bool) -> NightOutput:
        """At rest the next play is set up, and what goes unsaid is said, one thing a frame."""
        self.prompter.touched |= sight.hands
        if not resting or not self.hands.clear(sight.board.t_ns):
            return orders
        official = self.ledger.official
        said = self.prompter.see(sight.board, official, ready=self.readiness.ready)
        if said is None:
            return orders
        prompted = self.declare(said, sight.now_ns)
        return orders.also(replace(prompted, said=(said,)))

    def _ready(self, sight: NightFrame, *, resting: bool) -> bool:
        """Whether all is set, and the count over."""
        t_ns, ready = sight.board.t_ns, self.readiness
        lined_up = self.prompter.set_up(self.ledger.official)
        self.waits = () if lined_up or not ready.by_itself else self.prompter.setting.against
        return ready.see(t_ns, hands=sight.hands, resting=resting, may=self._may, lined_up=lined_up)

    def vouch(self, names: Collection[str]) -> None:
        """A person has said where these stand: whom nobody sees even so holds the power no more."""
        self._vouched = frozenset(names)

    def blind(self, now_ns: int, why: str, switch: SwitchStatus) -> NightOutput:
        """No frame has come: nothing may run on."""
        self.reasons = (why,)
        self.readiness.stopped()
        return (
            self.interrupt(NightOutput(), now_ns, why)
            if self._on
            else NightOutput(off=switch.closed)
        )

    def declare(self, said: Declaration, now_ns: int) -> NightOutput:
        """Somebody said something to the official; he may cut the power for it."""
        before = self.state
        outcome = self.ledger.official.hear(now_ns, said)
        orders = self.ledger.told(outcome, before, now_ns)
        if not (outcome.cut and self._on):
            return orders
        self._stop(now_ns)
        return replace(orders, off=True)

    def ask_to_stop(self, said: StopRequested, now_ns: int) -> NightOutput:
        """A coach wants the board stopped; at rest that takes back "ready"."""
        if self._on:
            return self.declare(said, now_ns)
        self.readiness.said(ready=False)
        return NightOutput()

    def interrupt(self, orders: NightOutput, now_ns: int, why: str) -> NightOutput:
        """Off, for a reason that is no part of play: it goes on where it was."""
        self._stop(now_ns)
        self.ledger.official.hear(now_ns, PowerInterrupted(why))
        self._broken_at = self.notice.period
        return replace(orders, off=True, says=(*orders.says, why))

    def _by_hand(
        self,
        orders: NightOutput,
        outcome: OfficialOutcome,
        sight: NightFrame,
        switch: SwitchStatus,
        moving: bool | None,
    ) -> NightOutput:
        """The coach switches: he is told when, and what he does is taken as it is seen."""
        t_ns, now_ns = sight.board.t_ns, sight.now_ns
        hand = self._coach.see(t_ns, moving, runs=self._on, hands=sight.hands)
        if self._on:
            self._pulse = False
            ran = self._while_on(orders, outcome, sight, switch)
            if not self.power:
                ran = replace(ran, whistle=True, says=(*ran.says, SWITCH_OFF))
                self._coach.over(t_ns)
            elif hand is ManualSwitchAct.WENT_OFF:
                ran = orders.also(self.declare(SwitchUsed(on=False), now_ns))
                self._stop(now_ns)
                self._coach.over(t_ns)
            return replace(ran, off=False, lease_ns=0)
        orders = self._prompted(orders, sight, resting=moving is False)
        if moving is False and not sight.board.power:
            self._coach.may = self._may
        if hand is ManualSwitchAct.FORGOT:
            return replace(orders, says=(*orders.says, SWITCH_OFF))
        if hand is ManualSwitchAct.CAME_ON:
            if self._coach.may:
                return replace(self._start(orders, now_ns), lease_ns=0, pulse_ns=0)
            self._coach.over(t_ns)
            return replace(orders, says=(*orders.says, *self.reasons[:1], SWITCH_OFF))
        if self._ready(sight, resting=moving is False) and self._coach.called():
            return replace(orders, says=(*orders.says, SWITCH_ON))
        return orders

    def _looked(self, sight: NightFrame, switch: SwitchStatus) -> bool | None:
        """Everything that is told from the frame besides the play; whether the bases move."""
        board = self.board = sight.board
        self.hands.see(board.t_ns, sight.hands)
        moving = self._motion.see(board)
        self.engaged.see(board, resting=moving is False)
        seen_now = {seen.player: board.t_ns for seen in board.seen}
        self._seen_ns |= seen_now
        self._vouched -= seen_now.keys()
        # Only a switch of ours can be proven by what is seen.
        alarm = None
        if not switch.by_hand:
            handled = not self.hands.clear(board.t_ns)
            alarm = self._proof.see(board.t_ns, moving, hands=handled)
        if alarm is not None:
            self.alarm = alarm.value
        return moving

    def clear(self, now_ns: int) -> None:
        """A person has looked; what still is as it was is an alarm again."""
        self.alarm = ""
        self._proof.looked(now_ns)

    def _while_on(
        self, orders: NightOutput, outcome: OfficialOutcome, sight: NightFrame, switch: SwitchStatus
    ) -> NightOutput:
        now_ns = sight.now_ns
        if outcome.cut:
            self._stop(now_ns)
            over = any(call.kind in ENDS_PLAY or call.dead for call in outcome.calls)
            return replace(orders, off=True, whistle=over)
        against = self._against(sight, switch)
        if against:
            return self.interrupt(orders, now_ns, against)
        if self._pulse:
            # The device ends it: a frame of after that shows the switch open.
            if not switch.closed and sight.board.t_ns > switch.since_ns > self._on_ns:
                self._stop(now_ns)
            return orders
        return replace(orders, lease_ns=LEASE_NS)

    def _against(self, sight: NightFrame, switch: SwitchStatus) -> str:
        """What cuts a play that runs. Whom the calls do not see is the calls' business."""
        if switch.trouble or switch.latched:
            return switch.trouble or "The power switch has opened by itself."
        if sight.hands:
            return HANDS_ABOVE_BOARD
        vanished = self._vanished.see(sight.board.t_ns, len(sight.board.seen))
        return self.alarm or sight.camera or vanished

    def _start(self, orders: NightOutput, now_ns: int) -> NightOutput:
        pulse_ns, found = self.notice.pulse_ns, self.prompter.setting.line_up
        before_snap = self.notice.period is PlayStep.SET
        said = self.declare(SwitchUsed(on=True), now_ns)
        orders = orders.also(said)
        if said.calls:
            self.readiness.stopped()
            return orders
        if before_snap and found is not None:
            orders = orders.also(self.ledger.snapped(found, now_ns))
        self.prompter.started()
        self._broken_at = None
        self._on, self._pulse, self._on_ns = True, pulse_ns is not None, now_ns
        self._restores = False
        self._proof.switched(now_ns, closed=True)
        self.readiness.stopped()
        return replace(
            orders, pulse_ns=pulse_ns or 0, lease_ns=0 if pulse_ns is not None else LEASE_NS
        )

    def _stop(self, now_ns: int) -> None:
        self._on = self._pulse = False
        self._vanished.off()
        self._proof.switched(now_ns, closed=False)
        self.readiness.stopped()

    def _conditions(self, sight: NightFrame, switch: SwitchStatus) -> GateConditions:
        board = sight.board
        gone = sorted(name for name, t in self._seen_ns.items() if board.t_ns - t > UNSEEN_NS)
        if sight.asks and not board.seen:
            gone = []  # eyes that wait for a line-up follow nobody, and say so
        self.said_only = tuple(name for name in gone if name in self._vouched)
        gone = [name for name in gone if name not in self._vouched]
        return GateConditions(
            now_ns=sight.now_ns,
            frame_ns=board.t_ns,
            looked_ns=sight.looked_ns,
            hands_away=not sight.hands if self._on else self.hands.clear(board.t_ns),
            camera=sight.camera,
            switch=switch.trouble or (CLEAR_FIRST if switch.latched else ""),
            alarm=self.alarm,
            eyes=sight.asks,
            unseen=tuple(gone),
            doubtful=tuple(seen.player for seen in board.seen if seen.doubtful),
            official=(*self.notice.sentences, *self._no_snap()),
        )

    def _no_snap(self) -> tuple[str, ...]:
        """Why nothing can be snapped now, whatever stands on the board."""
        if self.state.stage is GamePhase.OVER:
            return ("The game is over.",)
        return (
            (f"No power: {KICK_QUESTION.sentence}.",) if kick_due(self.notice, self.state) else ()
        )
