"""Which speech program and which player this machine has."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping

from referee.core.errors import BadValue
from referee.voice.settings import AUTO
from referee.voice.speech import espeak, mac_say, sapi
from referee.voice.speech.engine import (
    SILENT_ENGINE,
    SilentEngine,
    SpeechEngine,
    unknown_engine,
)

NO_SPEECH = (
    "No speech program was found, so sentences are shown and not spoken: install espeak-ng "
    "(Debian, Ubuntu: apt install espeak-ng)."
)
_Found = Callable[[str], str | None]
_ENGINES: Mapping[str, tuple[str, Callable[[str], SpeechEngine]]] = {
    mac_say.NAME: (mac_say.NAME, mac_say.MacSay),
    sapi.NAME: (sapi.PROGRAM, sapi.Sapi),
    espeak.NAME: (espeak.NAME, espeak.Espeak),
}
# `say` and PowerShell exist elsewhere too and are something else there.
_HOMES: Mapping[str, str] = {mac_say.NAME: "darwin", sapi.NAME: "win32"}


def installed_engines(
    find: _Found = shutil.which, platform: str = sys.platform
) -> tuple[tuple[str, SpeechEngine], ...]:
    """The speech programs of this machine, its own first, each with its path."""
    out = []
    for name, (program, make) in _ENGINES.items():
        path = find(program) if _HOMES.get(name, platform) == platform else None
        if path is not None:
            out.append((path, make(path)))
    return tuple(out)


def find_engine(
    name: str, find: _Found = shutil.which, platform: str = sys.platform
) -> tuple[SpeechEngine, str]:
    """A speech program by name or "auto", and a note where there is none."""
    here = {engine.name: engine for _, engine in installed_engines(find, platform)}
    if name == SILENT_ENGINE:
        return SilentEngine(), ""
    if name == AUTO:
        return next(((each, "") for each in here.values()), (SilentEngine(), NO_SPEECH))
    if name not in here:
        raise unknown_engine(name, (*here, SILENT_ENGINE))
    return here[name], ""


def check_voice(engine: SpeechEngine, voice: str) -> None:
    """Complain of a voice that the speech program does not have.

    What stands behind a plus is a variant of it, such as ``en-us+f3`` of espeak-ng.
    """
    names = [each.name for each in engine.voices()] if voice else []
    if voice and voice.partition("+")[0] not in names:
        shown = ", ".join(names[:12]) or "none: no speech program is here"
        raise BadValue("voice", voice, f"one of {shown}")
