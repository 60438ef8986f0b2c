"""A book's settings as the page of house rules shows them, and what was typed, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.house_file import HouseValue, SectionKey
from referee.loaders.rulebooks import load_catalogue
from referee.rulebooks.house_settings import (
    HouseSetting,
    RuleDifference,
    differences,
    house_settings,
    shown_value,
)
from referee.rulebooks.rulebook import Rulebook
from referee.web.server.page_app import JsonValues

YES_NO = {"yes": True, "no": False}


@dataclass(frozen=True)
class TypedChanges:
    """What was typed: the values that fit, and a sentence for each of the others, by its path."""

    changes: dict[SectionKey, HouseValue] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)


def settings_json(book: Rulebook) -> list[JsonValues]:
    """Every setting of the book that is changed, group by group."""
    titles = {rule.id: rule.title for rule in load_catalogue(book.league)}
    return [_setting(each, titles) for each in house_settings(book)]


def typed_changes(book: Rulebook, typed: Mapping[str, str]) -> TypedChanges:
    """What was typed for settings of the book that is changed; a value as it has it is left out."""
    known = {each.path: each for each in house_settings(book)}
    found = TypedChanges()
    for path, words in typed.items():
        setting = known.get(path)
        if setting is None:
            found.wrong[path] = "This book has no such setting."
            continue
        try:
            value = _read(setting, words.strip())
        except BadValue as error:
            found.wrong[path] = f"Needs {error.allowed}."
            continue
        if value != setting.value:
            found.changes[setting.section, setting.key] = value
    return found


def differences_json(one: Rulebook, other: Rulebook) -> JsonValues:
    """Where two books differ, as `referee rules diff` says it."""
    return {
        "titles": [one.title, other.title],
        "rows": [_difference(each) for each in differences(one, other)],
    }


def kind_of(setting: HouseSetting) -> str:
    """Which control a setting has on the page."""
    declared = setting.setting
    if declared.words is not None:
        return "choice"
    if declared.yes_or_no:
        return "yes or no"
    return "dice" if declared.reads is not None else "number"


def _setting(of: HouseSetting, titles: Mapping[str, str]) -> JsonValues:
    declared, kind = of.setting, kind_of(of)
    words = list(YES_NO) if kind == "yes or no" else [str(word) for word in declared.words or ()]
    return {
        "path": of.path,
        "group": of.group,
        "says": of.sentence,
        "rule": of.rule,
        "about": titles.get(of.rule, ""),
        "kind": kind,
        "words": words,
        "bounds": [declared.low, declared.high] if kind == "number" else None,
        "value": None if of.value is None else shown_value(of.value),
    }


def _read(setting: HouseSetting, words: str) -> HouseValue:
    """The value that was typed, as the file would have it, checked as the file is."""
    kind = kind_of(setting)
    value: HouseValue = words
    if kind == "yes or no":
        value = YES_NO.get(words, words)
    elif kind == "number":
        value = _number(words)
    setting.setting.read(SettingsTable({setting.key: value}, ""), setting.key)
    return value


def _number(words: str) -> HouseValue:
    """A number with a comma or a point; words stay, to be complained about."""
    try:
        return float(words.replace(",", "."))
    except ValueError:
        return words


def _difference(of: RuleDifference) -> JsonValues:
    setting = of.setting
    sides = [_side(each) for each in (of.one, of.other)]
    return {
        "group": setting.group,
        "path": setting.path,
        "says": setting.sentence,
        "sides": sides,
    }


def _side(of: HouseSetting | None) -> JsonValues:
    if of is None or of.value is None:
        return {"value": shown_value(None), "rule": "", "house": False}
    return {"value": shown_value(of.value), "rule": of.rule, "house": of.house}
