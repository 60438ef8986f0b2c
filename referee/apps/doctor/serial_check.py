"""Serial devices that may hold the switch. Nothing is ever written to one to find out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import serial
from serial.tools import list_ports

from referee.apps.doctor.diagnosis import Diagnosis, PartHealth

# What makers give as vendor and product; several boards share one chip.
KNOWN = {
    (0x2341, 0x0043): "Arduino Uno",
    (0x2341, 0x0001): "Arduino Uno",
    (0x2A03, 0x0043): "Arduino Uno",
    (0x1A86, 0x7523): "CH340: a Nano, or an LCUS relay",
    (0x0403, 0x6001): "FTDI: a Nano, or a KMTronic relay",
    (0x10C4, 0xEA60): "CP2102",
    (0x067B, 0x2303): "PL2303: or an ICStation relay",
}
MAKERS = {0x2341: "Arduino", 0x2A03: "Arduino", 0x2A19: "Numato relay", 0x04D8: "Devantech relay"}


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A serial port: what to open, what it calls itself, vendor and product if it is USB."""

    name: str
    title: str
    usb: tuple[int, int] | None

    @property
    def what(self) -> str:
        """What it probably is."""
        if self.usb is None:
            return self.title
        return KNOWN.get(self.usb) or MAKERS.get(self.usb[0]) or self.title


def list_ports_now() -> tuple[UsbPort, ...]:
    """The USB serial ports of this computer; others are modems and consoles."""
    found = [
        UsbPort(p.device, p.description or p.device, (p.vid, p.pid) if p.vid is not None else None)
        for p in list_ports.comports()
    ]
    return tuple(sorted((p for p in found if p.usb is not None), key=lambda p: p.name))


def try_port(name: str) -> str | None:
    """Why a port cannot be opened, or None. Its lines stay low, nothing is written."""
    port = serial.Serial()
    port.port = name
    port.dtr = port.rts = False
    try:
        port.open()
    except (serial.SerialException, ValueError) as error:
        return str(error)
    port.close()
    return None


def check_serial(
    wanted: str | None,
    ports: Sequence[UsbPort],
    opens: Callable[[str], str | None] = try_port,
) -> Iterator[Diagnosis]:
    """One line for the port that was named, or for all that are there."""
    listed = ", ".join(f"{p.name} ({p.what})" for p in ports)
    if wanted is None:
        if not ports:
            advice = "Plug in the switch; without one the board's own switch is used by hand."
            yield Diagnosis("serial device", PartHealth.CHANGE, "none is plugged in", advice)
            return
        advice = "" if len(ports) == 1 else "Say which one is the switch: --serial NAME."
        state = PartHealth.CHANGE if advice else PartHealth.FINE
        yield Diagnosis("serial device", state, listed, advice, {"ports": listed})
        return
    why = opens(wanted)
    if why is None:
        known = next((p.what for p in ports if p.name == wanted), "no USB device")
        yield Diagnosis("serial device", PartHealth.FINE, f"{wanted} ({known}) can be opened")
        return
    there = any(p.name == wanted for p in ports)
    if there and "ermission" in why:
        advice = "You may not use it: on Linux, `sudo usermod -aG dialout $USER`, then log in anew."
    elif there:
        advice = "Close the program that uses it."
    else:
        advice = f"It is not there; there is {listed or 'none'}."
    yield Diagnosis("serial device", PartHealth.BROKEN, f"{wanted} cannot be opened", advice)
