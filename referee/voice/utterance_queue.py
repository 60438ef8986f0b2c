"""What waits to be said: the urgent first, the newest word on a thing only, nothing stale."""

from __future__ import annotations

from collections import OrderedDict

from referee.voice.utterance import KEEPS_NS, Urgency, Utterance

# More than a person could listen to; what is least urgent and oldest goes.
MOST = 12
REMEMBERED = 200


class UtteranceQueue:
    """Plain and without a clock; whoever shares it between threads holds a lock."""

    def __init__(self) -> None:
        self._waits: list[tuple[int, Utterance]] = []
        self._said: OrderedDict[str, str] = OrderedDict()

    def put(self, utterance: Utterance, now_ns: int) -> None:
        """Something to be said, unless it was."""
        if not utterance.again and self._said.get(utterance.about) == _what(utterance):
            self.withdraw(utterance.about)
            return
        for place, (_, other) in enumerate(self._waits):
            if other.about == utterance.about:
                self._waits[place] = now_ns, utterance
                break
        else:
            self._waits.append((now_ns, utterance))
        if len(self._waits) > MOST:
            levels = [other.level for _, other in self._waits]
            del self._waits[levels.index(max(levels))]

    def withdraw(self, about: str) -> None:
        """What was to be said of a thing is not so any more."""
        self._waits = [each for each in self._waits if each[1].about != about]

    def withdraw_from(self, level: Urgency) -> None:
        """Everything of this level and below it is overtaken."""
        self._waits = [each for each in self._waits if each[1].level < level]

    def next_level(self, now_ns: int) -> Urgency | None:
        """How urgent the next one is; None: nothing waits."""
        self._waits = [each for each in self._waits if now_ns - each[0] <= KEEPS_NS[each[1].level]]
        return min((utterance.level for _, utterance in self._waits), default=None)

    def next(self, now_ns: int) -> Utterance | None:
        """The next one, taken from here as said."""
        level = self.next_level(now_ns)
        for place, (_, utterance) in enumerate(self._waits):
            if utterance.level is level:
                del self._waits[place]
                self._said[utterance.about] = _what(utterance)
                self._said.move_to_end(utterance.about)
                while len(self._said) > REMEMBERED:
                    self._said.popitem(last=False)
                return utterance
        return None


def _what(utterance: Utterance) -> str:
    return f"{utterance.pattern or ''}:{utterance.words}"
