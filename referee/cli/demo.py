"""`referee demo`: a whole officiated game on the simulated table, to look at."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typer

from referee.cli.options import FieldOption, PortOption, SeedOption
from referee.cli.play import BrowserOption, LanOption, PictureOption, RulesOption, simulated
from referee.cli.voice import VolumeOption
from referee.core.errors import BadValue
from referee.voice.settings import VoiceSettings

demo_app = typer.Typer(add_completion=False, rich_markup_mode="rich")
USUAL_VOLUME = VoiceSettings().volume


@demo_app.command()
def demo(
    seed: SeedOption = 1,
    rules: RulesOption = None,
    field: FieldOption = "620",
    size: PictureOption = None,
    port: PortOption = 8620,
    lan: LanOption = False,
    no_browser: BrowserOption = False,
    volume: VolumeOption = USUAL_VOLUME,
) -> None:
    """Watch a game: a simulated coach plays both sides, and the referee officiates, in a page.

    Nothing of it is kept.

    Example: [bold]referee demo[/bold]
    """
    from referee.cli.playing import Shown, run_night  # noqa: PLC0415 - the help must not wait
    from referee.files.rulebooks import load_rulebook  # noqa: PLC0415
    from referee.play.keys import KeyTable  # noqa: PLC0415
    from referee.play.plan import USUAL_RULES, NightFile, Plan  # noqa: PLC0415

    book = rules or USUAL_RULES
    power, about_power = _power()
    table = simulated(NightFile(board=field, power=power), seed, size, coached=True)
    shown = Shown(port, not no_browser, lan, VoiceSettings(volume), KeyTable())
    # The pages of review and score sheet read the game's folder while it is played.
    with tempfile.TemporaryDirectory(prefix="referee-demo-", ignore_cleanup_errors=True) as name:
        plan = Plan(book, load_rulebook(book), folder=Path(name) / "game")
        run_night(plan, table, shown, f"Kept only while it runs. {about_power}")


def _power() -> tuple[str, str]:
    """The firmware in a simulated chip where that can be had, else the board's own switch."""
    from referee.play.plan import CHIP, SIMULATED  # noqa: PLC0415 - the help must not wait
    from referee.power.chip import harness  # noqa: PLC0415

    try:
        harness("rig")
    except BadValue as error:
        return SIMULATED, f"The board has its own simulated switch: {error}."
    return CHIP, "The switch is the real firmware in a simulated chip."
