"""Serial devices that may hold the switch. Nothing is ever written to one to find out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import serial

from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.power.ports import SerialPort, serial_ports

# What makers give as vendor and product; several boards share one chip.
KNOWN = {
    "2341:0043": "Arduino Uno",
    "2341:0001": "Arduino Uno",
    "2a03:0043": "Arduino Uno",
    "1a86:7523": "CH340: a Nano, or an LCUS relay",
    "0403:6001": "FTDI: a Nano, or a KMTronic relay",
    "10c4:ea60": "CP2102",
    "067b:2303": "PL2303: or an ICStation relay",
}
MAKERS = {"2341": "Arduino", "2a03": "Arduino", "2a19": "Numato relay", "04d8": "Devantech relay"}


def list_ports_now() -> tuple[SerialPort, ...]:
    """The USB serial ports of this computer; others are modems and consoles."""
    return tuple(port for port in serial_ports() if port.usb)


def _kind_of(port: SerialPort) -> str:
    """What a port probably is, by its USB chip."""
    known = KNOWN.get(port.usb) or MAKERS.get(port.usb.partition(":")[0])
    return known or port.title or port.path


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
    ports: Sequence[SerialPort],
    opens: Callable[[str], str | None] = try_port,
) -> Iterator[Diagnosis]:
    """One line for the port that was named, or for all that are there."""
    listed = ", ".join(f"{p.path} ({_kind_of(p)})" for p in ports)
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
        known = next((_kind_of(p) for p in ports if p.path == wanted), "no USB device")
        yield Diagnosis("serial device", PartHealth.FINE, f"{wanted} ({known}) can be opened")
        return
    there = any(p.path == wanted for p in ports)
    if there and "ermission" in why:
        advice = "You may not use it: on Linux, `sudo usermod -aG dialout $USER`, then log in anew."
    elif there:
        advice = "Close the program that uses it."
    else:
        advice = f"It is not there; there is {listed or 'none'}."
    yield Diagnosis("serial device", PartHealth.BROKEN, f"{wanted} cannot be opened", advice)
