"""How many cores there are."""

from __future__ import annotations

import os

import pytest

from referee.machine.cores import cores


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores are kept back as on Linux")
def test_cores_that_are_kept_back_do_not_count():
    mine = os.sched_getaffinity(0)
    assert cores() == len(mine)
    try:
        os.sched_setaffinity(0, {min(mine)})
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, mine)
