"""Settings and values as plain JSON data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path


def plain_json(value: object, digits: int | None = None) -> object:
    """Dataclasses, enums, mappings and tuples as what JSON knows; floats rounded if asked.

    >>> plain_json({"at": (1.23456, 2)}, digits=2)
    {'at': [1.23, 2]}
    """
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {f.name: plain_json(getattr(value, f.name), digits) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(plain_json(key)): plain_json(item, digits) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_json(item, digits) for item in value]
    if isinstance(value, float) and digits is not None:
        return round(value, digits) + 0.0
    return str(value) if isinstance(value, Path) else value
