"""What of the night's orders is heard: whistles and sentences, each with what it tells of."""

from __future__ import annotations

from referee.calls.call import CallKind
from referee.game.events import Noted
from referee.game.journal import Entry, OverturnEntry
from referee.night.night_output import NightOutput, SpokenSentence
from referee.voice.utterance import Urgency, Utterance
from referee.voice.whistle import SignalPattern


def utterances_of(output: NightOutput) -> tuple[Utterance, ...]:
    """The utterances of one answer; a later call of an episode corrects the earlier."""
    told = [_said(sentence, output) for sentence in output.sentences]
    pattern = _pattern(output)
    if pattern is not None:
        told.insert(0, Utterance(Urgency.WHISTLE, "whistle", pattern=pattern, again=True))
    if output.refused:
        told.append(Utterance(Urgency.CALL, "refused", output.refused, again=True))
    return tuple(told)


def is_correction(output: NightOutput) -> bool:
    """Whether something that was said before is not so any more."""
    return any(_is_verdict(entry) for entry in output.entries)


COUNT_UTTERANCE = Utterance(Urgency.WHISTLE, "count", pattern=SignalPattern.COUNT, again=True)


def alarm_utterance(words: str) -> Utterance:
    """A sentence that nobody may miss."""
    return Utterance(Urgency.ALARM, "alarm", words, SignalPattern.ALARM, again=True)


def _pattern(output: NightOutput) -> SignalPattern | None:
    """Power that goes off is heard; whether the play is over makes the difference."""
    if output.whistle:
        return SignalPattern.DEAD
    stopped = any(call.kind is CallKind.STOP for call in output.calls)
    return SignalPattern.STOP if stopped or (output.off and not output.calls) else None


def _said(sentence: SpokenSentence, output: NightOutput) -> Utterance:
    words = sentence.words
    if sentence.call is not None:
        return Utterance(Urgency.CALL, f"call {sentence.call.episode.text}", words)
    if not any(_counts(entry) for entry in output.entries):
        return Utterance(Urgency.CALL, f"answer: {words}", words, again=True)
    # Down and distance may be the same again; after a ruling that changed nothing it is no news.
    return Utterance(Urgency.STATE, "state", words, again=not is_correction(output))


def _is_verdict(entry: Entry) -> bool:
    return isinstance(entry.what, OverturnEntry)


def _counts(entry: Entry) -> bool:
    """Whether an entry may change the game; a note does not."""
    return not isinstance(entry.what, Noted)
