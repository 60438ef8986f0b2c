"""Three small plots as SVG, drawn by hand: no plotting library is needed to run a bench."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np

from referee.lab.bench.vision.base_marks import BaseMark, FrameSetMarks
from referee.lab.bench.vision.sight_figures import SightFigures

WIDE, HIGH = 560, 300
LEFT, TOP, RIGHT, BOTTOM = 64, 26, 16, 52
COLOURS = {
    "foreign": "#c0392b",
    "foreign-a": "#e59866",
    "near": "#1f618d",
    "apart": "#5dade2",
    "traced": "#7d6608",
}
SHARES = (
    ("recall", "recall"),
    ("precision", "precision"),
    ("front", "front"),
    ("team", "team"),
    ("fallen_f1", "fallen F1"),
)
ERRORS_MM = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0)
CLAIMED = tuple(k / 20 for k in range(1, 20))
# Two-sided quantiles of the normal distribution for the claimed shares.
SIGMAS = tuple(NormalDist().inv_cdf((1.0 + share) / 2.0) for share in CLAIMED)


def share_plot(figures: Mapping[str, SightFigures]) -> str:
    """Bars from 0 to 100 %: the foreign domain beside ours."""
    names = [n for n in COLOURS if n in figures]
    body = _frame(
        [(f"{p} %", _y(p / 100)) for p in range(0, 101, 20)], [], "bases and figures: what is right"
    )
    step = (WIDE - LEFT - RIGHT) / len(SHARES)
    width = 0.8 * step / max(len(names), 1)
    for k, (key, label) in enumerate(SHARES):
        for n, name in enumerate(names):
            value = figures[name].get(key, math.nan)
            if math.isfinite(value):
                x, y = LEFT + step * (k + 0.1) + width * n, _y(value)
                body.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{width * 0.92:.1f}" '
                    f'height="{_y(0.0) - y:.1f}" fill="{COLOURS[name]}"/>'
                )
        body.append(_words(LEFT + step * (k + 0.5), HIGH - BOTTOM + 16, label))
    return _svg(body, names)


def error_plot(results: Mapping[str, FrameSetMarks]) -> str:
    """The share of all found bases within an error."""
    low, high = math.log(ERRORS_MM[0]), math.log(ERRORS_MM[-1])

    def x_of(mm: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * (math.log(max(mm, ERRORS_MM[0])) - low) / (high - low)

    ticks = [(f"{mm:g}", x_of(mm)) for mm in ERRORS_MM]
    body = _frame(
        [(f"{p} %", _y(p / 100)) for p in range(0, 101, 20)],
        ticks,
        "of the bases found, those within so many mm",
    )
    for name, marks in results.items():
        found = [b for b in marks.bases if b.counts and math.isfinite(b.best_miss_mm)]
        miss = sorted(b.best_miss_mm for b in found)
        points = [
            (x_of(mm), _y((k + 1) / len(miss))) for k, mm in enumerate(miss) if mm <= ERRORS_MM[-1]
        ]
        body.append(_line(_thinned(points), COLOURS[name]))
    return _svg(body, list(results))


def calibration_plot(results: Mapping[str, FrameSetMarks]) -> str:
    """How many errors lie inside the intervals that claim so many: the diagonal is honest."""
    span = WIDE - LEFT - RIGHT
    ticks = [(f"{p} %", LEFT + span * p / 100) for p in range(0, 101, 20)]
    scale = [(f"{p} %", _y(p / 100)) for p in range(0, 101, 20)]
    body = _frame(scale, ticks, "positions inside intervals: held over claimed")
    body.append(_line([(LEFT, _y(0.0)), (LEFT + span, _y(1.0))], "#aaaaaa"))
    for name, marks in results.items():
        rows = [np.array(b.known[:2]) / np.array(b.known_sigmas[:2]) for b in _measured(marks)]
        z = np.array(rows)
        if z.size:
            held = [float((np.abs(z) < s).mean()) for s in SIGMAS]
            body.append(
                _line(
                    [(LEFT + span * c, _y(h)) for c, h in zip(CLAIMED, held, strict=True)],
                    COLOURS[name],
                )
            )
    return _svg(body, list(results))


def _measured(marks: FrameSetMarks) -> list[BaseMark]:
    return [b for b in marks.bases if b.counts and math.isfinite(b.known_miss_mm)]


def _y(share: float) -> float:
    return TOP + (HIGH - TOP - BOTTOM) * (1.0 - share)


def _frame(
    rows: Sequence[tuple[str, float]], columns: Sequence[tuple[str, float]], title: str
) -> list[str]:
    out = [_words(WIDE / 2, 16, title, bold=True)]
    for label, y in rows:
        out.append(_line([(LEFT, y), (WIDE - RIGHT, y)], "#dddddd", 0.8))
        out.append(_words(LEFT - 6, y + 4, label, "end"))
    for label, x in columns:
        out.append(_line([(x, TOP), (x, HIGH - BOTTOM)], "#eeeeee", 0.8))
        out.append(_words(x, HIGH - BOTTOM + 16, label))
    return out


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    step = max(1, len(points) // 120)
    return [*points[::step], *points[-1:]]


def _line(points: Sequence[tuple[float, float]], colour: str, width: float = 2.0) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _words(x: float, y: float, text: str, anchor: str = "middle", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{text}</text>'


def _svg(body: Sequence[str], names: Sequence[str]) -> str:
    legend = []
    for k, name in enumerate(names):
        x = LEFT + 98 * k
        legend.append(
            f'<rect x="{x}" y="{HIGH - 20}" width="12" height="12" fill="{COLOURS[name]}"/>'
        )
        legend.append(_words(x + 17, HIGH - 10, name, "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="11" fill="#333333">\n'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#ffffff"/>\n'
        + "\n".join([*body, *legend])
        + "\n</svg>\n"
    )
