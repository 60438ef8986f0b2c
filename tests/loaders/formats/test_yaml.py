"""Reading YAML that people wrote, and refusing in a sentence what nobody would."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.loaders.formats.yaml import MAX_BYTES, nearest_line, read_yaml

PLAIN = """\
title: A try
start: {quarter: 4, down: 2}
script:
  - {at: 1.5, says: [run, "H22 [left]"]}
  - at: 2
    says: stop
"""


def test_a_good_file_is_plain_values_with_the_line_of_each_key(tmp_path):
    path = tmp_path / "case.yaml"
    path.write_text(PLAIN)
    values, lines = read_yaml(path)
    assert values == {
        "title": "A try",
        "start": {"quarter": 4, "down": 2},
        "script": [{"at": 1.5, "says": ["run", "H22 [left]"]}, {"at": 2, "says": "stop"}],
    }
    assert (lines["start.down"], lines["script[1].says"]) == (2, 6)
    assert nearest_line(lines, "script[1].missing") == 5


HOSTILE = {
    "braces": ("a: " + "{" * 4000, "nested too deeply in line 1"),
    "brackets over lines": ("a:\n" + "[\n" * 4000, "nested too deeply in line 66"),
    "dashes": ("a:\n" + "- " * 4000, "nested too deeply in line 2"),
    "question marks": ("? " * 4000, "nested too deeply in line 1"),
    "steps to the right": (
        "".join(f"{' ' * n}a:\n" for n in range(400)),
        "nested too deeply in line 202",
    ),
    "laughs": ("a: &a [x, x]\nb: [*a, *a]\n", "using aliases"),
    "a circle": ("a: &a [*a]\n", "using aliases"),
    "too much": ("# " + "x" * MAX_BYTES, "larger than"),
    "twice": ("a: 1\na: 2\n", "there twice"),
    "no table": ("- 1\n- 2\n", "no table"),
    "no text": (b"a: \xff\n", "not UTF-8"),
    "a tag": ("a: !!python/object:os.system x\n", "wrong"),
    "open": ("a: {b: 1\n", "wrong in line"),
    "a date that is none": ("a: 2026-13-45\n", "wrong"),
}


@pytest.mark.parametrize(("content", "part"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_broken_or_hostile_file_is_one_sentence(tmp_path, content, part):
    path = tmp_path / "case.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadValue) as caught:
        read_yaml(path)
    assert part in str(caught.value)
    assert str(caught.value).startswith(str(path))
