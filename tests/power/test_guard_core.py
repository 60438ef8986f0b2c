"""The guard's rules: what closed needs, what ends it, and that it never comes back by itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.lab.bench.power.bought_boards import FAKES
from referee.power.events import PowerEventKind
from referee.power.guard.messages import GuardVerb, message_line, report_in
from referee.power.relay_models import find_model
from referee.power.switch import LATCHING, PowerCause
from tests.power.fakes.efl import FakeEfl
from tests.power.lockstep import MS, Lockstep


def wired(name="lcus-new"):
    board = FakeEfl() if name == "referee" else FAKES[name]()
    world = Lockstep(find_model(name).device(), board)
    world.plug()
    world.run(500)
    return world


def test_an_order_that_is_not_renewed_ends():
    world = wired()
    world.order(GuardVerb.ON, 100 * MS)
    world.run(250)
    (began, _), (ended, _) = world.board.edges
    assert (ended - began) / MS == pytest.approx(100, abs=15)  # the board's rest of 10 ms
    assert world.standing.cause is PowerCause.HOST_SILENT


def test_a_renewal_after_the_end_does_not_bring_power_back():
    world = wired()
    world.order(GuardVerb.ON, 100 * MS)
    world.run(200)
    world.keep_on(250)
    world.run(500)
    assert len(world.board.edges) == 2
    assert world.said(PowerEventKind.REFUSED)


@pytest.mark.parametrize("name", ["referee", "lcus-new", "hw667"])
@pytest.mark.parametrize("verb", [GuardVerb.ON, GuardVerb.PULSE])
def test_an_order_that_comes_first_after_a_long_halt_revives_nothing(name, verb):
    world = wired(name)
    world.order(GuardVerb.ON, 250 * MS)
    world.run(20)
    assert world.board.closed
    world.t_ns += 10_000 * MS  # program and guard were both stopped, as by a laptop that sleeps
    world.order(verb, 250 * MS)
    world.run(500)
    assert not world.board.closed
    assert world.core.fault.cause is PowerCause.HOST_SILENT


def lease_over(world):
    world.run(400)


def told_to_panic(world):
    world.order(GuardVerb.PANIC)
    world.run(100)


def pulled_out_and_back(world):
    world.unplug()
    world.run(300)
    world.plug()
    world.run(800)


@pytest.mark.parametrize("name", ["referee", "lcus-new", "hw667", "modbus"])
@pytest.mark.parametrize("trouble", [lease_over, told_to_panic, pulled_out_and_back])
def test_what_a_person_has_cleared_is_latched_no_more(name, trouble):
    world = wired(name)
    world.order(GuardVerb.ON, 250 * MS)
    world.run(50)
    trouble(world)
    assert world.standing.cause in LATCHING
    world.order(GuardVerb.CLEAR)
    world.run(300)
    assert world.standing.cause not in LATCHING
    world.order(GuardVerb.ON, 100 * MS)
    world.run(300)
    assert world.standing.cause is PowerCause.HOST_SILENT  # what comes after counts again


def test_a_program_that_only_beats_keeps_nothing_on():
    world = wired()
    world.order(GuardVerb.ON, 250 * MS)
    world.run(400)
    assert not world.board.closed


def test_a_long_pulse_ends_early_when_the_program_falls_silent():
    world = wired()
    world.order(GuardVerb.PULSE, 3000 * MS)
    world.run(500)
    fell_ns = world.t_ns
    world.alive = False
    world.run(300)
    assert not world.board.closed
    assert world.board.edges[-1][0] - fell_ns < 300 * MS


# When the last order was sent, in ms from when it arrived, and for how long it counts as life.
@pytest.mark.parametrize(("sent_ms", "lives_ms"), [(0, 200), (-150, 50), (10_000, 200)])
def test_an_order_is_a_sign_of_life_of_when_it_was_sent(sent_ms, lives_ms):
    world = wired()
    world.order(GuardVerb.PULSE, 3000 * MS)
    world.alive = False
    world.run(160)
    arrived_ns = world.t_ns
    world.order(GuardVerb.BEAT, sent_ns=world.t_ns + sent_ms * MS)
    world.run(500)
    lived_ms = (world.board.edges[-1][0] - arrived_ns) / MS
    assert not world.board.closed
    assert lived_ms == pytest.approx(lives_ms, abs=15)  # the wire and the board's rest of 10 ms
    assert world.standing.cause is PowerCause.HOST_SILENT


def test_an_order_that_was_overtaken_takes_no_life_away():
    world = wired()
    world.order(GuardVerb.PULSE, 3000 * MS)
    world.run(100)  # with a beat every 40 ms: the last is good for 160 ms more
    world.alive = False
    world.order(GuardVerb.BEAT, sent_ns=world.t_ns - 190 * MS)
    world.run(140)
    assert world.board.closed


def test_the_programs_death_opens_at_once():
    world = wired()
    world.keep_on(250)
    world.run(200)
    world.alive = False
    world.core.host_gone(world.t_ns)
    died_ns = world.t_ns
    world.run(40)
    assert not world.board.closed
    assert world.board.edges[-1][0] - died_ns <= 25 * MS


@pytest.mark.parametrize("gone_after_ms", range(5))
@pytest.mark.parametrize("name", ["referee", "lcus-new"])
def test_a_death_before_the_board_told_it_closed_is_still_the_cause(name, gone_after_ms):
    world = wired(name)
    world.keep_on(250)
    world.run(gone_after_ms)
    world.alive = False
    world.core.host_gone(world.t_ns)
    world.run(400)
    assert not world.board.closed
    opened = world.said(PowerEventKind.OPENED)
    assert [what.cause for what in opened] == [PowerCause.HOST_SILENT] * len(
        world.said(PowerEventKind.CLOSED)
    )
    if gone_after_ms >= 2:
        assert opened  # the order was on its way: the relay did close


def test_after_a_goodbye_there_is_no_fault():
    world = wired()
    world.order(GuardVerb.BYE)
    world.core.host_gone(world.t_ns)
    world.run(100)
    assert not world.standing.fault
    assert world.core.at_rest()


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (lambda w: w.order(GuardVerb.ON, 5 * MS), "20 ms to 5 s"),
        (lambda w: w.order(GuardVerb.PULSE, 60_000 * MS), "20 ms to 5 s"),
        (lambda w: w.order(GuardVerb.PULSE, 100 * MS, sent_ns=w.t_ns - 260 * MS), "too late"),
        (lambda w: w.order(GuardVerb.ON, 100 * MS, sent_ns=w.t_ns - 100 * MS), "too late"),
        (lambda w: (w.unplug(), w.core._clear(w.t_ns), w.order(GuardVerb.ON, 100 * MS)), "no link"),
        (lambda w: (w.order(GuardVerb.BYE), w.order(GuardVerb.ON, 100 * MS)), "goodbye"),
        (
            lambda w: (w.order(GuardVerb.PANIC), w.order(GuardVerb.ON, 100 * MS)),
            "off until cleared",
        ),
    ],
)
def test_an_order_that_may_not_be_obeyed_is_refused_with_its_reason(order, why):
    world = wired()
    order(world)
    world.run(100)
    assert why in world.said(PowerEventKind.REFUSED)[0].detail
    assert world.board.edges == []


def test_a_pulse_while_the_power_is_on_is_refused():
    world = wired()
    world.keep_on(250)
    world.run(50)
    world.order(GuardVerb.PULSE, 100 * MS)
    assert "on already" in world.said(PowerEventKind.REFUSED)[0].detail


def test_a_lease_from_the_future_is_counted_from_now():
    world = wired()
    world.order(GuardVerb.ON, 100 * MS, sent_ns=world.t_ns + 10_000 * MS)
    world.run(200)
    assert not world.board.closed


def test_a_stuck_contact_outranks_an_earlier_fault():
    board = FakeEfl()
    world = Lockstep(find_model("referee").device(), board)
    world.plug()
    world.run(600)
    world.order(GuardVerb.PANIC)
    world.run(20)
    board.trip = ""
    board.trip_by("stuck")
    world.run(20)
    assert "pull the plug" in world.standing.fault


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=600))
def test_whatever_a_port_is_called_the_program_can_read_what_the_guard_says(name):
    world = wired()
    world.core.disconnected(world.t_ns, name)
    world.run(5)
    for report in (*world.events, world.standing):
        assert report_in(message_line(report)) == report


ACTS = {
    "on": lambda w: w.order(GuardVerb.ON, 250 * MS),
    "pulse": lambda w: w.order(GuardVerb.PULSE, 100 * MS),
    "off": lambda w: w.order(GuardVerb.OFF),
    "panic": lambda w: w.order(GuardVerb.PANIC),
    "clear": lambda w: w.order(GuardVerb.CLEAR),
    "unplug": lambda w: w.cable and w.unplug(),
    "plug": lambda w: w.cable or w.plug(),
    "silent": lambda w: setattr(w, "alive", False),
    "alive": lambda w: setattr(w, "alive", True),
    "noise": lambda w: w.to_host.append((w.t_ns, b"\x00\xffnoise\n")),
    "wait": lambda w: w.run(80),
}
OWN_ACTS = {
    "stop": lambda w: w.board.stop(w.t_ns, True),
    "whole": lambda w: w.board.stop(w.t_ns, False),
    "deaf": lambda w: setattr(w.board, "deaf", True),
    "hears": lambda w: setattr(w.board, "deaf", False),
    "reset": lambda w: w.board.reset(w.t_ns),
}
MAY_LAST_NS = {"on": 250 * MS, "pulse": 100 * MS, "off": 0, "panic": 0, "clear": 0}


@pytest.mark.parametrize("name", ["referee", "lcus-new", "hw667"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_whatever_happens_power_follows_orders_alone(name, data):
    """A fault is left by clear alone, and closed needs an order that still stands."""
    acts = ACTS | (OWN_ACTS if name == "referee" else {})
    board = FakeEfl() if name == "referee" else FAKES[name]()
    world = Lockstep(find_model(name).device(), board, step_ns=2 * MS)
    world.plug()
    world.run(600)
    end_ns = 0
    for act in data.draw(st.lists(st.sampled_from(sorted(acts)), max_size=40)):
        was_faulty = bool(world.standing.fault)
        acts[act](world)
        if act in MAY_LAST_NS:
            end_ns = world.t_ns + MAY_LAST_NS[act]
        assert act == "clear" or not was_faulty or world.standing.fault
        world.run(10)
        # A board that hears nothing opens when its own lease of 250 ms ends.
        assert not board.closed or world.t_ns <= end_ns + 270 * MS
