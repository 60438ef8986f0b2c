"""Reading TOML that people wrote."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.loaders.formats.toml import MAX_BYTES, read_toml


def test_a_good_file_is_a_table_that_knows_its_name(tmp_path):
    path = tmp_path / "team.toml"
    path.write_text('name = "Größe"\n', encoding="utf-8")
    table = read_toml(path)
    assert table.text("name") == "Größe"
    with pytest.raises(BadValue, match=r"team\.toml: speed is missing"):
        table.number("speed", 0, 1)


def test_a_byte_order_mark_of_some_editors_is_no_matter(tmp_path):
    path = tmp_path / "team.toml"
    path.write_bytes(b"\xef\xbb\xbfx = 1\n")
    assert read_toml(path).number("x", 0, 1) == 1.0


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"a = = 2\n", "line 1"),
        (b"a = 1\na = 2\n", "line 2"),
        (b"a = 1\nb = \xff\n", "not UTF-8 text in line 2"),
        (b"x" * (MAX_BYTES + 1), "larger than 300 kB"),
        (b".".join([b"a"] * 20_000) + b" = 1\n", "a key of more than 16 parts in line 1"),
        (b"x = 1\n[" + b" . ".join([b"a"] * 40) + b"]\n", "a key of more than 16 parts in line 2"),
        (b"a = {" + b".".join([b"b"] * 40) + b" = 1}\n", "a key of more than 16 parts in line 1"),
        (b"".join(b"[t%d]\n" % n for n in range(5000)), "more than 3000 tables"),
        (b"a = " + b"[" * 20_000, "nested too deeply"),
        (b"a = " + b"9" * 5000, "thousands of digits"),
    ],
)
def test_a_broken_file_is_one_sentence(tmp_path, content, part):
    path = tmp_path / "team.toml"
    path.write_bytes(content)
    with pytest.raises(BadValue) as caught:
        read_toml(path)
    assert str(caught.value).startswith(f"{path}: the file is ")
    assert part in str(caught.value)


def test_a_missing_file_and_a_folder_are_said_to_be_so(tmp_path):
    with pytest.raises(BadValue, match="the file is missing"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(BadValue, match="the file is a folder"):
        read_toml(tmp_path)


def test_a_number_too_long_to_print_is_still_refused_kindly(tmp_path):
    path = tmp_path / "team.toml"
    path.write_text("x = 0x" + "f" * 6000, encoding="utf-8")
    with pytest.raises(BadValue, match="x is a number of thousands of digits"):
        read_toml(path).number("x", 0, 1)


def test_dots_in_words_and_remarks_are_no_keys(tmp_path):
    path = tmp_path / "team.toml"
    dots = "." * 60
    path.write_text(f"a = \"{dots}\"  # {dots}\nb = '{dots}'\nc = [1.5, 2.5, 3.5]\n")
    assert read_toml(path).text("a") == dots
