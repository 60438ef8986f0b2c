"""How a play went is told with its end: who ran, who threw to whom, who stopped him."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.phase_state import PassAttempt
from referee.calls.play_name import PlayName
from referee.calls.thresholds import Thresholds
from referee.core.roster import Team
from referee.game.events import PlayAccount, PlayEnded, Scored
from referee.loaders.rulebooks import load_rulebook
from referee.official.game_setup import GameSetup
from referee.official.play.game_events import events_of_play
from referee.official.play.state import PassInPlay, state_before_play
from referee.official.play.transitions import TransitionContext, transition_of
from referee.rulebooks.play_step import PlayStep
from tests.core.fields import EASY
from tests.official.evenings import ROSTER, STATE, evening, put
from tests.official.test_official import TACKLE

BEGUN = state_before_play(STATE, stops_on_tries=True)
RUN = replace(BEGUN, named=PlayName.SWEEP, carrier="H22")
THROWN = replace(
    BEGUN,
    named=PlayName.FORWARD,
    carrier="H1",
    passing=PassInPlay(thrown=PassAttempt("H88", passer="H1")),
)


def call(kind: CallKind, *players: str, x_mm: float = 340.0) -> Call:
    spot = BallSpot(x_mm, 150.0, 0.5)
    return Call(
        1,
        0,
        kind,
        "R-1",
        1.0,
        CallAction.CUT,
        players,
        None,
        None,
        spot,
        (),
        (1,),
        Episode.read(f"{kind}:1"),
    )


def told(state, *calls):
    return events_of_play(calls, state, STATE)[0]


def caught(kind: CallKind, by: str):
    table = GameSetup(load_rulebook("hefl"), EASY, ROSTER, Thresholds())
    found = transition_of(TransitionContext(table, STATE), THROWN, None, call(kind, by, x_mm=380.0))
    return found.state


def test_a_run_tells_carrier_and_tackler():
    event = told(RUN, call(CallKind.TACKLE, "A50", "H22"))
    assert isinstance(event, PlayEnded)
    assert event.told == PlayAccount("sweep", carrier="H22", by=("A50",))


def test_a_catch_tells_who_threw_it_and_where_it_was_caught():
    event = told(caught(CallKind.CATCH, "H88"), call(CallKind.TACKLE, "A90", "H88", x_mm=400.0))
    assert event.told == PlayAccount("pass", "H88", "H1", by=("A90",), gained_x_mm=380.0)


def test_an_incomplete_pass_tells_whom_it_was_for_and_no_carrier():
    event = told(THROWN, call(CallKind.INCOMPLETE))
    assert event.told == PlayAccount("pass", passer="H1", target="H88")


def test_an_interception_tells_the_passer_and_who_ran_it_back():
    state = caught(CallKind.INTERCEPTION, "A50")
    event = told(state, call(CallKind.OUT_OF_BOUNDS, "A50", x_mm=350.0))
    assert (event.team, event.changed_hands) == (Team.AWAY, True)
    assert event.told == PlayAccount("pass", "A50", "H1", gained_x_mm=380.0)


def test_a_pitch_has_no_passer():
    pitch = PassAttempt("H22", passer="H1", backward=True)
    state = replace(THROWN, named=PlayName.PITCH, passing=PassInPlay(thrown=pitch))
    table = GameSetup(load_rulebook("hefl"), EASY, ROSTER, Thresholds())
    found = transition_of(
        TransitionContext(table, STATE), state, None, call(CallKind.CATCH, "H22", x_mm=290.0)
    )
    event = told(found.state, call(CallKind.TACKLE, "A50", "H22"))
    assert (event.told.play, event.told.passer) == ("pitch", None)


def test_a_touchdown_tells_who_scored_it():
    event = told(RUN, call(CallKind.TOUCHDOWN, "H22"))
    assert isinstance(event, Scored)
    assert event.told == PlayAccount("sweep", carrier="H22")


def test_a_whole_play_tells_it_too():
    got = evening("hefl", put(PlayStep.AFTER_THE_LINE, "H22"), TACKLE, 2.4)
    (event,) = [each for each in got.events if isinstance(each, PlayEnded)]
    assert (event.told.carrier, event.told.by) == ("H22", ("A50",))
