"""Every rule of a rulebook by its id: in our short words, and what the referee does about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.settings.ruled import RULE_ID
from referee.core.settings.settings_table import SettingsTable


class RuleTreatment(StrEnum):
    """How the referee treats a rule."""

    DECIDES = "decides"
    CHECKS = "checks"
    ASKS = "asks"
    ROLLS = "rolls"
    RECORDS = "records"
    LEAVES = "leaves to coaches"  # no module does it yet: people apply it and enter the outcome
    NOTHING = "nothing"


_WITHOUT_MODULES = frozenset({RuleTreatment.LEAVES, RuleTreatment.NOTHING})
_NONE_FOR = " and ".join(
    f"“{each.value}”" for each in (RuleTreatment.LEAVES, RuleTreatment.NOTHING)
)


class RuleStatus(StrEnum):
    """How far that stands, as the list says; `coverage` computes what of it is proved."""

    STANDS = "stands"
    PARTLY = "partly"
    NOT_YET = "not yet"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``by`` are the modules that do it, ``left`` is the part that none does yet,
    ``why`` is why there is nothing to do.

    What the referee decides, checks, asks, rolls or records has modules; the rest has none.
    """

    id: str
    title: str
    kind: str
    phase: str
    does: RuleTreatment
    by: tuple[str, ...] = ()
    left: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        if not RULE_ID.fullmatch(self.id):
            raise BadValue("id", self.id, "the id of a rule, such as HEFL-TKL-01")
        if (self.does is RuleTreatment.NOTHING) != bool(self.why):
            raise BadValue("why", self.why, "a reason for a rule that asks nothing, else none")
        if bool(self.by) == (self.does in _WITHOUT_MODULES):
            raise BadValue("by", ", ".join(self.by), f"modules, except for {_NONE_FOR}")
        if self.left and not self.by:
            raise BadValue("left", self.left, "something only where part of the rule is done")

    @property
    def status(self) -> RuleStatus:
        """How far the referee's part in it stands."""
        if self.does is RuleTreatment.NOTHING:
            return RuleStatus.NOT_APPLICABLE
        if self.does is RuleTreatment.LEAVES:
            return RuleStatus.NOT_YET
        return RuleStatus.PARTLY if self.left else RuleStatus.STANDS


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All rules of one league, in its order."""

    league: str
    rules: tuple[Rule, ...]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)


def catalogue_of(league: str, table: SettingsTable) -> Catalogue:
    """The rules in a table, a line for each id."""
    return Catalogue(league, tuple(_rule(rule_id, table.table(rule_id)) for rule_id in table.keys))


def _rule(rule_id: str, table: SettingsTable) -> Rule:
    try:
        rule = Rule(
            id=rule_id,
            title=table.text("title", 100),
            kind=table.text("kind", 20),
            phase=table.text("phase", 20),
            does=table.choice("does", list(RuleTreatment)),
            by=tuple(table.text("by", 120).split(", ")) if "by" in table else (),
            left=table.text("left", 120) if "left" in table else "",
            why=table.text("why", 120) if "why" in table else "",
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None
    table.done()
    return rule
