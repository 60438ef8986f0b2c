"""What of the night's orders is heard: whistles and sentences, each with what it tells of."""

from __future__ import annotations

from collections.abc import Callable

from referee.calls.call import Call, CallKind
from referee.game.events import Noted
from referee.game.journal import Entry, OverturnEntry
from referee.night.night_output import NightOutput
from referee.voice.utterance import Urgency, Utterance
from referee.voice.whistle import SignalPattern


def utterances_of(orders: NightOutput, sentence_of: Callable[[Call], str]) -> tuple[Utterance, ...]:
    """The utterances of one answer of the night.

    ``sentence_of`` is what is said of a call: sentences of calls are known by it, and a later call
    of the same episode corrects the earlier.
    """
    calls = {sentence_of(call): call for call in orders.calls}
    told = [_said(words, calls.get(words), orders) for words in orders.says]
    pattern = _pattern(orders)
    if pattern is not None:
        told.insert(0, Utterance(Urgency.WHISTLE, "whistle", pattern=pattern, again=True))
    if orders.refused:
        told.append(Utterance(Urgency.CALL, "refused", orders.refused, again=True))
    return tuple(told)


def is_correction(orders: NightOutput) -> bool:
    """Whether something that was said before is not so any more."""
    return any(_is_verdict(entry) for entry in orders.entries)


COUNT_UTTERANCE = Utterance(Urgency.WHISTLE, "count", pattern=SignalPattern.COUNT, again=True)


def alarm_utterance(words: str) -> Utterance:
    """A sentence that nobody may miss."""
    return Utterance(Urgency.ALARM, "alarm", words, SignalPattern.ALARM, again=True)


def _pattern(orders: NightOutput) -> SignalPattern | None:
    """Power that goes off is heard; whether the play is over makes the difference."""
    if orders.whistle:
        return SignalPattern.DEAD
    stopped = any(call.kind is CallKind.STOP for call in orders.calls)
    return SignalPattern.STOP if stopped or (orders.off and not orders.calls) else None


def _said(words: str, call: Call | None, orders: NightOutput) -> Utterance:
    if call is not None:
        return Utterance(Urgency.CALL, f"call {call.episode}", words)
    if not any(_counts(entry) for entry in orders.entries):
        return Utterance(Urgency.CALL, f"answer: {words}", words, again=True)
    # Down and distance may be the same again; after a verdict that changed nothing it is no news.
    return Utterance(Urgency.STATE, "state", words, again=not is_correction(orders))


def _is_verdict(entry: Entry) -> bool:
    return isinstance(entry.what, OverturnEntry)


def _counts(entry: Entry) -> bool:
    """Whether an entry may change the game; a note does not."""
    return not isinstance(entry.what, Noted)
