"""Serial ports and how to know one again: by serial number, by USB socket, or by its path.

Names like ttyUSB0 change with every plug-in. Nothing is ever written to find out what a port is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from referee.core.errors import BadValue


class PortMissing(OSError):  # noqa: N818 - it is shown as a sentence
    """The chosen port is not there, or it cannot be told which of several it is."""


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A serial port of this computer. ``usb`` is vendor:product, ``place`` the USB socket."""

    path: str
    title: str = ""
    usb: str = ""
    serial: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class PortIdentity:
    """What a port is known again by: USB id and serial number, USB id and socket, or a path."""

    path: str = ""
    usb: str = ""
    serial: str = ""
    place: str = ""

    def __str__(self) -> str:
        if self.serial:
            return f"USB {self.usb}, serial number {self.serial}"
        if self.place:
            return f"USB {self.usb} in socket {self.place}"
        return self.path


PortLister = Callable[[], Iterable[SerialPort]]


def serial_ports() -> list[SerialPort]:
    """The serial ports there are now, in the order of their names."""
    found = [
        SerialPort(
            path=info.device,
            title=info.description if info.description not in (None, "n/a") else "",
            usb=f"{info.vid:04x}:{info.pid:04x}" if info.vid is not None else "",
            serial=info.serial_number or "",
            place=(info.location or "").partition(":")[0],
        )
        for info in list_ports.comports()
    ]
    return sorted(found, key=lambda port: port.path)


def identity_of(path: str, lister: PortLister = serial_ports) -> PortIdentity:
    """What the port at this path will be known again by.

    A path that is a link (``/dev/serial/by-id/...``) is a name the system keeps stable: it stays.
    """
    if Path(path).is_symlink():
        return PortIdentity(path=path)
    known = list(lister())
    port = next((port for port in known if port.path == path), None)
    if port is None or not port.usb:
        return PortIdentity(path=path)
    twins = [p for p in known if p.usb == port.usb and p.serial == port.serial]
    if port.serial and len(twins) == 1:
        return PortIdentity(usb=port.usb, serial=port.serial)
    if port.place:
        return PortIdentity(usb=port.usb, place=port.place)
    return PortIdentity(path=path)


def find_port(identity: PortIdentity, lister: PortLister = serial_ports) -> str:
    """Where the port is now, whatever it is called today."""
    if identity.path:
        return identity.path
    found = [
        port
        for port in lister()
        if port.usb == identity.usb
        and (not identity.serial or port.serial == identity.serial)
        and (not identity.place or port.place == identity.place)
    ]
    if not found:
        raise PortMissing(f"{identity} is not plugged in")
    if len(found) > 1:
        raise PortMissing(f"{identity} is there {len(found)} times: unplug all but one")
    return found[0].path


def check_port(path: str, lister: PortLister = serial_ports) -> None:
    """Say at once if there is no such port, or if it is a file or a folder."""
    known = [port.path for port in lister()]
    if path not in known and not Path(path).is_char_device():
        allowed = f"one of {', '.join(known)}" if known else "a port, and none is plugged in"
        raise BadValue("port", path, allowed)
