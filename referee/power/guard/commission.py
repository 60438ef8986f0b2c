"""What a guard is sent out with: the board, its log, and whether it was just plugged in."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from referee.loaders.formats.json_table import json_table
from referee.power.ports import PortIdentity
from referee.power.relay_choice import MAX_TEXT, RelayChoice
from referee.power.relay_models import MAX_SENSE

MAX_PATH = 4096


@dataclass(frozen=True, slots=True)
class GuardCommission:
    """One guard's task."""

    choice: RelayChoice
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


def commission_in(line: bytes) -> GuardCommission:
    """The commission in a guard's first line."""
    table = json_table(line, "the commission", "one line of JSON", "the guard's first line")
    picked = table.table("choice")
    port = picked.table("port")
    keys = ("path", "usb", "serial", "place")
    choice = RelayChoice(
        picked.text("model", MAX_TEXT),
        PortIdentity(**{key: port.text(key, MAX_PATH, "", min_len=0) for key in keys}),
        picked.whole("relay", 1, 32),
        picked.whole("relays", 1, 32),
        picked.whole("sense_level", 0, MAX_SENSE),
    )
    log = table.text("log", MAX_PATH, "", min_len=0)
    commission = GuardCommission(choice, Path(log) if log else None, table.flag("just_plugged_in"))
    table.done()
    return commission
