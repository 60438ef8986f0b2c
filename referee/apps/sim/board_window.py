"""A plain window with the live picture, for machines whose browser is busy elsewhere."""

from __future__ import annotations

import contextlib

import cv2

from referee.camera.frame_source import CameraLost, NoFrame
from referee.core.errors import BadValue, PlainWord
from referee.power.switch import PowerLost
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.live_board import LiveBoard

try:
    import tkinter as tk
except ImportError:  # some Pythons come without it
    tk = None  # type: ignore[assignment]

WIDTH_PX = 1280
EVERY_MS = 15
LEASE_NS = 1_000_000_000
RENEW_MS = 300
HELP = "Space: power on and off    Escape: power off    Q: quit"


class BoardWindow:
    """Opens at once, so that a missing display is said before anything is built."""

    def __init__(self, title: str) -> None:
        allowed = "leave out --window to use the page"
        if tk is None:
            raise BadValue("window", PlainWord("not possible: this Python has no tkinter"), allowed)
        try:
            self._root = tk.Tk()
        except tk.TclError:
            why = PlainWord("not possible: there is no display here")
            raise BadValue("window", why, allowed) from None
        self._root.title(title)
        self._picture = tk.Label(self._root, background="black", borderwidth=0)
        self._picture.pack()
        tk.Label(self._root, text=HELP, anchor="w").pack(fill="x")
        self._shown: tk.PhotoImage | None = None
        self._holding = False

    def show(self, board: LiveBoard) -> None:
        """Show the board until the window is closed."""
        camera, power = SimulatedCamera(board), SimulatedPower(board)
        root = self._root

        def draw() -> None:
            with contextlib.suppress(NoFrame):
                self._draw(camera)
            root.after(EVERY_MS, draw)

        def renew() -> None:
            if self._holding:
                power.on(LEASE_NS)
            root.after(RENEW_MS, renew)

        def switch(on: bool) -> None:
            self._holding = on
            if on:
                power.on(LEASE_NS)
            else:
                power.off()

        root.bind("<space>", lambda _: switch(not power.state().closed))
        root.bind("<Escape>", lambda _: switch(False))
        root.bind("q", lambda _: root.destroy())
        draw()
        renew()
        with contextlib.suppress(KeyboardInterrupt, CameraLost, PowerLost):
            root.mainloop()

    def _draw(self, camera: SimulatedCamera) -> None:
        image = camera.newest(0.0).image
        height_px = round(image.shape[0] * WIDTH_PX / image.shape[1])
        small = cv2.resize(image, (WIDTH_PX, height_px), interpolation=cv2.INTER_AREA)
        header = f"P6 {WIDTH_PX} {height_px} 255 ".encode()
        data = header + cv2.cvtColor(small, cv2.COLOR_BGR2RGB).tobytes()
        self._shown = tk.PhotoImage(data=data, format="ppm")
        self._picture.configure(image=self._shown)
