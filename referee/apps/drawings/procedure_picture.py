"""The procedure of a rulebook as a picture: its steps, who holds the switch, what leads where."""

from __future__ import annotations

from collections.abc import Mapping

from referee.apps.drawings.arrow_drawing import (
    LabelStyle,
    box_around,
    draw_head,
    draw_label,
    wrapped,
)
from referee.apps.drawings.procedure_arrows import ArrowReason, ProcedureArrow, arrows_of
from referee.calls.stops.power_pulse import pulse_limit_of
from referee.loaders.formats.vector_picture import VectorPicture
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import ProcedureRow
from referee.rulebooks.rulebook import Rulebook

# Column and lane of every step; which of them there are, and the arrows, the table says.
_PLACES: Mapping[PlayStep, tuple[float, float]] = {
    PlayStep.SET: (0, 0),
    PlayStep.SNAP: (1, 0),
    PlayStep.READ: (2, 1),
    PlayStep.POCKET: (2, 2),
    PlayStep.SCRAMBLE: (3, 2),
    PlayStep.TO_THE_LINE: (3, 0),
    PlayStep.AFTER_THE_LINE: (4, 0),
    PlayStep.TO_THE_END: (5, -0.5),
    PlayStep.IN_THE_AIR: (3, -1),
    PlayStep.AFTER_CATCH: (4, -1),
    PlayStep.AFTER_INTERCEPTION: (4, -2),
    PlayStep.RECOVERY: (1, -2),
    PlayStep.ADVANCE: (2, -2),
    PlayStep.KICK_SNAP: (0, -4),
    PlayStep.RUSH: (1, -4),
    PlayStep.COVERAGE: (2, -4),
    PlayStep.KICKED_BALL: (3, -3),
    PlayStep.RETURN: (1, -3),
    PlayStep.RETURN_STOPPED: (2, -3),
}
_COLUMN, _LANE, _WIDTH, _HEIGHT = 92.0, 44.0, 50.0, 20.0
_LETTER = 2.6
_HEAD = 3.2, 0.42  # of an arrow: mm, radians
_LABEL = LabelStyle(_LETTER, width=0.66, margin_mm=1.0, height=1.6, line=1.6, drop=0.82)
_BOX, _EDGE, _TEXT = "#eef3f8", "#33475b", "#1c2733"
_MOST_LETTERS, _MOST_LINES = 26, 3
# Where on an arrow its words may stand, the best place first.
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)


_INKS: Mapping[ArrowReason, str] = {
    ArrowReason.TIME: "#2b7a3d",
    ArrowReason.ALWAYS: "#b3261e",
    ArrowReason.ASKED: "#1f5fbf",
    ArrowReason.GOES_ON: "#8a5a00",
    ArrowReason.NAMED: "#6b7280",
    ArrowReason.CALLED: "#8b2fa8",
}


def draw_procedure(rulebook: Rulebook) -> VectorPicture:
    """Boxes for steps, arrows for what leads from one to the next."""
    rows = rulebook.procedure.rows
    xs = [_PLACES[row.step][0] * _COLUMN for row in rows]
    ys = [_PLACES[row.step][1] * _LANE for row in rows]
    picture = VectorPicture(
        min(xs) - _WIDTH / 2 - 6, min(ys) - _HEIGHT / 2 - 34,
        max(xs) + _WIDTH / 2 + 16, max(ys) + _HEIGHT / 2 + 30,
    )  # fmt: skip
    arrows = arrows_of(rulebook)
    for arrow in arrows:
        _draw_arrow(picture, arrow)
    for row in rows:
        _draw_box(picture, rulebook, row)
    taken = [box_around(_middle(row.step), _WIDTH, _HEIGHT) for row in rows]
    for arrow in arrows:
        if arrow.label:
            points = _curve(arrow)
            places = [points[round(share * 24)] for share in _ALONG]
            ink = _INKS[arrow.why]
            lines = _lines(arrow.label)
            taken.append(draw_label(picture, lines, places, taken, _LABEL, ink))
    left, top = picture.low_x_mm + 6, picture.high_y_mm - 9
    picture.words(left, top, rulebook.title, 4.2, _TEXT, "start")
    _draw_legend(picture, left, {arrow.why for arrow in arrows})
    return picture


def _draw_box(picture: VectorPicture, rulebook: Rulebook, row: ProcedureRow) -> None:
    x, y = _middle(row.step)
    w, h = _WIDTH / 2, _HEIGHT / 2
    corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
    picture.polygon(corners, _BOX, _EDGE, 0.5)
    picture.words(x, y + 3.6, row.step.value, 3.4, _TEXT)
    picture.words(x, y - 1.6, f"switch: {row.holder.value}", _LETTER, _TEXT)
    limit = 0.0 if row.limit is None else pulse_limit_of(rulebook.calls.pulse, row.limit).value
    runs = f"up to {limit:g} s" if limit else "until it is stopped"
    if row.step is not PlayStep.SET:
        picture.words(x, y - 6.6, runs, _LETTER, _TEXT)


def _draw_arrow(picture: VectorPicture, arrow: ProcedureArrow) -> None:
    points = _curve(arrow)
    ink = _INKS[arrow.why]
    picture.line(points, ink, 0.4 if arrow.why is ArrowReason.NAMED else 0.8)
    draw_head(picture, points[-2], points[-1], _HEAD, ink)


def _lines(label: str) -> list[str]:
    lines = wrapped(label, ", ", _MOST_LETTERS)
    return lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES - 1], "and others"]


def _curve(arrow: ProcedureArrow) -> list[tuple[float, float]]:
    """From side to side; within a column round the left; far up round the corner; to itself over
    the top.
    """
    (x0, y0), (x1, y1) = _middle(arrow.start), _middle(arrow.end)
    slip = arrow.slip_mm
    w, h = _WIDTH / 2, _HEIGHT / 2
    if arrow.start is arrow.end:
        up = 16 + 1.2 * slip
        a, b = (x0 + 8 - slip, y0 + h), (x0 - 8 + slip, y0 + h)
        return _bezier(a, (a[0] + 8, a[1] + up), (b[0] - 8, b[1] + up), b)
    if x0 == x1:
        a, b = (x0 - w, y0 + slip), (x1 - w, y1 + slip)
        out = 14 + 8 * abs(y1 - y0) / _LANE
        return _bezier(a, (a[0] - out, a[1]), (b[0] - out, b[1]), b)
    if x1 - x0 > 2.5 * _COLUMN and y1 - y0 > _LANE:
        corner = (x1, y0)
        return _bezier((x0 + w, y0), corner, corner, (x1, y1 - h))
    side = 1.0 if x1 > x0 else -1.0
    a, b = (x0 + side * w, y0 + slip), (x1 - side * w, y1 + slip)
    reach = abs(b[0] - a[0]) * 0.5
    return _bezier(a, (a[0] + side * reach, a[1]), (b[0] - side * reach, b[1]), b)


def _bezier(
    a: tuple[float, float], p: tuple[float, float], q: tuple[float, float], b: tuple[float, float]
) -> list[tuple[float, float]]:
    points = []
    for t in (k / 24 for k in range(25)):
        shares = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        weighed = list(zip(shares, (a, p, q, b), strict=True))
        x = sum(share * point[0] for share, point in weighed)
        y = sum(share * point[1] for share, point in weighed)
        points.append((x, y))
    return points


def _middle(step: PlayStep) -> tuple[float, float]:
    column, lane = _PLACES[step]
    return column * _COLUMN, lane * _LANE


def _draw_legend(picture: VectorPicture, left: float, used: set[ArrowReason]) -> None:
    y = picture.low_y_mm + 14
    x = left
    for why in ArrowReason:
        if why not in used:
            continue
        picture.line([(x, y), (x + 8, y)], _INKS[why], 1.0)
        picture.words(x + 10, y - 1.0, why.value, _LETTER, _TEXT, "start")
        x += 20 + len(why.value) * _LETTER * 0.68
    over = "A tackle, a score, a ball out of bounds end the play in every step."
    picture.words(left, y - 8, over, _LETTER, _TEXT, "start")
