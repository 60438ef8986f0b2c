"""A small true-scale drawing in millimetres, saved as SVG or PNG."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.loaders.formats.atomic_file import write_bytes, write_text

Points = Sequence[tuple[float, float]] | npt.NDArray[np.float64]
PNG_WIDTH_PX = 2200
_SMOOTH = 2  # drawn this much larger, then shrunk: edges and letters come out clean
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_CAPITAL_PX = 21.0  # height of a capital of that font at scale 1


@dataclass(frozen=True, slots=True)
class _Stroke:
    points: npt.NDArray[np.float64]
    closed: bool
    fill: str | None
    ink: str | None
    width_mm: float


@dataclass(frozen=True, slots=True)
class _TextItem:
    x_mm: float
    y_mm: float
    text: str
    height_mm: float
    ink: str
    anchor: str


@dataclass(slots=True)
class VectorPicture:
    """Shapes are drawn in the order they are added; y points up. Colours are "#rrggbb"."""

    low_x_mm: float
    low_y_mm: float
    high_x_mm: float
    high_y_mm: float
    background: str = "#ffffff"
    _items: list[_Stroke | _TextItem] = field(default_factory=list)

    def polygon(
        self, points: Points, fill: str | None, ink: str | None = None, width_mm: float = 0.5
    ) -> None:
        """A closed shape."""
        self._items.append(_Stroke(np.asarray(points, float), True, fill, ink, width_mm))

    def rectangle(self, x0: float, y0: float, x1: float, y1: float, fill: str) -> None:
        """A filled rectangle along the axes."""
        self.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill)

    def line(self, points: Points, ink: str, width_mm: float) -> None:
        """An open line through points."""
        self._items.append(_Stroke(np.asarray(points, float), False, None, ink, width_mm))

    def words(
        self, x: float, y: float, text: str, height_mm: float, ink: str, anchor: str = "middle"
    ) -> None:
        """A line of text whose capitals are ``height_mm`` high and stand on y.

        ``anchor`` says which of its ends lies at x: start, middle or end.
        """
        self._items.append(_TextItem(x, y, text, height_mm, ink, anchor))

    def save(self, path: Path) -> None:
        """Write the picture; the name's ending says how."""
        check_picture_name(path)
        _WRITERS[path.suffix.lower()](self, path)

    def to_svg(self) -> str:
        """The picture as SVG text, one user unit per millimetre."""
        width, height = self.high_x_mm - self.low_x_mm, self.high_y_mm - self.low_y_mm
        rows = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.2f} {height:.2f}"',
            f' width="{width:.2f}mm" height="{height:.2f}mm" stroke-linecap="square"',
            ' font-family="Helvetica, Arial, sans-serif">',
            f'<rect width="100%" height="100%" fill="{self.background}"/>',
            *(self._svg_item(item) for item in self._items),
            "</svg>",
        ]
        return "\n".join(rows) + "\n"

    def to_png(self) -> npt.NDArray[np.uint8]:
        """The picture as a BGR image."""
        scale = PNG_WIDTH_PX * _SMOOTH / (self.high_x_mm - self.low_x_mm)
        height_px = round((self.high_y_mm - self.low_y_mm) * scale)
        image = np.full((height_px, PNG_WIDTH_PX * _SMOOTH, 3), _bgr(self.background), np.uint8)
        for item in self._items:
            if isinstance(item, _TextItem):
                self._paint_words(image, item, scale)
            else:
                self._paint_stroke(image, item, scale)
        small = (PNG_WIDTH_PX, height_px // _SMOOTH)
        return np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8)

    def _down(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Millimetres with y up as millimetres from the top left."""
        return np.stack([points[:, 0] - self.low_x_mm, self.high_y_mm - points[:, 1]], axis=1)

    def _svg_item(self, item: _Stroke | _TextItem) -> str:
        if isinstance(item, _TextItem):
            (x, y), size = self._down(np.array([[item.x_mm, item.y_mm]]))[0], item.height_mm / 0.72
            return (
                f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" fill="{item.ink}" '
                f'text-anchor="{item.anchor}">{escape(item.text)}</text>'
            )
        tag = "polygon" if item.closed else "polyline"
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in self._down(item.points))
        ink = f' stroke="{item.ink}" stroke-width="{item.width_mm:.2f}"' if item.ink else ""
        return f'<{tag} points="{points}" fill="{item.fill or "none"}"{ink}/>'

    def _paint_stroke(self, image: npt.NDArray[np.uint8], item: _Stroke, scale: float) -> None:
        shift = 4
        corners = np.rint(self._down(item.points) * scale * 2**shift).astype(np.int32)
        if item.fill:
            cv2.fillPoly(image, [corners], _bgr(item.fill), cv2.LINE_AA, shift)
        if item.ink:
            thick = max(1, round(item.width_mm * scale))
            ink = _bgr(item.ink)
            cv2.polylines(image, [corners], item.closed, ink, thick, cv2.LINE_AA, shift)

    def _paint_words(self, image: npt.NDArray[np.uint8], item: _TextItem, scale: float) -> None:
        size = item.height_mm * scale / _CAPITAL_PX
        thick = max(1, round(size))
        (width, _), _ = cv2.getTextSize(item.text, _FONT, size, thick)
        back = {"start": 0.0, "middle": width / 2, "end": float(width)}[item.anchor]
        x, y = self._down(np.array([[item.x_mm, item.y_mm]]))[0] * scale
        where = (round(x - back), round(y))
        cv2.putText(image, item.text, where, _FONT, size, _bgr(item.ink), thick, cv2.LINE_AA)


def check_picture_name(path: Path) -> None:
    """Complain about a name that says no kind of picture, before anything is drawn."""
    if path.suffix.lower() not in _WRITERS:
        raise BadValue("the picture", str(path), f"a name ending in {' or '.join(_WRITERS)}")


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def _save_png(picture: VectorPicture, path: Path) -> None:
    write_bytes(path, cv2.imencode(".png", picture.to_png())[1].tobytes())


_WRITERS: Mapping[str, Callable[[VectorPicture, Path], None]] = {
    ".png": _save_png,
    ".svg": lambda picture, path: write_text(path, picture.to_svg()),
}
