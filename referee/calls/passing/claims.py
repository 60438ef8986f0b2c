"""Claims: what decides a pass once it is sure; here, the touches of its marker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.contact_tracker import ContactTracker, OpponentContact
from referee.calls.contact.neighbours import hidden_near, p_touching
from referee.calls.contact.touch import PairFrame
from referee.calls.contact.touching_parts import TouchingParts
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.context import JudgingContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.in_bounds import p_in_bounds
from referee.calls.lines.spot import pose_at
from referee.calls.passing.catch import CatchFacts, PassRole, marker_touch_of
from referee.calls.passing.first_touching_parts import first_touching_parts
from referee.calls.passing.marker_tracker import MarkerTracker
from referee.calls.passing.rules.pass_rules import CatchWith
from referee.calls.phase_state import PhaseState
from referee.core.clock import S_NS

# What a frame's weights are called.
TOUCH, FRONT = "touch", "front"


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that decides the pass if nothing came before it. ``key`` says whose and what."""

    key: str
    player: str
    kind: CallKind
    rule: str
    t_ns: int
    sigma_ns: int
    certainty: float
    gap_mm: float | None
    sigma_mm: float | None
    frames: tuple[int, ...]
    touch: bool
    words: str
    flag: tuple[Doubt, ...] = ()


class ClaimBuilder:
    """Makes claims of touches: for each player what the touch would be, if it is sure."""

    def __init__(
        self,
        context: JudgingContext,
        state: PhaseState,
        men: Mapping[str, PassRole],
        ball: MarkerTracker,
        contacts: ContactTracker,
    ) -> None:
        self._context, self._state, self._men = context, state, men
        self._ball, self._contacts = ball, contacts
        self._fronts: dict[str, float] = {}
        thrown = state.thrown
        self._backward = thrown is not None and thrown.backward
        self._unsure = () if thrown is None else thrown.unsure

    def weigh(self, look: PairFrame, _ball: SeenBase, player: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, is with the front."""
        found = look.contact
        if found is None:
            self._fronts.pop(player.player, None)
            return {FRONT: 0.0, TOUCH: 0.0}
        if player.player not in self._ball.onto:
            self._fronts[player.player] = found.with_front(player.p_front)
        elif player.player not in self._fronts:
            # It ran onto the marker since the last frame: what came first on the way, if seen.
            came = self._came(player.player, look)
            self._fronts[player.player] = 0.5 if came is None else came.with_front(player.p_front)
        return {FRONT: self._fronts[player.player], TOUCH: 1.0}

    def _came(self, name: str, look: PairFrame) -> TouchingParts | None:
        looks = next(
            (hit.watch.looks for hit in self._contacts.opponents if hit.player == name), ()
        )
        thresholds, rules = self._context.thresholds, self._context.rules.touch
        if len(looks) < 2 or look.after_hole or look.t_ns - looks[-2].t_ns > thresholds.hole_ns:
            return None
        base = self._context.players[name].base
        corner_mm = rules.corner_base_lengths.value * base.length_mm
        return first_touching_parts(self._ball.last.shape, base, looks[-2], look, corner_mm)

    def claim(self, hit: OpponentContact, boards: Sequence[BoardFrame]) -> Claim | None:
        """The claim of a player whose touch is sure in this frame, if it decides anything."""
        thresholds = self._context.thresholds
        found = hit.now.get(TOUCH)
        if found is None or found.probability < thresholds.sure:
            return None
        front = found.weights[FRONT]
        ahead = hit.now.get(FRONT)
        if ahead is not None and ahead.probability >= thresholds.sure:
            found, front = ahead, ahead.weights[FRONT]
        began = found.began(thresholds.prior)
        t_ns = began.t_ns
        facts, doubts = self._facts(hit, boards, t_ns, front)
        rules, man = self._context.rules.passes, self._men[hit.player]
        came = marker_touch_of(rules, man, facts, backward=self._backward)
        if came is None:
            return None
        gap_mm, sigma_mm = found.touch.gap(thresholds.prior.shared)
        return Claim(
            key=hit.player,
            player=hit.player,
            kind=came.kind,
            rule=came.rule,
            t_ns=t_ns,
            sigma_ns=began.sigma_ns,
            certainty=min(found.touch.probability * came.share, 1.0),
            gap_mm=gap_mm,
            sigma_mm=sigma_mm,
            frames=tuple(look.t_ns for look in found.touch.run),
            touch=True,
            words=f"{hit.player}, {came.kind.value}",
            flag=(*came.flag, *doubts),
        )

    def doubts(
        self, contacts: ContactTracker, claims: Mapping[str, Claim], until_ns: int
    ) -> list[Doubt]:
        """Who may have touched it until then and is not decided on yet."""
        thresholds, names = self._context.thresholds, []
        for hit in contacts.opponents:
            found = hit.now.get(TOUCH)
            if found is None or hit.player in claims or found.probability < thresholds.doubt:
                continue
            if found.probability >= thresholds.sure or not self.may_count(hit, hit.now):
                continue  # it is known, and decides nothing
            began = found.began(thresholds.prior)
            if began.t_s - 2.0 * began.sigma_s <= until_ns / S_NS:
                names.append(Doubt(DoubtKind.MAY_HAVE_TOUCHED_IT, hit.player))
        return names

    def may_count(self, hit: OpponentContact, found: Mapping[str, WeighedTouch]) -> bool:
        """Whether a touch that never was sure may have decided the pass."""
        front_only = self._context.rules.passes.catch_with.value is CatchWith.FRONT
        part = FRONT if front_only and self._men[hit.player] is PassRole.DEFENDER else TOUCH
        weighed = found.get(part)
        if weighed is None:
            return False
        thresholds = self._context.thresholds
        return thresholds.doubt <= weighed.probability < thresholds.sure

    def unclear(self, hit: OpponentContact, found: Mapping[str, WeighedTouch]) -> Call:
        """A touch that may have been one: by default it was none, and the pass goes on."""
        weighed, prior = found[TOUCH], self._context.thresholds.prior
        return build_call(
            CallKind.UNCLEAR_TOUCH,
            self._context.rules.passes.catch_with.rule,
            Episode(EpisodeTopic.BALL_TOUCH, self._state.play, (hit.player,), count=hit.episode),
            weighed.began(prior),
            action=CallAction.KEEP_RUNNING,
            certainty=weighed.probability,
            players=(hit.player,),
            gap=weighed.touch.gap(prior.shared),
            flag=(Doubt(DoubtKind.TOO_CLOSE),),
            frames=(look.t_ns for look in weighed.touch.run),
        )

    def _facts(
        self, hit: OpponentContact, boards: Sequence[BoardFrame], t_ns: int, front: float
    ) -> tuple[CatchFacts, tuple[Doubt, ...]]:
        """What a catch asks of the player at its touch, and what about that is not known."""
        name, context = hit.player, self._context
        player = context.players[name]
        seen = [(board.t_ns, board.find(name)) for board in boards]
        frames = [(t, one.measured) for t, one in seen if one is not None]
        if not frames:  # not seen of late
            return CatchFacts(front, 1.0, 1.0, 0.0, True), (
                Doubt(DoubtKind.NOT_SEEN_AT_TOUCH, name),
            )
        stood = [(t, one.p_upright) for t, one in seen if one is not None]
        upright = next((share for t, share in reversed(stood) if t <= t_ns), stood[0][1])
        opponents = context.opponents(player.team, self._state.on_field)
        engaged, doubts = 0.0, list(identity_doubts(hit.latest))
        if self._asks_engaged(name):
            near = p_touching(boards, name, opponents, player.base, context.thresholds, t_ns)
            engaged = max(near.values(), default=0.0)
            doubts += [
                Doubt(DoubtKind.HIDDEN_TOUCHED, other, name)
                for other in hidden_near(
                    boards, name, opponents, player.base, context.thresholds, t_ns
                )
            ]
        in_bounds = p_in_bounds(context.field, player.base, pose_at(frames, t_ns / S_NS))
        facts = CatchFacts(front, in_bounds, upright, engaged, name in self._unsure)
        return facts, tuple(dict.fromkeys(doubts))

    def _asks_engaged(self, name: str) -> bool:
        """Whether it matters that an opponent touches the player."""
        rules = self._context.rules.passes
        if self._men[name] is PassRole.DEFENDER:
            return rules.engaged_bats.value
        return not rules.engaged_catches.value
