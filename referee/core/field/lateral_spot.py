"""Where across the field the ball is put: hash marks, the middle, or where it lies.

Rulebooks differ in which of these they use; the geometry is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from referee.core.field.field_profile import FieldProfile


class LateralRule(StrEnum):
    """The ways a rulebook may set the ball across the field."""

    AS_IT_LIES = "as it lies"
    HASH_OR_AS_IT_LIES = "hash if outside the hashes, else as it lies"
    HASH_OR_MIDDLE = "hash if outside the hashes, else the middle"
    NEAREST_HASH = "nearest hash"
    NEAR_HASH = "near hash"
    MIDDLE = "middle"
    FAR_HASH = "far hash"


def middle_y_mm(field: FieldProfile) -> float:
    """The line from goal to goal, midway between the hashes."""
    return (field.near_hash_y_mm + field.far_hash_y_mm) / 2


def nearest_hash_y_mm(field: FieldProfile, y_mm: float) -> float:
    """The hash nearer to a place; from the exact middle, the near one."""
    near = y_mm <= middle_y_mm(field)
    return field.near_hash_y_mm if near else field.far_hash_y_mm


def strictly_between_hashes(field: FieldProfile, y_mm: float) -> bool:
    """Whether a place lies between the hashes; on a hash is not between."""
    return field.near_hash_y_mm < y_mm < field.far_hash_y_mm


def lateral_spot_y_mm(field: FieldProfile, y_mm: float, rule: LateralRule) -> float:
    """Where across the field the ball goes when it became dead at ``y_mm``."""
    return _SPOTS[rule](field, y_mm)


def _hash_or(inside: Callable[[FieldProfile, float], float]) -> Callable[..., float]:
    def spot(field: FieldProfile, y_mm: float) -> float:
        if strictly_between_hashes(field, y_mm):
            return inside(field, y_mm)
        return nearest_hash_y_mm(field, y_mm)

    return spot


_SPOTS: Mapping[LateralRule, Callable[[FieldProfile, float], float]] = {
    LateralRule.AS_IT_LIES: lambda _, y_mm: y_mm,
    LateralRule.HASH_OR_AS_IT_LIES: _hash_or(lambda _, y_mm: y_mm),
    LateralRule.HASH_OR_MIDDLE: _hash_or(lambda field, _: middle_y_mm(field)),
    LateralRule.NEAREST_HASH: nearest_hash_y_mm,
    LateralRule.NEAR_HASH: lambda field, _: field.near_hash_y_mm,
    LateralRule.MIDDLE: lambda field, _: middle_y_mm(field),
    LateralRule.FAR_HASH: lambda field, _: field.far_hash_y_mm,
}
