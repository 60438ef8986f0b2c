"""Which board was picked: asked once, kept in a small file, never guessed."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.toml import read_toml
from referee.power.ports import PortIdentity
from referee.power.power_device import PowerDevice
from referee.power.relay_models import MAX_SENSE, MODELS, RelayModel, find_model

MAX_TEXT = 4096  # characters; a path may be so long
_PORT_KEYS = ("path", "usb", "serial", "place")


@dataclass(frozen=True, slots=True)
class RelayChoice:
    """A model, one of its relays, and the port it is known again by.

    ``sense_level`` is the swing of the vibration input (1 to 1023 counts) that counts as shaking;
    0 if none is fitted.
    """

    model: str
    port: PortIdentity
    relay: int = 1
    relays: int = 1
    sense_level: int = 0

    @property
    def kind(self) -> RelayModel:
        """The picked model."""
        return find_model(self.model)

    def device(self) -> PowerDevice:
        """A fresh conversation with the picked board."""
        return self.kind.device(self.relay, self.relays, self.sense_level)


def relay_choice_file() -> Path:
    """Where the choice of this person is kept."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "referee" / "power.toml"


def read_choice(path: Path) -> RelayChoice:
    """The choice in a file."""
    if not path.exists():
        allowed = "a chosen board; run: referee power choose"
        raise BadValue("the power switch", PlainWord("not chosen yet"), allowed, str(path))
    table = read_toml(path)
    choice = choice_in(table)
    table.done()
    port = choice.port
    if not port.path and not (port.usb and (port.serial or port.place)):
        words = "a path, or usb with serial or place"
        raise table.table("port").error("path", PlainWord("missing"), words)
    try:
        choice.device()
    except BadValue as error:
        raise table.owning(error) from None
    return choice


def choice_in(table: SettingsTable) -> RelayChoice:
    """The choice that a table holds, in a file or in a guard's first line."""
    port = table.table("port")
    return RelayChoice(
        table.choice("model", list(MODELS)),
        PortIdentity(**{key: port.text(key, MAX_TEXT, "", min_len=0) for key in _PORT_KEYS}),
        table.whole("relay", 1, 32, 1),
        table.whole("relays", 1, 32, 1),
        table.whole("sense_level", 0, MAX_SENSE, 0),
    )


def write_choice(path: Path, choice: RelayChoice) -> None:
    """Keep a choice, whole or not at all."""
    named = {key: getattr(choice.port, key) for key in _PORT_KEYS}
    lines = [
        "# The board in the power lead. Written by: referee power choose",
        f'model = "{choice.model}"',
        f"relay = {choice.relay}",
        f"relays = {choice.relays}",
        f"sense_level = {choice.sense_level}",
        "",
        "[port]",
        *(f"{key} = {_quoted(value)}" for key, value in named.items() if value),
        "",
    ]
    write_text(path, "\n".join(lines))


def _quoted(text: str) -> str:
    """TOML's way of writing any text on one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'
