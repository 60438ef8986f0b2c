"""A device that opens many connections holds up itself; laptop and paired devices get through."""

from __future__ import annotations

from referee.web.server.connection_limits import ALLOWANCES, ConnectionLimits, Guest

LAPTOP, PHONE, OTHER = "127.0.0.1", "192.168.1.30", "192.168.1.66"
STRANGERS = ALLOWANCES[Guest.STRANGER]


def opened(limits, count, address, first=0):
    """So many connections of an address; those that had to end."""
    ended = [limits.admit((address, n), address) for n in range(first, first + count)]
    return [each for each in ended if each is not None]


def test_the_oldest_that_asks_for_nothing_makes_room():
    limits = ConnectionLimits()
    assert opened(limits, STRANGERS.of_one, OTHER) == []
    limits.asks((OTHER, 0), True)
    assert opened(limits, 2, OTHER, first=100) == [(OTHER, 1), (OTHER, 2)]
    assert len(limits) == STRANGERS.of_one


def test_where_all_are_asking_the_newcomer_is_refused():
    limits = ConnectionLimits()
    opened(limits, STRANGERS.of_one, OTHER)
    for n in range(STRANGERS.of_one):
        limits.asks((OTHER, n), True)
    assert opened(limits, 1, OTHER, first=100) == [(OTHER, 100)]
    limits.asks((OTHER, 3), False)
    assert opened(limits, 1, OTHER, first=200) == [(OTHER, 3)]


def test_twelve_hundred_of_many_strangers_leave_the_laptop_and_a_paired_device_alone():
    limits = ConnectionLimits()
    limits.shown_token(PHONE)
    for device in range(100):
        opened(limits, 12, f"192.168.1.{100 + device}")
    assert len(limits) == STRANGERS.of_all
    for connection in tuple(limits):
        limits.asks(connection, True)
    assert opened(limits, 1, "192.168.1.31")  # one more stranger finds no room
    assert opened(limits, 6, LAPTOP) == []
    assert opened(limits, 6, PHONE) == []


def test_a_device_that_shows_its_token_is_a_stranger_no_more_until_all_are_forgotten():
    limits = ConnectionLimits()
    opened(limits, STRANGERS.of_one, PHONE)
    limits.shown_token(PHONE)
    assert limits.guest_at(PHONE) is Guest.PAIRED
    assert opened(limits, 1, PHONE, first=100) == []
    limits.forget_paired()
    assert limits.guest_at(PHONE) is Guest.STRANGER
    assert limits.guest_at(LAPTOP) is Guest.OWN


def test_a_hundred_and_fifty_lines_are_a_few_and_the_laptop_still_gets_one():
    limits = ConnectionLimits()
    lines = 0
    for device in range(15):
        for n in range(10):
            key = (device, n)
            if limits.admit(key, f"192.168.1.{100 + device}") != key:
                lines += limits.may_be_line(key)
    assert lines == STRANGERS.lines_of_all
    limits.admit("laptop", LAPTOP)
    assert limits.may_be_line("laptop")


def test_a_line_that_ended_makes_room_for_another():
    limits = ConnectionLimits()
    opened(limits, STRANGERS.lines_of_one + 1, OTHER)
    allowed = [limits.may_be_line((OTHER, n)) for n in range(STRANGERS.lines_of_one + 1)]
    assert allowed == [True] * STRANGERS.lines_of_one + [False]
    limits.left((OTHER, 0))
    assert limits.may_be_line((OTHER, STRANGERS.lines_of_one))
