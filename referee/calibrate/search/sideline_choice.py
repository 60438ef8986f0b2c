"""The choice of the sidelines: the pair of edges that is as far apart as the field is wide.

Yard lines alone tell how long a millimetre across the field is. So sidelines are first left free,
and then every line and edge that might be one is measured: how far outside its place does it lie?
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from referee.calibrate.fit.camera_fit import information
from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.fit.registration import (
    RegisteredCamera,
    register_exactly,
    sides_left_free,
)
from referee.calibrate.lines.printed_line import OUTER, PrintedLine, PrintedLineKind, printed_lines
from referee.calibrate.outcome import UnusablePicture
from referee.calibrate.search.side_pairs import end_edge
from referee.calibrate.search.sideline_readings import SidelineReading, sideline_readings
from referee.core.arrays import F32
from referee.core.field.field_profile import BoundaryPrint, FieldProfile

LOOSE_MM = 4.0  # by which sidelines may lie anywhere, at first
END_MM = 1.2  # how far beside its place an end line may be drawn
RULER_MM = 0.35  # by which a side may lie beside its place: rulers slip, and boards are not flat
WIDER = 1.5  # what the fit says of itself is taken that much wider
# A field whose width is off by more than both together is another one.
FAR_SIGMAS = 3.5
FAR_MM = 0.5
SURE = 0.97  # chance from which on a reading is taken without a word
SAME_MM = 0.3  # readings nearer to each other than this are one


@dataclass(frozen=True, slots=True)
class SidelineChoice:
    """The lines with the chosen sidelines, the sigma in mm of the choice, and a note on it."""

    lines: tuple[PrintedLine, ...]
    sigma_mm: float
    note: str


def choose_sidelines(
    lit: F32, grey: F32, rough: RegisteredCamera, profile: FieldProfile, belief: LensBelief
) -> tuple[RegisteredCamera, SidelineChoice]:
    """The camera with sidelines left free, and what they are; Unusable if none fits.

    ``grey`` is the picture in which lines are bright.
    """
    exact = register_exactly(lit, rough, rough.lines, belief)
    loose = sides_left_free(exact, belief, LOOSE_MM)
    readings = list(sideline_readings(lit, grey, loose, profile))
    if not readings:
        raise _nothing_there(profile)
    sigma = math.hypot(_width_sigma(loose, belief), RULER_MM)
    chance = np.array([-r.cost - 0.5 * (r.excess_mm / sigma) ** 2 for r in readings])
    chance = np.exp(chance - chance.max())
    chance /= chance.sum()
    best = int(np.argmax(chance))
    chosen = readings[best]
    if abs(chosen.excess_mm) > FAR_SIGMAS * sigma + FAR_MM:
        raise _other_width(profile, chosen)
    apart = np.array([r.excess_mm - chosen.excess_mm for r in readings])
    vague = math.sqrt(float(chance @ apart**2))
    sure = float(chance[np.abs(apart) < SAME_MM].sum())
    lines = tuple(_drawn(grey, loose, profile, chosen))
    widths = dict(rough.stroke.width_mm)
    if chosen.role is BoundaryPrint.LINE:
        widths |= dict.fromkeys(OUTER, chosen.wide_mm)
    # How lines are drawn is found anew, from what the profile says of them.
    loose = replace(loose, stroke=replace(rough.stroke, width_mm=widths))
    # Both sides are vague together: each by itself must be taken as vaguer.
    return loose, SidelineChoice(lines, math.sqrt(2.0) * vague, _note(profile, chosen, sure))


def _width_sigma(loose: RegisteredCamera, belief: LensBelief) -> float:
    """How well yard lines tell half the width of the field, in mm."""
    sights = loose.samples.sights
    normal, lever = information(sights, loose.fit, belief)
    weight = loose.fit.weight / loose.fit.scale**2 / sights.sigma_px
    mass = sights.sums(weight / sights.sigma_px)
    near, far = (k for k, line in enumerate(loose.lines) if line.kind is PrintedLineKind.SIDE)
    if min(mass[near], mass[far]) <= 0.0:
        return LOOSE_MM
    slope = sights.sums(lever * weight[:, None])
    apart = (slope[far] / mass[far] - slope[near] / mass[near]) / 2
    spread = float(apart @ np.linalg.inv(normal) @ apart)
    return WIDER * math.sqrt(spread) * loose.camera.mm_per_px


def _drawn(
    grey: F32, loose: RegisteredCamera, profile: FieldProfile, chosen: SidelineReading
) -> Iterator[PrintedLine]:
    """The lines at their places, outer ones as they are read."""
    for line in printed_lines(profile):
        if line.kind is PrintedLineKind.SIDE:
            step = chosen.steps[0 if line.outward < 0 else 1]
            yield replace(line, step=step)
        elif line.kind is PrintedLineKind.END:
            seen = end_edge(grey, loose.camera, profile, line, END_MM)
            yield line if seen is None else replace(line, step=seen[1])
        else:
            yield line


def _note(profile: FieldProfile, chosen: SidelineReading, sure: float) -> str:
    what = {
        BoundaryPrint.LINE: "the middle of a printed line",
        BoundaryPrint.INNER: "the edge at which a border or band begins",
        BoundaryPrint.OUTER: "the outer edge of a printed band",
    }[chosen.role]
    note = f"The sidelines were taken to be {what}"
    if profile.sideline_is is not BoundaryPrint.UNKNOWN:
        return f"{note}, as the field file says."
    if sure < SURE:
        note += (
            f", but that is only {100 * sure:.0f} % sure, which the errors include; say "
            "sideline_is in the field file"
        )
    return f"{note}."


def _nothing_there(profile: FieldProfile) -> UnusablePicture:
    said = {
        BoundaryPrint.LINE: "thin lines",
        BoundaryPrint.INNER: "edges of a border",
        BoundaryPrint.OUTER: "outer edges of a band",
        BoundaryPrint.UNKNOWN: "lines or edges",
    }[profile.sideline_is]
    return UnusablePicture(
        f"The sidelines of field {profile.name} should be {said}, and no such pair is seen.",
        "Correct sideline_is in the field file, or clear what lies on them.",
    )


def _other_width(profile: FieldProfile, nearest: SidelineReading) -> UnusablePicture:
    wide = profile.width_mm + 2.0 * nearest.excess_mm
    return UnusablePicture(
        f"Field {profile.name} should be {profile.width_mm:.1f} mm wide, and the sidelines that "
        f"come nearest are {wide:.1f} mm apart.",
        "Measure width_mm again, and see where the sidelines count (sideline_is).",
    )
