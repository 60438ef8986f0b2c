"""What of a play matters to its pass: remembered over all phases, and asked at its stops."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.call import Call
from referee.calls.contact.neighbours import recent_frames
from referee.calls.context import JudgingContext
from referee.calls.episode import EpisodeTopic
from referee.calls.frame import BoardFrame
from referee.calls.passing.pitch import Exchange, exchange
from referee.calls.passing.routes import RouteExit, Routes
from referee.calls.passing.rules.pass_rules import CatchAfterOut
from referee.calls.passing.rules.pitch_rules import ExchangeKind
from referee.calls.passing.stick_arc import StickArc, stick_arc
from referee.calls.passing.sticks import marker_allowed, marker_refusals
from referee.calls.passing.throw_away import throw_away_calls
from referee.calls.passing.thrown_pass import distance_tests, throw_calls, throw_tests
from referee.calls.phase_state import PassAttempt, PhaseState
from referee.calls.play_name import MissedThrow, PassStick
from referee.calls.stops.stopped_board import StoppedBoard, StopTest, refuses
from referee.calls.tackle_box import TackleBox, linemen, tackle_box
from referee.core.field.areas import areas_of
from referee.core.probability import p_at_least
from referee.core.roster import Roster, Team


@dataclass(frozen=True, slots=True)
class _BarredReceivers:
    """Receivers who may not catch for having been out, and those of whom nobody can tell."""

    surely: tuple[str, ...]
    maybe: tuple[str, ...]


class PassPlay:
    """One play: feed it every frame, live or at rest, from before the snap on."""

    def __init__(self, context: JudgingContext, team: Team) -> None:
        self._context, self._team = context, team
        self._roster = Roster(tuple(context.players.values()))
        self._routes = Routes(context.field, context.players, team, context.thresholds)
        self._boards: list[BoardFrame] = []
        # The newest frames with power.
        self._run: list[BoardFrame] = []
        self._box: TackleBox | None = None

    def update(self, board: BoardFrame) -> None:
        """Take in a frame."""
        if self._boards and board.t_ns <= self._boards[-1].t_ns:
            return
        if not self._boards:
            self._box = tackle_box(board, self._roster, self._team)
        self._boards = recent_frames(self._boards, board)
        if board.power:
            self._run = recent_frames(self._run, board)
        self._routes.update(board)

    @property
    def box(self) -> TackleBox | None:
        """The tackle box as it was in the first frame."""
        return self._box

    def stop(self, state: PhaseState) -> StoppedBoard:
        """The stop as it is now."""
        run = tuple(self._run)
        return StoppedBoard(self._context, state, tuple(self._boards), self._box, run)

    def aimed(self, state: PhaseState, said: PassAttempt) -> PassAttempt:
        """A pass as it was said, with everybody filled in who may not catch it."""
        barred = self._barred(state)
        return replace(
            said,
            passer=said.passer or state.carrier,
            linemen=said.linemen or linemen(self._roster, self._team),
            ineligible=tuple(sorted({*said.ineligible, *barred.surely})),
            unsure=tuple(sorted({*said.unsure, *barred.maybe})),
        )

    def named(
        self, state: PhaseState, said: PassAttempt, stick: PassStick | None = None
    ) -> tuple[Call, ...]:
        """Refuses a pass to a man who may not catch it, of one who may not throw it, or that is
        laid wrongly. Backward ones may be thrown from everywhere to everybody. What is allowed
        though it is too close to tell is called so, and flagged.
        """
        stop, full = self.stop(state), self.aimed(state, said)
        close = self._throws(stop, full)
        if refuses(close):
            return close
        if full.intended is not None:
            tests, who = self._receives(stop, full), (full.intended,)
            refused = stop.refused(tests, who, EpisodeTopic.RECEIVER)
            if refused:
                return refused
            # Whether it may catch for having been out is flagged at the catch.
            if full.intended not in full.unsure:
                close += stop.allowed(tests, who, EpisodeTopic.RECEIVER)
        return marker_refusals(stop, full, stick) or (*close, *marker_allowed(stop, full, stick))

    def thrown(
        self, state: PhaseState, said: PassAttempt, hit: str | MissedThrow
    ) -> tuple[Call, ...]:
        """What a throw with the passing figure came to, or why it may not be thrown."""
        stop, full = self.stop(state), self.aimed(state, said)
        close = self._throws(stop, full, figure=True)
        return close if refuses(close) else (*close, *throw_calls(stop, full, hit))

    def arc(self, state: PhaseState, passer: str, receiver: str) -> StickArc | None:
        """Which stick is due for a pass, and where its far end may lie; None: none is measured."""
        return stick_arc(self.stop(state), passer, receiver)

    def throw_away(self, state: PhaseState) -> tuple[Call, ...]:
        """The ball thrown away by choice."""
        return throw_away_calls(self.stop(state))

    def exchange(self, state: PhaseState, how: ExchangeKind, to: str) -> Exchange:
        """The ball given on to a team-mate."""
        return exchange(self.stop(state), how, to)

    def _throws(
        self, stop: StoppedBoard, said: PassAttempt, *, figure: bool = False
    ) -> tuple[Call, ...]:
        """Why a forward pass may not be thrown, or that it may and was too close to tell."""
        if said.passer is None or said.backward:
            return ()
        tests, players = throw_tests(stop, said.passer), (said.passer,)
        refused = stop.refused(tests, players, EpisodeTopic.THROW)
        if refused or not figure or said.intended is None:
            return refused or stop.allowed(tests, players, EpisodeTopic.THROW)
        far, both = distance_tests(stop, said.passer, said.intended), (*players, said.intended)
        refused = stop.refused(far, both, EpisodeTopic.THROW)
        return refused or stop.allowed([*tests, *far], both, EpisodeTopic.THROW)

    def _receives(self, stop: StoppedBoard, said: PassAttempt) -> list[StopTest]:
        """The tests of the named receiver: upright, eligible, and in bounds on its route."""
        rules, name = self._context.rules.passes, said.intended or ""
        tests = []
        if not said.backward:
            able = 0.0 if name in said.linemen or name == said.passer else 1.0
            tests.append(StopTest(able, rules.others_catch.rule, "the receiver is eligible"))
            holds = 0.0 if name in said.ineligible else 0.5 if name in said.unsure else 1.0
            tests.append(StopTest(holds, rules.back_in.rule, "the receiver stayed in bounds"))
        # A fallen man who may be thrown to all the same is no reason to refuse a throw.
        throws = said.target is None and self._context.rules.throw.fallen.value
        if not rules.fallen_catches.value and not throws:
            tests.append(
                StopTest(
                    stop.upright(name), rules.fallen_catches.rule, "the receiver stands upright"
                )
            )
        return tests

    def _barred(self, state: PhaseState) -> _BarredReceivers:
        surely: list[str] = []
        maybe: list[str] = []
        plain = not self._missing(state)
        for out in self._routes.outs():
            share = self._bars(state, out)
            if share >= self._context.thresholds.sure and out.sure and plain:
                surely.append(out.player)
            elif share > 1.0 - self._context.thresholds.sure:
                (surely if share >= 0.5 else maybe).append(out.player)
                maybe.append(out.player)
        return _BarredReceivers(tuple(surely), tuple(maybe))

    def _missing(self, state: PhaseState) -> bool:
        """Whether an opponent was not seen at all, who may have forced somebody out."""
        if self._context.rules.passes.back_in.value is CatchAfterOut.NEVER:
            return False
        seen = {seen.player for board in self._boards for seen in board.seen}
        opponents = (
            name for name in state.on_field if self._context.players[name].team is not self._team
        )
        return any(name not in seen for name in opponents)

    def _bars(self, state: PhaseState, out: RouteExit) -> float:
        """How likely a player may not catch for having been out."""
        if self._context.rules.passes.back_in.value is CatchAfterOut.NEVER:
            return out.probability
        stop = self.stop(state)
        seen = stop.seen(out.player)
        back = 0.0
        if seen is not None:
            inside_mm = areas_of(self._context.field).in_bounds.whole_base_inside_mm(
                stop.base(out.player), seen.measured.pose
            )
            back = p_at_least(inside_mm, max(seen.measured.covariance[0][0], 0.0) ** 0.5)
        return out.probability * (1.0 - out.forced * back)
