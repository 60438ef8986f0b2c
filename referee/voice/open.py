"""A speaker made of what this machine has."""

from __future__ import annotations

from collections.abc import Callable

from referee.voice.choose import check_voice, engine_named
from referee.voice.players import players_named
from referee.voice.settings import VoiceSettings
from referee.voice.speaker import Speaker
from referee.voice.speech import Speech


def open_speaker(
    settings: VoiceSettings, complain: Callable[[str], None] = lambda _note: None
) -> Speaker:
    """Not started yet; ``complain`` is told in a sentence what is not heard, if anything."""
    engine, no_speech = engine_named(settings.engine)
    check_voice(engine, settings.voice)
    players, no_player = players_named(settings.player)
    note = no_player or no_speech
    return Speaker(Speech(engine), players, settings, note=note, complain=complain)
