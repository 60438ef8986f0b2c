"""`referee demo`: a whole officiated game on the simulated table, to look at."""

from __future__ import annotations

import typer

from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import (
    FieldOption,
    LanOption,
    NoBrowserOption,
    PagePortOption,
    PlayRulesOption,
    RealTimeOption,
    SeedOption,
    SimulatedSizeOption,
    VolumeOption,
)
from referee.voice.settings import VoiceSettings

demo_app = typer.Typer(add_completion=False, rich_markup_mode="rich")
USUAL_VOLUME = VoiceSettings().volume


@demo_app.command()
def demo(
    seed: SeedOption = 1,
    rules: PlayRulesOption = None,
    field: FieldOption = "620",
    size: SimulatedSizeOption = None,
    port: PagePortOption = 8620,
    lan: LanOption = False,
    no_browser: NoBrowserOption = False,
    volume: VolumeOption = USUAL_VOLUME,
    real_time: RealTimeOption = False,
) -> None:
    """Watch a game: a simulated coach plays both sides, and the referee officiates, in a page.

    Nothing of it is kept. The board goes by its own clock: real time where this computer can keep
    up, slower where it cannot, and the same game either way.

    Example: [bold]referee demo[/bold]
    """
    from referee.apps.play.night_choice import DemoOptions, run_demo  # noqa: PLC0415 - the help must not wait

    page = PageOptions(port, not no_browser, lan)
    run_demo(DemoOptions(seed, rules, field, size, page, volume, real_time=real_time))
