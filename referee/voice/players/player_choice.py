"""Which players this machine has."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

from referee.core.errors import BadValue
from referee.voice.players import windows_player
from referee.voice.players.player import SILENT_PLAYER, SoundPlayer
from referee.voice.players.program_player import PLAYER_PROGRAMS, ProgramPlayer
from referee.voice.settings import AUTO

WINSOUND = windows_player.NAME
NO_PLAYER = (
    "No program that plays sounds was found, so nothing is heard here: install alsa-utils or "
    "pipewire, or open the page where it is to be heard and press its sound button."
)


def find_players(
    name: str,
    find: Callable[[str], str | None] = shutil.which,
    platform: str = sys.platform,
) -> tuple[tuple[SoundPlayer, ...], str]:
    """The players to be tried, by name or "auto", and a note where there is none."""
    here = installed_players(find, platform)
    if name not in {*here, AUTO, SILENT_PLAYER}:
        raise BadValue("player", name, f"one of {', '.join((*here, SILENT_PLAYER))}, or auto")
    if name == AUTO and not here:
        return (), NO_PLAYER
    wanted = here if name == AUTO else tuple(each for each in here if each == name)
    return tuple(_made(each, find(each) or each) for each in wanted), ""


def _made(name: str, program: str) -> SoundPlayer:
    return (
        windows_player.WindowsPlayer()
        if name == WINSOUND
        else ProgramPlayer(name, program, PLAYER_PROGRAMS[name])
    )


def installed_players(
    find: Callable[[str], str | None] = shutil.which, platform: str = sys.platform
) -> tuple[str, ...]:
    """The players of this machine, the first one that is taken first."""
    own = (WINSOUND,) if platform == "win32" else ()
    return (*own, *(name for name in PLAYER_PROGRAMS if find(name)))
