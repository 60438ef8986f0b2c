"""`referee voice`: which voices this machine has, and how whistle and sentences sound."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.sound import voice_trial
from referee.cli.options import EngineOption, JsonOption, SpeedOption, VoiceOption, VolumeOption
from referee.voice.settings import AUTO, VoiceSettings

voice_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

PlayerOption = Annotated[str, typer.Option("--player", help="A sound player, auto or silent.")]
USUAL = VoiceSettings()


@voice_app.command("list")
def list_voices(engine: EngineOption = AUTO, as_json: JsonOption = False) -> None:
    """List the speech programs, voices and sound players of this machine.

    Example: [bold]referee voice list[/bold]
    """
    voice_trial.print_voices(engine, as_json=as_json)


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
    as_json: JsonOption = False,
) -> None:
    """Say a sentence as it would be said in a game.

    Example: [bold]referee voice say "2nd and 6.5 at the own 34"[/bold]
    """
    settings = VoiceSettings(volume, voice, speed, engine, player)
    voice_trial.say_words(settings, words, out, as_json=as_json)


@voice_app.command("test")
def sound_all(
    volume: VolumeOption = USUAL.volume,
    voice: VoiceOption = USUAL.voice,
    speed: SpeedOption = USUAL.speed,
    engine: EngineOption = AUTO,
    player: PlayerOption = AUTO,
    as_json: JsonOption = False,
) -> None:
    """Sound both whistles and the alarm, and say a sentence.

    Example: [bold]referee voice test --volume 60[/bold]
    """
    settings = VoiceSettings(volume, voice, speed, engine, player)
    voice_trial.sound_all(settings, as_json=as_json)
