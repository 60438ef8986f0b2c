"""Names against figures: a permutation costs names and no call; two names on one base are found."""

from __future__ import annotations

import pytest

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.phase_state import PlayPhase
from referee.core.roster import Team
from referee.lab.bench.games.ball_carries import BallCarry
from referee.lab.bench.games.body_match import match_bodies
from referee.lab.bench.games.name_track import NameTrack

MS = 1_000_000
TRUE = {"H12": (100.0, 100.0), "H22": (100.0, 117.5), "A52": (300.0, 200.0)}


def tackled(t_ms, *players):
    return Call(
        t_ms * MS, 0, CallKind.TACKLE, "EFHL-TKL-01", 1.0, CallAction.CUT, players, None, None,
        None, (), (), "tackle:1",
    )  # fmt: skip


def named(**places):
    return match_bodies(places, TRUE)


def test_names_on_their_own_figures_are_all_right():
    match = match_bodies(TRUE, TRUE)
    assert (match.right, match.seen) == (3, 3)
    assert (match.shared, match.nowhere, match.unnamed) == ((), (), ())


def test_swapped_names_stand_on_each_others_figures():
    match = named(H12=(100.0, 117.0), H22=(100.4, 100.0), A52=(300.0, 200.0))
    assert match.true_of == {"H12": "H22", "H22": "H12", "A52": "A52"}
    assert (match.right, match.seen) == (1, 3)


def test_two_names_on_one_figure_are_found_and_the_other_figure_has_none():
    match = named(H12=(100.0, 100.0), H22=(100.3, 100.0), A52=(300.0, 200.0))
    assert match.true_of == {"H12": "H12", "A52": "A52"}
    assert (match.shared, match.unnamed) == (("H22",), ("H22",))
    assert (match.right, match.seen) == (2, 3)


def test_a_name_beside_every_figure_stands_nowhere():
    match = named(H12=(100.0, 91.0), A52=(300.0, 200.0))
    assert (match.nowhere, match.unnamed) == (("H12",), ("H12", "H22"))


def test_who_is_not_seen_is_not_wrong():
    match = named(A52=(300.0, 200.0))
    assert (match.right, match.seen, match.unnamed) == (1, 1, ("H12", "H22"))


def track(*matches):
    names = NameTrack()
    for t_ms, match in matches:
        names.update(t_ms * MS, match)
    return names


SWAPPED = named(H12=TRUE["H22"], H22=TRUE["H12"], A52=TRUE["A52"])


def test_a_call_with_swapped_names_is_about_the_figures_it_was_made_of():
    names = track((0, SWAPPED))
    (call,) = names.calls([tackled(500, "A52", "H22")])
    assert call.players == ("A52", "H12")


def test_a_carry_belongs_to_the_figure_that_had_the_name_when_it_began():
    names = track((0, SWAPPED), (400, match_bodies(TRUE, TRUE)))
    carry = BallCarry(PlayPhase.RUN, Team.HOME, "H22", 100 * MS, 900 * MS)
    (run,) = names.carries([carry])
    (late,) = names.calls([tackled(500, "A52", "H22")])
    assert run.carrier == "H12"
    # The name has gone to another body: the call is about that one, and wrong.
    assert late.players == ("A52", "H22")
    assert names.jumps == 2


def test_a_carry_whose_name_was_put_right_at_a_stop_is_nobodys():
    names = track((0, SWAPPED))
    names.update(400 * MS, match_bodies(TRUE, TRUE), resting=True)
    whole = BallCarry(PlayPhase.RUN, Team.HOME, "H22", 100 * MS, 900 * MS)
    after = BallCarry(PlayPhase.RUN, Team.HOME, "H22", 500 * MS, 900 * MS)
    mixed, own = names.carries([whole, after])
    assert mixed.carrier not in TRUE
    assert own.carrier == "H22"
    assert names.jumps == 0


def test_a_name_that_a_frame_does_not_show_stays_on_its_figure():
    names = track((0, SWAPPED), (100, named(A52=TRUE["A52"])))
    assert names.true_of("H12", 200 * MS) == "H22"


def test_before_the_first_match_a_name_stands_where_it_was_first_found():
    names = track((100, SWAPPED), (200, match_bodies(TRUE, TRUE)))
    assert names.true_of("H12", 50 * MS) == "H22"


@pytest.mark.parametrize("name", ["H22", "H99"])
def test_a_name_without_a_figure_is_nobody(name):
    names = track((0, named(H12=(100.0, 100.0), H22=(100.3, 100.0))))
    assert names.true_of(name, 0) not in TRUE


def test_jumps_of_an_earlier_play_are_forgotten_and_names_are_not():
    names = track((0, match_bodies(TRUE, TRUE)), (100, SWAPPED))
    names.forget_before()
    assert names.jumps == 0
    assert names.true_of("H12", 500 * MS) == "H22"
