"""Nothing starts that nobody set, and nothing starts at once."""

from __future__ import annotations

from referee.night.line_up.readiness import COUNT_NS, RESTS_NS, Readiness

MS = 1_000_000


def start_ms(readiness, frames) -> int | None:
    """When the power comes on, of frames (ms, hands, resting, may)."""
    for t_ms, hands, resting, may in frames:
        if readiness.update(t_ms * MS, hands=hands, resting=resting, may=may):
            return t_ms
    return None


def still(from_ms, until_ms, hands=False, resting=True, may=True):
    return [(t, hands, resting, may) for t in range(from_ms, until_ms, 20)]


def test_without_a_word_nothing_starts():
    assert start_ms(Readiness(), still(0, 20_000)) is None


def test_after_the_word_it_starts_when_the_count_is_over():
    readiness = Readiness()
    readiness.said(ready=True)
    assert start_ms(readiness, still(0, 5000)) == COUNT_NS // MS


def test_a_hand_begins_the_count_anew():
    readiness = Readiness()
    readiness.said(ready=True)
    frames = [*still(0, 600), *still(600, 700, hands=True, may=False), *still(700, 5000)]
    assert start_ms(readiness, frames) == 700 + COUNT_NS // MS


def test_wait_takes_the_word_back():
    readiness = Readiness()
    readiness.said(ready=True)
    assert start_ms(readiness, still(0, 600)) is None
    readiness.said(ready=False)
    assert start_ms(readiness, still(600, 9000)) is None


def test_a_stop_takes_the_word_back_too():
    readiness = Readiness()
    readiness.said(ready=True)
    readiness.stopped()
    assert start_ms(readiness, still(0, 9000)) is None


def test_by_itself_it_waits_until_the_line_up_was_touched_and_rests():
    readiness = Readiness(by_itself=True)
    assert start_ms(readiness, still(0, 9000)) is None
    frames = [*still(9000, 12_000, hands=True, may=False), *still(12_000, 20_000)]
    assert start_ms(readiness, frames) == 12_000 + (RESTS_NS + COUNT_NS) // MS


def test_by_itself_it_never_starts_while_something_moves_or_speaks_against_it():
    readiness = Readiness(by_itself=True)
    assert start_ms(readiness, still(0, 1000, hands=True, may=False)) is None
    assert start_ms(readiness, still(1000, 9000, resting=False)) is None
    assert start_ms(readiness, still(9000, 20_000, may=False)) is None
