"""Boards whose sidelines are no thin lines: borders, broad bands and broad lines, calibrated.

Of every look the field file says in turn what the sidelines are, and leaves it to the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from referee.core.field.field_profile import BoundaryPrint, FieldProfile
from referee.lab.bench.calibrate_cases.rendered_views import ViewOutcome, try_view
from referee.lab.bench.report import Row
from referee.lab.pictures.crowds import random_crowd, random_roster
from referee.loaders.fields import load_field
from referee.sim.art.looks.standard_look import random_look
from referee.sim.look import Colour, FieldBorder, SceneLook
from referee.sim.render import RICH, Renderer

SEED = 7_640_000  # nothing was chosen with these looks
BORDER_LOOKS = 20
BOARDS = ("620", "620", "500")
LARGE_BOARD = "620"
SAID, UNSAID = "field file says which edge", "field file does not say"
FRAMES: tuple[tuple[FieldBorder, BoundaryPrint, tuple[float, float]], ...] = (
    (FieldBorder.BORDER, BoundaryPrint.INNER, (6.0, 60.0)),
    (FieldBorder.BAND, BoundaryPrint.INNER, (2.5, 8.0)),
    (FieldBorder.INSIDE, BoundaryPrint.OUTER, (3.0, 8.0)),
    (FieldBorder.BROAD_LINE, BoundaryPrint.LINE, (3.0, 6.0)),
)
GROUNDS: tuple[Colour, ...] = (
    (0.06, 0.10, 0.30),
    (0.10, 0.28, 0.12),
    (0.45, 0.28, 0.15),
    (0.62, 0.10, 0.10),
)
WHITES: tuple[Colour, ...] = ((0.93, 0.93, 0.91), (0.86, 0.82, 0.70), (0.86, 0.66, 0.18))
MARGIN_MM = (12.0, 60.0)
THICK_MM = (0.9, 5.5)  # yard lines
RULED = 0.25  # by which the field file's width of a line may be wrong, as a share
MEDIAN_MM, CORNER_MM, DONE, HONEST, WRONG = 0.2, 1.0, 90.0, 95.0, 3.0


def draw_border(number: int) -> tuple[FieldProfile, SceneLook, np.random.Generator]:
    """The board of one look, and what its file may say."""
    rng = np.random.default_rng([SEED, number])
    frame, outline, widths = FRAMES[number % len(FRAMES)]
    profile = load_field(BOARDS[number % len(BOARDS)])
    margin_x, margin_y = rng.uniform(*MARGIN_MM, 2)
    thick = float(rng.uniform(*THICK_MM)) if rng.random() < 0.5 else float(rng.uniform(0.9, 2.0))
    profile = replace(
        profile,
        metal_left_x_mm=profile.left_end_line_x_mm - float(margin_x),
        metal_right_x_mm=profile.right_end_line_x_mm + float(margin_x),
        metal_near_y_mm=-float(margin_y),
        metal_far_y_mm=profile.width_mm + float(margin_y),
        line_width_mm=thick * float(rng.uniform(1.0 - RULED, 1.0 + RULED)),
        sideline_is=outline,
        end_line_is=outline,
    )
    look = random_look(profile, random_roster(rng), rng)
    border = WHITES if frame is FieldBorder.BORDER else GROUNDS
    field = replace(
        look.field,
        line_width_mm=thick,
        frame=frame,
        frame_width_mm=float(rng.uniform(*widths)),
        border=border[int(rng.integers(len(border)))],
    )
    return profile, replace(look, field=field), rng


def try_border(number: int) -> Iterator[ViewOutcome]:
    """One board with figures on it; its field file says what is printed, or does not."""
    profile, look, rng = draw_border(number)
    crowd = replace(random_crowd(profile, look.roster, rng), power_gain=0.0)
    picture = Renderer(profile, look, RICH).render(crowd).image
    silent = replace(profile, sideline_is=BoundaryPrint.UNKNOWN, end_line_is=BoundaryPrint.UNKNOWN)
    yield try_view(number, SAID, picture, profile, look.camera)
    yield try_view(number, UNSAID, picture, silent, look.camera)


def border_rows(outcomes: Sequence[ViewOutcome]) -> Iterator[Row]:
    """The figures, with the bars that thin lines have to meet as well."""
    for kind in (SAID, UNSAID):
        group = [o for o in outcomes if o.kind == kind]
        share = 100.0 * sum(o.solved for o in group) / max(len(group), 1)
        yield Row(f"borders, {kind}: calibrated ({len(group)})", share, "%", DONE, "higher")
        solved = [o for o in group if o.solved]
        large = [o for o in solved if o.board == LARGE_BOARD]
        if large:
            middle = float(np.median([o.median_mm for o in large]))
            yield Row(f"borders, {kind}: 37 in board, median", middle, "mm", MEDIAN_MM)
            corner = max(o.corner_mm for o in large)
            yield Row(f"borders, {kind}: 37 in board, worst corner", corner, "mm", CORNER_MM)
        if solved:
            inside = 100.0 * float(np.mean([o.covered for o in solved]))
            yield Row(f"borders, {kind}: stated error covers", inside, "%", HONEST, "higher")
            gold = 100.0 * sum(o.grade in {"gold", "silver"} for o in solved) / len(solved)
            yield Row(f"borders, {kind}: gold or silver", gold, "%")
    wrong = sum(o.solved and o.worst_mm > WRONG * o.stated_mm for o in outcomes)
    yield Row("borders: wrong without knowing", float(wrong), "views", 0.0)


def border_notes(outcomes: Sequence[ViewOutcome]) -> list[str]:
    """What was drawn, and why a view was refused."""
    looks = len({o.look for o in outcomes})
    drawn = (
        f"borders: {looks} looks (seed {SEED}) with 22 figures; in turn a border of 6 to 60 mm, a "
        "band of 2.5 to 8 mm outside the field, one of 3 to 8 mm inside it, and a broad line of 3 "
        "to 6 mm; yard lines of 0.9 to 5.5 mm"
    )
    refused = [o for o in outcomes if not o.solved]
    return [drawn, *(f"refused, borders, {o.kind}, look {o.look}: {o.reason}" for o in refused)]
