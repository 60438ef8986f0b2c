"""What a person's word about names has changed: which base is called otherwise from now on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NamesPutRight:
    """``truly``: for each name that was on a wrong base, who stands there in truth.

    ``new_line_up``: the figures were set up anew since the last power run, so that the names were
    mixed up just now and not in a play.
    """

    truly: Mapping[str, str] = field(default_factory=dict)
    new_line_up: bool = False
