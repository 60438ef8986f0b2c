"""Measures that are possible but unusual: what a person who typed a wrong digit wants to hear."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.field.field_profile import END_ZONE_YD, FieldProfile

_MIRROR_MM = 4.0
_END_ZONE_SLACK_YD = 1.0
_SCALES = (0.8, 1.4)
_HASH_YD = (15.0, 25.0)
_MIRRORED = (
    ("near_hash_y_mm", "far_hash_y_mm"),
    ("near_numbers_outer_y_mm", "far_numbers_outer_y_mm"),
    ("near_numbers_inner_y_mm", "far_numbers_inner_y_mm"),
)


def field_doubts(field: FieldProfile) -> tuple[str, ...]:
    """One sentence for each measure worth measuring again."""
    return (*_end_zones(field), *_mirrors(field), *_scales(field), *_hashes(field))


def _end_zones(field: FieldProfile) -> Iterator[str]:
    for key in ("left_end_zone_mm", "right_end_zone_mm"):
        yards = getattr(field, key) / field.length_mm_per_yd
        if abs(yards - END_ZONE_YD) > _END_ZONE_SLACK_YD:
            yield f"{key} is {yards:.1f} yards of this field; most end zones are {END_ZONE_YD:g}."


def _mirrors(field: FieldProfile) -> Iterator[str]:
    for near_key, far_key in _MIRRORED:
        near, far = getattr(field, near_key), field.width_mm - getattr(field, far_key)
        if abs(near - far) > _MIRROR_MM:
            yield (
                f"{near_key} is {near:.1f} mm from its sideline but {far_key} is {far:.1f} mm "
                "from the other; most boards are printed alike on both sides."
            )


def _scales(field: FieldProfile) -> Iterator[str]:
    ratio = field.width_mm_per_yd / field.length_mm_per_yd
    if not _SCALES[0] <= ratio <= _SCALES[1]:
        yield (
            f"a yard across the field is {ratio:.2f} times a yard along it, most boards have "
            f"{_SCALES[0]:g} to {_SCALES[1]:g}: check goal_to_goal_mm and width_mm."
        )


def _hashes(field: FieldProfile) -> Iterator[str]:
    yards = field.near_hash_y_mm / field.width_mm_per_yd
    if not _HASH_YD[0] <= yards <= _HASH_YD[1]:
        yield (
            f"near_hash_y_mm is {yards:.1f} yards from its sideline; "
            f"hash marks are printed {_HASH_YD[0]:g} to {_HASH_YD[1]:g} yards in."
        )
