"""What tackle and sack share: a touch that counts ends the play, one that may have is flagged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.contact.contact_tracker import ContactTracker, OpponentContact, WeighedTouch
from referee.calls.lines.spot import touch_spot
from referee.calls.phase_state import PhaseState
from referee.calls.tackle.unclear_tackle import UnclearTackle
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.measured_instant import MeasuredInstant

# What a frame's weights are called.
DOWN, FROM_BEHIND, BROKEN = "down", "from behind", "brush"
# A share of the weight that leaves no question which of two things a touch was.
_PLAIN = 0.98
_FRAMES_TO_LEAN = 3
# A gap known no better than this is too rough to be sure of.
_ROUGH_MM = 0.5
_TOO_CLOSE = "too close to be sure"


@dataclass(frozen=True, slots=True)
class CallWording:
    """How the one who asks names what he found; rules are asked for the frame that decides."""

    down: CallKind
    down_rule: Callable[[WeighedTouch], str]
    behind_rule: str
    unclear: UnclearTackle
    unclear_rule: str


@dataclass(frozen=True, slots=True)
class CallBuilder:
    """Turns a weighed touch of one carrier into a call."""

    carrier: str
    shape: BaseShape
    levels: Thresholds
    situation: PhaseState

    def call(
        self,
        kind: CallKind,
        hit: OpponentContact,
        found: WeighedTouch,
        rule: str,
        certainty: float,
        action: CallAction,
        flag: tuple[str, ...],
        topic: str = "hit",
    ) -> Call:
        """The call of one touch."""
        gap_mm, sigma_mm = found.touch.gap(self.levels.belief.shared)
        began = found.began(self.levels.belief)
        t_ns = began.t_ns
        return Call(
            t_ns,
            began.sigma_ns,
            kind,
            rule,
            min(certainty, 1.0),
            action,
            (hit.player, self.carrier),
            gap_mm,
            sigma_mm,
            self.spot(found, began),
            flag,
            tuple(look.t_ns for look in found.touch.run),
            f"{topic}:{self.situation.play}:{self.carrier}:{hit.player}:{hit.episode}",
        )

    def spot(self, found: WeighedTouch, began: MeasuredInstant) -> BallSpot:
        """Where the carrier's foremost part was then."""
        frames = [(look.t_ns, look.a) for look in found.touch.looks]
        return touch_spot(self.shape, frames, began, self.situation.plays)


def down_call(
    hit: OpponentContact, words: CallWording, maker: CallBuilder, doubts: tuple[str, ...]
) -> Call | None:
    """The touch that ends the play, once in an episode; flagged first only where rules lean so."""
    found = hit.now.get(DOWN)
    if found is None or DOWN in hit.said:
        return None
    sure = found.probability >= maker.levels.sure
    leans = (
        words.unclear is UnclearTackle.TACKLE
        and found.probability >= maker.levels.doubt
        and len(found.touch.run) >= _FRAMES_TO_LEAN
        and "leaning" not in hit.said
    )
    if not sure and not leans:
        return None
    hit.said.add(DOWN if sure else "leaning")
    flag = doubts if sure else (*doubts, "too close to be sure that they touched")
    if max(look.sigma_mm for look in found.touch.run) > _ROUGH_MM:
        flag = (*flag, f"{hit.player} was measured roughly")
    behind = found.weights[FROM_BEHIND] / found.weights[DOWN]
    if 1.0 - _PLAIN < behind < _PLAIN:
        flag = (*flag, "too close to tell whether his back was hit")
    fumbled = behind >= 0.5
    return maker.call(
        CallKind.FUMBLE if fumbled else words.down,
        hit,
        found,
        words.behind_rule if fumbled else words.down_rule(found),
        found.probability * max(behind, 1.0 - behind),
        CallAction.CUT,
        flag,
    )


def unclear_call(
    hit: OpponentContact, ended: dict[str, WeighedTouch], words: CallWording, maker: CallBuilder
) -> Call | None:
    """A touch that is over and may have ended the play: by default it did not."""
    found = ended.get(DOWN)
    if found is None or found.probability < maker.levels.doubt:
        return None
    if words.unclear is UnclearTackle.TACKLE:
        return None  # it was called while it lasted
    # A touch that nobody saw is known by how they came at each other, and are apart again.
    unseen = found.touch.met_at is not None and found.touch.looks[-1].after_hole
    why = f"{hit.player} was out of sight as they would have met" if unseen else _TOO_CLOSE
    return maker.call(
        CallKind.UNCLEAR_TACKLE,
        hit,
        found,
        words.unclear_rule,
        found.probability,
        CallAction.KEEP_RUNNING,
        (why,),
    )


def unclear_calls(hits: ContactTracker, words: CallWording, maker: CallBuilder) -> list[Call]:
    """At the end of a phase: touches that may have ended the play and have not been called."""
    calls = (unclear_call(hit, hit.best, words, maker) for hit in hits.each if DOWN not in hit.said)
    # Episodes are counted anew in the next run: what is left open here may not be replaced there.
    return [replace(c, episode=f"{c.episode}:open:{c.t_ns}") for c in calls if c is not None]


def down_doubts(hits: ContactTracker, levels: Thresholds, t_ns: int) -> list[str]:
    """Who may have downed the carrier before an instant and is not decided on yet."""
    names = []
    for hit in hits.each:
        found = hit.now.get(DOWN)
        if found is None or DOWN in hit.said or found.probability < levels.doubt:
            continue
        began = found.began(levels.belief)
        if began.t_s - 2.0 * began.sigma_s <= t_ns / S_NS:
            names.append(f"{hit.player} may have touched him first")
    return names
