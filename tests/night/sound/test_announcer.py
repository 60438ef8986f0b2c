"""What is heard of a night: whistles, calls once, corrections, alarms within a second."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.core.roster import Team
from referee.game.events import Noted, TryFailed
from referee.game.journal import Entry, OverturnEntry
from referee.game.state import State
from referee.night.gate import HANDS_ABOVE_BOARD, not_watching
from referee.night.night_output import NightOutput, SpokenSentence
from referee.night.screen.performance_meter import Performance
from referee.night.screen.snapshot import Snapshot
from referee.night.sound.announcer import AGAIN_NS, LASTS_NS, LOOK_S, OLD_NS, Announcer
from referee.night.sound.utterances import utterances_of
from referee.official.outcome import PlayNotice
from referee.rulebooks.play_step import PlayStep
from referee.voice.utterance import Urgency
from referee.voice.whistle import SignalPattern
from tests.voice.fakes import Hall

S = 1_000_000_000
NOTICE = PlayNotice(PlayStep.SET, None, Team.HOME, None, None, False, None, None, "nobody", (), ())
MOMENT = Snapshot(
    1, 0, None, (), False, NOTICE, State(), "", (), True, False, False, False, "", (), (),
    Performance(30.0, 0, {}),
)  # fmt: skip


def call(kind, *players, episode="e1"):
    return Call(
        0,
        0,
        kind,
        "EFHL-X-01",
        1.0,
        CallAction.CUT,
        players,
        None,
        None,
        None,
        (),
        (0,),
        Episode.read(episode),
    )


TACKLE = call(CallKind.TACKLE, "A50", "H22")
SENTENCE = SpokenSentence("Tackle on Reds 22 by Blues 50.", TACKLE)
UNCLEAR = call(CallKind.UNCLEAR_TACKLE)


class Desk:
    """A desk at which nobody sits: moments are put there by hand."""

    def __init__(self):
        self.snapshot, self.now_ns = None, 0
        self.listeners = []

    def listen(self, hear):
        self.listeners.append(hear)


class Night:
    """An announcer at such a desk, in a hall in which everything is written down."""

    def __init__(self):
        self.desk, self.hall = Desk(), Hall()
        self.announcer = Announcer(self.desk, self.hall.speaker)

    def hear(self, says=(), **output):
        sentences = (
            each if isinstance(each, SpokenSentence) else SpokenSentence(each) for each in says
        )
        self.announcer.hear(NightOutput(**output, sentences=tuple(sentences)))
        self.hall.speaker.step()

    def shows(self, seconds=0.0, hangs=False, **moment):
        """So long the desk shows this moment; the announcer looks as often as it would."""
        for _ in range(max(1, round(seconds / LOOK_S))):
            self.desk.now_ns += round(LOOK_S * S)
            t_ns = self.desk.snapshot.t_ns if hangs else self.desk.now_ns
            self.desk.snapshot = replace(MOMENT, t_ns=t_ns, **moment)
            self.announcer.look()
            self.hall.clock.now_ns = self.desk.now_ns
            self.hall.speaker.step()


def test_a_tackle_is_whistle_call_and_state_in_this_order():
    night = Night()
    night.hear(off=True, whistle=True, calls=(TACKLE,), says=(SENTENCE,))
    night.hear(
        entries=(Entry(1, 0, "referee", TryFailed(Team.HOME)),), says=("2nd and 6 at the own 34.",)
    )
    night.hall.run(8.0)
    assert night.hall.patterns == [SignalPattern.DEAD]
    assert night.hall.words == [
        "",
        "Tackle on Reds twenty-two by Blues fifty.",
        "second and six at the own thirty-four.",
    ]


def test_a_call_that_is_made_again_is_not_said_again_and_its_correction_is():
    night = Night()
    for calls, says in (
        ((TACKLE,), (SENTENCE,)),
        ((replace(TACKLE, certainty=0.999),), (SENTENCE,)),
        ((UNCLEAR,), (SpokenSentence("Too close. No tackle.", UNCLEAR),)),
    ):
        night.hear(calls=calls, says=says)
        night.hall.run(4.0)
    assert night.hall.words == [
        "Tackle on Reds twenty-two by Blues fifty.",
        "Too close. No tackle.",
    ]


def test_a_verdict_ends_what_is_being_said_and_what_waits():
    night = Night()
    night.hear(calls=(TACKLE,), says=(SENTENCE,))
    night.hear(entries=(Entry(1, 0, "referee", TryFailed(Team.HOME)),), says=("2nd and 6.",))
    night.hall.run(0.1)
    verdict = Entry(2, 0, "coach", OverturnEntry(1, "no tackle"))
    night.hear(entries=(verdict,), says=("1st and 10.",))
    night.hall.run(4.0)
    assert night.hall.player.sounds[0].stopped
    assert night.hall.words[1:] == ["", "first and ten."]


def test_a_verdict_that_leaves_down_and_distance_says_nothing_again():
    night = Night()
    entry = Entry(1, 0, "referee", TryFailed(Team.HOME))
    for entries in ((entry,), (Entry(2, 0, "coach", OverturnEntry(1, "no")),)):
        night.hear(entries=entries, says=("2nd and 6.",))
        night.hall.run(3.0)
    assert night.hall.words == ["second and six."]
    night.hear(entries=(entry,), says=("2nd and 6.",))  # a play later it is news again
    night.hall.run(3.0)
    assert night.hall.words == ["second and six."] * 2


@pytest.mark.parametrize(
    ("orders", "pattern"),
    [
        (NightOutput(off=True, whistle=True, calls=(TACKLE,)), SignalPattern.DEAD),
        (
            NightOutput(calls=(call(CallKind.STOP),), sentences=(SpokenSentence("Stop."),)),
            SignalPattern.STOP,
        ),
        (NightOutput(off=True).saying(HANDS_ABOVE_BOARD.sentence), SignalPattern.STOP),
        (NightOutput(calls=(call(CallKind.BROKEN_TACKLE),)), None),
        (NightOutput().saying("2nd and 6."), None),
    ],
)
def test_power_that_goes_off_is_heard(orders, pattern):
    told = utterances_of(orders)
    assert [each.pattern for each in told if each.pattern] == ([pattern] if pattern else [])


def test_a_refusal_and_an_interruption_are_said_each_time():
    night = Night()
    for _ in range(2):
        night.hear(refused="The board is running: stop it first.")
        night.hall.run(4.0)
        night.hear(off=True, says=(HANDS_ABOVE_BOARD.sentence,))
        night.hall.run(4.0)
    assert (
        night.hall.words
        == [
            "The board is running: stop it first.",
            "",
            "Hands are above the board.",
        ]
        * 2
    )


def test_an_answer_to_a_coach_is_said_before_down_and_distance_and_does_not_replace_it():
    night = Night()
    played = Entry(1, 0, "referee", TryFailed(Team.HOME))
    noted = Entry(2, 0, "coach", Noted("a flag"))
    night.hear(calls=(TACKLE,), says=(SENTENCE,))
    night.hear(entries=(played,), says=("2nd and 6.",))
    night.hear(entries=(noted,), says=("Flag at the own 34.",))
    night.hall.run(9.0)
    assert night.hall.words[1:] == ["Flag at the own thirty-four.", "second and six."]


def alarms(night):
    return [each.words for each in night.hall.heard if each.level is Urgency.ALARM]


def test_not_watching_is_an_alarm_within_a_second_with_its_reason():
    night = Night()
    night.shows(2.0)
    night.shows(1.0, watching=False, reasons=(not_watching("the camera is gone."),))
    assert alarms(night) == ["not watching: the camera is gone."]
    (tone, *_) = night.hall.player.sounds
    assert tone.began_ns <= 3 * S


def test_a_loop_that_hangs_is_an_alarm_within_a_second():
    night = Night()
    night.shows(2.0)
    night.shows(1.0, hangs=True)
    assert alarms(night) == ["not watching: the referee does not answer."]
    assert OLD_NS + LASTS_NS < S


def test_an_alarm_of_the_night_is_sounded_again_until_it_is_cleared():
    night = Night()
    night.shows(AGAIN_NS / S + 2.0, alarm="Pull the plug.")
    assert alarms(night) == ["Pull the plug."] * 2
    night.shows(5.0)
    assert len(night.hall.heard) == 2


def test_that_it_watches_again_is_said_in_place_of_the_alarm():
    night = Night()
    night.shows(1.0, watching=False)
    night.shows(5.0)
    assert night.hall.words == [
        "not watching: no fresh picture comes from the camera.",
        "Watching again.",
    ]


def test_a_hiccup_is_no_alarm():
    night = Night()
    for _ in range(5):
        night.shows(1.0)
        night.shows(0.2, watching=False)
    assert night.hall.heard == []


def test_with_a_new_stretch_of_power_down_and_distance_are_past():
    night = Night()
    entry = Entry(1, 0, "referee", TryFailed(Team.HOME))
    night.hear(calls=(TACKLE,), entries=(entry,), says=(SENTENCE, "2nd and 6."))
    night.shows(power=True)
    night.hall.run(5.0)
    assert night.hall.words == ["Tackle on Reds twenty-two by Blues fifty."]


def test_the_count_before_the_power_is_heard_each_time_it_begins():
    night = Night()
    night.shows(0.5, count_ms=700)
    night.shows(0.5)
    night.shows(0.5, count_ms=800)
    night.hall.run(2.0)
    assert night.hall.patterns == [SignalPattern.COUNT] * 2


def test_what_cannot_be_recorded_is_said_once():
    night = Night()
    night.shows(5.0, record="The disk is nearly full.")
    assert night.hall.words == ["The disk is nearly full."]


def test_started_it_listens_at_the_desk_and_closed_it_is_quiet():
    night = Night()
    night.announcer.start()
    (hear,) = night.desk.listeners
    assert hear == night.announcer.hear
    night.announcer.close()
    assert night.hall.player.closed


def test_before_there_is_a_moment_nothing_is_heard():
    night = Night()
    night.announcer.look()
    assert night.hall.heard == []
