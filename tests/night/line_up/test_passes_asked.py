"""A pass without a marker in sight: one sentence, one tap where it lies, no power before that."""

from __future__ import annotations

import pytest

from referee.calls.play_name import MissedThrow, PlayName
from referee.core.geometry.marker import Marker
from referee.night.command_handlers import handle_command
from referee.night.commands import Declare, ReportReady, StopBoard
from referee.night.gate import PowerReasonKind
from referee.night.screen.next_step import StepKind, next_step
from referee.night.screen.performance_meter import Performance
from referee.night.screen.snapshot_builder import snapshot_of
from referee.official.declarations.types import (
    PassAimed,
    PassThrown,
    PlayMoved,
    PlayNamed,
    TargetRemoved,
)
from referee.official.outcome import QuestionKind
from referee.rulebooks.play_step import PlayStep
from tests.night.driving import S, drive
from tests.night.lined import frames, night_of

LEAGUES_STEP = {"efhl": PlayStep.READ}
LAID = Marker(380.0, 290.0, 4.25, 1.0)


def at_the_stop(league, *said):
    """A night at a stop of the passer where a pass may be thrown, a second after these words."""
    night = night_of(league)
    step = LEAGUES_STEP.get(league, PlayStep.POCKET)
    wishes = [(0.1, Declare(PlayMoved(step=step, carrier="HQB"))), (0.2, ReportReady())]
    if league in LEAGUES_STEP:  # there the board need not have run before
        wishes = wishes[:1]
    wishes += [(2.1, StopBoard()), *((4.0, Declare(each)) for each in said)]
    creeps = None if league in LEAGUES_STEP else (1.6, 2.0)
    drive(night, frames(5.0, creeps=creeps), wishes)
    return night


def page(night):
    return snapshot_of(
        night, number=1, t_ns=0, hands=False, watching=True, numbers=Performance(0.0, 0, {})
    )


def ready_comes_to_nothing(night) -> bool:
    got = drive(night, frames(3.0, start_s=5.0), [(5.1, ReportReady())])
    return got.on_s() == []


THROWN_AT_MARKERS = ["efhl", "hefl", "vsefl"]


@pytest.mark.parametrize("league", THROWN_AT_MARKERS)
@pytest.mark.parametrize("receiver", [None, "HSE"])
def test_a_pass_that_was_named_asks_where_its_target_lies(league, receiver):
    night = at_the_stop(league, PlayNamed(PlayName.FORWARD), PassAimed(receiver=receiver))
    shown = page(night)
    assert [ask.what for ask in shown.questions] == [QuestionKind.TARGET]
    assert next_step(shown).kind is StepKind.ANSWER
    assert next_step(shown).sentence == "Lay the target, and tap where it lies."
    assert [why.kind for why in shown.reasons] == [PowerReasonKind.OPEN_QUESTION]
    assert ready_comes_to_nothing(night)


@pytest.mark.parametrize("league", THROWN_AT_MARKERS)
def test_one_tap_where_it_lies_is_enough_once_the_receiver_is_known(league):
    night = at_the_stop(league, PlayNamed(PlayName.FORWARD), PassAimed(receiver="HSE"))
    handle_command(night, Declare(PassAimed(LAID)), 5 * S)
    shown = page(night)
    asked = [ask.what for ask in shown.questions if ask.default is None]
    refused = [call for call in shown.calls if call.call.kind.value == "not allowed"]
    # A place that the sticks do not allow is refused aloud; one that they do opens the way.
    assert asked == [] or refused
    assert shown.notice.receiver == "HSE"


@pytest.mark.parametrize(
    "said",
    [(PlayNamed(PlayName.FORWARD),), (PlayNamed(PlayName.FORWARD), PassAimed(receiver="HSE"))],
)
def test_where_a_figure_throws_it_is_asked_what_its_ball_hit(said):
    night = at_the_stop("simplified", *said)
    shown = page(night)
    assert [ask.what for ask in shown.questions] == [QuestionKind.THROW]
    assert "HSE" in shown.questions[0].candidates
    assert next_step(shown).sentence == "Say what the ball hit first."
    assert ready_comes_to_nothing(night)


@pytest.mark.parametrize("answer", [PassThrown("HSE", MissedThrow.NOBODY), TargetRemoved()])
def test_what_it_hit_or_that_nothing_was_thrown_answers_it(answer):
    night = at_the_stop("simplified", PlayNamed(PlayName.FORWARD))
    handle_command(night, Declare(answer), 5 * S)
    assert not [ask for ask in page(night).questions if ask.what is QuestionKind.THROW]


def test_another_play_takes_the_throw_back():
    night = at_the_stop("simplified", PlayNamed(PlayName.FORWARD), PlayNamed(PlayName.RUN))
    assert page(night).questions == ()
