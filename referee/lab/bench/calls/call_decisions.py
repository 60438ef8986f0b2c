"""Compares the calls of a play with the calls that are true, decision by decision."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.calls.call import ENDS_PLAY, Call, CallKind
from referee.core.clock import MS_NS, S_NS, ns_from_s
from referee.lab.bench.calls.truth.play_story import PlayStory
from referee.lab.bench.calls.truth.ruled_play import ExpectedCall

# A call further off in time is about something else.
MOST_OFF_S = 0.1
# Of two who touch within this, either is the tackler: the ball is dead in the same place.
SAME_TIME_S = 0.025
# An episode of brushing may be noted this much before it begins or after it ended.
AROUND_S = 0.15
AFTER_END_S = 0.05
FOLLOWS = (CallKind.SAFETY, CallKind.LINE_TO_GAIN)
NOTHING, UNCLEAR = "nothing", "flagged only"
# The ends of plays that the judge knows. A play that ends otherwise is set aside; other calls that
# the judge does not know, such as stops on the way, are passed over.
JUDGED_ENDS = frozenset(
    {
        *(CallKind.TACKLE, CallKind.SACK, CallKind.COVERAGE_SACK, CallKind.FUMBLE),
        *(CallKind.OUT_OF_BOUNDS, CallKind.TOUCHDOWN),
    }
)
LabelledCall = ExpectedCall | Call | None


@dataclass(frozen=True, slots=True)
class CallDecision:
    """One thing to decide: what it truly was, what was called, whether it was flagged and right.

    Errors are those of the call, in ms, mm and sigmas; None where there are none.
    """

    what: str
    true: str
    called: str
    flagged: bool
    right: bool
    off_ms: float | None = None
    off_mm: float | None = None
    time_sigmas: float | None = None
    spot_sigmas: float | None = None
    says: tuple[str, ...] = ()


def unjudged_end(story: PlayStory, calls: Sequence[Call]) -> str:
    """The end that was called first, if it is one the judge does not know."""
    before_ns = math.inf if story.end is None else story.end.t_ns + MOST_OFF_S * S_NS
    ends = [c for c in calls if c.kind in ENDS_PLAY and c.t_ns < before_ns]
    return "" if not ends or ends[0].kind in JUDGED_ENDS else ends[0].kind.value


def call_decisions(story: PlayStory, calls: Sequence[Call]) -> list[CallDecision]:
    """The end of the play first; what comes after a wrong end is not asked for."""
    calls = _until_stopped(calls)
    ends = [c for c in calls if c.kind in JUDGED_ENDS]
    unsure = {CallKind.UNCLEAR_TACKLE, CallKind.UNCLEAR_LINE, CallKind.NOT_SEEN}
    asked = [c for c in calls if c.kind in unsure and c.flagged]
    end = _end(story, ends[0] if ends else None, [*asked, *(c for c in calls if c.flagged)])
    out = [end, *_broken(story, calls, asked)]
    if end.right:
        out += _follows(story, calls)
    return out


def _until_stopped(calls: Sequence[Call]) -> Sequence[Call]:
    """What was called before the board went off because the carrier was out of sight.

    If it is known that nothing happened to the carrier meanwhile, the play goes on.
    """
    stops = [k for k, call in enumerate(calls) if call.kind is CallKind.NOT_SEEN and call.flagged]
    return calls if not stops else calls[: stops[0] + 1]


def _end(story: PlayStory, call: Call | None, asked: Sequence[Call]) -> CallDecision:
    true = story.end
    if call is None:
        doubts = [
            c for c in asked if true is None or _doubts(c, true) or c.kind is CallKind.NOT_SEEN
        ]
        called = UNCLEAR if doubts else NOTHING
        return CallDecision(
            "end", _label(true), called, bool(doubts), true is None, says=_says(doubts)
        )
    right = true is not None and _same(true, call, story.downs)
    if true is None or not right:
        # A reviewer of the doubt about the true end corrects this call as well.
        doubts = [c for c in asked if true is not None and _doubts(c, true)]
        flagged = call.flagged or bool(doubts)
        says = _says([call, *doubts])
        return CallDecision("end", _label(true), _label(call), flagged, False, says=says)
    return _with_errors(true, call, "end")


def _with_errors(true: ExpectedCall, call: Call, what: str) -> CallDecision:
    off_ns = call.t_ns - true.t_ns
    spot = call.spot
    off_mm = None if spot is None or math.isnan(true.x_mm) else spot.x_mm - true.x_mm
    return CallDecision(
        what,
        _label(true),
        _label(call),
        call.flagged,
        True,
        off_ns / MS_NS,
        off_mm,
        off_ns / max(call.sigma_ns, 1),
        None if off_mm is None or spot is None else off_mm / max(spot.sigma_mm, 1e-6),
        call.flag,
    )


def _doubts(call: Call, true: ExpectedCall) -> bool:
    """Whether a flagged call is about what truly ended the play."""
    near = abs(call.t_ns - true.t_ns) <= MOST_OFF_S * S_NS
    return call.flagged and near and set(call.players) & set(true.players) == set(call.players)


def _same(true: ExpectedCall, call: Call, downs: Sequence[ExpectedCall]) -> bool:
    alike = call.kind is true.kind and call.rule == true.rule
    if not alike or abs(call.t_ns - true.t_ns) > MOST_OFF_S * S_NS:
        return False
    if set(call.players) == set(true.players):
        return True
    # Another tackler did the same at the same time: either name is right.
    at_once = (d for d in downs if abs(d.t_ns - true.t_ns) <= SAME_TIME_S * S_NS)
    return call.kind is not CallKind.FUMBLE and any(
        set(d.players) == set(call.players) and d.kind is call.kind for d in at_once
    )


def _broken(
    story: PlayStory, calls: Sequence[Call], asked: Sequence[Call]
) -> Iterable[CallDecision]:
    """Tacklers who were shaken off, each once."""
    end_ns = math.inf if story.end is None else story.end.t_ns + AFTER_END_S * S_NS
    made = {
        c.players[0]: c
        for c in reversed(calls)
        if c.kind is CallKind.BROKEN_TACKLE and c.t_ns <= end_ns
    }
    wanted: dict[str, ExpectedCall] = {}
    for broken in story.others:
        if broken.kind is CallKind.BROKEN_TACKLE:
            known = wanted.get(broken.players[0])
            if known is None or (known.optional and not broken.optional):
                wanted[broken.players[0]] = broken
    for who in sorted({*made, *wanted}):
        call = made.get(who)
        item = wanted.get(who)
        if call is None:
            flags = [c for c in (*asked, *calls) if c.flagged and who in c.players]
            if item is not None and not item.optional:
                called = UNCLEAR if flags else NOTHING
                yield CallDecision(
                    "broken", _label(item), called, bool(flags), False, says=_says(flags)
                )
            continue
        if item is None:
            yield CallDecision("broken", NOTHING, _label(call), call.flagged, False, says=call.flag)
            continue
        ruled = call.rule == item.rule or item.optional
        if ruled and _about(story, who, call):
            yield _with_errors(item, call, "broken")
        else:
            yield CallDecision(
                "broken", _label(item), _label(call), call.flagged, False, says=call.flag
            )


def _about(story: PlayStory, who: str, call: Call) -> bool:
    """Whether a broken tackle is noted while there was a touch."""
    around = ns_from_s(AROUND_S)
    return any(
        c.player == who and c.began_ns - around <= call.t_ns <= c.until_ns + around
        for c in story.contacts
    )


def _follows(story: PlayStory, calls: Sequence[Call]) -> Iterable[CallDecision]:
    """Safety and line to gain, where the end itself is right."""
    for kind in FOLLOWS:
        item = next((each for each in story.others if each.kind is kind), None)
        call = next((c for c in calls if c.kind is kind), None)
        unsure = {CallKind.SAFETY: CallKind.UNCLEAR_LINE, CallKind.LINE_TO_GAIN: CallKind.SHORT}[
            kind
        ]
        doubt = [c for c in calls if c.kind is unsure]
        what = "safety" if kind is CallKind.SAFETY else "gain"
        if item is None and call is None:
            continue
        if call is None:
            called = UNCLEAR if doubt else NOTHING
            yield CallDecision(what, _label(item), called, bool(doubt), False, says=_says(doubt))
        else:
            right = item is not None and item.rule == call.rule
            yield CallDecision(
                what, _label(item), _label(call), call.flagged, right, says=call.flag
            )


def _label(of: LabelledCall) -> str:
    return NOTHING if of is None else f"{of.kind.value} {of.rule}"


def _says(calls: Iterable[Call]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for call in calls for word in call.flag))
