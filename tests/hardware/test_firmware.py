"""The committed firmware keeps every rule of docs/power-protocol.md, on the simulated chip."""

import pytest

from hardware.sim.chip import POWER
from hardware.sim.proofs import PROOFS

REPEATS = 12


@pytest.mark.parametrize("name", PROOFS)
def test_the_firmware_keeps_the_rule(name, make_chip):
    PROOFS[name](make_chip, REPEATS)


def test_the_same_inputs_give_the_same_board(make_chip):
    def life():
        with make_chip() as chip:
            chip.run_ms(200)
            for words in ("HELLO 1 500", "PULSE 30", "SENSE 20 5"):
                chip.ask(words)
            chip.run_ms(100)
            chip.reset(POWER)
            chip.run_ms(100)
            return bytes(chip.raw), chip.edges

    assert life() == life()
