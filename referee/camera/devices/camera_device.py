"""The cameras of this computer, each with a key that stays when numbers change."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.core.errors import BadValue, PlainWord

SYSFS = Path("/sys/class/video4linux")
NODE = re.compile(r"video(\d+)")
MOST_NUMBERS = 10  # tried where the platform names no cameras
MISSES = 2  # numbers without a camera after which no more are tried


@dataclass(frozen=True, slots=True)
class CameraDevice:
    """A camera. ``number`` is for opening it now, ``key`` for finding it again after an unplug."""

    number: int
    name: str
    key: str


Opens = Callable[[int], bool]
Lister = Callable[[], Sequence[CameraDevice]]


def list_devices(
    opens: Opens, platform: str = sys.platform, sysfs: Path = SYSFS
) -> tuple[CameraDevice, ...]:
    """The cameras that are plugged in; ``opens`` tries a number where the platform has no list."""
    return _of_sysfs(sysfs) if platform.startswith("linux") else _of_numbers(opens)


def choose_device(devices: Sequence[CameraDevice], wanted: str | None) -> CameraDevice:
    """The camera meant by a number, a key or a part of a name; the only one if nothing is said."""
    if not devices:
        allowed = "a webcam, plugged in: look at its cable"
        raise BadValue("the camera", PlainWord("not there: this computer sees none"), allowed)
    listed = ", ".join(f"{d.number} ({d.name})" for d in devices)
    if wanted is None:
        if len(devices) > 1:
            raise BadValue("the camera", PlainWord("not chosen"), f"one of {listed}")
        return devices[0]
    tests: tuple[Callable[[CameraDevice], bool], ...] = (
        lambda d: wanted == d.key,
        lambda d: wanted == str(d.number),
        lambda d: wanted.casefold() in d.name.casefold(),
    )
    for fits in tests:
        meant = [d for d in devices if fits(d)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            break
    raise BadValue("the camera", wanted, f"one of {listed}")


def _of_sysfs(folder: Path) -> tuple[CameraDevice, ...]:
    """Video4Linux: every camera has a node 0 for pictures, others are for what lies beside them."""
    found = []
    for node in folder.glob("video*"):
        match = NODE.fullmatch(node.name)
        if match is None or _text(node / "index", "0") != "0":
            continue
        name = _text(node / "name", f"camera {match[1]}")
        found.append(CameraDevice(int(match[1]), name, f"{name}#{_place(node)}"))
    return tuple(sorted(found, key=lambda d: d.number))


def _place(node: Path) -> str:
    """The camera's serial number, or the socket it is plugged into."""
    interface = (node / "device").resolve()
    serial = _text(interface.parent / "serial", "")
    return serial or interface.name


def _text(file: Path, otherwise: str) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip() or otherwise
    except OSError:
        return otherwise


def _of_numbers(opens: Opens) -> tuple[CameraDevice, ...]:
    found: list[CameraDevice] = []
    misses = 0
    for number in range(MOST_NUMBERS):
        if opens(number):
            found.append(CameraDevice(number, f"camera {number}", f"number {number}"))
            misses = 0
        else:
            misses += 1
            if misses == MISSES:
                break
    return tuple(found)
