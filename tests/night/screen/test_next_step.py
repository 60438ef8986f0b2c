"""Every moment of a night has a next step, in words that say what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.phase_state import PlayPhase
from referee.core.roster import Team
from referee.game.events import DownRepeated
from referee.game.name_at_stake import PlayPart
from referee.game.state import GamePhase
from referee.night.broken_off import BrokenOff
from referee.night.commands import EnterEvent
from referee.night.gate import (
    CLEAR_FIRST,
    HANDS_ABOVE_BOARD,
    SWITCHED_OFF,
    WHAT_TO_DO,
    PowerReason,
    PowerReasonKind,
    not_watching,
)
from referee.night.ledger.played_names import WhoPlayed
from referee.night.phase import NightPhase
from referee.night.screen.next_step import AGAIN_OR_READY, StepKind, next_step
from referee.night.screen.questions import KICK_QUESTION, Offer, OfferKind, Question
from referee.official.outcome import QuestionKind
from referee.rulebooks.play_step import PlayStep
from tests.web.desks import NOTICE, snapshot_of

AGAIN = Offer(OfferKind.DOWN_AGAIN, 3, "Play it again.", EnterEvent(DownRepeated()))
ASK = Question(QuestionKind.CARRIER, "nobody said who has the ball")


def at(**changes):
    return next_step(replace(snapshot_of(), **changes))


def broken_off(*, watched, times=1):
    notice = replace(NOTICE, step=PlayStep.AFTER_THE_LINE, phase=PlayPhase.RUN)
    broken = BrokenOff(PlayStep.AFTER_THE_LINE, watched, times, (300.0, 150.0))
    changes = {"phase": NightPhase.BROKEN_OFF, "broken_off": broken, "offers": (AGAIN,)}
    return at(notice=notice, **changes)


@pytest.mark.parametrize("phase", NightPhase)
def test_a_question_about_a_played_name_changes_no_next_step(phase):
    asked = WhoPlayed(3, PlayPart.CARRIER, "H22", "H40", 2)
    assert at(phase=phase, who_played=asked) == at(phase=phase)


def test_every_kind_of_reason_says_what_to_do():
    assert set(WHAT_TO_DO) == set(PowerReasonKind)
    assert all(words.endswith(".") for words in WHAT_TO_DO.values())


@pytest.mark.parametrize("phase", NightPhase)
@pytest.mark.parametrize("power", [True, False])
def test_every_phase_has_a_next_step_in_words(phase, power):
    assert at(phase=phase, power=power).sentence.endswith(".")


@pytest.mark.parametrize("reason", [CLEAR_FIRST, SWITCHED_OFF])
def test_what_has_latched_is_looked_at_and_cleared(reason):
    assert at(reasons=(reason,)).sentence == "Look at the board; when all is well, press Clear."


def test_the_gravest_reason_comes_first_and_before_every_question():
    step = at(reasons=(not_watching("no picture."), HANDS_ABOVE_BOARD), questions=(ASK,))
    assert (step.kind, step.reason) == (StepKind.PUT_RIGHT, not_watching("no picture."))
    assert "camera" in step.sentence


def test_a_question_without_whose_answer_there_is_no_power_is_the_next_step():
    assert at(questions=(ASK,)).sentence == "Choose the ball carrier."
    assert at(questions=(replace(ASK, default="run"),)).kind is not StepKind.ANSWER


def test_a_kick_is_entered_whatever_else_is_open():
    kick = Question(KICK_QUESTION.what, KICK_QUESTION.sentence)
    assert at(questions=(ASK, kick)).kind is StepKind.ENTER


def test_a_play_that_nobody_watched_is_offered_again_first():
    step = broken_off(watched=False)
    assert (step.kind, step.sentence) == (StepKind.OFFER, AGAIN_OR_READY)


def test_one_that_was_watched_goes_on_where_it_was():
    assert broken_off(watched=True).kind is StepKind.READY


def test_one_that_is_broken_off_again_and_again_is_offered_again():
    assert broken_off(watched=True, times=2).kind is StepKind.OFFER


def test_many_who_are_not_seen_are_no_matter_of_pointing_at_each():
    names = ("H1", "H2", "H3")
    many = PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen: H1, H2, H3.", names)
    one = PowerReason(PowerReasonKind.UNSEEN_PLAYERS, "Not seen: H1.", names[:1])
    assert at(reasons=(many,)).sentence.startswith("See to the camera and the light")
    assert at(reasons=(one,)).sentence == "Touch the figure, or show where it stands."


def test_the_end_of_the_game_is_the_end():
    over = replace(snapshot_of().state, phase=GamePhase.OVER, team=Team.HOME)
    assert at(state=over, phase=NightPhase.OVER).kind is StepKind.OVER
