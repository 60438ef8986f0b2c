"""Mistakes made on purpose: what counts as one, and whether tests notice it."""

from __future__ import annotations

import textwrap

import pytest

from referee.core.errors import BadValue
from referee.lab.bench.mutants.hunt import hunt_mutants
from referee.lab.bench.mutants.mutant import sample_mutants

MODULE = '''
    """Twice as much."""

    from __future__ import annotations


    def more(count: int | None) -> int | None:
        """At least one more."""
        return None if count is None else count * 2


    def never_called(count: int) -> int:
        return count - 1
'''
TESTS = """
    from referee.core.small.tiny import more


    def test_it_doubles():
        assert more(3) == 6
        assert more(None) is None
        assert more(-4) == -8
"""


@pytest.fixture
def project(tmp_path):
    files = {
        "referee/__init__.py": "",
        "referee/core/small/__init__.py": "",
        "referee/core/small/tiny.py": MODULE,
        "tests/core/small/test_tiny.py": TESTS,
        "tests/calls/test_nothing.py": "def test_nothing(): pass",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    return tmp_path


def test_what_only_an_annotation_says_is_no_mistake(project):
    mutants, left_out = sample_mutants(project, 1000)
    assert left_out > 0
    assert not any("def more" in mutant.before for mutant in mutants)
    assert any("count * 2" in mutant.before for mutant in mutants)
    assert any("count - 1" in mutant.before for mutant in mutants)


def test_every_mutant_differs_and_the_same_ones_are_drawn_again(project):
    first, again = sample_mutants(project, 5)[0], sample_mutants(project, 5)[0]
    assert first == again
    right = (project / "referee/core/small/tiny.py").read_text(encoding="utf-8")
    assert len({mutant.text for mutant in first} | {right}) == len(first) + 1


def test_tests_notice_what_they_test_and_nothing_else(project):
    verdicts, _ = hunt_mutants(project, 1000)
    untested = [v.killed for v in verdicts if "count - 1" in v.mutant.before]
    doubled = [v.killed for v in verdicts if v.mutant.operator.endswith("_Mul_Add")]
    assert untested
    assert not any(untested)
    assert doubled == [True] * len(doubled)
    assert (project / "referee/core/small/tiny.py").read_text(encoding="utf-8") == textwrap.dedent(
        MODULE
    )
    assert hunt_mutants(project, 1000)[0] == verdicts  # from its notes: no test is run again


def test_without_tests_there_is_nothing_to_measure(tmp_path):
    with pytest.raises(BadValue, match="source checkout"):
        hunt_mutants(tmp_path, 1)
