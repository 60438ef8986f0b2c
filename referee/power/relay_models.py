"""The boards that can be picked: what each is called, how it talks, what it can do."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.core.errors import BadValue
from referee.power.boards.bytewise import Devantech, Hw667, IcStation
from referee.power.boards.device import BoughtDevice
from referee.power.boards.dialect import Dialect
from referee.power.boards.kmtronic import KmTronic
from referee.power.boards.lcus import NewLcus, OldLcus
from referee.power.boards.modbus import FlashingModbus, ModbusRtu, SainSmart16
from referee.power.boards.numato import Numato
from referee.power.capabilities import Capabilities
from referee.power.efl.device import BAUD as EFL_BAUD
from referee.power.efl.device import EflDevice
from referee.power.power_device import BITS_PER_BYTE, PowerDevice

OWN_MODEL = "referee"
MAX_SENSE = 1023


@dataclass(frozen=True, slots=True)
class RelayModel:
    """One kind of board. ``usb`` names the USB chips it is sold with, as vendor:product."""

    name: str
    title: str
    baud: int
    relays: int
    usb: tuple[str, ...]
    caps: Capabilities
    dialect: Callable[..., Dialect] | None
    notes: str = ""
    must_wake: bool = False

    def device(self, relay: int = 1, relays: int = 1, sense_level: int = 0) -> PowerDevice:
        """A fresh conversation with relay number ``relay`` of a board that has ``relays``."""
        if sense_level and not (self.caps.sense and 1 <= sense_level <= MAX_SENSE):
            allowed = f"0, or 1 to {MAX_SENSE} on our own board"
            raise BadValue("sense_level", sense_level, allowed)
        if not 1 <= relay <= self.relays:
            raise BadValue("relay", relay, f"a whole number from 1 to {self.relays} on {self.name}")
        if not relay <= relays <= self.relays:
            raise BadValue("relays", relays, f"from {relay} to {self.relays} on {self.name}")
        if self.dialect is None:
            return EflDevice(self.caps, sense_level)
        dialect = self.dialect(relay=relay, relays=relays, baud=self.baud)
        return BoughtDevice(dialect, self.caps)


_OWN_CAPS = Capabilities(
    fails_off=True,
    exact_pulses=True,
    reads_back=True,
    load_feedback=True,
    emergency_stop=True,
    sense=True,
    verified=False,
    off_ms=1.3,
)
_CH340 = ("1a86:7523",)
_FTDI = ("0403:6001", "0403:6015")
_UNO = ("2341:0043", "2341:0001", "2341:0243", "2a03:0043", *_CH340, *_FTDI)


def _row(
    name: str,
    title: str,
    relays: int,
    usb: tuple[str, ...],
    dialect: type[Dialect],
    notes: str = "",
    baud: int = 9600,
    asks: bool = True,
    must_wake: bool = False,
) -> RelayModel:
    """A bought board: all it is sure to do is to switch, and some answer when asked."""
    caps = Capabilities(
        fails_off=False,
        exact_pulses=False,
        reads_back=asks,
        load_feedback=False,
        emergency_stop=False,
        sense=False,
        verified=False,
        off_ms=round(len(dialect().off()) * BITS_PER_BYTE * 1000 / baud, 2),
    )
    return RelayModel(name, title, baud, relays, usb, caps, dialect, notes, must_wake)


_ROWS = (
    RelayModel(OWN_MODEL, "our own board (Uno, Nano)", EFL_BAUD, 1, _UNO, _OWN_CAPS, None),
    _row("lcus", "LCUS-1, -2, -4, -8, older firmware", 8, _CH340, OldLcus, "answers in text"),
    _row("lcus-new", "LCUS-1, -2, -4, -8, newer firmware", 8, _CH340, NewLcus, "answers in frames"),
    _row("hw667", 'HW-667 "E-3"', 1, _CH340, Hw667, asks=False),
    _row("kmtronic", "KMTronic USB relay, 1 to 8 channels", 8, _FTDI, KmTronic, "--relays matters"),
    _row("numato", "Numato USB relay module", 32, ("2a19:*",), Numato),
    _row("devantech", "Devantech USB-RLY02, -08, -16", 8, ("04d8:ffee",), Devantech),
    _row(
        "sainsmart16",
        "SainSmart 16-channel USB",
        16,
        _CH340,
        SainSmart16,
        "echoes, does not say its state",
        asks=False,
    ),
    _row(
        "icstation",
        "ICStation ICSE012A, 013A, 014A",
        8,
        ("067b:2303",),
        IcStation,
        "needs waking after every plug-in; all its relays are ours",
        asks=False,
        must_wake=True,
    ),
    _row("modbus", "Modbus-RTU relay board, unit 1", 32, (*_CH340, *_FTDI), ModbusRtu),
    _row(
        "modbus-flash",
        "Modbus-RTU with timed pulses (Waveshare)",
        32,
        (*_CH340, *_FTDI),
        FlashingModbus,
        "times pulses itself if they are a multiple of 100 ms",
    ),
)
MODELS: Mapping[str, RelayModel] = {model.name: model for model in _ROWS}


def find_model(name: str) -> RelayModel:
    """A model by its name.

    >>> find_model("lcus").title
    'LCUS-1, -2, -4, -8, older firmware'
    """
    if name in MODELS:
        return MODELS[name]
    close = difflib.get_close_matches(name.lower(), MODELS, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise BadValue("model", name, f"one of {', '.join(MODELS)}{hint}")


def models_with(usb: str) -> list[RelayModel]:
    """The models sold with this USB chip ("1a86:7523"); many share one, so this is only a hint."""
    vendor = usb.partition(":")[0]
    return [m for m in MODELS.values() if usb in m.usb or f"{vendor}:*" in m.usb]
