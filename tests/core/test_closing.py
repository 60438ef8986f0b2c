"""What is closed when a `with` block ends."""

from __future__ import annotations

import pytest

from referee.core.closing import Closing


class Door(Closing):
    def __init__(self):
        self.closed = 0

    def close(self):
        self.closed += 1


def test_it_is_closed_once_the_block_ends():
    with Door() as door:
        assert door.closed == 0
    assert door.closed == 1


def test_it_is_closed_by_an_error_which_goes_on():
    door = Door()
    with pytest.raises(ValueError, match="draught"), door:
        raise ValueError("draught")
    assert door.closed == 1
