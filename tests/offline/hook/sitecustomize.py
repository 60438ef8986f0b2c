"""Python loads this by itself in every process whose PYTHONPATH holds its folder, in children too.

Each look-up of a name and each packet beyond loopback is written to the file that
`REFEREE_NETWORK_LOG` names, and refused.
"""

import os
import sys

LOG = "REFEREE_NETWORK_LOG"
HOST, ADDRESS = 0, 1
# The event, and which of its arguments is a host or an address.
WATCHED = {
    "socket.connect": ADDRESS,
    "socket.sendto": ADDRESS,
    "socket.sendmsg": ADDRESS,
    "socket.getaddrinfo": HOST,
    "socket.gethostbyname": HOST,
    "socket.gethostbyaddr": HOST,
    "socket.getnameinfo": HOST,
}
HERE = {"", "localhost", "localhost.", "::1", "::"}
# Loopback, and "whatever address this computer has".
OWN = ("127.", "0.")


def stays_here(target):
    """Whether an address or a host is this computer; None is nothing."""
    host = target[0] if isinstance(target, tuple) else target
    if isinstance(host, (bytes, bytearray)):
        host = host.decode("ascii", "replace")
    return not isinstance(host, str) or host.lower() in HERE or host.startswith(OWN)


def watch(event, args):
    """Told of everything Python does; almost all of it is none of its business."""
    place = WATCHED.get(event)
    if place is None or stays_here(args[place]):
        return
    if place == ADDRESS and not isinstance(args[place], tuple):
        return  # a path: a socket between programs of this computer
    line = f"{event} {args[place]!r} in {sys.argv!r}\n"
    log = os.open(os.environ[LOG], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(log, line.encode())
    os.close(log)
    raise PermissionError(f"nothing leaves this computer: {line}")


if os.environ.get(LOG):
    sys.addaudithook(watch)
