"""A module of a command holds options and help; what the command does stands in apps or lab."""

from __future__ import annotations

import ast

import pytest

from tests.house import ROOT, modules

GROUPS = [path for path in modules(ROOT / "referee" / "cli") if path.parent.name != "cli"]
MOST_STATEMENTS = 7  # its docstring among them


def doings(source: str) -> list[str]:
    """Helpers of a module, and commands that do more than hand their options on."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            if node.name.startswith("_"):
                found.append(f"{node.name}: a helper")
            if len(node.body) > MOST_STATEMENTS:
                found.append(f"{node.name}: {len(node.body)} statements")
    return found


@pytest.mark.parametrize("path", GROUPS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_command_only_hands_its_options_on(path):
    assert doings(path.read_text(encoding="utf-8")) == []


def test_a_helper_and_a_long_command_are_found():
    long = "def command():\n" + "    x = 1\n" * (MOST_STATEMENTS + 1)
    assert doings(f"def _helper():\n    pass\n{long}") == [
        "_helper: a helper",
        f"command: {MOST_STATEMENTS + 1} statements",
    ]
