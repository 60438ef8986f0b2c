"""A leased switch: open unless it is asked again and again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.power.leased_relay import LeasedRelay
from referee.power.switch import MAX_LEASE_NS, MIN_LEASE_NS, PowerCause, PowerRefused

MS = 1_000_000
LEASES = st.integers(MIN_LEASE_NS, MAX_LEASE_NS)


def test_it_starts_open():
    assert not LeasedRelay().state(0).closed


@given(LEASES, st.integers(0, 10**12))
def test_it_is_closed_for_its_lease_and_not_a_nanosecond_longer(lease_ns, t_ns):
    relay = LeasedRelay()
    relay.on(t_ns, lease_ns)
    relay.pass_time(t_ns + lease_ns - 1)
    assert relay.closed
    relay.pass_time(t_ns + lease_ns)
    assert not relay.closed


def test_a_shorter_lease_replaces_a_longer_one():
    relay = LeasedRelay()
    relay.on(0, 1000 * MS)
    relay.on(10 * MS, 50 * MS)
    assert relay.state(10 * MS).until_ns == 60 * MS


def test_renewing_does_not_count_as_switching_on():
    relay = LeasedRelay()
    relay.on(5 * MS, 100 * MS)
    relay.on(50 * MS, 100 * MS)
    assert relay.state(60 * MS).since_ns == 5 * MS


def test_a_lease_found_ended_late_ended_when_it_ended():
    relay = LeasedRelay()
    relay.on(0, 100 * MS)
    relay.pass_time(900 * MS)
    assert relay.state(900 * MS).since_ns == 100 * MS
    assert relay.cause is PowerCause.LEASE_ENDED


def test_off_says_that_somebody_asked():
    relay = LeasedRelay()
    relay.on(0, 100 * MS)
    relay.off(30 * MS)
    assert relay.state(30 * MS).cause is PowerCause.ASKED_OFF


@pytest.mark.parametrize("close", [LeasedRelay.on, LeasedRelay.pulse])
def test_a_lease_that_ran_out_keeps_it_open_until_somebody_clears_it(close):
    relay = LeasedRelay()
    relay.on(0, 100 * MS)
    relay.pass_time(150 * MS)
    with pytest.raises(PowerRefused, match="not renewed"):
        close(relay, 200 * MS, 100 * MS)
    relay.clear(300 * MS)
    assert not relay.closed
    close(relay, 400 * MS, 100 * MS)
    assert relay.closed


@pytest.mark.parametrize("close", [LeasedRelay.on, LeasedRelay.pulse])
def test_a_lease_whose_end_nobody_noticed_is_not_renewed(close):
    relay = LeasedRelay()
    relay.on(0, 100 * MS)
    with pytest.raises(PowerRefused, match="not renewed"):
        close(relay, 100 * MS, 100 * MS)
    assert relay.state(100 * MS).since_ns == 100 * MS


def test_a_pulse_that_is_over_needs_no_clearing():
    relay = LeasedRelay()
    relay.pulse(0, 100 * MS)
    relay.pass_time(150 * MS)
    relay.on(200 * MS, 100 * MS)
    assert relay.closed


def test_clearing_opens_a_switch_that_is_closed():
    relay = LeasedRelay()
    relay.on(0, 100 * MS)
    relay.clear(50 * MS)
    assert not relay.closed


@pytest.mark.parametrize("close", [LeasedRelay.on, LeasedRelay.pulse])
def test_after_a_panic_nothing_closes_it(close):
    relay = LeasedRelay()
    relay.on(0, 100 * MS)
    relay.panic(10 * MS)
    with pytest.raises(PowerRefused):
        close(relay, 20 * MS, 100 * MS)
    assert relay.state(20 * MS).latched
    assert not relay.closed


def test_a_panic_at_rest_latches_too():
    relay = LeasedRelay()
    relay.panic(10 * MS)
    assert relay.state(10 * MS).latched
