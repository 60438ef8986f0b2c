"""Without Blender one sentence says how to get it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.errors import BadValue
from referee.lab.pathtrace.blender import SETTING, Blender


def test_a_python_that_is_not_there_is_named_with_the_way_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = tmp_path / "no-such-python"
    monkeypatch.setenv(SETTING, str(missing))
    with pytest.raises(BadValue, match="bpy") as error:
        Blender(tmp_path / "worker.py")
    assert error.value.value == str(missing)
