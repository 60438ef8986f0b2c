"""The reader of edges, trained: from strips to where along each of them the true edge lies."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import edges_of
from referee.lab.train.refiner.refiner_view import (
    MISJUDGED_SHARE,
    TURNED_SHARE,
    RefinerView,
    guesses_of,
    misjudged_outlines,
    usual_guesses,
)
from referee.lab.train.refiner.spoiled_picture import spoiled_picture
from referee.loaders.formats.atomic_file import atomic_writer
from referee.vision.refine.edges.edge_reader import PARTS
from referee.vision.refine.edges.outline_ring import POINTS, ring_of
from referee.vision.refine.edges.strip_clues import CLUES, read_clues
from referee.vision.refine.edges.strips import (
    EXTRAS,
    SAMPLES,
    outside_mm,
    read_neighbours,
    read_strips,
)
from referee.vision.refine.guess_table import guess_table_of
from referee.vision.refine.pose_fit import BIN_MM, BINS, LOWEST_MM

F16 = npt.NDArray[np.float16]
F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
U8 = npt.NDArray[np.uint8]

WIDTH = 48  # of the hidden layers
VARIANTS = (False, False, False, True, True)
NOWHERE_SHARE = 0.05  # guesses where no base stands
NOWHERE_MM = 60.0
ALONE_MM = 34.0  # this far from every base's centre there is nothing of a base
LEAST_SEEN = 0.5
REACH_MM, MARCH_MM = 6.0, 0.25
NO_EDGE = np.inf  # as a target: the strip shows no edge of a base; nan: nobody can say

BATCH = 128
PACE, LAST_PACE = 3e-3, 2e-5
WARM_UP = 200
SMOOTH, SMOOTH_AT_FIRST, SETTLED = 0.005, 0.1, 300
SAVE_EVERY = 250


@dataclass(frozen=True)
class EdgeRows:
    """Strips as clues (rows, points, CLUES), and the true offset of each, (rows, points), mm."""

    clues: F16
    offsets: F32


def edge_rows(views: Iterable[RefinerView], seed: int, tell: Callable[[], None]) -> EdgeRows:
    """What there is to learn from these frames, clean and spoiled, from guesses as usual."""
    clues, offsets = [], []
    for number, view in enumerate(views):
        rng = np.random.default_rng([seed, number])
        for spoil in VARIANTS:
            image = spoiled_picture(view.image, view.corners_px, rng) if spoil else view.image
            read, true = _rows(view, image, rng)
            clues.append(read)
            offsets.append(true)
        tell()
    return EdgeRows(np.concatenate(clues), np.concatenate(offsets))


def _rows(view: RefinerView, image: U8, rng: np.random.Generator) -> tuple[F16, F32]:
    shapes = view.shapes
    if rng.random() < MISJUDGED_SHARE:
        shapes = misjudged_outlines(shapes, rng)
    start = usual_guesses(view.poses, rng, TURNED_SHARE)
    nowhere = rng.random(len(start)) < NOWHERE_SHARE
    start[nowhere, :2] += rng.normal(0.0, NOWHERE_MM, (int(nowhere.sum()), 2))
    away = start[nowhere, None, :2] - view.poses[None, :, :2]
    alone = nowhere.copy()
    alone[nowhere] = np.hypot(away[..., 0], away[..., 1]).min(axis=1, initial=1e9) > ALONE_MM
    clues, seen = clues_of(view, image, shapes, start)
    offsets = true_offsets(view.shapes, view.poses, shapes, start)
    offsets[nowhere] = NO_EDGE
    offsets[seen == 0] = np.nan
    kept = np.where(nowhere, alone, view.good) & (seen.mean(axis=1) >= LEAST_SEEN)
    return clues[kept].astype(np.float16), offsets[kept]


def clues_of(
    view: RefinerView, image: U8, shapes: tuple[BaseShape, ...], poses: F64
) -> tuple[F32, U8]:
    """(bases, points, CLUES) as the refiner reads them at these poses, and which are in sight."""
    table = guess_table_of(guesses_of(shapes, poses))
    n = len(poses)
    strips = np.empty((n, POINTS, 3, SAMPLES), dtype=np.float32)
    extras = np.empty((n, POINTS, EXTRAS), dtype=np.float32)
    seen = np.empty((n, POINTS), dtype=np.uint8)
    read_strips(
        image, view.camera.packed, table.poses, table.rings, table.heights_mm, strips, extras, seen
    )
    read_neighbours(
        np.arange(n),
        table.poses,
        table.rings,
        table.reaches_mm,
        table.edges,
        table.firsts,
        table.radii_mm,
        extras,
    )
    clues = np.empty((n * POINTS, CLUES), dtype=np.float32)
    colours, contrasts = np.empty((n, 3), np.float32), np.empty(n, np.float32)
    read_clues(strips, extras, seen, clues, colours, contrasts)
    return clues.reshape(n, POINTS, CLUES), seen


def true_offsets(
    shapes: tuple[BaseShape, ...], poses: F64, supposed: tuple[BaseShape, ...], start: F64
) -> F32:
    """(bases, points): how far along the supposed outlines' normals the true outlines lie, mm."""
    found = np.empty((len(poses), POINTS), dtype=np.float32)
    for i, (shape, guess) in enumerate(zip(shapes, supposed, strict=True)):
        _cross(edges_of(shape), shape.radius_mm, poses[i], ring_of(guess), start[i], found[i])
    return found


@compiled
def _cross(
    edges: FloatArray,
    radius_mm: float,
    pose: FloatArray,
    ring: FloatArray,
    start: FloatArray,
    out: F32,
) -> None:
    """Where each normal leaves the outline for the last time; nan where it never does."""
    c, s = np.cos(start[2] - pose[2]), np.sin(start[2] - pose[2])
    co, so = np.cos(pose[2]), np.sin(pose[2])
    dx, dy = start[0] - pose[0], start[1] - pose[1]
    ox, oy = co * dx + so * dy, co * dy - so * dx
    for k in range(ring.shape[0]):
        px = ox + c * ring[k, 0] - s * ring[k, 1]
        py = oy + s * ring[k, 0] + c * ring[k, 1]
        nx = c * ring[k, 2] - s * ring[k, 3]
        ny = s * ring[k, 2] + c * ring[k, 3]
        at = REACH_MM
        before = outside_mm(edges, radius_mm, px + at * nx, py + at * ny)
        out[k] = np.nan
        if before <= 0.0:
            continue
        while at > -REACH_MM:
            now = outside_mm(edges, radius_mm, px + (at - MARCH_MM) * nx, py + (at - MARCH_MM) * ny)
            if now <= 0.0:
                out[k] = at - MARCH_MM * before / (before - now)
                break
            at -= MARCH_MM
            before = now


def build() -> Any:
    """The network of `EdgeReader`, with weights to be found."""
    import torch  # noqa: PLC0415 - only where training is done

    return torch.nn.ModuleDict(
        {
            "first": torch.nn.Linear(CLUES, WIDTH),
            "second": torch.nn.Linear((PARTS + 1) * WIDTH, WIDTH),
            "third": torch.nn.Linear((PARTS + 1) * WIDTH, WIDTH),
            "last": torch.nn.Linear(WIDTH, BINS),
        }
    )


def answer(network: Any, clues: Any) -> Any:
    """Logits, (rows, points, BINS)."""
    import torch  # noqa: PLC0415 - only where training is done

    strips = torch.relu(network["first"](clues))
    for layer in ("second", "third"):
        beside = [torch.roll(strips, by, 1) for by in (1, 0, -1, POINTS // 2)]
        beside.append(strips.mean(1, keepdim=True).expand_as(strips))
        strips = torch.relu(network[layer](torch.cat(beside, 2)))
    return network["last"](strips)


def loss_of(logits: Any, offsets: Any) -> Any:
    """Cross entropy with the two nearest bins; with all of them where there is no edge."""
    import torch  # noqa: PLC0415 - only where training is done

    places = torch.log_softmax(logits, 2)
    last_mm = LOWEST_MM + BIN_MM * (BINS - 1)
    told = torch.isfinite(offsets) & (offsets > LOWEST_MM) & (offsets < last_mm)
    at = (offsets[told] - LOWEST_MM) / BIN_MM
    low = at.floor().long().clamp(0, BINS - 2)
    share = (at - low)[:, None]
    chosen = places[told]
    near = (
        chosen.gather(1, low[:, None]) * (1.0 - share) + chosen.gather(1, low[:, None] + 1) * share
    )
    none = places[torch.isposinf(offsets)].mean(1)
    return -(near.sum() + none.sum()) / (len(near) + len(none))


def train_edges(
    rows: EdgeRows, checkpoint: Path, steps: int, seed: int, tell: Callable[[int, float], None]
) -> Any:
    """Train for so many steps; goes on from a checkpoint. Returns smoothed weights."""
    import torch  # noqa: PLC0415 - only where training is done

    torch.manual_seed(seed)
    network = build()
    smooth = deepcopy(network)
    optimizer = torch.optim.AdamW(network.parameters(), lr=PACE, weight_decay=1e-4)
    first, loss_mean = 0, 0.0
    if checkpoint.is_file():
        kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
        network.load_state_dict(kept["network"])
        smooth.load_state_dict(kept["smooth"])
        optimizer.load_state_dict(kept["optimizer"])
        first, loss_mean = kept["step"], kept["loss"]
    for step in range(first, steps):
        rng = np.random.default_rng([seed, step])
        chosen = np.sort(rng.integers(0, len(rows.clues), BATCH))
        pace = LAST_PACE + PACE * 0.5 * (1.0 + math.cos(math.pi * step / steps))
        for group in optimizer.param_groups:
            group["lr"] = pace * min(1.0, (step + 1) / WARM_UP)
        clues = torch.from_numpy(_mixed(rows.clues[chosen].astype(np.float32), rng))
        loss = loss_of(answer(network, clues), torch.from_numpy(rows.offsets[chosen]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            share = SMOOTH if step > SETTLED else SMOOTH_AT_FIRST
            for mine, theirs in zip(smooth.parameters(), network.parameters(), strict=True):
                mine.lerp_(theirs, share)
        loss_mean = 0.99 * loss_mean + 0.01 * loss.item() if step else loss.item()
        tell(step + 1, loss_mean)
        if (step + 1) % SAVE_EVERY == 0 or step + 1 == steps:
            state = {"network": network.state_dict(), "smooth": smooth.state_dict()}
            state |= {"optimizer": optimizer.state_dict(), "step": step + 1, "loss": loss_mean}
            with atomic_writer(checkpoint) as out:
                torch.save(state, out)
    return smooth


def _mixed(clues: F32, rng: np.random.Generator) -> F32:
    """Colour channels in any order: edges look alike in all of them."""
    order = np.argsort(rng.random((len(clues), 3)), axis=1)
    strips = clues[:, :, : 3 * SAMPLES].reshape(len(clues), POINTS, 3, SAMPLES)
    own = 3 * SAMPLES + 5
    row = np.arange(len(clues))[:, None]
    strips = strips.transpose(0, 2, 1, 3)[row, order].transpose(0, 2, 1, 3)
    colours = clues[:, :, own:].transpose(0, 2, 1)[row, order].transpose(0, 2, 1)
    middle = clues[:, :, 3 * SAMPLES : own]
    flat = strips.reshape(len(clues), POINTS, 3 * SAMPLES)
    return np.ascontiguousarray(np.concatenate([flat, middle, colours], axis=2))


def packed_reader(network: Any) -> dict[str, F32]:
    """The weights as `EdgeReader` multiplies them."""
    state = {key: value.detach().numpy() for key, value in network.state_dict().items()}
    parts = {}
    for layer in ("first", "second", "third", "last"):
        parts[layer], parts[f"{layer}_bias"] = state[f"{layer}.weight"].T, state[f"{layer}.bias"]
    return {key: np.ascontiguousarray(value, dtype=np.float32) for key, value in parts.items()}
