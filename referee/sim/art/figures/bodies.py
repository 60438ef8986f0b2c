"""Torso, shoulder pads, arms and legs of a figure, hung on its skeleton."""

from __future__ import annotations

import numpy as np

from referee.sim.art.figures.skeleton import Limb, Skeleton
from referee.sim.art.lofts import limb, loft, oval
from referee.sim.art.mesh import FloatArray, Material, Mesh, Rgb
from referee.sim.look import TeamLook

SHOE: Rgb = (0.09, 0.09, 0.10)
BELT: Rgb = (0.12, 0.12, 0.13)
SOCK: Rgb = (0.90, 0.90, 0.88)
LEATHER: Rgb = (0.36, 0.18, 0.10)


def torso_mesh(bones: Skeleton, team: TeamLook, sides: int) -> Mesh:
    """From the crotch to the neck; pants, belt, jersey."""
    low, high = bones.pelvis, bones.chest
    hips, ribs = bones.pelvis_frame, bones.chest_frame
    # (centre, frame, half width, half depth) from the bottom up
    stations = (
        (low - hips[2] * 2.3, hips, 1.7, 1.35),
        (low - hips[2] * 0.7, hips, 3.15, 2.35),
        (low + (high - low) * 0.24, hips, 2.75, 2.05),
        (low + (high - low) * 0.36, (hips + ribs) / 2, 2.6, 1.95),
        (low + (high - low) * 0.75, ribs, 3.5, 2.45),
        (high + ribs[2] * 0.9, ribs, 4.0, 2.6),
        (high + ribs[2] * 2.6, ribs, 2.1, 1.7),
    )
    rings = [
        oval(
            centre,
            frame[0] * depth * bones.girth.torso,
            frame[1] * width * bones.girth.torso,
            sides,
            2.4,
        )
        for centre, frame, width, depth in stations
    ]
    colours = [team.pants, team.pants, BELT, team.jersey, team.jersey, team.jersey]
    return loft(rings, colours, Material.SATIN, crease_deg=70.0)


def pads_mesh(bones: Skeleton, team: TeamLook, sides: int) -> Mesh:
    """Shoulder pads under the jersey: a wide yoke that drops at both ends."""
    frame, reach = bones.chest_frame, 6.3 * bones.girth.shoulder
    # (share of the reach, depth, height, drop)
    stations = (
        (-1.0, 1.2, 0.85, 1.35),
        (-0.86, 2.05, 1.5, 0.85),
        (-0.45, 2.6, 1.75, 0.1),
        (0.45, 2.6, 1.75, 0.1),
        (0.86, 2.05, 1.5, 0.85),
        (1.0, 1.2, 0.85, 1.35),
    )
    rings = [
        oval(
            bones.chest + frame[1] * share * reach + frame[2] * (1.45 - drop),
            frame[0] * depth * bones.girth.torso,
            frame[2] * height,
            sides,
            2.6,
        )
        for share, depth, height, drop in stations
    ]
    return loft(rings, team.jersey, Material.SATIN, crease_deg=70.0)


def arm_mesh(arm: Limb, bones: Skeleton, team: TeamLook, sides: int) -> Mesh:
    """Sleeve, cuff, bare forearm and a fist."""
    g = bones.girth.limb
    cuff = arm.root + (arm.middle - arm.root) * 0.62
    edge = arm.root + (arm.middle - arm.root) * 0.82
    out = arm.end - arm.middle
    out = out / np.linalg.norm(out)
    path = [arm.root, cuff, edge, arm.middle, arm.end - out * 0.7, arm.end + out * 0.35]
    radii = [1.75 * g, 1.6 * g, 1.5 * g, 1.15 * g, 0.85 * g, 1.0 * g]
    skin = [team.skin] * 3
    return limb(
        path, radii, sides, [team.jersey, team.numerals, *skin], across=bones.chest_frame[1]
    )


def leg_mesh(leg: Limb, bones: Skeleton, team: TeamLook, sides: int) -> Mesh:
    """Pants to below the knee, then sock."""
    g = bones.girth.limb
    below = leg.middle + (leg.end - leg.middle) * 0.2
    calf = leg.middle + (leg.end - leg.middle) * 0.42
    path = [leg.root, leg.middle, below, calf, leg.end]
    radii = [2.25 * g, 1.6 * g, 1.35 * g, 1.32 * g, 0.92 * g]
    return limb(path, radii, sides, [team.pants, team.pants, team.jersey, SOCK])


def shoe_mesh(leg: Limb, toe: FloatArray, bones: Skeleton, sides: int) -> Mesh:
    """One shoe, heel to toe."""
    sole = np.array([0.0, 0.0, -0.75])
    heel = leg.end + sole - toe * 0.8
    path = [heel, leg.end + sole + toe * 1.0, leg.end + sole * 1.15 + toe * 2.5]
    g = bones.girth.limb
    return limb(path, [1.0 * g, 1.12 * g, 0.8 * g], sides, SHOE, flatten=0.85)


def ball_mesh(bones: Skeleton) -> Mesh | None:
    """The moulded ball of a runner or a passer."""
    if bones.ball is None:
        return None
    axis = bones.chest_frame[0]
    ends = [bones.ball + axis * k for k in (-1.9, -0.9, 0.9, 1.9)]
    return limb(ends, [0.35, 1.15, 1.15, 0.35], 6, LEATHER)


def foot_plate_mesh(bones: Skeleton, colour: Rgb) -> Mesh:
    """The thin plate the feet are moulded to, with feet that do not reach it stood on pegs."""
    feet = np.stack([leg.end[:2] for leg in bones.legs])
    standing = np.array([leg.end[2] < 3.5 for leg in bones.legs])
    low = feet[standing].min(axis=0) - np.array([2.2, 2.0])
    high = feet[standing].max(axis=0) + np.array([3.0, 2.0])
    middle, half = (low + high) / 2, (high - low) / 2
    half = np.maximum(half, (4.2, 3.2))
    ring = oval((*middle, -0.02), (half[0], 0.0, 0.0), (0.0, half[1], 0.0), 16, 5.0)
    height = np.array([0.0, 0.0, 0.75])
    return loft([ring, ring + height], colour, Material.SATIN, crease_deg=40.0)


def peg_mesh(foot_mm: FloatArray, colour: Rgb) -> Mesh:
    """A moulded stalk that carries a hand or foot in the air."""
    ring = oval((foot_mm[0], foot_mm[1], 0.3), (0.6, 0, 0), (0, 0.6, 0), 4)
    top = oval(foot_mm, (0.4, 0, 0), (0, 0.4, 0), 4)
    return loft([ring, top], colour)
