"""What tackle and sack share: a touch that counts ends the play, one that may have is flagged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.contact.contact_episode import ContactEpisode
from referee.calls.contact.contact_tracker import OpponentContact
from referee.calls.contact.touch import ROUGH_MM, PairFrame
from referee.calls.contact.weighed_touch import WeighedTouch
from referee.calls.detector import Detector, RunContext
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic, EpisodeTwin
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.lines.spot import touch_spot
from referee.calls.tackle.tackle_aftermath import TackleAftermath
from referee.calls.tackle.touch_rules import UnclearTackle
from referee.core.clock import S_NS

# What a frame's weights are called.
DOWN, FROM_BEHIND, BROKEN = "down", "from behind", "brush"
NO_TOUCH: Mapping[str, float] = {DOWN: 0.0, FROM_BEHIND: 0.0, BROKEN: 0.0}
# A share of the weight that leaves no question which of two things a touch was.
_PLAIN = 0.98
_FRAMES_TO_LEAN = 3
# A touch that is nearly as likely of a kind as not is worth a flag though another kind is likelier:
# of the wrong calls of 1,899 plays of `bench calls` four were such touches, at 0.44 and 0.45.
_PERHAPS = 0.4
# It has been called with a flag, and may still be called without.
_LEANING = "leaning"
TOO_CLOSE = Doubt(DoubtKind.TOO_CLOSE)


class CarrierDown(Detector):
    """Watches every opponent of the carrier for the touch that ends the play.

    ``down`` is what such a touch is called, ``behind_rule`` the rule by which one on the carrier's
    back is a fumble.
    """

    down: CallKind
    behind_rule: str

    def __init__(self, run: RunContext) -> None:
        self._context, self._state, self._carrier = run.context, run.state, run.carrier
        self._run = run
        self._rough: list[tuple[OpponentContact, ContactEpisode, Mapping[str, WeighedTouch]]] = []
        self._shape, self._contacts = run.shape, run.contacts
        self._thresholds, self._touch = run.context.thresholds, run.context.rules.touch
        self._aftermath = TackleAftermath(self._touch, self._thresholds)

    def update(self, frame: BoardFrame) -> list[Call]:
        """The touches that ended the play, and those that are over and may have."""
        calls: list[Call] = []
        others: list[Call | None] = []
        carrier = frame.find(self._carrier)
        for hit, ended in self._contacts.update(frame, self._weigh):
            for episode, over in self._over(frame, hit, ended):
                late = self._unclear_call(hit, episode, over)
                if late is not None:
                    calls.append(late)
                else:
                    others.append(self._perhaps_other(hit, episode, over))
            if carrier is None:
                continue
            doubts = identity_doubts(hit.latest, carrier)
            for episode in hit.open_episodes:
                if (call := self._down_call(hit, episode, doubts)) is not None:
                    calls.append(call)
                others.append(self._other_call(hit, episode, doubts))
        calls += self._due(frame, [call for call in others if call is not None])
        return self._aftermath.update(frame, calls)

    def _over(
        self, frame: BoardFrame, hit: OpponentContact, ended: Mapping[str, WeighedTouch]
    ) -> Iterator[tuple[ContactEpisode, Mapping[str, WeighedTouch]]]:
        """The touches of an opponent that are over, once that is plainly seen.

        While it is followed only roughly, frames say little; where it is seen again says more.
        """
        if any(_is_rough(found) for found in ended.values()) and _stands(hit):
            self._rough.append((hit, hit.ended, ended))
        else:
            yield hit.ended, ended
        seen = frame.find(hit.player)
        if seen is None or _roughly_seen(seen):
            return
        for each in [waiting for waiting in self._rough if waiting[0] is hit]:
            self._rough.remove(each)
            yield each[1], self._likely_of(*each)

    def _likely_of(
        self, hit: OpponentContact, _episode: ContactEpisode, ended: Mapping[str, WeighedTouch]
    ) -> Mapping[str, WeighedTouch]:
        """What is left of a touch, if it is a rough one, by where both have been."""
        if not _stands(hit) or not any(_is_rough(found) for found in ended.values()):
            return ended
        run = next(iter(ended.values())).touch.run
        around_ns = self._thresholds.hole_ns
        since_ns, until_ns = run[0].t_ns - around_ns, run[-1].t_ns + around_ns
        unseen, uneven = self._run.unseen, self._run.unevenness
        share = unseen.share_of(hit.player, since_ns, until_ns, uneven)
        return ended if share > self._thresholds.untouched else {}

    def close(self) -> list[Call]:
        """Touches that may have ended the play and have not been called."""
        open_touches = [
            (hit, episode, left)
            for hit in self._contacts.opponents
            for episode, left in hit.left_over()
        ]
        calls = (
            self._unclear_call(hit, episode, self._likely_of(hit, episode, left))
            for hit, episode, left in (*self._rough, *open_touches)
        )
        # Episodes are counted anew in the next run: what is open here may not be replaced there.
        return [
            replace(call, episode=call.episode.told_apart(EpisodeTwin.RUN_OVER, call.t_ns))
            for call in calls
            if call is not None
        ]

    def open_doubts(self, t_ns: int) -> list[Doubt]:
        """Who may have downed the carrier before an instant and is not decided on yet."""
        names = []
        for hit, episode in self._open_episodes():
            found = episode.perhaps(DOWN, hit.now_ns)
            if found is None or DOWN in episode.called or not self._may_count(found):
                continue
            if _is_rough(found) and _stands(hit):
                continue  # who is only followed roughly is asked about like one out of sight
            began = found.began(self._thresholds.prior)
            if began.t_s - 2.0 * began.sigma_s <= t_ns / S_NS:
                names.append(Doubt(DoubtKind.TOUCHED_CARRIER_FIRST, hit.player))
        return names

    def _open_episodes(self) -> Iterator[tuple[OpponentContact, ContactEpisode]]:
        """Every episode of every opponent that is not decided yet."""
        for hit in self._contacts.opponents:
            for episode in hit.open_episodes:
                yield hit, episode

    def _may_count(self, found: WeighedTouch) -> bool:
        """Whether a touch is worth a flag: it may be one, and may be of its kind.

        The frames alone have to make it likelier than not, as they know nothing of near misses.
        """
        if found.touched is None:
            return found.probability >= self._thresholds.doubt
        return found.touched > self._thresholds.untouched and found.share >= _PERHAPS

    def _weigh(self, look: PairFrame, carrier: SeenBase, opponent: SeenBase) -> Mapping[str, float]:
        """How likely the touch of a frame, if it is one, ends the play, and how."""
        raise NotImplementedError

    def _down_rule(self, found: WeighedTouch) -> str:
        """The rule by which a touch ends the play."""
        raise NotImplementedError

    def _other_call(
        self, _hit: OpponentContact, _episode: ContactEpisode, _doubts: tuple[Doubt, ...]
    ) -> Call | None:
        """What a touch is that does not end the play; None: nothing."""
        return None

    def _perhaps_other(
        self, _hit: OpponentContact, _episode: ContactEpisode, _ended: Mapping[str, WeighedTouch]
    ) -> Call | None:
        """What a touch may have been that is over and did not end the play; None: nothing."""
        return None

    def _due(self, _frame: BoardFrame, _others: list[Call]) -> list[Call]:
        """Calls of such touches that are made in this frame."""
        return []

    def _touch_call(
        self,
        kind: CallKind,
        rule: str,
        hit: OpponentContact,
        episode: ContactEpisode,
        found: WeighedTouch,
        action: CallAction,
        flag: tuple[Doubt, ...],
        *,
        share: float = 1.0,
        topic: EpisodeTopic = EpisodeTopic.TOUCH,
    ) -> Call:
        """The call of one touch; ``share`` is how likely it is of this kind if it is a touch."""
        prior = self._thresholds.prior
        began = found.began(prior)
        frames = [(look.t_ns, look.a) for look in found.touch.looks]
        pair = (self._carrier, hit.player)
        count = self._run.counts.count(self._state.play, pair, episode.number)
        return build_call(
            kind,
            rule,
            Episode(topic, self._state.play, pair, count=count),
            began,
            action=action,
            certainty=found.certainty * share,
            players=(hit.player, self._carrier),
            gap=found.touch.gap(prior.shared),
            spot=touch_spot(self._shape, frames, began, self._state.plays),
            flag=flag,
            frames=(look.t_ns for look in found.touch.run),
        )

    def _down_call(
        self, hit: OpponentContact, episode: ContactEpisode, doubts: tuple[Doubt, ...]
    ) -> Call | None:
        """The touch that ends the play, once an episode; flagged first only where rules lean so.

        One that the frames alone make sure cuts the power at once. It is flagged until the motion
        agrees, which is known some frames later.
        """
        found = episode.likeliest(DOWN, hit.now_ns)
        if found is None or DOWN in episode.called:
            return None
        shown = found.probability >= self._thresholds.sure
        waits = episode.waits(hit.now_ns)
        sure = found.certainty >= self._thresholds.sure and (shown or not waits)
        leans = (
            self._touch.unclear.value is UnclearTackle.TACKLE
            and found.probability >= self._thresholds.doubt
            and len(found.touch.run) >= _FRAMES_TO_LEAN
        )
        final = sure or (shown and not waits)
        if not final and (_LEANING in episode.called or not (shown or leans)):
            return None
        episode.called.add(DOWN if final else _LEANING)
        flag = doubts if sure else (*doubts, Doubt(DoubtKind.TOUCH_TOO_CLOSE))
        if _is_rough(found):
            flag = (*flag, Doubt(DoubtKind.ROUGHLY_MEASURED, hit.player))
        behind = found.weights[FROM_BEHIND] / found.weights[DOWN]
        if 1.0 - _PLAIN < behind < _PLAIN:
            flag = (*flag, Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail="the carrier's back was hit"))
        fumbled = behind >= 0.5
        kind = CallKind.FUMBLE if fumbled else self.down
        rule = self.behind_rule if fumbled else self._down_rule(found)
        share = max(behind, 1.0 - behind)
        return self._touch_call(kind, rule, hit, episode, found, CallAction.CUT, flag, share=share)

    def _unclear_call(
        self, hit: OpponentContact, episode: ContactEpisode, ended: Mapping[str, WeighedTouch]
    ) -> Call | None:
        """A touch that is over and may have ended the play: by default it did not."""
        found = ended.get(DOWN)
        if found is None or _LEANING in episode.called or not self._may_count(found):
            return None
        if self._touch.unclear.value is UnclearTackle.TACKLE:
            return None  # it was called while it lasted
        # A touch that nobody saw is known by how they came at each other, and are apart again.
        unseen = found.touch.met_at is not None and found.touch.looks[-1].after_hole
        why = Doubt(DoubtKind.GONE_AT_MEETING, hit.player) if unseen else TOO_CLOSE
        kind, rule = CallKind.UNCLEAR_TACKLE, self._touch.unclear.rule
        return self._touch_call(kind, rule, hit, episode, found, CallAction.KEEP_RUNNING, (why,))


def _is_rough(found: WeighedTouch) -> bool:
    """Whether a touch rests on gaps too roughly known to be sure of."""
    return max(look.sigma_mm for look in found.touch.run) > ROUGH_MM


def _stands(hit: OpponentContact) -> bool:
    """Whether an opponent stood when it was seen last: one that lies is always measured roughly."""
    return hit.latest is None or not hit.latest.lies


def _roughly_seen(seen: SeenBase) -> bool:
    """Whether a frame shows a base that stands only about where it is."""
    return not seen.lies and max(seen.measured.covariance[k][k] for k in (0, 1)) > ROUGH_MM**2
