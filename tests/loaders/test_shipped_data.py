"""Finding the data that comes with the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.errors import BadValue
from referee.loaders.shipped_data import find_shipped, shipped_names


def test_the_boards_every_coach_asks_for_are_there():
    assert {"620", "500", "scale-64x30"} <= set(shipped_names("fields"))


def test_the_template_is_found_but_not_listed():
    assert "blank" not in shipped_names("fields")
    assert find_shipped("fields", "blank", "field").is_file()


@pytest.mark.parametrize("own", ["mine.toml", "boards/mine.toml", "boards/mine", "boards\\mine"])
def test_what_is_written_as_a_path_is_a_path(own):
    assert find_shipped("fields", own, "field") == Path(own)


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(BadValue) as caught:
        find_shipped("fields", "62o", "field")
    assert str(caught.value).startswith("field is '62o', but should be one of ")
    assert "620" in str(caught.value)
    assert "did you mean 620?" in str(caught.value)


def test_an_unknown_kind_of_data_says_what_is_wrong():
    with pytest.raises(BadValue, match="an installation with its calibration folder"):
        shipped_names("stadiums")
