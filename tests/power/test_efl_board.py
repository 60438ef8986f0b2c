"""Our own board against a fake written from its protocol: sessions, beats, trips, lost frames."""

from __future__ import annotations

import pytest

from referee.power.efl.protocol import command_line
from referee.power.events import PowerEventKind
from referee.power.guard.messages import GuardVerb
from referee.power.relay_models import find_model
from referee.power.switch import PowerCause
from tests.power.fakes.efl import FakeEfl
from tests.power.lockstep import MS, Lockstep


def wired(**more):
    board = FakeEfl(**more)
    world = Lockstep(find_model("referee").device(), board)
    world.plug()
    board.reset(world.t_ns)  # opening the port resets an Uno
    world.run(400)
    return world


def kinds(world):
    return [event.what.kind for event in world.events]


def test_the_first_frame_is_off():
    world = wired()
    assert b" OFF*" in world.written[0]


def test_it_is_ready_after_its_greeting():
    world = wired()
    assert world.standing.ready
    assert "firmware 1.0" in world.standing.about


def test_a_board_that_boots_slowly_is_greeted_until_it_answers():
    board = FakeEfl(deaf=True)
    world = Lockstep(find_model("referee").device(), board)
    world.plug()
    world.run(1500)
    assert not world.standing.ready
    assert not world.standing.fault
    board.deaf = False
    board.reset(world.t_ns)
    world.run(50)
    assert world.standing.ready


def test_while_nothing_is_asked_beats_keep_the_session():
    world = wired()
    world.run(5000)
    assert world.standing.ready
    assert world.board.edges == []
    assert not world.said(PowerEventKind.NOTE)


@pytest.mark.parametrize("caps", ["eklpw", "elpw"])
def test_on_stays_on_while_it_is_renewed_and_off_opens_at_once(caps):
    world = wired(caps=caps)
    world.keep_on(250)
    world.run(3000)
    assert world.board.closed
    world.let_go()
    asked_ns = world.t_ns
    world.order(GuardVerb.OFF)
    world.run(20)
    assert [closed for _, closed in world.board.edges] == [True, False]
    assert world.board.edges[1][0] - asked_ns <= 2 * MS
    assert world.standing.cause is PowerCause.ASKED_OFF


def test_no_beat_is_an_order_to_close():
    world = wired()
    world.keep_on(250)
    world.run(20_000)
    assert sum(b" ON " in line for line in world.written) == 1


def test_an_older_board_without_keep_is_ordered_to_close_seldom():
    world = wired(caps="elpw")
    world.keep_on(250)
    world.run(20_000)
    assert world.board.closed
    assert sum(b" ON " in line for line in world.written) in (4, 5)  # in 20 s, one every 5 s


@pytest.mark.parametrize("lease_ms", [20, 60, 100])
def test_short_leases_last_while_they_are_renewed(lease_ms):
    world = wired()
    for _ in range(100):
        world.order(GuardVerb.ON, lease_ms * MS)
        world.run(10)
    assert world.board.closed
    world.run(lease_ms + 20)
    assert not world.board.closed


def test_a_guard_that_beats_but_has_forgotten_to_end_is_ended_by_the_boards_own_limit():
    world = wired()
    world.keep_on(250)
    world.run(200)
    device = world.core.device
    device._beat = lambda t_ns: device._courier.send(t_ns, "HB")
    world.run(400)
    assert not world.board.closed


def test_a_pulse_is_timed_by_the_board():
    world = wired()
    world.order(GuardVerb.PULSE, 250 * MS)
    world.run(20)
    world.core.tick = lambda t_ns: None  # whatever the guard would do at its end
    world.run(400)
    (began, _), (ended, _) = world.board.edges
    # The board lives through the last 230 ms of it on the lease of 250 ms.
    assert ended - began == 250 * MS


def test_a_pulse_is_trimmed_for_a_resonator_that_is_off():
    world = wired(rate=1.004)
    world.run(15_000)
    world.order(GuardVerb.PULSE, 3000 * MS)
    world.run(3200)
    (began, _), (ended, _) = world.board.edges
    assert abs(ended - began - 3000 * MS) <= 1 * MS


def test_events_have_the_instants_of_the_edges():
    world = wired(rate=1.003)
    world.run(5000)
    world.order(GuardVerb.PULSE, 250 * MS)
    world.run(400)
    told = [
        (e.t_ns, e.within_ns)
        for e in world.said(PowerEventKind.CLOSED) + world.said(PowerEventKind.OPENED)
    ]
    for (told_ns, within_ns), (true_ns, _) in zip(told, world.board.edges, strict=True):
        # A byte takes a whole millisecond on this wire, longer than the driver thinks.
        assert abs(told_ns - true_ns) <= within_ns + 1 * MS


@pytest.mark.parametrize(
    ("trouble", "cause"),
    [
        (lambda w: w.board.stop(w.t_ns, True), PowerCause.EMERGENCY_STOP),
        (lambda w: w.board.reset(w.t_ns, 8), PowerCause.RESTARTED),
        (lambda w: w.to_board.append((w.t_ns, b"AT\r\n")), PowerCause.FOREIGN),
        (lambda w: w.to_board.append((w.t_ns, b"!")), PowerCause.PANIC),
        (
            lambda w: w.to_board.append((w.t_ns, command_line(7, "HELLO 1 2000"))),
            PowerCause.FOREIGN,
        ),
        (lambda w: w.to_board.append((w.t_ns, command_line(7, "OFF"))), PowerCause.FOREIGN),
        (lambda w: w.board.trip_by("stuck"), PowerCause.STUCK),
        (lambda w: w.board.trip_by("noload"), PowerCause.TRIPPED),
        (lambda w: setattr(w.board, "deaf", True), PowerCause.LINK_LOST),
        (lambda w: setattr(w, "board_speaks", False), PowerCause.LINK_LOST),
        (lambda w: w.to_host.append((w.t_ns, b"\xff\x00garbage\n")), PowerCause.FOREIGN),
        (lambda w: setattr(w, "alive", False), PowerCause.HOST_SILENT),
        (lambda w: w.core.host_gone(w.t_ns), PowerCause.HOST_SILENT),
        (lambda w: w.unplug(), PowerCause.LINK_LOST),
    ],
)
def test_after_trouble_it_is_off_within_300_ms_and_stays_off(trouble, cause):
    world = wired()
    world.keep_on(250)
    world.run(500)
    assert world.board.closed
    trouble(world)
    world.run(300)
    assert not world.board.closed
    assert world.standing.cause is cause
    assert world.standing.fault
    world.run(1500)
    assert [closed for _, closed in world.board.edges] == [True, False]


def test_an_older_board_that_somebody_else_switched_off_stays_off():
    world = wired(caps="elpw")
    world.keep_on(250)
    world.run(200)
    world.to_board.append((world.t_ns, command_line(7, "OFF")))
    world.run(300)
    assert [closed for _, closed in world.board.edges] == [True, False]
    assert world.standing.cause is PowerCause.FOREIGN


def test_off_and_at_once_on_again_is_nobody_elses_doing():
    world = wired()
    world.keep_on(250)
    world.run(100)
    world.order(GuardVerb.OFF)
    world.order(GuardVerb.ON, 250 * MS)
    world.run(100)
    assert [closed for _, closed in world.board.edges] == [True, False, True]
    assert not world.standing.fault


def test_power_comes_back_only_after_a_person_cleared_the_fault():
    world = wired()
    world.keep_on(250)
    world.run(100)
    world.board.stop(world.t_ns, True)
    world.run(100)
    world.board.stop(world.t_ns, False)
    world.run(500)
    assert not world.board.closed
    world.let_go()
    world.order(GuardVerb.CLEAR)
    world.run(100)
    assert not world.board.closed
    assert not world.standing.fault
    world.keep_on(250)
    world.run(100)
    assert world.board.closed


def test_clearing_does_not_help_while_the_stop_is_pressed():
    world = wired()
    world.board.stop(world.t_ns, True)
    world.run(100)
    world.order(GuardVerb.CLEAR)
    world.run(100)
    assert world.standing.cause is PowerCause.EMERGENCY_STOP
    world.keep_on(250)
    world.run(100)
    assert not world.board.closed


def test_replugged_it_is_greeted_anew_and_stays_off():
    world = wired()
    world.keep_on(250)
    world.run(200)
    world.unplug()
    world.run(1000)
    world.plug()
    world.board.reset(world.t_ns, 1)
    world.run(400)
    assert world.standing.linked
    assert not world.board.closed
    assert world.standing.cause is PowerCause.LINK_LOST


def test_a_command_without_an_answer_is_repeated_as_it_was():
    world = wired()
    world.run(30)
    world.written.clear()
    world.board.deaf = True
    world.order(GuardVerb.PULSE, 100 * MS)
    world.run(100)
    world.board.deaf = False
    world.run(300)
    pulses = [line for line in world.written if b"PULSE" in line]
    assert len(pulses) > 1
    assert len(set(pulses)) == 1
    assert [closed for _, closed in world.board.edges] == [True, False]


def test_what_off_overtook_is_never_repeated():
    world = wired()
    world.run(30)
    world.board.deaf = True
    world.order(GuardVerb.PULSE, 100 * MS)
    world.run(10)
    world.order(GuardVerb.OFF)
    world.run(50)
    world.written.clear()
    world.board.deaf = False
    world.run(500)
    assert not [line for line in world.written if b"PULSE" in line]
    assert world.board.edges == []


def test_panic_is_one_byte_in_front_of_everything():
    world = wired()
    world.keep_on(250)
    world.run(100)
    world.written.clear()
    world.let_go()
    world.order(GuardVerb.PANIC)
    assert world.written[0].startswith(b"!@")
    world.run(20)
    assert world.standing.cause is PowerCause.PANIC


def test_a_lost_event_is_made_up_for():
    world = wired()
    world.board.event = lambda text: setattr(world.board, "counted", world.board.counted + 1)
    world.keep_on(250)
    world.run(500)
    assert world.standing.closed
    assert "its event was lost" in world.said(PowerEventKind.CLOSED)[0].detail


def test_a_gap_in_the_events_is_noted_and_the_board_is_asked():
    world = wired()
    world.board.counted += 3
    world.board.stop(world.t_ns, False)
    world.run(200)
    assert [note.detail for note in world.said(PowerEventKind.NOTE)] == [
        "3 events of the board were lost"
    ]
    assert [line for line in world.board.lines if b"STAT" in line]


@pytest.mark.parametrize("after_us", [-20_000, 130])
def test_a_session_that_ended_before_this_one_began_ends_nothing(after_us):
    """Whoever opens the port anew soon after the last program hears of that one's lease, which may
    have ended between the arrival of the greeting and its answer."""
    board = FakeEfl()
    obeyed = board.command

    def command_and_lapse(seq, words):
        obeyed(seq, words)
        if words[0] == "HELLO":
            board.event(f"LAPSE t={(int(board.stamp(), 16) + after_us) % 2**32:X}")

    board.command = command_and_lapse
    world = Lockstep(find_model("referee").device(), board)
    world.plug()
    board.reset(world.t_ns)
    world.run(400)
    world.keep_on(250)
    world.run(500)
    assert world.board.closed
    assert world.standing.ready
    assert len(world.said(PowerEventKind.LINK_UP)) == 1


def test_a_session_that_ends_now_is_begun_anew_with_power_off():
    world = wired()
    world.keep_on(250)
    world.run(500)
    world.board.lapse(world.t_ns)
    world.run(500)
    assert not world.board.closed
    assert world.standing.fault


def test_a_trip_from_before_is_not_taken_lightly():
    board = FakeEfl(trip="panic")
    world = Lockstep(find_model("referee").device(), board)
    world.plug()
    world.run(600)
    assert "still latched" in world.standing.fault


def test_an_answer_to_somebody_else_is_noticed():
    world = wired()
    world.board.last_line = b""
    world.to_host.append((world.t_ns, FakeEfl().feed(0, b"") or foreign_answer()))
    world.run(50)
    assert world.standing.cause is PowerCause.FOREIGN


def foreign_answer():
    board = FakeEfl(session=True, lease_end_ns=10**18, lease_ns=10**9)
    number = 0x55  # ours counts from elsewhere
    board.command(f"{number:02X}", ["HB"])
    return board.said


def test_a_flood_of_noise_is_noted_once_a_second():
    world = wired()
    for k in range(1000):
        world.to_host.append((world.t_ns + k * MS, b"what?\n" * 5))
    world.run(1000)
    assert 1 <= len(world.said(PowerEventKind.NOTE)) <= 2


def test_what_the_board_lacks_is_taken_from_its_greeting():
    world = wired()
    assert not any("emergency stop" in words for words in world.standing.lacks)
    world.board.command = lambda seq, words: None
    device = find_model("referee").device()
    assert device.capabilities.emergency_stop


def test_numbers_of_events_have_no_gaps():
    world = wired()
    world.order(GuardVerb.PULSE, 100 * MS)
    world.run(300)
    world.unplug()
    world.plug()
    world.run(500)
    assert [e.number for e in world.events] == list(range(1, len(world.events) + 1))
    assert kinds(world)[-1] is PowerEventKind.LINK_UP
