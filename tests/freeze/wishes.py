"""What a page may wish: each wish with the answer, and with what a night in step makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.freeze import inputs
from tests.freeze.canonical import rows
from tests.freeze.fixed import Items

# Seconds of the game at which every wish is made: between plays, and while figures move.
_AT_S = (6.0, 13.0, 21.0)
_PLAIN = ("ready", "wait", "stop", "clear", "decline", "names are right", "undo")
_SAID: tuple[dict[str, Any], ...] = (
    {"what": "named", "play": "run", "carrier": "H22"},
    {"what": "named", "play": "sweep"},
    {"what": "aimed", "receiver": "H88", "target": {"x_mm": 400.0, "y_mm": 100.0}},
    {"what": "aimed", "passer": "H12", "stick": "red", "backward": True},
    {"what": "taken up"},
    {"what": "handed", "to": "H40"},
    {"what": "pitched", "to": "H40"},
    {"what": "lateraled", "to": "H40"},
    {"what": "thrown", "to": "H88", "hit": "A24"},
    {"what": "thrown", "to": "H88", "hit": "board"},
    {"what": "ball lies", "at": {"x_mm": 400.0, "y_mm": 100.0}},
    {"what": "ball lies"},
    {"what": "rolled", "roll": "recovery", "pips": [3, 4], "team": "home"},
    {"what": "answered", "to": "touchback", "answer": "yes"},
    {"what": "put", "phase": "run", "carrier": "H22"},
    {"what": "put", "period": "return", "team": "away"},
    {"what": "handed", "to": "H99"},
)
_ENTERED: tuple[dict[str, Any], ...] = (
    {"what": "started", "rulebook": "efhl", "kicks": "home", "home_plays": "left"},
    {"what": "series", "team": "away", "at": {"x_mm": 200.0, "y_mm": 100.0}, "play": "punt"},
    {"what": "series", "team": "away", "at": {"x_mm": 9999.0, "y_mm": 100.0}},
    {"what": "play", "how": "tackle", "team": "home", "at": {"x_mm": 300.0, "y_mm": 99.0}},
    {"what": "scored", "how": "touchdown", "team": "home"},
    {"what": "scored", "how": "field goal", "team": "home"},
    {"what": "no good", "team": "home", "kicked": True},
    {"what": "again"},
    {"what": "quarter"},
    {"what": "note", "words": "a new ball"},
)
_MORE: tuple[dict[str, Any], ...] = (
    {"do": "by itself", "wanted": True},
    {"do": "stop", "by": "defense"},
    {"do": "overturn", "entry": 2, "why": "seen otherwise"},
    {"do": "overturn", "entry": 999, "why": "seen otherwise"},
    {"do": "overturn", "entry": 3, "why": "it counts", "instead": _ENTERED[4]},
    {"do": "swap", "first": "H22", "second": "H40"},
    {"do": "answer", "doubt": 1, "standing": ["H22"]},
    {"do": "correct", "role": "center", "player": "H54"},
    {"do": "penalty", "team": "home", "yards": 5.0},
    {"do": "note", "words": "offside"},
    {"do": "not meant", "number": 1},
    {"do": "take", "kind": "take penalty", "since": 1},
    {"do": "dance"},
    {"do": "off"},
    {"do": "clear"},
)
_SPOKEN = ("stop", "ready", "run", "pass to eighty eight", "touchdown", "undo", "hocus pocus")


def _asked() -> Iterator[tuple[str, Any]]:
    """Every wish with its route."""
    yield from (("/wish", {"do": word}) for word in _PLAIN)
    yield from (("/wish", {"do": "say", "said": words}) for words in _SAID)
    yield from (("/wish", {"do": "enter", "event": event}) for event in _ENTERED)
    yield from (("/wish", wish) for wish in _MORE)
    yield from (("/spoken", {"words": words, "certainty": 0.9}) for words in _SPOKEN)


def noted(page: Any, desk: inputs.StillDesk) -> Iterator[Any]:
    """Each wish of a page with the answer, and what was handed to the night."""
    for path, body in _asked():
        desk.wished.clear()
        answer = page.post(path, json=body)
        yield [path, body, answer.status_code, _detail(answer), list(desk.wished)]


def _detail(answer: Any) -> Any:
    """The answer; of a form that was refused, where it is wrong."""
    told = answer.json()
    if isinstance(told.get("detail"), list):
        return [[each["loc"], each["type"]] for each in told["detail"]]
    return told


def unpaired(page: Any) -> Iterator[Any]:
    """What a page that is not paired, or another site's, may not."""
    for path, body in (("/wish", {"do": "ready"}), ("/wish", {"do": "off"}), ("/pair", {})):
        answer = page.post(path, json=body, headers={"x-referee-token": "another"})
        yield [path, body, answer.status_code, answer.json()]
        answer = page.post(path, json=body, headers={"origin": "http://elsewhere.example"})
        yield [path, body, answer.status_code, answer.text]


def wishes(folder: Path, book: str) -> Items:
    """Every wish at some instants of a game, each with the answer and the moment after it."""
    del folder  # nothing is kept
    found: Items = {}
    for at_s in _AT_S:
        desk = inputs.SteppedDesk(book, seed=1, at_s=at_s)
        with inputs.page_of(inputs.wishing_app(desk)) as page:
            found[f"wishes/{book}/at-{at_s:g}-s"] = rows(_obeyed(page, desk))
    return found


def _obeyed(page: Any, desk: inputs.SteppedDesk) -> Iterator[Any]:
    yield [desk.moment()]
    before = desk.moment()
    for path, body in _asked():
        answer = page.post(path, json=body)
        now = desk.moment()
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        yield [path, body, answer.status_code, _detail(answer), changed]
        before = now
