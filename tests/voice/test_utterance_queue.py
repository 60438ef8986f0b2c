"""The order of what is said: urgent first, the newest word only, nothing twice, nothing stale."""

from referee.voice.utterance import KEEPS_NS, Urgency, Utterance
from referee.voice.utterance_queue import MOST, UtteranceQueue
from referee.voice.whistle import SignalPattern

S = 1_000_000_000
WHISTLE = Utterance(Urgency.WHISTLE, "whistle", pattern=SignalPattern.DEAD, again=True)
ALARM = Utterance(Urgency.ALARM, "alarm", "Look.", SignalPattern.ALARM, again=True)


def call(words, about="call 1", **more):
    return Utterance(Urgency.CALL, about, words, **more)


def state(words, **more):
    return Utterance(Urgency.STATE, "state", words, **more)


def all_of(waiting, now_ns=0):
    out = []
    while (each := waiting.next(now_ns)) is not None:
        out.append(each)
    return out


def test_the_urgent_come_first_and_equals_in_their_order():
    waiting = UtteranceQueue()
    told = [state("2nd and 6"), call("Tackle", "a"), call("Fumble", "b"), WHISTLE, ALARM]
    for each in told:
        waiting.put(each, 0)
    assert all_of(waiting) == [ALARM, WHISTLE, told[1], told[2], told[0]]


def test_a_newer_sentence_about_the_same_thing_stands_in_the_place_of_the_older():
    waiting = UtteranceQueue()
    waiting.put(call("Incomplete.", "a"), 0)
    waiting.put(call("Tackle.", "b"), 0)
    waiting.put(call("Complete.", "a"), 0)
    assert [each.words for each in all_of(waiting)] == ["Complete.", "Tackle."]


def test_what_was_said_is_not_said_again_but_its_correction_is():
    waiting = UtteranceQueue()
    for words, said in (("Tackle.", 1), ("Tackle.", 0), ("No tackle.", 1), ("Tackle.", 1)):
        waiting.put(call(words), 0)
        assert len(all_of(waiting)) == said, words


def test_a_correction_back_to_what_was_said_says_nothing():
    waiting = UtteranceQueue()
    waiting.put(call("Tackle."), 0)
    all_of(waiting)
    waiting.put(call("No tackle."), 0)
    waiting.put(call("Tackle."), 0)
    assert all_of(waiting) == []


def test_whistles_and_down_and_distance_come_again():
    waiting = UtteranceQueue()
    for _ in range(2):
        waiting.put(WHISTLE, 0)
        waiting.put(state("1st and 10", again=True), 0)
        assert len(all_of(waiting)) == 2


def test_each_level_goes_stale_in_its_time():
    for level, keeps_ns in KEEPS_NS.items():
        waiting = UtteranceQueue()
        waiting.put(Utterance(level, "x", "words"), 0)
        assert waiting.next_level(keeps_ns) is level
        assert waiting.next_level(keeps_ns + 1) is None
        assert waiting.next(keeps_ns + 1) is None


def test_a_newer_sentence_is_fresh_again():
    waiting = UtteranceQueue()
    waiting.put(state("1st and 10"), 0)
    waiting.put(state("2nd and 4"), 15 * S)
    assert [each.words for each in all_of(waiting, 30 * S)] == ["2nd and 4"]


def test_what_is_overtaken_is_withdrawn_with_all_below_it():
    waiting = UtteranceQueue()
    for each in (ALARM, WHISTLE, call("Tackle."), state("2nd and 6")):
        waiting.put(each, 0)
    waiting.withdraw_from(Urgency.CALL)
    assert all_of(waiting) == [ALARM, WHISTLE]


def test_of_too_much_the_least_urgent_and_oldest_goes():
    waiting = UtteranceQueue()
    waiting.put(state("old"), 0)
    for n in range(MOST):
        waiting.put(call(f"Call {n}.", f"call {n}"), 0)
    words = [each.words for each in all_of(waiting)]
    assert words == [f"Call {n}." for n in range(MOST)]
