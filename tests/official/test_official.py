"""What holds in every rulebook: frames, ends of plays, the game's state, refusals of bad input."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.frame import BoardFrame
from referee.core.errors import BadValue
from referee.game.events import PlayEnded
from referee.game.state import State
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.official.declarations.types import BallHandedOff, PlayMoved, PlayNamed, SwitchUsed
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import film
from tests.core.fields import EASY
from tests.official.evenings import FAR, LINEMEN, ROSTER, STATE, evening, put

# A50's front meets H22's at 0.8 s, two yards past the line.
TACKLE = {
    "H1": [(0, 250, 160, 180)],
    "H22": [(0, 302.1, 130, 0)],
    "A50": [(0, 369.9, 130, 180), (0.1, 369.9, 130, 180), (0.8, 329.9, 130, 180)],
}


@pytest.mark.parametrize("rulebook", LEAGUES)
def test_a_tackle_ends_the_play_and_the_game_follows(rulebook):
    step = PlayStep.TO_THE_END if rulebook == "simplified" else PlayStep.AFTER_THE_LINE
    got = evening(rulebook, put(step, "H22"), TACKLE, 2.4)
    assert [kind for kind, _ in got.said()] == ["tackle"]
    last = got.notices[-1][1]
    assert (last.step, last.power, last.sentences) == (
        PlayStep.DEAD,
        False,
        ("The play is over.",),
    )
    (ended,) = [event for event in got.events if isinstance(event, PlayEnded)]
    assert ended.x_mm == pytest.approx(316.0, abs=1.0)
    assert got.official.state.down == 2


def test_a_tackler_who_falls_gives_the_power_back():
    script = put(PlayStep.AFTER_THE_LINE, "H22")
    got = evening("efhl", script, TACKLE, 2.4, fallen={"A50": 0.95})
    assert [kind for kind, _ in got.said()] == ["broken tackle"]
    assert got.notices[-1][1].power
    assert got.notices[-1][1].step is PlayStep.AFTER_THE_LINE
    assert got.events == []


def test_the_next_play_begins_where_the_last_one_ended():
    script = [
        *put(PlayStep.AFTER_THE_LINE, "H22"),
        (2.4, PlayMoved(step=PlayStep.SET, carrier="H1")),
        (2.5, SwitchUsed(True)),
    ]
    got = evening("hefl", script, TACKLE, 3.2)
    assert got.at(2.45).step is PlayStep.SET
    assert got.at(2.6).step is PlayStep.SNAP
    assert [call.kind.value for call in got.calls] == ["tackle", "pulse over"]


def test_nobody_said_who_has_the_ball():
    got = evening("hefl", [(0.1, SwitchUsed(True))], TACKLE, 0.6)
    assert [kind for kind, _ in got.said()] == ["carrier unknown"]
    assert [ask.what for ask in got.at(0.05).asks] == ["carrier"]
    assert not got.notices[-1][1].power


def test_a_repeated_frame_changes_nothing():
    official = fresh()
    for board in film({**LINEMEN, **FAR, **TACKLE}, 0.2):
        official.see(board)
        before = official.notice
        assert official.see(board).calls == ()
        assert official.notice == before


def test_the_same_frames_give_the_same_calls():
    one, other = (
        evening("efhl", put(PlayStep.AFTER_THE_LINE, "H22"), TACKLE, 2.4) for _ in range(2)
    )
    assert one.calls == other.calls


@pytest.mark.parametrize(
    ("do", "complaint"),
    [
        (lambda o: o.hear(0, PlayNamed(carrier="H99")), "player is 'H99'"),
        (lambda o: o.hear(0, BallHandedOff("Z1")), "player is 'Z1'"),
        (lambda o: [o.see(BoardFrame(2, True, ())), o.see(BoardFrame(1, True, ()))], "t_ns is 1"),
        (lambda o: Official(load_rulebook("hefl"), EASY, ROSTER, State()), "start.team is None"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(do, complaint):
    with pytest.raises(BadValue) as caught:
        do(fresh())
    assert complaint in str(caught.value)


def test_a_verdict_lets_the_game_go_on_from_another_state():
    official = fresh()
    official.renew(replace(STATE, down=3))
    assert official.state.down == 3
    assert official.notice.step is PlayStep.SET


def fresh():
    return Official(load_rulebook("hefl"), EASY, ROSTER, STATE)


@pytest.mark.parametrize("rulebook", LEAGUES)
def test_a_carrier_who_turns_out_to_be_an_opponent_is_asked_for_and_breaks_nothing(rulebook):
    """A coach says at a stop that the carrier's base is A50: nobody knows then who has the ball."""
    step = PlayStep.TO_THE_END if rulebook == "simplified" else PlayStep.AFTER_THE_LINE
    official = Official(load_rulebook(rulebook), EASY, ROSTER, STATE)
    official.hear(0, PlayMoved(step=step, carrier="H22"))
    boards = film({**LINEMEN, **FAR, **TACKLE}, 0.4)
    official.see(replace(boards[0], power=False))
    official.rename({"H22": "A50", "A50": "H22"})
    seen = [official.see(replace(board, power=True)) for board in boards[1:]]
    kinds = {call.kind for out in seen for call in out.calls}
    assert kinds == {CallKind.CARRIER_UNKNOWN}
