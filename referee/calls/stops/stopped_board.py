"""A stop: the board at rest, what is known of who stands where, and tests of what is allowed.

A test is a length and how likely it holds. What fails is not allowed, by the rule of the test; what
is too close to tell is allowed or not as is likelier, and said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.neighbours import bases_near, hidden_near, p_touching
from referee.calls.contact.resting_touch import frames_at_rest, p_touch_at_rest
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.spot import spot_at
from referee.calls.phase_state import PhaseState
from referee.calls.tackle_box import TackleBox
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.gap_slopes import gap_and_sigma_mm
from referee.core.roster import Player


@dataclass(frozen=True, slots=True)
class StopTest:
    """Something that has to hold: how likely it does, by which rule, and by what length.

    ``on_board``: a coach has measured it on the board itself, with a stick. The picture refuses
    what is plainly otherwise; that it cannot tell is no reason to look at it again.
    """

    holds: float
    rule: str
    words: str
    by_mm: float | None = None
    sigma_mm: float | None = None
    on_board: bool = False


@dataclass(frozen=True, slots=True)
class StoppedBoard:
    """The last frames of a stop, the newest at the end, and the phase that it stopped.

    ``box`` is the tackle box as it was when the play began, ``run`` the last frames with power
    before the stop; without them nothing is known of how bases came to rest.
    """

    context: JudgingContext
    state: PhaseState
    boards: tuple[BoardFrame, ...]
    box: TackleBox | None = None
    run: tuple[BoardFrame, ...] = ()

    def __post_init__(self) -> None:
        if not self.boards:
            raise BadValue("boards", 0, "one frame of the stop or more")

    @property
    def t_ns(self) -> int:
        """The time of the newest frame."""
        return self.boards[-1].t_ns

    def player(self, name: str) -> Player:
        """A player of the game, or a sentence that there is none of that name."""
        if name not in self.context.players:
            raise BadValue("player", name, f"one of {', '.join(self.context.players)}")
        return self.context.players[name]

    def base(self, name: str) -> BaseShape:
        """The outline of a player's base."""
        return self.player(name).base

    def seen(self, name: str) -> SeenBase | None:
        """A player in the newest frame that shows it; None if no frame does."""
        found = (board.find(name) for board in reversed(self.boards))
        return next((seen for seen in found if seen is not None), None)

    def upright(self, name: str) -> float:
        """How likely a player stands; 0 if not seen."""
        seen = self.seen(name)
        return 0.0 if seen is None else seen.p_upright

    def gap_mm(self, one: str, other: str) -> tuple[float, float] | None:
        """The gap of two players with its sigma; None if one was not seen."""
        a, b = self.seen(one), self.seen(other)
        if a is None or b is None:
            return None
        return gap_and_sigma_mm(self.base(one), a.measured, self.base(other), b.measured)

    def others(self, name: str, *, mates: bool) -> Mapping[str, BaseShape]:
        """The bases of everybody else, or only of a player's opponents."""
        team = self.player(name).team
        return {
            other: self.base(other)
            for other in self.state.on_field
            if other != name and (mates or self.player(other).team is not team)
        }

    def engaged(self, name: str, *, mates: bool = False) -> float:
        """How likely an opponent, or anybody, touches a player."""
        others, thresholds = self.others(name, mates=mates), self.context.thresholds
        own = self.base(name)
        if not self.run:
            near = p_touching(self.boards, name, others, own, thresholds, self.t_ns)
            return max(near.values(), default=0.0)
        rest = frames_at_rest((*self.run, *self.boards))
        close = bases_near(rest, name, others, own)
        shares = (
            p_touch_at_rest(self.run, rest, (name, other), (own, base), thresholds)
            for other, base in close.items()
        )
        return max(shares, default=0.0)

    def hidden(self, name: str, *, mates: bool = False) -> list[str]:
        """Who may touch a player and is not seen."""
        others, thresholds = self.others(name, mates=mates), self.context.thresholds
        boards = (*self.run, *self.boards)
        return hidden_near(boards, name, others, self.base(name), thresholds, self.t_ns)

    def spot(self, name: str) -> BallSpot | None:
        """Under the foremost part of a player's base; None if not seen."""
        seen = self.seen(name)
        if seen is None:
            return None
        plays = self.state.plays_of(self.player(name).team)
        return spot_at(self.base(name), self.t_ns, seen.measured, plays)

    def doubts(self, *names: str) -> tuple[Doubt, ...]:
        """Why even what is plain should be looked at: who is not seen, or may be another."""
        found: list[Doubt] = []
        for name in names:
            lost = (Doubt(DoubtKind.NOT_SEEN, name),)
            found += lost if self._lost(name) else identity_doubts(self.seen(name))
        return tuple(found)

    def _lost(self, name: str) -> bool:
        """Whether nobody knows where a player is: without power it is where it was a moment ago."""
        for board in reversed(self.boards):
            missed_ns = self.t_ns - board.t_ns
            if missed_ns and (board.power or missed_ns > self.context.thresholds.lost_ns):
                break
            if board.find(name) is not None:
                return False
        return True

    def call(
        self,
        kind: CallKind,
        rule: str,
        players: tuple[str, ...],
        about: EpisodeTopic,
        *,
        certainty: float = 1.0,
        spot: BallSpot | None = None,
        flag: Sequence[Doubt] = (),
        dead: bool = False,
        action: CallAction = CallAction.RECORD,
        by_mm: float | None = None,
        sigma_mm: float | None = None,
    ) -> Call:
        """A call that is made at the stop; the power is off already."""
        return build_call(
            kind,
            rule,
            Episode(about, self.state.play, since_ns=self.t_ns),
            self.t_ns,
            action=action,
            certainty=certainty,
            players=players,
            gap=(by_mm, sigma_mm),
            spot=spot,
            flag=dict.fromkeys(flag),
            dead=dead,
        )

    def refused(
        self,
        tests: Sequence[StopTest],
        players: tuple[str, ...],
        about: EpisodeTopic,
        to: tuple[str, ...] = (),
    ) -> tuple[Call, ...]:
        """The first test that fails, as a call; none where all hold.

        ``to`` are those that the call's episode names.
        """
        flag = (*self.doubts(*players), *too_close_to_tell(tests, self.context.thresholds))
        failed = next((test for test in tests if test.holds < 0.5), None)
        if failed is None:
            return ()
        call = self.call(
            CallKind.NOT_ALLOWED,
            failed.rule,
            players,
            about,
            certainty=1.0 - failed.holds,
            flag=flag,
            by_mm=failed.by_mm,
            sigma_mm=failed.sigma_mm,
        )
        episode = replace(call.episode, bodies=to, reason=failed.words)
        return (replace(call, episode=episode),)

    def allowed(
        self,
        tests: Sequence[StopTest],
        players: tuple[str, ...],
        about: EpisodeTopic,
        to: tuple[str, ...] = (),
    ) -> tuple[Call, ...]:
        """What is allowed though it is too close to tell, as a flagged call; none where plain."""
        if any(test.holds < 0.5 for test in tests):
            return ()
        tests = [test for test in tests if not test.on_board]
        close = too_close_to_tell(tests, self.context.thresholds)
        if not close:
            return ()
        closest = min(tests, key=lambda test: test.holds)
        call = self.call(
            CallKind.ALLOWED,
            closest.rule,
            players,
            about,
            certainty=closest.holds,
            flag=(*self.doubts(*players), *close),
            by_mm=closest.by_mm,
            sigma_mm=closest.sigma_mm,
        )
        episode = replace(call.episode, bodies=to, reason=closest.words)
        return (replace(call, episode=episode),)


def refuses(calls: Sequence[Call]) -> bool:
    """Whether one of some calls refuses what was asked."""
    return any(call.kind is CallKind.NOT_ALLOWED for call in calls)


def too_close_to_tell(tests: Sequence[StopTest], thresholds: Thresholds) -> tuple[Doubt, ...]:
    """What is too close to tell; once something fails for sure, the rest does not matter."""
    if any(test.holds <= 1.0 - thresholds.sure for test in tests):
        return ()
    return tuple(
        Doubt(DoubtKind.TEST_TOO_CLOSE, detail=test.words)
        for test in tests
        if test.holds < thresholds.sure
    )
