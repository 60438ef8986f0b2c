"""The moments of an evening as a picture, drawn from the table of what may follow what."""

from __future__ import annotations

from collections.abc import Mapping

from referee.apps.drawings.arrow_drawing import (
    DrawingPoint,
    LabelStyle,
    box_around,
    draw_head,
    draw_label,
    wrapped,
)
from referee.loaders.formats.vector_picture import VectorPicture
from referee.night.phase import PHASE_TABLE, PHASES_AFTER, NightPhase

# Column and lane of every moment; which of them there are, and the arrows, the table says.
PLACES: Mapping[NightPhase, DrawingPoint] = {
    NightPhase.BEFORE: (-1.1, -1.8),
    NightPhase.DECISION: (-1.1, -3.0),
    NightPhase.KICK: (0, -1.8),
    NightPhase.OVER: (-1.1, 0),
    NightPhase.ALARM: (-1.1, 1.2),
    NightPhase.BETWEEN: (0, 0),
    NightPhase.SET_UP: (1.1, 1.0),
    NightPhase.SET: (2.2, 0),
    NightPhase.SNAP: (3.3, 0),
    NightPhase.READ: (4.4, 1.2),
    NightPhase.LIVE: (5.5, 0),
    NightPhase.STOP: (5.5, -1.8),
    NightPhase.BROKEN_OFF: (6.6, 1.2),
    NightPhase.DEAD: (2.2, -1.8),
}
# How far a way bends to the left of its straight line, as a share of its length; others bend a bit.
BENDS: Mapping[tuple[NightPhase, NightPhase], float] = {
    (NightPhase.KICK, NightPhase.STOP): -0.17,
    (NightPhase.BETWEEN, NightPhase.SET): -0.12,
    (NightPhase.SET, NightPhase.BETWEEN): 0.24,
    (NightPhase.SET, NightPhase.LIVE): -0.13,
    (NightPhase.SNAP, NightPhase.BROKEN_OFF): 0.36,
    (NightPhase.BROKEN_OFF, NightPhase.SNAP): -0.27,
    (NightPhase.BROKEN_OFF, NightPhase.DEAD): 0.36,
    (NightPhase.SNAP, NightPhase.LIVE): 0.0,
    (NightPhase.SNAP, NightPhase.STOP): 0.1,
    (NightPhase.LIVE, NightPhase.DEAD): -0.05,
    (NightPhase.DEAD, NightPhase.LIVE): -0.1,
    (NightPhase.READ, NightPhase.DEAD): 0.16,
    (NightPhase.READ, NightPhase.STOP): 0.05,
}
# What is entered at the page, in the words of the table: said below the picture, not drawn.
ENTERED = frozenset(
    {
        "a kick, a score or the half is entered",
        "something is entered or taken back",
        "the last entry is taken back",
    }
)
ONCE = "the last quarter ends"
COLUMN_MM, LANE_MM, HALF_MM, HIGH_MM = 84.0, 46.0, 27.0, 10.0
LETTER_MM, NAME_MM = 3.2, 4.8
HEAD = 3.4, 0.4  # of an arrow: mm, radians
LABEL = LabelStyle(LETTER_MM, width=2 * 0.31, margin_mm=2 * 0.6, height=1.44, line=1.4, drop=0.78)
BEND = 0.13
STEPS = 40
ALONG = (0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72)
MOST_LETTERS = 24
POWER = frozenset({NightPhase.SNAP, NightPhase.LIVE})
EDGE, TEXT, INK = "#33475b", "#1c2733", "#1f5fbf"
REST_FILL, POWER_FILL, ALARM_FILL = "#eef3f8", "#ffe3b8", "#f9d4d0"


def draw_phases() -> VectorPicture:
    """Boxes for moments, arrows for what may follow, with the reason on each."""
    middles = {phase: _middle(phase) for phase in NightPhase}
    xs, ys = [x for x, _ in middles.values()], [y for _, y in middles.values()]
    ways = {
        way: _way(middles[way[0]], middles[way[1]], BENDS.get(way, BEND)) for way in drawn_ways()
    }
    ys += [y for points in ways.values() for _, y in points]
    picture = VectorPicture(min(xs) - 34, min(ys) - 22, max(xs) + 34, max(ys) + 10)
    for points in ways.values():
        picture.line(points, INK, 0.6)
        draw_head(picture, points[-3], points[-1], HEAD, INK)
    taken = [box_around(at, 2 * HALF_MM, 2 * HIGH_MM) for at in middles.values()]
    for row in PHASE_TABLE:
        _draw_box(picture, row.phase, middles[row.phase])
    for way, points in ways.items():
        lines = wrapped(" / ".join(drawn_ways()[way]), " ", MOST_LETTERS)
        places = [points[round(share * (len(points) - 1))] for share in ALONG]
        taken.append(draw_label(picture, lines, places, taken, LABEL, INK))
    _draw_legend(picture)
    return picture


def drawn_ways() -> dict[tuple[NightPhase, NightPhase], list[str]]:
    """What leads from where to where, and the reasons; the end of the game from rest alone."""
    ways: dict[tuple[NightPhase, NightPhase], list[str]] = {}
    for start, follows in PHASES_AFTER.items():
        for why, end in follows:
            if why in ENTERED or (why == ONCE and start is not NightPhase.BETWEEN):
                continue
            ways.setdefault((start, end), []).append(why)
    return ways


def _draw_box(picture: VectorPicture, phase: NightPhase, at: DrawingPoint) -> None:
    x0, y0, x1, y1 = box_around(at, 2 * HALF_MM, 2 * HIGH_MM)
    fill = POWER_FILL if phase in POWER else REST_FILL
    fill = ALARM_FILL if phase is NightPhase.ALARM else fill
    picture.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill, EDGE, 0.5)
    picture.words(at[0], at[1] + 0.6, phase.value, NAME_MM, TEXT)
    power = "power" if phase in POWER else "no power"
    picture.words(at[0], at[1] - 5.4, power, LETTER_MM, TEXT)


def _draw_legend(picture: VectorPicture) -> None:
    x, y = picture.low_x_mm + 8, picture.low_y_mm + 8
    words = (
        "An alarm may come at any time. Between plays a coach may enter a kick, a score or the end "
        "of a quarter, or take an entry back: then comes rest, a kick, or the end of the game."
    )
    picture.words(x, y, words, LETTER_MM, TEXT, "start")


def _way(a: DrawingPoint, b: DrawingPoint, bend: float) -> list[DrawingPoint]:
    """From one box to another, bent so that two opposite ways lie apart."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    over = ((a[0] + b[0]) / 2 - bend * 2 * dy, (a[1] + b[1]) / 2 + bend * 2 * dx)
    points = []
    for k in range(STEPS + 1):
        t = k / STEPS
        shares = ((1 - t) ** 2, 2 * t * (1 - t), t**2)
        weighed = list(zip(shares, (a, over, b), strict=True))
        point = (sum(s * p[0] for s, p in weighed), sum(s * p[1] for s, p in weighed))
        if not _inside(point, a) and not _inside(point, b):
            points.append(point)
    return points


def _middle(phase: NightPhase) -> DrawingPoint:
    column, lane = PLACES[phase]
    return column * COLUMN_MM, lane * LANE_MM


def _inside(point: DrawingPoint, middle: DrawingPoint) -> bool:
    return abs(point[0] - middle[0]) <= HALF_MM and abs(point[1] - middle[1]) <= HIGH_MM
