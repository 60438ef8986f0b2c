"""What `referee voice` does: list what speaks and plays here, and try it."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue
from referee.loaders.formats.atomic_file import write_bytes
from referee.system_clock import clock_s
from referee.voice.players.player_choice import installed_players
from referee.voice.pronunciation import as_spoken
from referee.voice.settings import VoiceSettings
from referee.voice.speaker import Speaker, open_speaker
from referee.voice.speech.engine_choice import check_voice, find_engine, installed_engines
from referee.voice.utterance import Urgency, Utterance
from referee.voice.whistle import SIGNAL_MEANINGS, SignalPattern

LOOK_S = 0.05
PATIENCE_S = 60.0
SENTENCE = "2nd and 6.5 at the own 34."


def print_voices(engine: str, *, as_json: bool) -> None:
    """The speech programs, voices and sound players of this machine."""
    chosen, note = find_engine(engine)
    here = [each.name for _, each in installed_engines()]
    voices, players = chosen.voices(), list(installed_players())
    if as_json:
        found = {"engines": here, "players": players, "note": note}
        print_json({**found, "engine": chosen.name, "voices": [asdict(v) for v in voices]})
        return
    console = Console()
    if voices:
        table = Table("voice", "language", "about", title=f"Voices of {chosen.name}")
        for voice in voices:
            table.add_row(voice.name, voice.language, voice.about)
        console.print(table)
    console.print(f"Speech programs: {', '.join(here) or 'none'}", highlight=False)
    console.print(f"Sound players: {', '.join(players) or 'none'}", highlight=False)
    if note:
        console.print(note, highlight=False)


def say_words(settings: VoiceSettings, words: str, out: Path | None, *, as_json: bool) -> None:
    """Say a sentence, or write it as a WAV file."""
    if not as_spoken(words):
        raise BadValue("words", words, "something that can be spoken")
    if out is None:
        _say_all(settings, [Utterance(Urgency.CALL, "words", words)], as_json=as_json)
        return
    chosen, note = find_engine(settings.engine)
    if note or chosen.name == "silent":
        raise BadValue("engine", chosen.name, note or "one that speaks")
    check_voice(chosen, settings.voice)
    sound = chosen.say(as_spoken(words), settings.voice, settings.speed)
    sound = sound.at(settings.volume / 100.0)
    write_bytes(out, sound.wav())
    written = {"file": str(out), "seconds": round(sound.duration_s, 3), "words": as_spoken(words)}
    if as_json:
        print_json(written)
    else:
        typer.echo(f"{out}: {sound.duration_s:.1f} s, {as_spoken(words)}")


def sound_all(settings: VoiceSettings, *, as_json: bool) -> None:
    """Sound every signal, then say a sentence."""
    told = [Utterance(_LEVELS[p], p.value, pattern=p, again=True) for p in SignalPattern]
    _say_all(settings, [*told, Utterance(Urgency.STATE, "state", SENTENCE)], as_json=as_json)


_LEVELS = dict.fromkeys(SignalPattern, Urgency.WHISTLE) | {SignalPattern.ALARM: Urgency.ALARM}


def _say_all(settings: VoiceSettings, told: list[Utterance], *, as_json: bool) -> None:
    """Say everything, one after the other, and wait for the end of it."""
    speaker = open_speaker(settings)
    speaker.start()
    rows = []
    try:
        for each in told:
            meaning = SIGNAL_MEANINGS[each.pattern] if each.pattern else as_spoken(each.words)
            rows.append({"pattern": each.pattern, "words": as_spoken(each.words)})
            if not as_json:
                typer.echo(meaning)
            speaker.tell(each)
            _wait(speaker)
    finally:
        speaker.close()
    if as_json:
        print_json({"said": rows, "note": speaker.note})
    elif speaker.note:
        typer.echo(speaker.note)


def _wait(speaker: Speaker) -> None:
    until_s = clock_s() + PATIENCE_S
    while not speaker.quiet and clock_s() < until_s:
        time.sleep(LOOK_S)
