"""Case files: one case, or a scene with several cases that each change a part of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from referee.cases.case import Case
from referee.cases.case_reader import CaseSources, case_of
from referee.cases.situation import Situation
from referee.cases.situation_reader import situation_of
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.bases import load_base
from referee.loaders.fields import load_field, read_field
from referee.loaders.formats.yaml import nearest_line, read_yaml
from referee.loaders.rulebooks import find_rule, load_rulebook
from referee.rulebooks.rulebook import Rulebook

# In these a case adds to the scene's, or changes it, player by player and key by key.
_MERGED = ("moves", "start", "fallen", "hidden", "bases")
_SITUATIONS = "situations"
_SITUATION_FILE = re.compile(rf"^{_SITUATIONS}:", re.MULTILINE)
C = TypeVar("C", Case, Situation)
_Maker = Callable[[str, SettingsTable, CaseSources], C]


def find_cases(paths: Iterable[Path]) -> list[Path]:
    """The case files named, and those in the folders named."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    return found


def read_cases(path: Path) -> list[Case]:
    """All cases of a file; what is wrong is said with file, line and key."""
    values, lines = read_yaml(path)
    if _SITUATIONS in values:
        return []
    return list(_each(path, values, lines, "cases", case_of))


def read_situations(path: Path) -> list[Situation]:
    """All situations of a file: cases without figures; a file of other cases has none."""
    if not _SITUATION_FILE.search(path.read_text(encoding="utf-8-sig")):
        return []
    values, lines = read_yaml(path)
    return list(_each(path, values, lines, _SITUATIONS, situation_of))


def _each(
    path: Path,
    values: dict[str, object],
    lines: Mapping[str, int],
    key: str,
    make: _Maker[C],
) -> Iterator[C]:
    parts = values.pop(key, None)
    folder = path.parent
    shelf = CaseSources(
        lambda word: _rulebook(word, folder), lambda word: _field(word, folder), load_base
    )
    if parts is None:
        yield _one(path, path.stem, values, shelf, lines, "", make)
        return
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise BadValue(key, type(parts).__name__, f"a list of {key}", str(path))
    for i, part in enumerate(parts):
        joined, name = _joined(values, part), f"{path.stem}-{i + 1}"
        yield _one(path, name, joined, shelf, lines, f"{key}[{i}]", make)


def _one(
    path: Path,
    name: str,
    values: dict[str, object],
    shelf: CaseSources,
    lines: Mapping[str, int],
    prefix: str,
    make: _Maker[C],
) -> C:
    try:
        case = make(name, SettingsTable(values, str(path)), shelf)
        _check_rules(case)
    except BadValue as error:
        inner = f"{prefix}.{error.key}" if prefix else error.key
        line = (
            nearest_line(lines, inner)
            if inner in lines
            else nearest_line(lines, error.key) or lines.get(prefix)
        )
        raise error.at(str(path) if line is None else f"{path}, line {line}") from None
    return case


def _check_rules(case: Case | Situation) -> None:
    for i, rule in enumerate(case.proves):
        try:
            find_rule(rule)
        except BadValue as error:
            raise BadValue(f"proves[{i}]", rule, error.allowed) from None


def _joined(scene: dict[str, object], part: dict[str, object]) -> dict[str, object]:
    joined = {**scene, **part}
    for key in _MERGED:
        whole, change = scene.get(key), part.get(key)
        if isinstance(whole, dict) and isinstance(change, dict):
            merged = {**whole, **change}
            # An empty value takes away what the scene has.
            joined[key] = {name: value for name, value in merged.items() if value is not None}
    return joined


def _rulebook(word: str, folder: Path) -> Rulebook:
    return load_rulebook(str(folder / word) if word.endswith(".toml") else word)


def _field(word: str, folder: Path) -> FieldProfile:
    return read_field(folder / word) if word.endswith(".toml") else load_field(word)
