"""`referee voice`: which voices this machine has, and how whistle and sentences sound."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue
from referee.loaders.formats.atomic_file import write_bytes
from referee.system_clock import clock_s
from referee.voice.players.player_choice import installed_players
from referee.voice.pronunciation import as_spoken
from referee.voice.settings import AUTO, SPEED_RANGE, VOLUME_RANGE, VoiceSettings
from referee.voice.speaker import Speaker
from referee.voice.speaker_setup import open_speaker
from referee.voice.speech.engine_choice import check_voice, find_engine, installed_engines
from referee.voice.utterance import Urgency, Utterance
from referee.voice.whistle import SIGNAL_MEANINGS, SignalPattern

voice_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

VolumeOption = Annotated[
    int,
    typer.Option(
        "--volume", help=f"How loud, {VOLUME_RANGE[0]} to {VOLUME_RANGE[1]}; 0 is silence."
    ),
]
VoiceOption = Annotated[str, typer.Option("--voice", help="A voice from `referee voice list`.")]
SpeedOption = Annotated[
    int, typer.Option("--speed", help=f"Words a minute, {SPEED_RANGE[0]} to {SPEED_RANGE[1]}.")
]
EngineOption = Annotated[str, typer.Option("--engine", help="A speech program, auto or silent.")]
PlayerOption = Annotated[str, typer.Option("--player", help="A sound player, auto or silent.")]
VoiceAsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of sentences.")]
USUAL = VoiceSettings()
LOOK_S, PATIENCE_S = 0.05, 60.0
SENTENCE = "2nd and 6.5 at the own 34."


@voice_app.command("list")
def list_voices(engine: EngineOption = AUTO, as_json: VoiceAsJson = False) -> None:
    """List the speech programs, voices and sound players of this machine.

    Example: [bold]referee voice list[/bold]
    """
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


@voice_app.command("say")
def say(
    words: Annotated[str, typer.Argument(help="What is to be said.")],
    volume: VolumeOption = USUAL.volume,
    voice: VoiceOption = USUAL.voice,
    speed: SpeedOption = USUAL.speed,
    engine: EngineOption = AUTO,
    player: PlayerOption = AUTO,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write a WAV file instead of playing it.")
    ] = None,
    as_json: VoiceAsJson = False,
) -> None:
    """Say a sentence as it would be said in a game.

    Example: [bold]referee voice say "2nd and 6.5 at the own 34"[/bold]
    """
    settings = VoiceSettings(volume, voice, speed, engine, player)
    if not as_spoken(words):
        raise BadValue("words", words, "something that can be spoken")
    if out is None:
        _all_said(settings, [Utterance(Urgency.CALL, "words", words)], as_json=as_json)
        return
    chosen, note = find_engine(engine)
    if note or chosen.name == "silent":
        raise BadValue("engine", chosen.name, note or "one that speaks")
    check_voice(chosen, voice)
    sound = chosen.say(as_spoken(words), voice, speed).at(volume / 100.0)
    write_bytes(out, sound.wav())
    written = {"file": str(out), "seconds": round(sound.duration_s, 3), "words": as_spoken(words)}
    if as_json:
        print_json(written)
    else:
        typer.echo(f"{out}: {sound.duration_s:.1f} s, {as_spoken(words)}")


@voice_app.command("test")
def sound_all(
    volume: VolumeOption = USUAL.volume,
    voice: VoiceOption = USUAL.voice,
    speed: SpeedOption = USUAL.speed,
    engine: EngineOption = AUTO,
    player: PlayerOption = AUTO,
    as_json: VoiceAsJson = False,
) -> None:
    """Sound both whistles and the alarm, and say a sentence.

    Example: [bold]referee voice test --volume 60[/bold]
    """
    settings = VoiceSettings(volume, voice, speed, engine, player)
    told = [Utterance(_LEVELS[p], p.value, pattern=p, again=True) for p in SignalPattern]
    _all_said(settings, [*told, Utterance(Urgency.STATE, "state", SENTENCE)], as_json=as_json)


_LEVELS = dict.fromkeys(SignalPattern, Urgency.WHISTLE) | {SignalPattern.ALARM: Urgency.ALARM}


def _all_said(settings: VoiceSettings, told: list[Utterance], *, as_json: bool) -> None:
    """Have everything said, one after the other, and wait for the end of it."""
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
