"""What is heard, in which order, and how loud: a speaker with a player that writes it down."""

import pytest

from referee.voice.settings import VoiceSettings
from referee.voice.utterance import Urgency, Utterance
from referee.voice.whistle import SignalPattern
from tests.voice.fakes import LENGTHS, Clock, FakePlayer, Hall

WHISTLE = Utterance(Urgency.WHISTLE, "whistle", pattern=SignalPattern.DEAD, again=True)
ALARM = Utterance(Urgency.ALARM, "alarm", "Look at the board.", SignalPattern.ALARM, again=True)


def call(words, about="call"):
    return Utterance(Urgency.CALL, about, words)


def test_whistle_then_call_then_state_one_after_the_other():
    hall = Hall()
    state = Utterance(Urgency.STATE, "state", "2nd and 6")
    hall.tell(state, call("Tackle on Reds 22."), WHISTLE)
    hall.run(5.0)
    assert hall.words == ["", "Tackle on Reds twenty-two.", "second and six"]
    starts = [sound.began_ns for sound in hall.player.sounds]
    ends = [s.began_ns + s.duration_s * 1e9 for s in hall.player.sounds]
    assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))
    assert hall.speaker.quiet


def test_an_alarm_ends_a_sentence_at_once_and_its_words_follow_its_tone():
    hall = Hall()
    hall.tell(call("a very long sentence that goes on and on"))
    hall.run(0.2)
    hall.tell(ALARM)
    cut, tone = hall.player.sounds
    assert cut.stopped
    assert tone.began_ns == hall.clock.now_ns
    assert tone.duration_s == pytest.approx(LENGTHS[SignalPattern.ALARM])
    hall.run(3.0)
    assert len(hall.player.sounds) == 3
    assert hall.player.sounds[-1].duration_s == pytest.approx(0.4)  # its four words


def test_a_call_waits_for_the_end_of_a_call():
    hall = Hall()
    hall.tell(call("Broken tackle.", "a"))
    hall.tell(call("Touchdown!", "b"))
    assert len(hall.player.sounds) == 1
    hall.run(1.0)
    assert [sound.stopped for sound in hall.player.sounds] == [False, False]


def test_a_whistle_does_not_wait_for_a_speech_program_that_takes_its_time():
    hall = Hall()
    hall.speech.slow = True
    hall.tell(call("Touchdown!"))
    assert hall.player.sounds == []
    hall.tell(WHISTLE)
    assert [s.duration_s for s in hall.player.sounds] == [
        pytest.approx(LENGTHS[SignalPattern.DEAD])
    ]


def test_a_sentence_is_heard_once_its_sound_is_made():
    hall = Hall()
    hall.speech.slow = True
    hall.tell(WHISTLE, call("Touchdown!"))
    hall.run(2.0)
    assert len(hall.player.sounds) == 1
    hall.speech.catch_up()
    hall.run(0.1)
    assert len(hall.player.sounds) == 2


def test_sentences_are_made_while_something_else_is_heard():
    hall = Hall()
    hall.tell(WHISTLE, call("Touchdown!"))
    assert hall.engine.asked == ["Touchdown!"]
    hall.run(2.0)
    assert hall.engine.asked == ["Touchdown!"]


def test_a_correction_ends_what_it_corrects():
    hall = Hall()
    hall.tell(call("Touchdown, Reds 22, as everybody could see!"))
    hall.tell(Utterance(Urgency.STATE, "state", "Try."))
    hall.speaker.withdraw(Urgency.CALL)
    hall.tell(call("No touchdown.", "verdict"))
    hall.run(3.0)
    assert hall.player.sounds[0].stopped
    assert hall.words == [
        "Touchdown, Reds twenty-two, as everybody could see!",
        "",  # whoever listens elsewhere is told that it ends here
        "No touchdown.",
    ]
    assert [each.number for each in hall.heard] == [1, 2, 3]


def test_a_correction_leaves_alarm_and_whistle_alone():
    hall = Hall()
    hall.tell(WHISTLE)
    hall.speaker.withdraw(Urgency.CALL)
    hall.run(0.1)
    assert not hall.player.sounds[0].stopped


def test_the_volume_goes_by_the_knob_and_an_alarm_not_below_half():
    peaks = {}
    for volume in (0, 20, 100):
        hall = Hall(volume)
        hall.tell(WHISTLE)
        hall.run(2.0)
        hall.tell(ALARM)
        peaks[volume] = [sound.peak for sound in hall.player.sounds[:2]]
    assert peaks[100] == pytest.approx([0.9, 0.9])
    assert peaks[20] == pytest.approx([0.9 * 0.04, 0.9 * 0.25])
    assert peaks[0] == [0.0, 0.0]


def test_a_new_volume_and_speed_count_from_the_next_sentence_on():
    hall = Hall(100)
    hall.tell(call("One.", "a"))
    hall.run(1.0)
    hall.speaker.settings = VoiceSettings(volume=50)
    hall.tell(call("Two.", "b"))
    assert [sound.peak for sound in hall.player.sounds] == pytest.approx([0.5, 0.125])


def test_without_speech_whistles_go_on_and_the_note_says_why():
    hall = Hall()
    hall.engine.broken = "espeak-ng failed: no voice."
    hall.tell(call("Tackle."), WHISTLE)
    hall.run(3.0)
    assert len(hall.player.sounds) == 1
    assert hall.complaints == ["espeak-ng failed: no voice."]
    assert hall.words == ["", "Tackle."]  # pages are told, and may speak it themselves


@pytest.mark.parametrize("when", ["fails", "fails_late"])
def test_a_player_that_fails_again_and_again_gives_way_to_the_next(when):
    clock = Clock()
    bad, good = FakePlayer(clock, **{when: True}), FakePlayer(clock)
    hall = Hall(players=[bad, good], clock=clock)
    for n in range(5):
        hall.tell(call("Tackle.", f"call {n}"))
        hall.run(0.5)
    assert bad.closed
    assert len(good.sounds) == 2
    assert len(hall.complaints) == 1


def test_with_no_player_left_sentences_still_take_their_time():
    hall = Hall()
    hall.player.fails = True
    for n in range(4):
        hall.tell(call("one two three four five", f"call {n}"))
        hall.run(1.0)
    hall.tell(call("six", "x"))
    hall.run(1.0)
    assert len(hall.heard) == 5
    assert hall.complaints == ["no sound card"]


def test_the_words_of_what_was_said_can_be_fetched_for_a_while():
    hall = Hall()
    hall.tell(call("Touchdown!"))
    number = hall.heard[0].number
    assert hall.speaker.spoken(number).result().duration_s == pytest.approx(0.1)
    for n in range(40):
        hall.tell(call("Tackle.", f"call {n}"))
        hall.run(0.2)
    assert hall.speaker.spoken(number) is None


def test_telling_it_something_from_another_thread_is_heard_and_closing_ends_it():
    hall = Hall()
    hall.speaker.start()
    hall.speaker.tell(WHISTLE)
    while not hall.player.sounds:
        pass
    hall.speaker.close()
    assert hall.player.sounds[0].stopped
    assert hall.player.closed
