"""What the set-up page can reach from here: this computer's cameras, ports and folders."""

from __future__ import annotations

from pathlib import Path

from referee.apps.terminal.camera_choice import open_camera
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.shown_page import ShownPage
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.devices.webcam import plugged_in_cameras
from referee.camera.frame_source import Image
from referee.night.interface import NightInterface
from referee.night.start.games_folder import games_folder
from referee.night.start.real_table import relay_choice_of
from referee.power.ports import serial_ports
from referee.web.setup.setup_page import setup_app
from referee.web.setup.setup_reach import SetupReach

SETTLE = 12  # pictures after which an automatic exposure has found itself
WAIT_S = 5.0


def setup_reach(desk: NightInterface | None = None) -> SetupReach:
    """Everything of this computer; with a desk, a night runs."""
    return SetupReach(
        games_folder(),
        (Path.cwd(),),
        plugged_in_cameras,
        still_of,
        serial_ports,
        relay_choice_of,
        desk,
    )


def still_of(wanted: str | None, request: CameraRequest) -> Image:
    """One picture with a camera, which is let go again."""
    with open_camera(wanted, request) as camera:
        for _ in range(SETTLE):
            frame = camera.newest(WAIT_S)
        return frame.image


def run_setup(options: PageOptions) -> None:
    """Show the page until Ctrl-C."""
    page = ShownPage.claim(options)
    app = setup_app(page.access, setup_reach())
    page.show(app, "Set-up page", f"Plans are kept in {games_folder()}")
