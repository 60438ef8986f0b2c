"""`referee demo`: a whole officiated game on the simulated table, to look at."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typer

from referee.cli.options import FieldOption, PagePortOption, SeedOption
from referee.cli.play.play import (
    BrowserOption,
    LanOption,
    PictureOption,
    PlayRulesOption,
    simulated,
)
from referee.cli.set_up.voice import VolumeOption
from referee.core.errors import BadValue
from referee.voice.settings import VoiceSettings

demo_app = typer.Typer(add_completion=False, rich_markup_mode="rich")
USUAL_VOLUME = VoiceSettings().volume


@demo_app.command()
def demo(
    seed: SeedOption = 1,
    rules: PlayRulesOption = None,
    field: FieldOption = "620",
    size: PictureOption = None,
    port: PagePortOption = 8620,
    lan: LanOption = False,
    no_browser: BrowserOption = False,
    volume: VolumeOption = USUAL_VOLUME,
) -> None:
    """Watch a game: a simulated coach plays both sides, and the referee officiates, in a page.

    Nothing of it is kept.

    Example: [bold]referee demo[/bold]
    """
    from referee.apps.play.night_run import PlayOptions, run_night  # noqa: PLC0415 - the help must not wait
    from referee.loaders.rulebooks import load_rulebook  # noqa: PLC0415
    from referee.night.input.key_table import KeyTable  # noqa: PLC0415
    from referee.night.start.plan import USUAL_RULES, NightFile, NightPlan  # noqa: PLC0415

    book = rules or USUAL_RULES
    power, about_power = _power()
    table = simulated(NightFile(board=field, power=power), seed, size, coached=True)
    shown = PlayOptions(port, not no_browser, lan, VoiceSettings(volume), KeyTable())
    # The pages of review and score sheet read the game's folder while it is played.
    with tempfile.TemporaryDirectory(prefix="referee-demo-", ignore_cleanup_errors=True) as name:
        plan = NightPlan(book, load_rulebook(book), folder=Path(name) / "game")
        run_night(plan, table, shown, f"Kept only while it runs. {about_power}")


def _power() -> tuple[str, str]:
    """The firmware in a simulated chip where that can be had, else the board's own switch."""
    from referee.night.start.plan import CHIP_SWITCH, SIMULATED_SWITCH  # noqa: PLC0415 - the help must not wait
    from referee.power.simulated_chip import chip_harness  # noqa: PLC0415

    try:
        chip_harness("rig")
    except BadValue as error:
        return SIMULATED_SWITCH, f"The board has its own simulated switch: {error}."
    return CHIP_SWITCH, "The switch is the real firmware in a simulated chip."
