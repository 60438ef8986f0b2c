"""Bought boards: the documented bytes, off first, and what can be watched is watched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.lab.bench.power.bought_boards import FAKES, FakeKmTronic, FakeLcus
from referee.power.events import PowerEventKind
from referee.power.guard.messages import GuardVerb
from referee.power.relay_models import MODELS, OWN_MODEL, find_model, models_with
from referee.power.switch import PowerCause
from tests.power.lockstep import MS, Lockstep

BOUGHT = [name for name in MODELS if name != OWN_MODEL]
ANSWERING = ["lcus", "lcus-new", "kmtronic", "numato", "devantech", "modbus", "modbus-flash"]
# (model, relay, on, off, question): from vendors' pages and published scripts.
DOCUMENTED = [
    ("lcus", 1, "A00101A2", "A00100A1", "FF"),
    ("lcus", 2, "A00201A3", "A00200A2", "FF"),
    ("lcus-new", 1, "A00101A2", "A00100A1", "A00105A6"),
    ("hw667", 1, "AA", "BB", ""),
    ("kmtronic", 1, "FF0101", "FF0100", "FF0103"),
    ("numato", 1, b"relay on 0\r".hex(), b"relay off 0\r".hex(), b"relay read 0\r".hex()),
    ("numato", 11, b"relay on A\r".hex(), b"relay off A\r".hex(), b"relay read A\r".hex()),
    ("devantech", 1, "65", "6F", "5B"),
    ("devantech", 8, "6C", "76", "5B"),
    ("sainsmart16", 1, b":FE050000FF00FE\r\n".hex(), b":FE0500000000FD\r\n".hex(), ""),
    ("icstation", 1, "FE", "FF", ""),
    ("modbus", 1, "01050000FF008C3A", "010500000000CDCA", "0101000000083DCC"),
]


def wired(name, board=None, **more):
    relays = 2 if name == "kmtronic" else 1
    board = board or FAKES[name]()
    woken = name == "icstation"
    world = Lockstep(find_model(name).device(relays=relays), board, just_plugged_in=woken, **more)
    world.plug()
    world.run(700)
    return world


@pytest.mark.parametrize(("name", "relay", "on", "off", "ask"), DOCUMENTED)
def test_the_bytes_are_those_of_the_documents(name, relay, on, off, ask):
    dialect = find_model(name).dialect(relay=relay, relays=relay)
    said = (dialect.on(), dialect.off(), dialect.ask())
    assert said == (bytes.fromhex(on), bytes.fromhex(off), bytes.fromhex(ask))


def test_a_newer_lcus_that_replies_is_given_the_commands_with_reply():
    dialect = find_model("lcus-new").dialect(relay=1)
    dialect.read(bytes.fromhex("A00100A1"))
    assert (dialect.on().hex(), dialect.off().hex()) == ("a00103a4", "a00102a3")


@pytest.mark.parametrize("name", BOUGHT)
def test_the_first_thing_said_is_off(name):
    model = find_model(name)
    device = model.device()
    device.connected(0, just_plugged_in=False)
    assert device.output(0) == model.dialect().off()


@pytest.mark.parametrize("name", BOUGHT)
def test_a_board_that_was_left_on_is_off_after_opening(name):
    board = FAKES[name]()
    board.switch(1, True)
    board.awake = True
    world = Lockstep(find_model(name).device(), board)
    world.plug()
    world.run(100)
    assert not board.closed


@pytest.mark.parametrize("name", BOUGHT)
def test_nothing_closes_the_relay_unasked(name):
    world = wired(name)
    world.run(3000)
    assert world.board.edges == []


@pytest.mark.parametrize("name", BOUGHT)
def test_a_pulse_is_as_long_as_asked(name):
    world = wired(name)
    world.order(GuardVerb.PULSE, 250 * MS)
    world.run(600)
    (began, _), (ended, _) = world.board.edges
    # The simulated wire moves in steps of a millisecond; numato's off has one letter more.
    assert (ended - began) / MS == pytest.approx(250, abs=2)


def test_a_board_that_times_itself_opens_without_being_told():
    world = wired("modbus-flash")
    world.order(GuardVerb.PULSE, 300 * MS)
    world.run(20)
    world.guard_runs = False
    world.run(600)
    (began, _), (ended, _) = world.board.edges
    assert (ended - began) / MS == pytest.approx(300)


@pytest.mark.parametrize("name", BOUGHT)
def test_the_program_falls_silent_and_the_relay_opens(name):
    world = wired(name)
    world.keep_on(250)
    world.run(300)
    assert world.board.closed
    fell_ns = world.t_ns
    world.alive = False
    world.run(300)
    assert not world.board.closed
    assert world.board.edges[-1][0] - fell_ns < 300 * MS
    assert world.standing.cause is PowerCause.HOST_SILENT


@pytest.mark.parametrize("name", BOUGHT)
def test_off_is_said_three_times(name):
    world = wired(name)
    world.keep_on(250)
    world.run(200)
    world.let_go()
    world.written.clear()
    world.order(GuardVerb.OFF)
    world.run(110)  # sainsmart16 takes 28 ms each time
    off = world.core.device._dialect.off()
    assert world.written[:4].count(off) == 3


@pytest.mark.parametrize("name", ANSWERING)
def test_a_board_that_answers_is_known_to_answer(name):
    assert wired(name).standing.answers


def test_an_lcus_that_does_not_answer_works_and_is_known_not_to():
    world = wired("lcus", FakeLcus(mute=True))
    world.order(GuardVerb.PULSE, 100 * MS)
    world.run(300)
    assert not world.standing.answers
    assert [closed for _, closed in world.board.edges] == [True, False]


def test_a_board_that_never_answers_is_not_asked_for_ever():
    world = wired("lcus", FakeLcus(mute=True))
    world.run(5000)
    world.written.clear()
    world.run(2000)
    assert set(world.written) == {bytes.fromhex("A00100A1")}


@pytest.mark.parametrize("name", ANSWERING)
def test_a_relay_that_somebody_else_closed_is_opened_and_power_stays_off(name):
    world = wired(name)
    world.board.t_ns = world.t_ns
    world.board.switch(1, True)
    world.run(300)
    assert not world.board.closed
    assert world.standing.cause is PowerCause.FOREIGN
    world.keep_on(250)
    world.run(100)
    assert not world.board.closed


@pytest.mark.parametrize("name", ["hw667", "sainsmart16", "icstation"])
def test_a_relay_that_somebody_else_closed_is_opened_unseen(name):
    world = wired(name)
    world.board.switch(1, True)
    world.run(300)
    assert not world.board.closed


@pytest.mark.parametrize("name", ANSWERING)
def test_an_answering_board_that_falls_silent_is_told_off(name):
    world = wired(name)
    world.keep_on(250)
    world.run(200)
    world.board.feed = lambda t_ns, data: b""
    silent_ns = world.t_ns
    world.written.clear()
    world.run(300)
    off = find_model(name).device()
    off.connected(0, False)
    assert world.standing.cause is PowerCause.LINK_LOST
    assert world.said(PowerEventKind.FAULT)[0].t_ns - silent_ns < 300 * MS


def test_all_eight_relays_of_a_large_kmtronic_are_read():
    board = FakeKmTronic(channels=8)
    world = Lockstep(find_model("kmtronic").device(relay=1, relays=8), board)
    world.plug()
    world.run(500)
    assert world.standing.answers


def test_an_icstation_that_is_awake_is_not_woken_without_a_persons_word():
    world = Lockstep(find_model("icstation").device(), FAKES["icstation"](awake=True))
    world.plug()
    world.run(1000)
    assert b"\x50" not in world.written
    assert world.board.edges == []


@pytest.mark.parametrize("name", ANSWERING)
@given(data=st.binary(max_size=200))
def test_any_answer_is_survived(name, data):
    dialect = find_model(name).dialect(relay=1, relays=8 if name == "kmtronic" else 1)
    dialect.ask()
    assert all(isinstance(reading, bool) for reading in dialect.read(data))


@pytest.mark.parametrize("name", ["lcus", "lcus-new", "numato", "modbus"])
def test_an_answer_may_come_byte_by_byte(name):
    board = FAKES[name]()
    board.switch(1, True)
    dialect = find_model(name).dialect(relay=1)
    answer = board.feed(0, dialect.ask())
    assert [r for byte in answer for r in dialect.read(bytes((byte,)))] == [True]


def test_bought_boards_say_what_they_cannot_do():
    for name in BOUGHT:
        lacks = find_model(name).caps.shortcomings()
        assert len(lacks) >= 6
        assert "does not open by itself" in lacks[0]


def test_a_relay_the_board_does_not_have_is_refused():
    with pytest.raises(BadValue, match="relay is 9, but should be a whole number from 1 to 8"):
        find_model("lcus").device(relay=9)


def test_a_misspelt_model_is_guessed():
    with pytest.raises(BadValue, match="did you mean numato"):
        find_model("nummato")


def test_one_usb_chip_is_sold_with_many_boards():
    assert {"lcus", "lcus-new", "sainsmart16", OWN_MODEL} <= {
        m.name for m in models_with("1a86:7523")
    }
    assert [m.name for m in models_with("2a19:0c05")] == ["numato"]
