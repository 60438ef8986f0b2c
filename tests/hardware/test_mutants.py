"""The proofs can fail: every broken firmware fails its own proof and no other."""

import pytest

from hardware.sim import build
from hardware.sim.chip import Chip, NoAnswer
from hardware.sim.proofs import PROOFS, Broken
from tests.hardware.conftest import or_skip
from tests.hardware.mutants import MUTANTS

REPEATS = 2


def fails(proof, make):
    try:
        proof(make, REPEATS)
    except (Broken, NoAnswer):
        return True
    return False


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_firmware_fails_its_own_proof(name, simulator):
    own, edit = MUTANTS[name]
    broken = or_skip(build.firmware, [edit])
    failed = {n for n, proof in PROOFS.items() if fails(proof, lambda: Chip(simulator, broken))}
    assert failed == {own}


def test_every_proof_has_a_firmware_that_fails_it():
    assert {own for own, _ in MUTANTS.values()} == set(PROOFS)


def test_the_sources_unbroken_keep_every_rule(simulator):
    sound = or_skip(build.firmware)
    assert not [n for n, proof in PROOFS.items() if fails(proof, lambda: Chip(simulator, sound))]
