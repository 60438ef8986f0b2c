"""The committed firmware in a simulated chip, reached through the power link as any board is."""

from __future__ import annotations

from referee.power.simulated_chip import link_to_chip
from referee.power.switch import PowerCause


def test_the_power_link_closes_the_relay_of_the_simulated_chip_and_opens_it(simulator):
    with link_to_chip() as link:
        link.on(2_000_000_000)
        on = link.wait_until(lambda said: said.closed, 10.0)
        link.off()
        off = link.wait_until(lambda said: not said.closed, 10.0)
    assert on is not None
    assert off is not None
    assert off.cause is PowerCause.ASKED_OFF
