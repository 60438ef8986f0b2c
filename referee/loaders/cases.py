"""Case files: one case, or a scene with several cases that each change a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from referee.cases.case import Case
from referee.cases.case_reader import CaseSources, case_of
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


def find_cases(paths: Iterable[Path]) -> list[Path]:
    """The case files named, and those in the folders named."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    return found


def read_cases(path: Path) -> list[Case]:
    """All cases of a file; what is wrong is said with file, line and key."""
    values, lines = read_yaml(path)
    parts = values.pop("cases", None)
    folder = path.parent
    shelf = CaseSources(
        lambda word: _rulebook(word, folder), lambda word: _field(word, folder), load_base
    )
    if parts is None:
        return [_case(path, path.stem, values, shelf, lines, "")]
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise BadValue("cases", type(parts).__name__, "a list of cases", str(path))
    return [
        _case(path, f"{path.stem}-{i + 1}", _joined(values, part), shelf, lines, f"cases[{i}]")
        for i, part in enumerate(parts)
    ]


def _case(
    path: Path,
    name: str,
    values: dict[str, object],
    shelf: CaseSources,
    lines: Mapping[str, int],
    prefix: str,
) -> Case:
    try:
        case = case_of(name, SettingsTable(values, str(path)), shelf)
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


def _check_rules(case: Case) -> None:
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
