"""This machine's address in the home network."""

from __future__ import annotations

import ipaddress
import socket

from referee.core.errors import BadValue

# Nothing is sent there: it only makes the system choose the way out of the house.
_ANYWHERE = ("192.0.2.1", 9)


def home_address() -> str:
    """The address by which other devices of the house reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(_ANYWHERE)
            found = str(way.getsockname()[0])
        except OSError:
            raise BadValue("network", "none", "this computer in a home network") from None
    return checked_home(found)


def checked_home(address: str) -> str:
    """The address, if it is a private one: pages are never shown to the whole world."""
    try:
        known = ipaddress.IPv4Address(address)
    except ValueError:
        raise BadValue("address", address, "four numbers, such as 192.168.1.20") from None
    if not known.is_private or known.is_loopback or known.is_unspecified:
        raise BadValue("address", address, "one of a home network, such as 192.168.1.20")
    return address
