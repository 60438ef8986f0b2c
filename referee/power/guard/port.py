"""The one owner of the serial port: opens it exclusively and turns every fault into one error."""

from __future__ import annotations

import contextlib
import importlib

import serial

READ_S = 0.05
WRITE_S = 0.1


class PortGone(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The port cannot be used any more."""


def _port_errors() -> tuple[type[Exception], ...]:
    """Everything pyserial lets through when a cable is pulled; termios has an error of its own."""
    errors: list[type[Exception]] = [OSError, TypeError, ValueError, AttributeError]
    with contextlib.suppress(ImportError):
        errors.append(importlib.import_module("termios").error)
    return tuple(errors)


PORT_ERRORS = _port_errors()


class OwnedPort:
    """An open port."""

    def __init__(self, path: str, baud: int) -> None:
        try:
            self._port = serial.Serial(
                path, baud, timeout=READ_S, write_timeout=WRITE_S, exclusive=True
            )
            # What came before we owned it was not said to us.
            self._port.reset_input_buffer()
        except PORT_ERRORS as error:
            raise PortGone(_reason(path, error)) from None
        self._path = path
        _keep_others_out(self._port)

    def read(self) -> bytes:
        """What came, after at most 50 ms; empty if nothing did."""
        try:
            first = self._port.read(1)
            return first + self._port.read(self._port.in_waiting) if first else b""
        except PORT_ERRORS as error:
            raise PortGone(_reason(self._path, error)) from None

    def write(self, data: bytes) -> None:
        """Hand all of it to the system."""
        try:
            self._port.write(data)
        except PORT_ERRORS as error:
            raise PortGone(_reason(self._path, error)) from None

    def close(self) -> None:
        """Let go, whatever state it is in."""
        with contextlib.suppress(*PORT_ERRORS):
            self._port.close()


def _keep_others_out(port: serial.Serial) -> None:
    """Where the system can refuse a second opening outright, ask it to."""
    with contextlib.suppress(ImportError, *PORT_ERRORS):
        fcntl, termios = importlib.import_module("fcntl"), importlib.import_module("termios")
        fcntl.ioctl(port.fileno(), termios.TIOCEXCL)


def _reason(path: str, error: Exception) -> str:
    """One short sentence for a person."""
    code = getattr(error, "errno", None)
    reasons = {
        2: "it is not there",
        13: "no permission: add yourself to the group dialout, see hardware/README.md",
        11: "another program has it open",
        16: "another program has it open",
        5: "it was unplugged",
    }
    if "returned no data" in str(error):  # pyserial's words for a line that died while reading
        code = 5
    text = " ".join(str(error).split())[:160] or type(error).__name__
    return f"{path}: {reasons.get(code, text) if isinstance(code, int) else text}"
