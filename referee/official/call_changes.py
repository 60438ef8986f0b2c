"""What differs between two judgements of the same frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.calls.call import Call

# Two calls about the same thing lie no further apart than this.
_TOGETHER_NS = 300_000_000


@dataclass(frozen=True, slots=True)
class CallChange:
    """A call that two judgements make differently, or that only one of them makes."""

    before: Call | None
    after: Call | None

    @property
    def t_ns(self) -> int:
        """When it happened."""
        call = self.before or self.after
        return 0 if call is None else call.t_ns


def call_changes(before: Sequence[Call], after: Sequence[Call]) -> tuple[CallChange, ...]:
    """The calls that differ, in the order of their times. A rule's id alone is no difference."""
    left = list(after)
    open_: list[Call] = []
    for call in before:
        same = next((other for other in left if _same(call, other)), None)
        if same is None:
            open_.append(call)
        else:
            left.remove(same)
    found: list[CallChange] = []
    for call in open_:
        near = [other for other in left if _together(call, other)]
        other = min(near, key=lambda each: abs(each.t_ns - call.t_ns), default=None)
        if other is not None:
            left.remove(other)
        found.append(CallChange(call, other))
    found += [CallChange(None, call) for call in left]
    return tuple(sorted(found, key=lambda change: change.t_ns))


def _same(one: Call, other: Call) -> bool:
    return (
        one.kind is other.kind
        and one.players == other.players
        and one.action is other.action
        and one.flagged == other.flagged
        and _together(one, other)
    )


def _together(one: Call, other: Call) -> bool:
    return abs(one.t_ns - other.t_ns) <= _TOGETHER_NS
