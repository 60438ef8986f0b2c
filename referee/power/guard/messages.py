"""What the program and the guard say to each other: one line of JSON each."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum

from referee.loaders.formats.json_table import json_table
from referee.power.events import MAX_NS, PowerEvent
from referee.power.switch import PowerCause

MAX_WORDS = 300


class GuardVerb(StrEnum):
    """What the program may ask."""

    BEAT = "beat"
    ON = "on"
    PULSE = "pulse"
    OFF = "off"
    PANIC = "panic"
    CLEAR = "clear"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class GuardOrder:
    """An order counts from its own instant, so one that was stuck somewhere is known to be old."""

    number: int
    verb: GuardVerb
    t_ns: int
    for_ns: int = 0


@dataclass(frozen=True, slots=True)
class GuardReport:
    """How everything stands, said often; ``obeyed`` is the number of the last order taken."""

    t_ns: int
    obeyed: int
    linked: bool
    ready: bool
    closed: bool
    cause: PowerCause
    since_ns: int
    until_ns: int | None = None
    fault: str = ""
    trouble: str = ""
    about: str = ""
    answers: bool = False
    offset_ns: int | None = None
    within_ns: int = 0
    drift_ppm: float = 0.0
    round_trip_ns: int = 0
    lacks: tuple[str, ...] = ()


def message_line(message: GuardOrder | GuardReport | PowerEvent) -> bytes:
    """One line, with its end."""
    match message:
        case GuardOrder(number, verb, t_ns, for_ns):
            content: dict[str, object] = {
                "order": number,
                "verb": verb.value,
                "t_ns": t_ns,
                "for_ns": for_ns,
            }
        case GuardReport():
            content = {"standing": asdict(message)}
        case PowerEvent():
            content = {"event": message.to_json()}
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def order_in(line: bytes) -> GuardOrder:
    """The order in a line, or a `BadValue`."""
    table = json_table(line, "the order", "one line of JSON", "the order")
    order = GuardOrder(
        table.whole("order", 0, MAX_NS),
        table.choice("verb", list(GuardVerb)),
        table.whole("t_ns", 0, MAX_NS),
        table.whole("for_ns", 0, MAX_NS, 0),
    )
    table.done()
    return order


def report_in(line: bytes) -> GuardReport | PowerEvent:
    """What the guard says, or a `BadValue`."""
    table = json_table(line, "the guard's report", "one line of JSON", "the guard's report")
    if "event" in table:
        return PowerEvent.from_table(table.table("event"))
    row = table.table("standing")
    until = row.raw("until_ns")
    offset = row.raw("offset_ns")
    lacks = row.raw("lacks")
    return GuardReport(
        t_ns=row.whole("t_ns", 0, MAX_NS),
        obeyed=row.whole("obeyed", 0, MAX_NS),
        linked=row.flag("linked"),
        ready=row.flag("ready"),
        closed=row.flag("closed"),
        cause=row.choice("cause", list(PowerCause)),
        since_ns=row.whole("since_ns", 0, MAX_NS),
        until_ns=None if until is None else row.whole("until_ns", 0, MAX_NS),
        fault=row.text("fault", MAX_WORDS, min_len=0),
        trouble=row.text("trouble", MAX_WORDS, min_len=0),
        about=row.text("about", MAX_WORDS, min_len=0),
        answers=row.flag("answers"),
        offset_ns=None if offset is None else row.whole("offset_ns", -MAX_NS, MAX_NS),
        within_ns=row.whole("within_ns", 0, MAX_NS),
        drift_ppm=row.number("drift_ppm", -1e6, 1e6),
        round_trip_ns=row.whole("round_trip_ns", 0, MAX_NS),
        lacks=tuple(str(word)[:MAX_WORDS] for word in lacks) if isinstance(lacks, list) else (),
    )
