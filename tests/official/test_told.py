"""How a play went is told with its end: who ran, who threw to whom, who stopped him."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import Action, Call, Kind, Spot
from referee.calls.levels import Levels
from referee.calls.plays import Play
from referee.calls.situation import Pass
from referee.core.roster import Team
from referee.files.rulebooks import load_rulebook
from referee.game.events import PlayEnded, Scored, Told
from referee.official.ending import events_of
from referee.official.leading import Ground, led
from referee.official.stand import beginning
from referee.official.stretch import Table
from referee.rulebooks.period import Period
from tests.core.fields import EASY
from tests.official.evenings import ROSTER, STATE, evening, put
from tests.official.test_official import TACKLE

BEGUN = beginning(STATE, stops_on_tries=True)
RUN = replace(BEGUN, named=Play.SWEEP, carrier="H22")
THROWN = replace(BEGUN, named=Play.FORWARD, carrier="H1", thrown=Pass("H88", passer="H1"))


def call(kind: Kind, *players: str, x_mm: float = 340.0) -> Call:
    spot = Spot(x_mm, 150.0, 0.5)
    return Call(
        1, 0, kind, "R-1", 1.0, Action.CUT, players, None, None, spot, (), (1,), f"{kind}:1"
    )


def told(stand, *calls):
    return events_of(calls, stand, STATE)[0]


def caught(kind: Kind, by: str):
    table = Table(load_rulebook("hefl"), EASY, ROSTER, Levels())
    found = led(Ground(table, STATE), THROWN, None, call(kind, by, x_mm=380.0))
    return found.stand


def test_a_run_tells_carrier_and_tackler():
    event = told(RUN, call(Kind.TACKLE, "A50", "H22"))
    assert isinstance(event, PlayEnded)
    assert event.told == Told("sweep", carrier="H22", by=("A50",))


def test_a_catch_tells_who_threw_it_and_where_it_was_caught():
    event = told(caught(Kind.CATCH, "H88"), call(Kind.TACKLE, "A90", "H88", x_mm=400.0))
    assert event.told == Told("pass", "H88", "H1", by=("A90",), gained_x_mm=380.0)


def test_an_incomplete_pass_tells_whom_it_was_for_and_no_carrier():
    event = told(THROWN, call(Kind.INCOMPLETE))
    assert event.told == Told("pass", passer="H1", target="H88")


def test_an_interception_tells_the_passer_and_who_ran_it_back():
    stand = caught(Kind.INTERCEPTION, "A50")
    event = told(stand, call(Kind.OUT_OF_BOUNDS, "A50", x_mm=350.0))
    assert (event.team, event.changed_hands) == (Team.AWAY, True)
    assert event.told == Told("pass", "A50", "H1", gained_x_mm=380.0)


def test_a_pitch_has_no_passer():
    stand = replace(THROWN, named=Play.PITCH, thrown=Pass("H22", passer="H1", backward=True))
    table = Table(load_rulebook("hefl"), EASY, ROSTER, Levels())
    found = led(Ground(table, STATE), stand, None, call(Kind.CATCH, "H22", x_mm=290.0))
    event = told(found.stand, call(Kind.TACKLE, "A50", "H22"))
    assert (event.told.play, event.told.passer) == ("pitch", None)


def test_a_touchdown_tells_who_scored_it():
    event = told(RUN, call(Kind.TOUCHDOWN, "H22"))
    assert isinstance(event, Scored)
    assert event.told == Told("sweep", carrier="H22")


def test_a_whole_play_tells_it_too():
    got = evening("hefl", put(Period.AFTER_THE_LINE, "H22"), TACKLE, 2.4)
    (event,) = [each for each in got.events if isinstance(each, PlayEnded)]
    assert (event.told.carrier, event.told.by) == ("H22", ("A50",))
