"""Every number and choice of a rulebook that a house may change, and how two books differ in them.

Settings, the numbers of kicks and the yards of fouls, each with its rule's id. `differences` adds
who holds the switch in each step of a play, which no house changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.core.settings.ruled import RuleSetting, number, settings_of
from referee.rulebooks.kicks.kick_rules import KickRules
from referee.rulebooks.rulebook import MOST_FOUL_YARDS, Rulebook

KICKS, FOULS, STEPS = "kicks", "fouls", "steps"
# What the groups are called, in the order in which people look for them.
GROUPS = {
    "series": "Downs and yards to gain",
    "points": "Points",
    "quarters": "Quarters and plays",
    "tries": "Tries after a touchdown",
    "pregame": "Before the game",
    "overtime": "Overtime",
    "timeouts": "Timeouts",
    "clocks": "Clocks",
    "challenges": "Challenges",
    "disputes": "Calls that nobody can settle",
    "placing": "Where the ball is put",
    "tackle": "Tackles",
    "touch": "Touches that may end a play",
    "sack": "Sacks",
    "progress": "Forward progress",
    "fall": "Carriers who fall",
    "loose": "Loose balls",
    "bounds": "Out of bounds",
    "goal": "Goal lines",
    "gain": "The line to gain",
    "order": "A score and a tackle at once",
    "engagement": "Who is engaged",
    "stops": "Stops on the way",
    "pulse": "How long power stays on",
    "pivots": "Turns at a stop",
    "snap": "The snap",
    "gain_limit": "Gains that are cut back",
    "scramble": "Scrambles",
    "passes": "Passes",
    "sticks": "Passing sticks",
    "throw": "The passing figure's ball",
    "drop": "The passer's drop",
    "pitch": "Hand-offs and pitches",
    "line_up": "The offense before the snap",
    "alignment": "The defense before the snap",
    "dice": "Dice",
    "penalties": "Penalties",
    "broken_off": "Plays that are broken off",
    FOULS: "Yards of fouls",
}
_ORDER = {section: place for place, section in enumerate(GROUPS)}
_STEPS_TITLE = "Who holds the switch"


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """One number or choice as a book has it: None, the book goes without it.

    ``section`` and ``key`` are where a house's file would say it otherwise; ``house``: one did.
    """

    section: str
    key: str
    setting: RuleSetting
    value: object
    rule: str
    house: bool = False

    @property
    def path(self) -> str:
        """Section and key, as `referee rules show` prints them."""
        return f"{self.section}.{self.key}"

    @property
    def group(self) -> str:
        """What its section is called."""
        if self.section == STEPS:
            return _STEPS_TITLE
        kind, _, kick = self.section.partition(".")
        return f"Kicks: {kick}" if kind == KICKS else GROUPS.get(self.section, self.section)

    @property
    def sentence(self) -> str:
        """What it settles, as a sentence; of a yes or no, what is so if the answer is yes."""
        words = self.setting.says.removeprefix("whether ")
        return f"{words[0].upper()}{words[1:]}."


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A setting in which two books differ; None: that book goes without it."""

    one: HouseSetting | None
    other: HouseSetting | None

    @property
    def setting(self) -> HouseSetting:
        """What it is about: that of the book that has it."""
        found = self.one or self.other
        assert found is not None  # noqa: S101 - one of them has it
        return found


def shown_value(value: object) -> str:
    """A value as people read it."""
    match value:
        case None:
            return "not in this book"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def house_settings(book: Rulebook) -> tuple[HouseSetting, ...]:
    """Everything that a house may change of a book, group by group."""
    plain = [
        HouseSetting(section, key, setting, _plain(ruled.value), ruled.rule, ruled.house)
        for section, key, setting, ruled in book.settings()
    ]
    plain.sort(key=lambda each: _ORDER.get(each.section, len(_ORDER)))
    return (*plain, *_fouls(book), *_kicks(book))


def differences(one: Rulebook, other: Rulebook) -> tuple[RuleDifference, ...]:
    """Where two books differ in a value, in the order of the groups; ids alone do not differ."""
    ours = {each.path: each for each in _compared(one)}
    theirs = {each.path: each for each in _compared(other)}
    pairs = (RuleDifference(ours.get(path), theirs.get(path)) for path in {**ours, **theirs})
    return tuple(each for each in pairs if _value(each.one) != _value(each.other))


def _compared(book: Rulebook) -> Iterator[HouseSetting]:
    for row in book.procedure.rows:
        holds = RuleSetting(f"who holds the switch in the step “{row.step.value}” of a play")
        yield HouseSetting(STEPS, row.step.value, holds, row.holder.value, row.rule)
    yield from house_settings(book)


def _value(of: HouseSetting | None) -> object:
    return None if of is None else of.value


def _fouls(book: Rulebook) -> Iterator[HouseSetting]:
    for row in book.game.fouls:
        says = number(0.0, MOST_FOUL_YARDS, f"yards for {row.name}")
        yield HouseSetting(FOULS, row.name, says, row.yards, row.rule, row.house)


def _kicks(book: Rulebook) -> Iterator[HouseSetting]:
    for name, kick in book.kicks.kicks.items():
        section = f"{KICKS}.{name.value}"
        for key, setting in settings_of(KickRules):
            ruled = getattr(kick.rules, key)
            if ruled is None:
                yield HouseSetting(section, key, setting, None, kick.rule)
                continue
            yield HouseSetting(section, key, setting, _plain(ruled.value), ruled.rule, ruled.house)


def _plain(value: object) -> object:
    """A word or a roll as it is written."""
    return getattr(value, "value", value)
