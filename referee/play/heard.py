"""What of the night's orders is heard: whistles and sentences, each with what it tells of."""

from __future__ import annotations

from collections.abc import Callable

from referee.calls.call import Call, Kind
from referee.game.events import Noted
from referee.game.journal import Entry, Verdict
from referee.play.orders import Orders
from referee.voice.utterance import Level, Utterance
from referee.voice.whistle import Pattern


def heard_of(orders: Orders, sentence_of: Callable[[Call], str]) -> tuple[Utterance, ...]:
    """The utterances of one answer of the night.

    ``sentence_of`` is what is said of a call: sentences of calls are known by it, and a later call
    of the same episode corrects the earlier.
    """
    calls = {sentence_of(call): call for call in orders.calls}
    told = [_said(words, calls.get(words), orders) for words in orders.says]
    pattern = _pattern(orders)
    if pattern is not None:
        told.insert(0, Utterance(Level.WHISTLE, "whistle", pattern=pattern, again=True))
    if orders.refused:
        told.append(Utterance(Level.CALL, "refused", orders.refused, again=True))
    return tuple(told)


def corrects(orders: Orders) -> bool:
    """Whether something that was said before is not so any more."""
    return any(_is_verdict(entry) for entry in orders.entries)


COUNT = Utterance(Level.WHISTLE, "count", pattern=Pattern.COUNT, again=True)


def alarm(words: str) -> Utterance:
    """A sentence that nobody may miss."""
    return Utterance(Level.ALARM, "alarm", words, Pattern.ALARM, again=True)


def _pattern(orders: Orders) -> Pattern | None:
    """Power that goes off is heard; whether the play is over makes the difference."""
    if orders.whistle:
        return Pattern.DEAD
    stopped = any(call.kind is Kind.STOP for call in orders.calls)
    return Pattern.STOP if stopped or (orders.off and not orders.calls) else None


def _said(words: str, call: Call | None, orders: Orders) -> Utterance:
    if call is not None:
        return Utterance(Level.CALL, f"call {call.episode}", words)
    if not any(_counts(entry) for entry in orders.entries):
        return Utterance(Level.CALL, f"answer: {words}", words, again=True)
    # Down and distance may be the same again; after a verdict that changed nothing it is no news.
    return Utterance(Level.STATE, "state", words, again=not corrects(orders))


def _is_verdict(entry: Entry) -> bool:
    return isinstance(entry.what, Verdict)


def _counts(entry: Entry) -> bool:
    """Whether an entry may change the game; a note does not."""
    return not isinstance(entry.what, Noted)
