"""What is said of the coaches' clocks: that one starts, a warning, and that it has run out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.game.frame_rules import ClockEnd
from referee.game.order.coach_clocks import ClockKind
from referee.night.play_clocks import ShownClock
from referee.voice.utterance import Urgency, Utterance

_FOR = {
    ClockKind.SET_UP: "to set up",
    ClockKind.TURNS: "to turn figures",
    ClockKind.PASSING: "to throw",
}
_OVER = {
    ClockEnd.NOTHING: "Time.",
    ClockEnd.DELAY: "Time. Delay of game may be called.",
    ClockEnd.INCOMPLETE: "Time. The pass may be called incomplete.",
}


def clock_utterances(
    before: Sequence[ShownClock], now: Sequence[ShownClock]
) -> tuple[Utterance, ...]:
    """What is said when the clocks go from one moment to the next."""
    return tuple(_said(before, now))


def clock_words(clock: ShownClock) -> str:
    """Whose clock it is, and what for."""
    return f"{clock.side.value.capitalize()} {_FOR[clock.kind]}"


def _said(before: Sequence[ShownClock], now: Sequence[ShownClock]) -> Iterator[Utterance]:
    old = {(each.kind, each.side): each for each in before}
    for each in now:
        was = old.get((each.kind, each.side))
        about = f"clock {each.kind.value}"
        if was is None or was.left_ms < each.left_ms:
            seconds = round(each.left_ms / 1000)
            words = f"{each.side.value.capitalize()}: {seconds} seconds {_FOR[each.kind]}."
            yield Utterance(Urgency.STATE, about, words, again=True)
        elif was.left_ms > 0 and not each.left_ms:
            yield Utterance(Urgency.CALL, about, _OVER[each.end], again=True)
        elif was.left_ms > 1000 * each.warning_s >= each.left_ms > 0:
            words = f"{each.warning_s:g} seconds."
            yield Utterance(Urgency.CALL, about, words, again=True)
