"""The carrier and every opponent: one pair tracker each, and what their touches count as.

What a touch counts as is the business of the call that asks: it gives every frame a weight from 0
to 1 for each thing the touch may be, the one that leads first. The certainty is that of the touch
times the mean weight of its frames, for the run of frames that makes it largest; where the motion
before shows with which parts they met, that counts if it is more.

Whether they touched at all is asked twice: of the frames while the touch lasts, and of the motion
before and after, some frames later (`evidence`). An episode is over once both have been heard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.calls.contact.contact_episode import ContactEpisode
from referee.calls.contact.evidence.close_approach import RANGE_MM, CloseApproach
from referee.calls.contact.evidence.free_motion import FreeMotion
from referee.calls.contact.evidence.unevenness import FLOOR, Unevenness
from referee.calls.contact.neighbours import third_beside
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.touch import PairFrame, Touch
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.thresholds import Thresholds
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.measured_instant import MeasuredInstant

# A touch less likely than this is over.
CLEARLY_APART = 1e-3
# s: how well the instant of a touch is known that no frame shows.
_BETWEEN_S = 0.01
_HALF = 0.5
TouchWeigher = Callable[[PairFrame, SeenBase, SeenBase], Mapping[str, float]]
# A touch, what it was, and whether it was that when they met.
_TouchWeights = tuple[Touch, Mapping[str, float], bool]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What else is on the board: who may be beside a pair, and how unevenly bases creep here."""

    carrier: str
    bases: Mapping[str, BaseShape]
    unevenness: Unevenness

    def beside(self, board: BoardFrame, player: str) -> bool:
        """Whether a third base is beside the carrier or a player."""
        return third_beside(board, (self.carrier, player), self.bases)


@dataclass(slots=True)
class OpponentContact:
    """One opponent: its frames, its present episode of touching, and those not decided yet.

    ``ended`` is the episode whose end the last update returned.
    """

    player: str
    watch: PairTracker
    present: ContactEpisode = field(default_factory=lambda: ContactEpisode(1))
    ending: list[ContactEpisode] = field(default_factory=list)
    ended: ContactEpisode = field(default_factory=lambda: ContactEpisode(0))
    seen_once: bool = False
    latest: SeenBase | None = None
    first: Mapping[str, float] | None = None
    now_ns: int = 0
    _weights: dict[int, Mapping[str, float]] = field(default_factory=dict)
    _was_near: bool = False
    _over_ns: int = 0

    @property
    def episode(self) -> int:
        """The number of the present episode."""
        return self.present.number

    @property
    def now(self) -> dict[str, WeighedTouch]:
        """What the newest frame makes of the present episode."""
        return self.present.now

    @property
    def best(self) -> dict[str, WeighedTouch]:
        """The likeliest of the present episode."""
        return self.present.best

    @property
    def called(self) -> set[str]:
        """What has been called of the present episode."""
        return self.present.called

    @property
    def open_episodes(self) -> list[ContactEpisode]:
        """Those that are over and not decided yet, and the present one."""
        return [*self.ending, self.present]

    def update(
        self,
        board: BoardFrame,
        carrier: SeenBase | None,
        carrier_id: str,
        weigh: TouchWeigher,
        around: Surroundings | None = None,
    ) -> dict[str, WeighedTouch]:
        """Take in a frame; returns what was likeliest of an episode that has been decided."""
        self.now_ns = board.t_ns
        look = self.watch.update(board, carrier_id, self.player)
        opponent = board.find(self.player)
        if opponent is not None:
            self.latest, self.seen_once = opponent, True
        self.present.now = {}
        if look is None or carrier is None or opponent is None:
            return {}
        if look.first is not None:
            self.first = weigh(replace(look, contact=look.first), carrier, opponent)
        bounce = self.watch.bounce()
        if bounce is not None and self.first is not None:
            self.present.recall(self.first, bounce)
        touches = () if look.contact is None else self.watch.touches()
        if look.contact is not None:
            kept = {k.t_ns for k in self.watch.looks}
            self._weights = {t: w for t, w in self._weights.items() if t in kept}
            self._weights[look.t_ns] = weigh(look, carrier, opponent)
        apart = not touches or (touches[-1].probability < CLEARLY_APART and look.gap_mm > 0.0)
        if around is not None:
            self._follow(board, look, touches, around, apart=apart)
        if touches:
            told = [(touch, *self._run(touch)) for touch in touches]
            kinds = self._weights[look.t_ns]
            self.present.keep({kind: self._likeliest(kind, told) for kind in kinds})
        if apart:
            self._over(look)
        return self._decided(weigh, carrier, opponent)

    def _follow(
        self,
        board: BoardFrame,
        look: PairFrame,
        touches: Sequence[Touch],
        around: Surroundings,
        *,
        apart: bool,
    ) -> None:
        """Take a frame into the approaches that it belongs to."""
        near = look.near and look.gap_mm <= RANGE_MM
        begins = near and (not apart or not self._was_near)
        self._was_near = near
        if begins and self.present.approach is None:
            self.present.approach = CloseApproach(self.watch.shapes, self._over_ns)
        asked = [each.approach for each in self.open_episodes if each.approach is not None]
        followed = any(each.follows(board.t_ns) for each in asked)
        alone = not followed or not around.beside(board, self.player)
        likeliest = max(touches, key=lambda touch: touch.probability, default=None)
        frames = 0.0 if likeliest is None else likeliest.probability
        began_ns = look.t_ns if likeliest is None else likeliest.run[0].t_ns
        for approach in asked:
            if approach is self.present.approach:
                approach.come_near(look, max(frames, look.bounced), began_ns)
            cut_s, uneven = self.watch.cut_s, around.unevenness
            approach.update(self.watch.looks, cut_s, uneven, alone=alone)

    def _over(self, look: PairFrame) -> None:
        """The frames show them apart: the next touch is another episode."""
        done = self.present
        likely = max((found.probability for found in done.best.values()), default=0.0)
        if likely < CLEARLY_APART:
            # No frame shows a touch. Unless the motion tells of one, there was none.
            done.best = {}
            still = look.gap_mm <= RANGE_MM and done.waits(self.now_ns)
            if done.approach is None or still:
                return
        if done.approach is not None:
            done.approach.until_ns = look.t_ns
        self.ending.append(done)
        self.present = ContactEpisode(done.number + 1)
        self.first, self._over_ns = None, look.t_ns

    def _decided(
        self, weigh: TouchWeigher, carrier: SeenBase, opponent: SeenBase
    ) -> dict[str, WeighedTouch]:
        """The oldest episode that is over, if all that its motion tells has been seen."""
        if not self.ending or self.ending[0].waits(self.now_ns):
            return {}
        oldest = self.ending[0]
        if oldest.approach is not None and not oldest.heard:
            # All is known of it now: who asks what is likeliest may call it in this frame.
            oldest.heard = True
            if not oldest.best:
                self._between_frames(oldest, oldest.approach, weigh, carrier, opponent)
            return {}
        self.ended = self.ending.pop(0)
        return self.ended.left_over(self.now_ns)

    def left_over(self) -> list[tuple[ContactEpisode, dict[str, WeighedTouch]]]:
        """The open episodes with what has not been called of them."""
        return [(each, each.left_over(self.now_ns)) for each in self.open_episodes]

    def _between_frames(
        self,
        episode: ContactEpisode,
        approach: CloseApproach,
        weigh: TouchWeigher,
        carrier: SeenBase,
        opponent: SeenBase,
    ) -> None:
        """No frame shows a touch: what one between two of them would have been."""
        nearest, touched = approach.nearest, approach.p_touched(self.now_ns)
        if nearest is None or approach.evidence is None or not touched:
            return
        looks = self.watch.looks
        place = next((i for i, k in enumerate(looks) if k.t_ns == nearest.t_ns), None)
        if place is None:
            return
        met = MeasuredInstant(approach.evidence.met_s, _BETWEEN_S)
        touch = Touch(touched, place, looks[: place + 1], self.watch.shapes, met)
        episode.recall(weigh(self.watch.with_parts(nearest), carrier, opponent), touch)

    def _likeliest(self, kind: str, told: list[_TouchWeights]) -> WeighedTouch:
        touch, weights, at_once = max(told, key=lambda each: each[0].probability * each[1][kind])
        history: tuple[float | None, ...] = ()
        if not at_once:
            known = (self._weights.get(look.t_ns) for look in touch.looks)
            history = tuple(None if said is None else said[kind] for said in known)
        return WeighedTouch(touch.probability * weights[kind], weights, touch, history)

    def _run(self, touch: Touch) -> tuple[Mapping[str, float], bool]:
        """What the frames of a run weigh on average, or what the touch was when they met.

        What it was at first it has been: if it most likely was the kind that leads, it stays so.
        """
        each = [self._weights[look.t_ns] for look in touch.run]
        mean = {kind: sum(said[kind] for said in each) / len(each) for kind in each[-1]}
        lead = next(iter(mean))
        if self.first is not None and self.first[lead] >= max(mean[lead], _HALF):
            return self.first, True
        return mean, False


class ContactTracker:
    """All opponents of one carrier, in the order of their names.

    With ``bases``, the outlines of all players, the motion before and after is asked too, and
    ``free`` is what the board's free motion has shown so far.
    """

    def __init__(
        self,
        carrier: str,
        opponents: Mapping[str, BaseShape],
        shape: BaseShape,
        thresholds: Thresholds,
        corner_base_lengths: float = 0.0,
        uneven_mm: float = 0.0,
        bases: Mapping[str, BaseShape] | None = None,
        free: FreeMotion | None = None,
    ) -> None:
        self._carrier, corner = carrier, corner_base_lengths
        self._bases, self._free = bases, free
        self.opponents = [
            OpponentContact(
                name,
                PairTracker(
                    shape,
                    base,
                    thresholds,
                    corner * base.length_mm,
                    rolling=True,
                    uneven_mm=uneven_mm,
                ),
            )
            for name, base in sorted(opponents.items())
        ]

    def update(
        self, board: BoardFrame, weigh: TouchWeigher
    ) -> list[tuple[OpponentContact, dict[str, WeighedTouch]]]:
        """Take in a frame; returns every opponent with the touches of an episode that has ended."""
        carrier = board.find(self._carrier)
        around = None
        if self._bases is not None:
            uneven = FLOOR if self._free is None else self._free.unevenness
            around = Surroundings(self._carrier, self._bases, uneven)
        return [
            (hit, hit.update(board, carrier, self._carrier, weigh, around))
            for hit in self.opponents
        ]

    def was_hidden(self, now_ns: int) -> list[str]:
        """Who may have touched the carrier unseen, by the frames before and after."""
        return [h.player for h in self.opponents if not h.seen_once or h.watch.was_hidden(now_ns)]

    def hidden(self, now_ns: int) -> list[str]:
        """Who may have touched the carrier lately without being seen to."""
        return [h.player for h in self.opponents if not h.seen_once or h.watch.hidden(now_ns)]
