"""What a guard is sent out with: the board, its log, and whether it was just plugged in."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from referee.files.json_table import json_table
from referee.power.choice import MAX_TEXT, Choice
from referee.power.models import MAX_SENSE
from referee.power.ports import Identity

MAX_PATH = 4096


@dataclass(frozen=True, slots=True)
class Commission:
    """One guard's task."""

    choice: Choice
    log: Path | None = None
    just_plugged_in: bool = False

    def line(self) -> bytes:
        """As the guard's first line."""
        content = {
            "choice": dataclasses.asdict(self.choice),
            "log": str(self.log) if self.log else "",
            "just_plugged_in": self.just_plugged_in,
        }
        return json.dumps(content).encode() + b"\n"


def commission_in(line: bytes) -> Commission:
    """The commission in a guard's first line."""
    table = json_table(line, "the commission", "one line of JSON", "the guard's first line")
    picked = table.table("choice")
    port = picked.table("port")
    keys = ("path", "usb", "serial", "place")
    choice = Choice(
        picked.text("model", MAX_TEXT),
        Identity(**{key: port.text(key, MAX_PATH, "", min_len=0) for key in keys}),
        picked.whole("relay", 1, 32),
        picked.whole("relays", 1, 32),
        picked.whole("sense_level", 0, MAX_SENSE),
    )
    log = table.text("log", MAX_PATH, "", min_len=0)
    commission = Commission(choice, Path(log) if log else None, table.flag("just_plugged_in"))
    table.done()
    return commission
