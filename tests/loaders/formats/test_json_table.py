"""What is wrong with a JSON file is said in one sentence, with the place."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.loaders.formats.json_table import json_table, read_json


def test_a_good_file_is_a_table(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b'\xef\xbb\xbf{\n "wide_mm": 3.5\n}\n')
    assert read_json(path, "the lens", "a lens", 1_000_000).number("wide_mm", 0, 10) == 3.5


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"{\n'a': 1\n}\n", "the lens is not JSON .* in line 2.; needed: a lens"),
        (b"{]\n", "the lens is not JSON .* at character 2"),
        (b"\xff\n", "the lens is not UTF-8 text"),
        (b"[1]\n", "the lens is a list"),
        (b"[" * 100_000, "the lens is not JSON a person would write"),
        (b" " * 1_000_001, "the lens is larger than 1 MB"),
    ],
)
def test_a_bad_file_is_refused(tmp_path, data, complaint):
    path = tmp_path / "a.json"
    path.write_bytes(data)
    with pytest.raises(BadValue, match=complaint) as caught:
        read_json(path, "the lens", "a lens", 1_000_000)
    assert caught.value.where == str(path)


def test_what_is_no_file_is_refused(tmp_path):
    for path, complaint in ((tmp_path, "a folder"), (tmp_path / "none.json", "missing")):
        with pytest.raises(BadValue, match=f"the lens is {complaint}"):
            read_json(path, "the lens", "a lens", 1_000_000)


def test_a_value_of_a_line_names_its_line():
    with pytest.raises(BadValue, match=r"^x, line 7: "):
        json_table(b'{"a": -1}', "the line", "an object", "x, line 7").number("a", 0, 1)
