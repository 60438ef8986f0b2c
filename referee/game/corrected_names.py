"""Who is meant by the names in a journal, once a coach has put names right that were mixed up.

What was written stays as it was written; a `NamesCorrected` says of which entries it puts the names
right, and who reads them goes by that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.core.renaming import renamed
from referee.game.events import Event, NamesCorrected, Noted
from referee.game.journal import Journal


def names_of_entries(journal: Journal) -> Mapping[int, Mapping[str, str]]:
    """For the entries that were written with mixed-up names: who each name truly was."""
    found: dict[int, dict[str, str]] = {}
    for number, event in journal.standing():
        if not isinstance(event, NamesCorrected):
            continue
        truly = dict(zip(event.called, event.truly, strict=True))
        for entry in range(event.since + 1, number):
            before = found.get(entry, {})
            known = {name: truly.get(who, who) for name, who in before.items()}
            found[entry] = {**truly, **known}
    return found


def with_true_names(event: Event, names: Mapping[str, str]) -> Event:
    """The event with its players as they truly were."""
    if isinstance(event, NamesCorrected):
        return event
    if isinstance(event, Noted):
        return event.with_names(names)
    told = getattr(event, "told", None)
    return event if told is None else replace(event, told=renamed(told, names))
