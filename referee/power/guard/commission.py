"""What a guard is started with: the board, its log, and whether the board was just plugged in."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from referee.loaders.formats.json_table import json_table
from referee.power.guard.own_scope import in_own_scope
from referee.power.relay_choice import MAX_TEXT, RelayChoice, choice_in


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
    choice = choice_in(table.table("choice"))
    log = table.text("log", MAX_TEXT, "", min_len=0)
    commission = GuardCommission(choice, Path(log) if log else None, table.flag("just_plugged_in"))
    table.done()
    return commission


def start_guard(commission: GuardCommission) -> subprocess.Popen[bytes]:
    """The process of a guard: its pipes are its own, and no key of the keyboard ends it."""
    flags = getattr(subprocess, "ABOVE_NORMAL_PRIORITY_CLASS", 0)
    flags |= getattr(subprocess, "CREATE_NO_WINDOW", 0)
    flags |= getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    guard = subprocess.Popen(  # noqa: S603 - our own words
        in_own_scope([sys.executable, "-P", "-m", "referee.power.guard"]),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        creationflags=flags,
        start_new_session=True,
    )
    if guard.stdin:
        guard.stdin.write(commission.line())
        guard.stdin.flush()
    return guard
