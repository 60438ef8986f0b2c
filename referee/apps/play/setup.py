"""What the set-up page can reach from here: this computer's cameras, ports and folders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.apps.power.board_choice import ChoiceOptions, kept_choice
from referee.apps.power.session import pulse_once, pulse_words, tried_switch
from referee.apps.terminal.camera_choice import open_camera
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.shown_page import ShownPage
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.devices.webcam import plugged_in_cameras
from referee.camera.frame_source import FrameSource, Image
from referee.night.interface import NightInterface
from referee.night.start.games_folder import games_folder
from referee.night.start.plan import CHIP_SWITCH
from referee.night.start.real_table import relay_choice_of
from referee.power.ports import serial_ports
from referee.power.relay_choice import RelayChoice
from referee.power.simulated_chip import link_to_chip
from referee.vision.frame.locator_setup import open_locator
from referee.web.setup.setup_page import setup_app
from referee.web.setup.setup_reach import SetupReach

SETTLE = 12  # pictures after which an automatic exposure has found itself
WAIT_S = 5.0
PULSE_MS = 250  # long enough to be heard


def setup_reach(desk: NightInterface | None = None) -> SetupReach:
    """Everything of this computer; with a desk, a night runs."""
    return SetupReach(
        games_folder(),
        (Path.cwd(),),
        plugged_in_cameras,
        still_of,
        serial_ports,
        relay_choice_of,
        set_up_camera,
        open_locator,
        pulsed,
        chosen_board,
        desk,
    )


def still_of(wanted: str | None, request: CameraRequest) -> Image:
    """One picture with a camera, which is let go again."""
    with open_camera(wanted, request) as camera:
        for _ in range(SETTLE):
            frame = camera.newest(WAIT_S)
        return frame.image


@contextmanager
def set_up_camera(wanted: str | None, request: CameraRequest) -> Iterator[FrameSource]:
    """A camera to look through while it is set up; nobody switches the simulated board on."""
    with open_camera(wanted, request, plays=False) as camera:
        yield camera


def pulsed(power: str) -> str:
    """Switch a board on for a moment; in a sentence, what came back."""
    if power == CHIP_SWITCH:
        with link_to_chip() as link:
            return pulse_words(link.choice, pulse_once(link, PULSE_MS))
    return tried_switch(relay_choice_of(power), PULSE_MS)


def chosen_board(model: str, port: str, relay: int) -> RelayChoice:
    """Keep which board hangs in the power lead."""
    return kept_choice(ChoiceOptions(model, port, relay, None, 0, None))[0]


def run_setup(options: PageOptions) -> None:
    """Show the page until Ctrl-C."""
    page = ShownPage.claim(options)
    app = setup_app(page.access, setup_reach())
    page.show(app, "Set-up page", f"Plans are kept in {games_folder()}")
