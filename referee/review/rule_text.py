"""A rule in the project's own words: its title, and every number it sets in this rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.core.errors import BadValue
from referee.loaders.rulebooks import find_rule
from referee.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule: ``settings`` are what it sets, each with its value and whether the house changed it.

    ``title`` is empty for an id that no list knows.
    """

    id: str
    league: str
    title: str
    settings: tuple[tuple[str, str, bool], ...]


def rule_text(rule_id: str, rulebook: Rulebook) -> RuleText:
    """The text of a rule as this rulebook has it."""
    try:
        league, rule = find_rule(rule_id)
        title = rule.title
    except BadValue:
        league = title = ""
    settings = tuple(
        (setting.says, _value(ruled.value), ruled.house)
        for _, _, setting, ruled in rulebook.settings()
        if ruled.rule == rule_id
    )
    return RuleText(rule_id, league, title, settings)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value.value if isinstance(value, Enum) else getattr(value, "value", value))
