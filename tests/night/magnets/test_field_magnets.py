"""Magnets beside a night: laid in front of the eyes, done by the night, taken back by a page."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.game.journal import OverturnEntry
from referee.night.command_handlers import handle_command
from referee.night.commands import Declare
from referee.night.magnets.field_magnets import FieldMagnets
from referee.night.night_frame import NightFrame
from referee.night.night_output import SwitchStatus
from referee.night.screen.snapshot import ShownCall
from referee.official.declarations.types import PlayNamed
from referee.vision.roster.roster_frame import RosterFrame
from referee.vision.sighting import HandSighting, MarkerSighting, Thing
from referee.vision.watch.watcher import WatchedFrame
from tests.calls.plays import film
from tests.night.test_night import NAMES, STILL, night_of
from tests.official.evenings import FAR, LINEMEN

S = 1_000_000_000
RED = MarkerSighting(Thing.RED_MAGNET, 400.0, 150.0, 0.4, 0.9)
YELLOW = MarkerSighting(Thing.YELLOW_MAGNET, 400.0, 15.0, 0.4, 0.9)
HAND = HandSighting((0.0, 0.0, 9.0, 9.0), 0.9)


def watched(t_ns, looked_ns, laid, hand):
    roster = RosterFrame(t_ns, (), (), ())
    hands = (HAND,) if hand else ()
    return WatchedFrame(t_ns, False, roster, (), tuple(laid), hands, (), looked_ns)


def ruling(kind):
    return Call(
        0,
        0,
        kind,
        "EFHL-X",
        1.0,
        CallAction.CUT,
        (),
        None,
        None,
        None,
        (),
        (0,),
        Episode.read(kind.value),
    )


def evening(seconds, laid, night=None, hands=lambda _: False, look_every=6):
    """Frames of a resting board; ``laid`` are the markers at a time; every sixth is looked at."""
    night = night or night_of()
    magnets, out, looked_ns = FieldMagnets(night, "efhl", NAMES), [], None
    for n, board in enumerate(film({**LINEMEN, **FAR, **STILL}, seconds, power=((0.0, False),))):
        at = board.t_ns / S
        looked_ns = board.t_ns if n % look_every == 0 else looked_ns
        night.update(NightFrame(board, hands(at), looked_ns, board.t_ns), SwitchStatus(False, 0))
        out += magnets.update(watched(board.t_ns, looked_ns, laid(at), hands(at)), board.t_ns)
    return night, magnets, out


def test_a_flag_is_said_and_written_down_once():
    night, _, out = evening(9.0, lambda at: [YELLOW] if at > 3.0 else [])
    (orders,) = out
    assert orders.says == ("Flag at the 50.",)
    (entry,) = orders.entries
    assert night.ledger.journal.entries[-1] == entry
    assert (entry.by, entry.what.words, entry.what.flagged) == (
        "coach",
        "flag at the 50, before the snap",
        True,
    )


def test_a_note_leaves_the_play_where_it_is():
    night = night_of()
    handle_command(night, Declare(PlayNamed(carrier="H1")), 0)
    evening(9.0, lambda at: [YELLOW] if at > 3.0 else [], night)
    assert night.notice.carrier == "H1"


def test_a_flag_taken_back_on_the_page_does_not_stand():
    night, magnets, _ = evening(9.0, lambda at: [YELLOW] if at > 3.0 else [])
    state = night.state
    (told,) = magnets.newest
    orders = magnets.not_meant(told.number, 9 * S)
    assert orders.says == ("The flag is picked up.",)
    assert isinstance(orders.entries[0].what, OverturnEntry)
    assert night.state == state
    assert not any("flag" in str(event) for _, event in night.ledger.journal.standing())
    assert magnets.not_meant(told.number, 9 * S).refused


def test_looks_are_counted_and_not_the_frames_between_them():
    _, _, out = evening(6.0, lambda at: [YELLOW] if at > 3.0 else [], look_every=60)
    assert out == []


def test_a_look_that_comes_late_tells_of_magnets_all_the_same():
    _, _, out = evening(14.0, lambda at: [YELLOW] if at > 3.0 else [], look_every=30)
    assert len(out) == 1


def test_hands_that_stay_keep_it_from_being_understood():
    _, _, out = evening(9.0, lambda at: [YELLOW] if at > 3.0 else [], hands=lambda at: at > 2.5)
    assert out == []


def test_a_challenge_is_about_the_last_ruling_and_not_about_a_refusal():
    night = night_of()
    tackle, refused = ruling(CallKind.TACKLE), ruling(CallKind.NOT_ALLOWED)
    night.ledger.shown.append(ShownCall(4, tackle, "Tackle."))
    night.ledger.shown.append(ShownCall(5, refused, "That is not allowed."))
    _, _, out = evening(9.0, lambda at: [RED] if at > 3.0 else [], night)
    (orders,) = out
    assert orders.entries[0].what.words == "challenge: call 4, tackle"


def test_before_the_night_has_seen_anything_nothing_is_understood():
    magnets = FieldMagnets(night_of(), "efhl", NAMES)
    assert list(magnets.update(watched(0, 0, [YELLOW], False), 0)) == []


def test_a_green_magnet_before_the_snap_marks_nothing():
    green = replace(YELLOW, kind=Thing.GREEN_MAGNET, x_mm=250.0, y_mm=178.0)
    _, magnets, out = evening(9.0, lambda at: [green] if at > 3.0 else [])
    assert out == []
    assert magnets.newest == ()
