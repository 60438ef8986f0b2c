"""A measured field is written so that the field commands read it again."""

from dataclasses import replace

import pytest

from referee.core.errors import BadValue
from referee.loaders.fields import load_field, read_field, write_field

PROFILE = replace(load_field("620"), name="attic", title="attic", notes="")


def test_what_is_written_is_read_to_a_hundredth_of_a_millimetre(tmp_path):
    path = tmp_path / "attic.toml"
    write_field(path, PROFILE, ("Not read from the picture: hash marks.",))
    again = read_field(path)
    assert again.name == "attic"
    assert again.yard_line_every_yd == PROFILE.yard_line_every_yd
    for key in ("goal_to_goal_mm", "width_mm", "far_hash_y_mm", "metal_left_x_mm"):
        assert getattr(again, key) == pytest.approx(getattr(PROFILE, key), abs=0.006)
    assert "# Not read from the picture: hash marks." in path.read_text()


def test_a_file_that_is_there_is_left_alone(tmp_path):
    path = tmp_path / "attic.toml"
    path.write_text("mine")
    with pytest.raises(BadValue, match="already there"):
        write_field(path, PROFILE, ())
    assert path.read_text() == "mine"


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(BadValue, match="toml"):
        write_field(tmp_path / "attic.txt", PROFILE, ())
