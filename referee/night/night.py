"""The night: frames and commands in, orders to the switch and sentences out; no thread."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from referee.calls.call import ENDS_PLAY
from referee.calls.frame import BoardFrame
from referee.calls.play_name import PlayName
from referee.calls.thresholds import Thresholds
from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.journal import Journal
from referee.game.state import GamePhase, State
from referee.night.broken_off import (
    STOP_AGAIN,
    STOPPED_BY_COACH,
    BreakTracker,
    BrokenOff,
    Place,
)
from referee.night.commands import SayWhoPlayed
from referee.night.dice_roller import DiceRoller
from referee.night.eyes.names_put_right import NamesPutRight
from referee.night.gate import (
    SWITCHED_OFF,
    GateConditions,
    HandsAway,
    PowerReason,
    PowerReasonKind,
    reason_to_cut,
    reasons_against_power,
)
from referee.night.ledger.ledger import Ledger
from referee.night.ledger.played_names import PlayedNames, WhoPlayed
from referee.night.line_up.engagement_pairs import EngagementPairs
from referee.night.line_up.light_advice import LightAdvice
from referee.night.line_up.prompter import Prompter
from referee.night.line_up.readiness import Readiness
from referee.night.night_frame import NightFrame
from referee.night.night_output import NightOutput, SwitchStatus
from referee.night.play_clocks import ClockFacts, PlayClocks
from referee.night.rule_reasons import rule_reasons
from referee.night.safety.board_watch import BoardWatch
from referee.night.safety.manual_switch_watch import (
    SWITCH_OFF,
    SWITCH_ON,
    ManualSwitchAct,
    ManualSwitchWatch,
)
from referee.night.safety.missing_players import BETWEEN_PLAYS, MissingPlayers
from referee.night.safety.power_table import PowerCondition, PowerMode, PowerOrder, power_row
from referee.night.screen.decisions import decision_due, decision_question
from referee.official.declarations.types import (
    Declaration,
    PlayNamed,
    PowerInterrupted,
    StopRequested,
    SwitchUsed,
)
from referee.official.outcome import OfficialOutcome, PlayNotice
from referee.official.pivots.pivot_watch import PivotWatch
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook

# Renewed with every frame: when frames stop, the power stops.
LEASE_NS = 250 * MS_NS
OPENED_BY_ITSELF = "The power switch has opened by itself."


@dataclass(frozen=True, slots=True)
class _Instant:
    """What is known at a frame when the power is decided. ``resting``: no base moves."""

    frame: NightFrame
    switch: SwitchStatus
    outcome: OfficialOutcome
    hand: ManualSwitchAct
    resting: bool


class Night:
    """One game night, from the journal as it is."""

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
        self.readiness = Readiness()
        self.engaged = EngagementPairs(rulebook.calls.engagement, roster, Thresholds())
        self.pivots = PivotWatch(rulebook, field, roster)
        self.prompter = Prompter(rulebook, field, roster, names)
        self.played = PlayedNames(roster)
        self.clocks = PlayClocks(rulebook.game.clocks, rulebook.procedure)
        self.reasons: tuple[PowerReason, ...] = ()
        # Why a line-up that rests is not set by itself.
        self.not_set_because: tuple[str, ...] = ()
        # A person has switched off, and nobody has cleared it yet, as far as the night was told.
        self._person_off = False
        self._watch, self._missing = BoardWatch(), MissingPlayers(roster)
        self._manual_switch = ManualSwitchWatch()
        self._mode, self._on_ns = PowerMode.OFF, 0
        self._breaks, self._light = BreakTracker(), LightAdvice(roster)
        # The power was cut for a touch whose call is still to come.
        self._whistle_due = False
        # The newest play that had power, and how long the journal was then; None: there was none.
        self._play_began: tuple[int, int] | None = None
        # Coins and dice that the program throws; every throw stands in the journal.
        self.chance = DiceRoller()

    @property
    def board(self) -> BoardFrame | None:
        """The newest frame; None before the first."""
        return self._watch.board

    @property
    def alarm(self) -> str:
        """A sentence while eyes and switch disagree and nobody has looked; empty: they agree."""
        return self._watch.alarm

    @property
    def hands(self) -> HandsAway:
        """How long no hand was over the board."""
        return self._watch.hands

    @property
    def unseen(self) -> tuple[str, ...]:
        """Players who are not seen, whether or not that keeps the power off."""
        return self._missing.names

    @property
    def state(self) -> State:
        """The state of the game after the last play that was counted."""
        return self.ledger.state

    @property
    def decision(self) -> str:
        """What people have to decide now, as a sentence; empty: nothing."""
        ledger = self.ledger
        if not decision_due(ledger.state):
            return ""
        return decision_question(ledger.state, ledger.rulebook.game, ledger.names)

    @property
    def notice(self) -> PlayNotice:
        """The official's notice of the play now."""
        return self.ledger.official.notice

    @property
    def power(self) -> bool:
        """Whether the night wants the power on."""
        return self._mode.on

    @property
    def interrupted(self) -> bool:
        """Whether the play is interrupted and will continue where it was.

        False once the calls have led the play elsewhere, as after a fumble just before.
        """
        return self.broken_off is not None

    @property
    def broken_off(self) -> BrokenOff | None:
        """How the play was broken off; None: it was not, or its calls have led it elsewhere."""
        broken = self._breaks.now
        return None if broken is None or self.notice.step is not broken.step else broken

    @property
    def ball_mm(self) -> Place | None:
        """Where the ball of this play was seen last, in mm on the field; None: nowhere."""
        return self._breaks.ball_mm

    def update(self, frame: NightFrame, switch: SwitchStatus) -> NightOutput:
        """Take in a frame; return orders to the switch and what people are told."""
        board = frame.board
        moving = self._observe(frame, switch)
        before = self.state
        self.played.see(board)
        outcome = self.ledger.official.see(board)
        output = self._recorded(outcome, before, board.t_ns)
        was_off = self.person_off
        self.reasons = reasons_against_power(self._gate_conditions(frame, switch))
        refused = self._breaks.refused(outcome.calls)
        if refused > 1 and switch.by_hand:  # the coach has switched off once more
            output = replace(self._give_up(output, frame.now_ns), off=False)
        elif refused == 1:
            output = output.saying(STOP_AGAIN)
        if not was_off and not self.power and self.person_off:
            output = output.saying(SWITCHED_OFF.sentence)  # at the device itself
        hand = ManualSwitchAct.NOTHING
        if switch.by_hand:
            hand = self._manual_switch.update(
                board.t_ns, moving, runs=self.power, hands=frame.hands
            )
        now = _Instant(frame, switch, outcome, hand, resting=moving is False)
        if self.clocks.run:
            self.clocks.update(self._clock_facts(frame.now_ns))
        if self.power:
            return self._while_on(output, now)
        return self._while_off(self._whistled_late(output, outcome), now)

    def _clock_facts(self, now_ns: int) -> ClockFacts:
        """What the coaches' clocks depend on: only before a snap is something set up."""
        ledger, state = self.ledger, self.state
        snapped = state.phase in (GamePhase.SCRIMMAGE, GamePhase.TRY)
        entry, since_ns = ledger.last_change()
        before = self.notice.step is PlayStep.SET or ledger.official.over
        return ClockFacts(
            now_ns,
            self.power,
            self.notice,
            sets_up=before and snapped and not state.fouls and not self.decision,
            broken_off=self.interrupted,
            entry=entry,
            since_ns=since_ns,
        )

    def _whistled_late(self, output: NightOutput, outcome: OfficialOutcome) -> NightOutput:
        """The whistle of a cut whose call waited for the frames after the touch."""
        if not (self._whistle_due and _ends_play(outcome)):
            return output
        self._whistle_due = False
        return replace(output, whistle=True)

    def without_frame(self, now_ns: int, why: PowerReason, switch: SwitchStatus) -> NightOutput:
        """Take in that no frame has come: the power goes off."""
        self.reasons = (why,)
        self.readiness.stopped()
        holds = {PowerCondition.NO_FRAME} | ({PowerCondition.CLOSED} if switch.closed else set())
        order = power_row(self._mode, holds).order
        if order is PowerOrder.INTERRUPT:
            return self.interrupt(NightOutput(), now_ns, why.sentence, why)
        return NightOutput(off=order is PowerOrder.OPEN)

    def accept_unseen(self, names: Collection[str]) -> None:
        """Accept where a person says these players are; unseen, they no longer keep power off."""
        self._missing.accept(names)

    def put_names_right(self, right: NamesPutRight, now_ns: int) -> NightOutput:
        """A person has put names right: the ball stays with its base, whatever that is called.

        What was written of a play in which the names were mixed up is about others then.
        """
        if not right.truly:
            return NightOutput()
        if right.new_line_up or self._play_began is None:
            self.ledger.official.rename(right.truly)
            return NightOutput()
        self.played.close()
        return self.ledger.correct_names(now_ns, right.truly, self._play_began[1])

    @property
    def who_played(self) -> WhoPlayed | None:
        """The question about a name of the play that was counted last; None: there is none."""
        return self.played.open(self.ledger.journal)

    def say_who_played(
        self, asked: WhoPlayed, said: SayWhoPlayed, right: NamesPutRight, now_ns: int
    ) -> NightOutput:
        """Take in an answer to the question: who was named wrongly is put right in that play.

        ``right`` is what the eyes have made of it; in a new line-up nobody is called otherwise.
        """
        self.played.close()
        if said.player in (None, asked.shown):
            return NightOutput()
        truly = {asked.shown: asked.other, asked.other: asked.shown}
        if not right.new_line_up:
            self.ledger.official.rename(truly)
        return self.ledger.correct_entries(now_ns, truly, asked.since)

    def _recorded(self, outcome: OfficialOutcome, before: State, t_ns: int) -> NightOutput:
        """What an outcome means for people and the journal; a play that counts may be asked of."""
        ledger = self.ledger
        output = ledger.record(outcome, before, t_ns)
        if output.entries and self._play_began is not None:
            self.played.count(output.entries, ledger.fold, ledger.journal, self._play_began[1])
        return output

    def declare(self, said: Declaration, now_ns: int) -> NightOutput:
        """Hand a declaration to the official, who may cut the power because of it."""
        before = self.state
        outcome = self.ledger.official.hear(now_ns, said)
        output = self._recorded(outcome, before, now_ns)
        if isinstance(said, PlayNamed) and said.play is PlayName.SCRAMBLE and not outcome.calls:
            self.clocks.scrambled(now_ns)
        if not (outcome.cut and self.power):
            return output
        self._stop(now_ns)
        return replace(output, off=True)

    def ask_to_stop(self, said: StopRequested, now_ns: int) -> NightOutput:
        """Stop the board for a coach; with the board at rest, take back "ready".

        What the rules do not grant is refused once; whoever asks again breaks the play off.
        """
        if self.power:
            if self._breaks.no_stop_left:
                return self._give_up(NightOutput(), now_ns)
            return self.declare(said, now_ns)
        self.readiness.said(ready=False)
        return NightOutput()

    def _give_up(self, output: NightOutput, now_ns: int) -> NightOutput:
        """A coach insists on a stop that the rules do not have: nothing comes of this run."""
        output = self.interrupt(output, now_ns, STOPPED_BY_COACH)
        self._breaks.gives_up()
        return output

    def interrupt(
        self, output: NightOutput, now_ns: int, why: str, reason: PowerReason | None = None
    ) -> NightOutput:
        """Cut the power for a reason outside the play, which continues afterwards."""
        self._stop(now_ns)
        self.ledger.official.hear(now_ns, PowerInterrupted(why))
        self._breaks.breaks(self.notice.step, reason)
        return replace(output, off=True).saying(why)

    @property
    def person_off(self) -> bool:
        """Whether a person has switched off, so that only a person may clear it."""
        return self._person_off or SWITCHED_OFF in self.reasons

    def switch_off(self, now_ns: int) -> NightOutput:
        """A person switches off: off it stays until a person clears it."""
        output = NightOutput() if self.person_off else NightOutput().saying(SWITCHED_OFF.sentence)
        self._person_off = True
        self.readiness.stopped()
        if self.power:
            self.interrupt(NightOutput(), now_ns, "stopped at once, by order")
        return replace(output, panic=True)

    def clear(self, now_ns: int) -> None:
        """A person has looked: clear the alarm. What is still wrong raises it again."""
        self._person_off = False
        self._watch.looked(now_ns)

    def _observe(self, frame: NightFrame, switch: SwitchStatus) -> bool | None:
        """Take in a frame, all but the play; return whether bases move, None: too few are seen."""
        moving = self._watch.update(frame, by_hand=switch.by_hand)
        self.engaged.update(frame.board, resting=moving is False)
        self.pivots.update(
            frame.board,
            self.notice,
            self.state,
            self.engaged.known,
            self.prompter.reader.line_up,
            resting=moving is False and not frame.hands,
        )
        self._missing.see(frame.board)
        self._breaks.see(frame.board, self.notice, self.ledger.official.number)
        return moving

    def _while_on(self, output: NightOutput, now: _Instant) -> NightOutput:
        against = reason_to_cut(self.reasons)
        opened = not now.switch.closed and now.frame.board.t_ns > now.switch.since_ns > self._on_ns
        facts = {
            PowerCondition.PLAY_CUT: now.outcome.cut,
            PowerCondition.DISTURBED: against is not None,
            PowerCondition.PULSE_OVER: opened,
            PowerCondition.HAND_OFF: now.hand is ManualSwitchAct.WENT_OFF,
        }
        return self._ordered(facts, output, now, against)

    def _while_off(self, output: NightOutput, now: _Instant) -> NightOutput:
        if now.switch.closed and not now.switch.trouble:
            return self._ordered({PowerCondition.CLOSED: True}, output, now)
        # What was cut for nothing goes on by itself, unless something has come between.
        restored = now.outcome.restore and self._may and not now.switch.by_hand
        if not restored:
            output = self._prompted(output, now)
        if now.switch.by_hand and now.resting and not now.frame.board.power:
            self._manual_switch.may = self._may
        came_on = now.hand is ManualSwitchAct.CAME_ON
        left_on = now.hand is ManualSwitchAct.FORGOT
        ready = not (came_on or left_on) and self._ready(now)
        facts = {
            PowerCondition.HAND_LEFT_ON: left_on,
            PowerCondition.HAND_ON_TOO_EARLY: came_on and not self._manual_switch.may,
            PowerCondition.HAND_ON: came_on,
            PowerCondition.AGAINST: not self._may,
            PowerCondition.HAND_AWAITED: ready and now.switch.by_hand,
            PowerCondition.RESTORED: restored,
            PowerCondition.SET: ready,
            PowerCondition.PULSE_NEXT: self.notice.pulse_ns is not None,
        }
        return self._ordered(facts, output, now)

    def _ordered(
        self,
        facts: Mapping[PowerCondition, bool],
        output: NightOutput,
        now: _Instant,
        against: PowerReason | None = None,
    ) -> NightOutput:
        """Carry out the orders of the power table."""
        now_ns, t_ns = now.frame.now_ns, now.frame.board.t_ns
        row = power_row(self._mode, [each for each, holds in facts.items() if holds])
        match row.order:
            case PowerOrder.OPEN:
                output = replace(output, off=True)
            case PowerOrder.RENEW:
                output = replace(output, lease_ns=LEASE_NS)
            case PowerOrder.LEASE | PowerOrder.PULSE | PowerOrder.TAKE_ON:
                output = self._start(output, now_ns, row.then)
            case PowerOrder.CUT:
                self._stop(now_ns)
                over = _ends_play(now.outcome)
                self._whistle_due = not over and not now.switch.by_hand
                output = self._off(replace(output, off=True, whistle=over), now)
            case PowerOrder.INTERRUPT:
                why = "" if against is None else _words_of(against)
                output = self._off(self.interrupt(output, now_ns, why, against), now)
            case PowerOrder.TAKE_OFF:
                self._stop(now_ns)
            case PowerOrder.TAKE_STOP:
                output = output.with_words_of(self.declare(SwitchUsed(on=False), now_ns))
                self._stop(now_ns)
                self._manual_switch.play_stopped(t_ns)
            case PowerOrder.SAY_ON if self._manual_switch.take_reminder():
                output = output.saying(SWITCH_ON)
            case PowerOrder.SAY_OFF:
                output = output.saying(SWITCH_OFF)
            case PowerOrder.SAY_WHY_OFF:
                self._manual_switch.play_stopped(t_ns)
                output = output.saying(*(why.sentence for why in self.reasons[:1]), SWITCH_OFF)
        return output

    def _off(self, output: NightOutput, now: _Instant) -> NightOutput:
        """Cut the power; a coach who holds the switch is whistled at and told instead."""
        if not now.switch.by_hand:
            return output
        self._manual_switch.play_stopped(now.frame.board.t_ns)
        return replace(output, off=False, whistle=True).saying(SWITCH_OFF)

    def _start(self, output: NightOutput, now_ns: int, mode: PowerMode) -> NightOutput:
        """Order power on, unless the official refuses: the refusal is a call."""
        pulse_ns, line_up = self.notice.pulse_ns, self.prompter.reader.line_up
        before_snap = self.notice.step is PlayStep.SET
        said = self.declare(SwitchUsed(on=True), now_ns)
        output = output.with_words_of(said)
        self.readiness.stopped()
        if said.calls:
            return output
        number = self.ledger.official.number
        if self._play_began is None or self._play_began[0] != number:
            self.played.begin()
            self._play_began = number, len(self.ledger.journal.entries)
        if before_snap and line_up is not None:
            output = output.with_words_of(self.ledger.snapped(line_up, now_ns))
            advice = "" if self.board is None else self._light.line_up(self.board)
            output = output.saying(*([advice] if advice else []))
        self.prompter.started()
        self._breaks.goes_on()
        self._whistle_due = False
        self._mode, self._on_ns = mode, now_ns
        self._watch.switched(now_ns, closed=True)
        lease_ns = LEASE_NS if mode is PowerMode.LEASED else 0
        return replace(
            output,
            lease_ns=lease_ns,
            pulse_ns=pulse_ns or 0 if mode is PowerMode.PULSED else 0,
        )

    def _stop(self, now_ns: int) -> None:
        self._mode = PowerMode.OFF
        self._watch.switched(now_ns, closed=False)
        self.readiness.stopped()

    @property
    def _may(self) -> bool:
        return not self.reasons and self.notice.may_switch_on

    def _prompted(self, output: NightOutput, now: _Instant) -> NightOutput:
        """With the board at rest, set up the next play: at most one default declaration a frame."""
        frame = now.frame
        self.prompter.touched |= frame.hands
        if not now.resting or not self.hands.clear(frame.board.t_ns):
            return output
        official = self.ledger.official
        said = self.prompter.update(frame.board, official, ready=self.readiness.ready)
        if said is None:
            return output
        prompted = self.declare(said, frame.now_ns)
        return output.with_words_of(replace(prompted, declarations=(said,)))

    def _ready(self, now: _Instant) -> bool:
        """Whether everything is set and the count is over."""
        t_ns, ready, prompter = now.frame.board.t_ns, self.readiness, self.prompter
        lined_up = prompter.set_up(self.ledger.official)
        self.not_set_because = () if lined_up or not ready.by_itself else prompter.reader.against
        return ready.update(
            t_ns, hands=now.frame.hands, resting=now.resting, may=self._may, lined_up=lined_up
        )

    @property
    def _in_play(self) -> bool:
        return self.notice.step not in BETWEEN_PLAYS

    def _gate_conditions(self, frame: NightFrame, switch: SwitchStatus) -> GateConditions:
        board = frame.board
        self._missing.count(board, line_up_awaited=bool(frame.line_up_awaited))
        return GateConditions(
            now_ns=frame.now_ns,
            frame_ns=board.t_ns,
            looked_ns=frame.looked_ns,
            hands_away=self._watch.hands_away(frame, power=self.power),
            camera=frame.camera,
            lost=self._watch.lost(
                board, power=self.power, in_play=self._in_play and not frame.line_up_awaited
            ),
            switch=switch.trouble,
            latched=switch.latched,
            person_off=self._person_off or (switch.latched and switch.by_person),
            alarm=self.alarm,
            line_up_awaited=frame.line_up_awaited,
            unseen=self._missing.waited_for(
                self.notice, self.state.team, too_few=self._watch.too_few(board)
            ),
            official=tuple(rule_reasons(self.notice, self.state, self.decision)),
        )


def _ends_play(outcome: OfficialOutcome) -> bool:
    """Whether a call of this instant ends the play."""
    return any(call.kind in ENDS_PLAY or call.dead for call in outcome.calls)


def _words_of(cut: PowerReason) -> str:
    """What is said of a reason that cuts the power: it runs, so nothing has to be cleared yet."""
    opened = cut.kind is PowerReasonKind.SWITCH_LATCHED
    return OPENED_BY_ITSELF if opened else cut.sentence
