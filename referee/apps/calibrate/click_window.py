"""Four clicks in a plain window, for machines whose browser is busy elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from referee.camera.frame_source import Image
from referee.core.errors import BadValue, PlainWord
from referee.web.calibrate.clicks_page import CORNER_NAMES, ClicksOutcome, CornerPx

try:
    import tkinter as tk
except ImportError:  # some Pythons come without it
    tk = None  # type: ignore[assignment]

WIDE_PX, HIGH_PX = 1280, 720
LOUPE_PX, ZOOM = 180, 5
MARK_PX = 9
YELLOW = "#f0e442"
HELP = "Click a corner, drag it to move it.   Backspace: undo    Enter: calibrate    Escape: close"

SolveClicked = Callable[[Sequence[CornerPx]], ClicksOutcome]


class ClickedCorners:
    """The corners so far, in pixels of the picture, whatever size it is shown in."""

    def __init__(self, size_px: tuple[int, int], room_px: tuple[int, int]) -> None:
        self.size_px = size_px
        self.scale = min(room_px[0] / size_px[0], room_px[1] / size_px[1], 1.0)
        self.corners: list[CornerPx] = []

    @property
    def wish(self) -> str:
        """What to do next."""
        done = len(self.corners)
        return (
            f"Click the corner {CORNER_NAMES[done]}"
            if done < len(CORNER_NAMES)
            else "Enter: calibrate"
        )

    def to_picture(self, x: float, y: float) -> CornerPx:
        """A place of the window in the picture; pixel 0 has its middle at 0."""
        width, height = self.size_px
        return (
            float(np.clip((x + 0.5) / self.scale - 0.5, 0.0, width - 1.0)),
            float(np.clip((y + 0.5) / self.scale - 0.5, 0.0, height - 1.0)),
        )

    def to_window(self, corner: CornerPx) -> tuple[float, float]:
        """A place of the picture in the window."""
        return (corner[0] + 0.5) * self.scale - 0.5, (corner[1] + 0.5) * self.scale - 0.5

    def grab(self, x: float, y: float) -> int | None:
        """The corner under the mouse, a new one, or None when all four are elsewhere."""
        for k, corner in enumerate(self.corners):
            if np.hypot(*np.subtract(self.to_window(corner), (x, y))) < 2 * MARK_PX:
                return k
        if len(self.corners) == len(CORNER_NAMES):
            return None
        self.corners.append(self.to_picture(x, y))
        return len(self.corners) - 1


class ClickWindow:
    """Opens at once, so that a missing display is said before anything else."""

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
        self._wish = tk.Label(self._root, anchor="w", font=("TkDefaultFont", 13, "bold"))
        self._wish.pack(fill="x", padx=8, pady=6)
        self._canvas = tk.Canvas(
            self._root, background="black", highlightthickness=0, cursor="tcross"
        )
        self._canvas.pack()
        tk.Label(self._root, text=HELP, anchor="w").pack(fill="x", padx=8, pady=4)
        self._held: int | None = None

    def show(self, image: Image, solve: SolveClicked) -> None:
        """Take clicks until the window is closed."""
        self._image, self._solve = image, solve
        self._clicked = ClickedCorners((image.shape[1], image.shape[0]), (WIDE_PX, HIGH_PX))
        self._show_picture(image)
        bind = self._root.bind
        self._canvas.bind("<Button-1>", self._press)
        self._canvas.bind("<B1-Motion>", self._move)
        self._canvas.bind("<ButtonRelease-1>", lambda _: self._release())
        bind("<BackSpace>", lambda _: self._undo())
        bind("<Return>", lambda _: self._go())
        bind("<Escape>", lambda _: self._root.destroy())
        self._draw()
        self._root.mainloop()

    def _show_picture(self, image: Image) -> None:
        scale = self._clicked.scale
        size = round(image.shape[1] * scale), round(image.shape[0] * scale)
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        self._photo = tk.PhotoImage(data=_ppm(np.asarray(small, dtype=np.uint8)), format="ppm")
        self._canvas.configure(width=size[0], height=size[1])
        self._canvas.create_image(0, 0, anchor="nw", image=self._photo)

    def _press(self, event: tk.Event) -> None:
        self._held = self._clicked.grab(event.x, event.y)
        self._draw()

    def _move(self, event: tk.Event) -> None:
        if self._held is not None:
            self._clicked.corners[self._held] = self._clicked.to_picture(event.x, event.y)
            self._draw()

    def _release(self) -> None:
        self._held = None
        self._draw()

    def _undo(self) -> None:
        if self._clicked.corners:
            self._clicked.corners.pop()
        self._draw()

    def _go(self) -> None:
        if len(self._clicked.corners) < len(CORNER_NAMES):
            return
        self._wish.configure(text="Calibrating ...")
        self._root.update()
        try:
            outcome = self._solve(self._clicked.corners)
        except BadValue as error:
            self._wish.configure(text=str(error))
            return
        if outcome.good:
            drawn = cv2.imdecode(np.frombuffer(outcome.jpeg, np.uint8), cv2.IMREAD_COLOR)
            self._show_picture(np.asarray(drawn, dtype=np.uint8))
        self._wish.configure(text=". ".join((outcome.title, *outcome.lines[:2])))

    def _draw(self) -> None:
        self._wish.configure(text=self._clicked.wish)
        self._canvas.delete("mark")
        places = [self._clicked.to_window(c) for c in self._clicked.corners]
        if len(places) > 1:
            ring = [*places, places[0]] if len(places) == len(CORNER_NAMES) else places
            self._canvas.create_line(ring, fill=YELLOW, dash=(6, 5), tags="mark")
        for number, (x, y) in enumerate(places, start=1):
            self._canvas.create_line(x - MARK_PX, y, x + MARK_PX, y, fill=YELLOW, tags="mark")
            self._canvas.create_line(x, y - MARK_PX, x, y + MARK_PX, fill=YELLOW, tags="mark")
            self._canvas.create_text(x + 14, y - 12, text=str(number), fill=YELLOW, tags="mark")
        if self._held is not None:
            self._draw_loupe(places[self._held], self._clicked.corners[self._held])

    def _draw_loupe(self, at: tuple[float, float], corner: CornerPx) -> None:
        """The picture around the corner, five times as large, beside the mouse."""
        span = LOUPE_PX // ZOOM
        patch = cv2.getRectSubPix(self._image, (span, span), corner)
        large = cv2.resize(patch, (LOUPE_PX, LOUPE_PX), interpolation=cv2.INTER_NEAREST)
        self._loupe = tk.PhotoImage(data=_ppm(np.asarray(large, dtype=np.uint8)), format="ppm")
        half, gap = LOUPE_PX / 2, 24
        x = min(max(at[0], half), self._canvas.winfo_width() - half)
        above = at[1] > LOUPE_PX + gap
        y = at[1] - half - gap if above else at[1] + half + gap
        self._canvas.create_image(x, y, image=self._loupe, tags="mark")
        box = (x - half, y - half, x + half, y + half)
        self._canvas.create_rectangle(box, outline=YELLOW, width=2, tags="mark")
        for dx, dy in ((1, 0), (0, 1)):
            for sign in (-1, 1):
                ends = (sign * dx * 6, sign * dy * 6, sign * dx * 24, sign * dy * 24)
                line = (x + ends[0], y + ends[1], x + ends[2], y + ends[3])
                self._canvas.create_line(line, fill=YELLOW, tags="mark")


def _ppm(image: Image) -> bytes:
    header = f"P6 {image.shape[1]} {image.shape[0]} 255 ".encode()
    return header + cv2.cvtColor(image, cv2.COLOR_BGR2RGB).tobytes()
