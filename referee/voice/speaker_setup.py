"""A speaker made of what this machine has."""

from __future__ import annotations

from collections.abc import Callable

from referee.voice.players.player_choice import find_players
from referee.voice.settings import VoiceSettings
from referee.voice.speaker import Speaker
from referee.voice.speech.engine_choice import check_voice, find_engine
from referee.voice.speech.sentence_sounds import SentenceSounds


def open_speaker(
    settings: VoiceSettings, complain: Callable[[str], None] = lambda _note: None
) -> Speaker:
    """Not started yet; ``complain`` is told in a sentence what is not heard, if anything."""
    engine, no_speech = find_engine(settings.engine)
    check_voice(engine, settings.voice)
    players, no_player = find_players(settings.player)
    note = no_player or no_speech
    return Speaker(SentenceSounds(engine), players, settings, note=note, complain=complain)
