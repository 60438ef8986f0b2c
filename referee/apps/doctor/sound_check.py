"""Whether the referee can be heard on this computer."""

from __future__ import annotations

from collections.abc import Sequence

from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.voice.players.player_choice import installed_players
from referee.voice.speech.engine_choice import installed_engines

SILENT = "silent"
NO_SPEECH = "Calls are only whistled here: install espeak-ng. Pages show every word."
NO_SOUND = "Nothing is heard here: pages show every word, and a tablet can sound instead."


def check_sound(
    engines: Sequence[str] | None = None, players: Sequence[str] | None = None
) -> Diagnosis:
    """One line on speech programs and sound players; None: those of this computer."""
    speaks = [each.name for _, each in installed_engines()] if engines is None else list(engines)
    plays = list(installed_players()) if players is None else list(players)
    speaks = [name for name in speaks if name != SILENT]
    plays = [name for name in plays if name != SILENT]
    says = f"speech: {', '.join(speaks) or 'none'}; sound: {', '.join(plays) or 'none'}"
    if not plays:
        return Diagnosis("sound", PartHealth.CHANGE, says, NO_SOUND)
    if not speaks:
        return Diagnosis("sound", PartHealth.CHANGE, says, NO_SPEECH)
    return Diagnosis("sound", PartHealth.FINE, says)
