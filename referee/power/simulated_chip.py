"""The committed firmware in a simulated chip: the real power link without a real switch.

The chip's harness belongs to a checkout of the project and is no part of the installed program.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.core.errors import BadValue, PlainWord
from referee.power.guard.process import NICER
from referee.power.link import PowerLink
from referee.power.ports import PortIdentity
from referee.power.relay_choice import RelayChoice
from referee.power.relay_models import OWN_MODEL

ROOT = Path(__file__).resolve().parents[2]
READY_S = 20.0
WHAT = "the simulated chip"


def chip_harness(module: str) -> Any:
    """A module of the harness, or a sentence that says what is missing."""
    if not (ROOT / "hardware" / "sim").is_dir():
        raise BadValue(WHAT, PlainWord("not here"), "a checkout of the project")
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    try:
        build = importlib.import_module("hardware.sim.build")
        build.library()
        return importlib.import_module(f"hardware.sim.{module}")
    except ImportError:  # pseudo-terminals are a matter of Linux and macOS
        raise BadValue(
            WHAT, PlainWord("not possible here"), "a system with pseudo-terminals"
        ) from None
    except RuntimeError as error:
        raise BadValue(WHAT, PlainWord("not possible here"), str(error)) from None


@contextmanager
def chip_on_a_port() -> Iterator[tuple[Any, RelayChoice]]:
    """A simulated chip and the choice by which a power link reaches it."""
    rig_module = chip_harness("rig")
    with tempfile.TemporaryDirectory(prefix="referee-chip-") as name:
        port = Path(name) / "port"
        with rig_module.Rig(port) as rig:
            # It stands for a chip that no busy computer could slow down.
            with contextlib.suppress(OSError, AttributeError):
                os.setpriority(os.PRIO_PROCESS, rig.pid, NICER)
            yield rig, RelayChoice(OWN_MODEL, PortIdentity(path=str(port)))


@contextmanager
def link_to_chip(log: Path | None = None) -> Iterator[PowerLink]:
    """The power link of a board that hangs on a simulated chip, ready to be asked."""
    with chip_on_a_port() as (_, choice), PowerLink(choice, log) as link:
        link.wait_ready(READY_S)
        yield link
