"""Calls as lines of JSON, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.doubts import Doubt
from referee.calls.episode import Episode
from referee.calls.frame import FARTHEST_MM
from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_text
from referee.record.json_lines import file_header, json_line

VERSION = 1
_DIGITS = 4
_EVER_NS = 2**62


def call_values(call: Call) -> dict[str, object]:
    """One call, its keys in a fixed order."""
    spot = call.spot
    return {
        "t_ns": call.t_ns,
        "sigma_ns": call.sigma_ns,
        "kind": call.kind.value,
        "rule": call.rule,
        "certainty": round(call.certainty, 6),
        "gap_mm": _rounded(call.gap_mm),
        "sigma_mm": _rounded(call.sigma_mm),
        "players": list(call.players),
        "spot": None
        if spot is None
        else {
            "x_mm": _rounded(spot.x_mm),
            "y_mm": _rounded(spot.y_mm),
            "sigma_mm": _rounded(spot.sigma_mm),
        },
        "action": call.action.value,
        "flag": list(call.flag),
        "frames": list(call.frames),
    }


def call_of(values: Mapping[str, object], where: str) -> Call:
    """The call of such values, checked; keys of others beside them are left alone.

    ``episode`` is a text that a game's record keeps besides; without it the call is its own.
    """
    table = SettingsTable(values, where)
    t_ns = table.whole("t_ns", 0, _EVER_NS)
    kind = table.choice("kind", list(CallKind))
    players = tuple(_texts(table, "players"))
    alone = f"{kind}:{t_ns}:{players}"
    try:
        return Call(
            t_ns,
            table.whole("sigma_ns", 0, _EVER_NS),
            kind,
            table.text("rule", 40, min_len=0),
            table.number("certainty", 0.0, 1.0),
            table.choice("action", list(CallAction)),
            players,
            _number(table, "gap_mm"),
            _number(table, "sigma_mm"),
            _spot(table),
            tuple(Doubt.read(text) for text in _texts(table, "flag")),
            tuple(int(each) for each in _list(table, "frames") if isinstance(each, int)),
            Episode.read(table.text("episode", 200) if "episode" in table else alone),
        )
    except BadValue as error:
        raise error if error.where else table.owning(error) from None


def calls_header(field: str, rulebook: str) -> dict[str, object]:
    """The values of the first line of a calls file."""
    return file_header("calls", VERSION, field=field, rulebook=rulebook)


def call_lines(calls: Iterable[Call], field: str, rulebook: str) -> list[str]:
    """The header and a line for each call, each with its end; the same calls, the same lines."""
    return [json_line(row) for row in (calls_header(field, rulebook), *map(call_values, calls))]


def write_calls(path: Path, calls: Iterable[Call], field: str, rulebook: str) -> None:
    """A calls file, whole or not at all."""
    write_text(path, "".join(call_lines(calls, field, rulebook)))


def _spot(table: SettingsTable) -> BallSpot | None:
    if table.raw("spot") is None:
        return None
    spot = table.table("spot")
    x_mm, y_mm, sigma_mm = (
        spot.number(key, -FARTHEST_MM, FARTHEST_MM) for key in ("x_mm", "y_mm", "sigma_mm")
    )
    return BallSpot(x_mm, y_mm, sigma_mm)


def _number(table: SettingsTable, key: str) -> float | None:
    return None if table.raw(key) is None else table.number(key, -FARTHEST_MM, FARTHEST_MM)


def _list(table: SettingsTable, key: str) -> list[object]:
    value = table.raw(key)
    if not isinstance(value, list):
        raise table.error(key, value, "a list")
    return value


def _texts(table: SettingsTable, key: str) -> Iterator[str]:
    for each in _list(table, key):
        if not isinstance(each, str):
            raise table.error(key, each, "a list of words")
        yield each


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS) + 0.0
