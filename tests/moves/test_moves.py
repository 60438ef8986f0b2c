"""The map of the great move names modules that exist."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOVES = tomllib.loads((ROOT / "tests/moves/moves.toml").read_text(encoding="utf-8"))


def there(module: str) -> bool:
    path = ROOT / "referee" / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def test_every_module_of_the_map_is_where_the_map_says():
    assert [new for new in MOVES["modules"].values() if not there(new)] == []


def test_what_was_merged_is_gone():
    assert [new for new in MOVES["merged"].values() if there(new)] == []
