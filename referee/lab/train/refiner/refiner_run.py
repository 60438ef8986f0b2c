"""The refiner's weights from a data set of whole frames, in steps that need not be done twice."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.core.turns import turn_rad
from referee.lab.dataset.answer_sheet import answer_sheets
from referee.lab.train.refiner.edge_training import EdgeRows, edge_rows, packed_reader, train_edges
from referee.lab.train.refiner.pair_training import PairRows, pair_rows, train_pairs
from referee.lab.train.refiner.refiner_view import (
    RefinerView,
    guesses_of,
    look_of,
    stems_of,
    usual_guesses,
    views_of,
)
from referee.lab.train.refiner.trust_training import TrustRows, train_trust, trust_rows
from referee.loaders.formats.atomic_file import write_bytes, write_text
from referee.vision.refine.edges.edge_reader import EdgeReader
from referee.vision.refine.fit_trust import CLOSENESS, FitTrust
from referee.vision.refine.refinement import MeasurementQuality
from referee.vision.refine.refiner import Refiner
from referee.vision.refine.refiner_weights import RefinerWeights

F32 = npt.NDArray[np.float32]

WEIGHTS, CARD = "edges.npz", "card.json"
EDGE_ROWS = "edge-rows.npz"
WHOLE_FRAMES = "choose"  # a set that judges nothing; where it is there, it teaches trust as well
CHECKPOINT = "edges.pt"
TESTS = ("test-near", "test-apart")
EVERY = 5  # the last of so many looks is left out while edges are learned
OPEN = 0.6
INSIDE = 1.959964


@dataclass(frozen=True, slots=True)
class TrustKind:
    """A kind of trust: whether fits are settled, and every how many frames of a look teach it."""

    settled: bool
    step: int


KINDS = {
    "trust": TrustKind(False, 2),
    "settled": TrustKind(True, 4),
}  # frames of one look are alike
TellRefiner = Callable[[str, float], None]  # what is done, and how much of it, 0 to 1


@dataclass(frozen=True, slots=True)
class RefinerSettings:
    """Settings of a run."""

    steps: int = 9000
    seed: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        for key, low, high in (("steps", 1, 1_000_000), ("threads", 1, 256)):
            if not low <= getattr(self, key) <= high:
                raise BadValue(key, getattr(self, key), f"{low} to {high}")


def train_refiner(
    data: Sequence[Path], name: str, out: Path, settings: RefinerSettings, tell: TellRefiner
) -> str:
    """Make ``out``/edges.npz with its card; a run that was stopped goes on. Returns the SHA-256."""
    import torch  # noqa: PLC0415 - only where training is done

    torch.set_num_threads(settings.threads)
    cv2.setNumThreads(settings.threads)
    out.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    teaches_edges = _looks_and_frames(data, name, lambda look: not _left_out(look))
    rows = _kept(
        out / EDGE_ROWS,
        EdgeRows,
        lambda: edge_rows(
            views_of(_with(data, name), name, lambda look: not _left_out(look)),
            settings.seed,
            _counter("reading frames", teaches_edges[1], tell),
        ),
    )
    network = train_edges(
        rows,
        out / CHECKPOINT,
        settings.steps,
        settings.seed,
        lambda step, loss: tell(f"learning edges, loss {loss:.3f}", step / settings.steps),
    )
    reader = packed_reader(network)
    left_out = _looks_and_frames(data, name, _left_out)
    every = _looks_and_frames(data, name, _any)
    edges = EdgeReader(**reader)
    trusts, counts = {}, {}
    for kind in KINDS:
        learned = _learned_trust(edges, kind, data, name, out, settings.seed, tell)
        trusts[kind], counts[kind] = learned
    sha256 = _write_weights(out / WEIGHTS, {"reader": reader, **trusts})
    weights = RefinerWeights(edges, FitTrust(**trusts["trust"]), FitTrust(**trusts["settled"]))
    figures = {
        test: figures_of(views_of(there, test, lambda _: True), weights)
        for test in TESTS
        if (there := [each for each in data if answer_sheets(each, test)])
    }
    card = {
        "name": "refiner",
        "sha256": sha256,
        "training": {
            "recipes": [
                json.loads((each / "recipe.json").read_text(encoding="utf-8")) for each in data
            ],
            "looks_and_frames_for_edges": teaches_edges,
            "outlines_for_edges": len(rows.clues),
            "looks_and_frames_for_trust": every,
            "looks_and_frames_for_gaps": left_out,
            "rows_for_trust": counts,
            "settings": asdict(settings),
            "processor_seconds_of_this_run": round(time.process_time() - began, 1),
            "torch": torch.__version__,
        },
        "figures": figures,
    }
    write_text(out / CARD, json.dumps(card, indent=2) + "\n")
    return sha256


def _learned_trust(
    edges: EdgeReader,
    kind: str,
    data: Sequence[Path],
    name: str,
    out: Path,
    seed: int,
    tell: TellRefiner,
) -> tuple[dict[str, F32], dict[str, int]]:
    """The weights of one kind of `FitTrust`, and from how many fits and pairs they were learned."""
    settled, step = KINDS[kind].settled, KINDS[kind].step
    _, frames = _looks_and_frames(data, name, _any)
    untrained = RefinerWeights(edges, _no_trust(), _no_trust())
    count = _counter("fitting frames", frames // step, tell)
    fits = _kept(
        out / f"{kind}-rows.npz",
        TrustRows,
        lambda: trust_rows(_trust_views(data, name, _any, step), untrained, settled, seed, count),
    )
    trained = train_trust(fits, seed)
    unwidened = FitTrust(**trained, pairs=np.zeros(CLOSENESS, dtype=np.float32))
    half_trained = RefinerWeights(edges, unwidened, unwidened)
    _, frames = _looks_and_frames(data, name, _left_out)
    count = _counter("measuring gaps", frames // step, tell)
    near = _kept(
        out / f"{kind}-pairs.npz",
        PairRows,
        lambda: pair_rows(
            _trust_views(data, name, _left_out, step), half_trained, settled, seed, count
        ),
    )
    numbers = {"fits": len(fits.right), "pairs": len(near.normal)}
    return {**trained, "pairs": train_pairs(near)}, numbers


def _trust_views(
    data: Sequence[Path], name: str, chosen: Callable[[int], bool], step: int
) -> Iterator[RefinerView]:
    """Some close-ups of the chosen looks, and every whole frame that judges nothing."""
    yield from views_of(_with(data, name), name, chosen, step)
    yield from views_of(
        [each for each in data if answer_sheets(each, WHOLE_FRAMES)], WHOLE_FRAMES, _any
    )


def _with(data: Sequence[Path], name: str) -> list[Path]:
    """The folders that have frames of this name; if none has, the first will complain."""
    return [folder for folder in data if answer_sheets(folder, name)] or list(data[:1])


def _any(look: int) -> bool:
    return look >= 0


def _left_out(look: int) -> bool:
    return look % EVERY == EVERY - 1


def _looks_and_frames(
    data: Sequence[Path], name: str, chosen: Callable[[int], bool]
) -> tuple[int, int]:
    stems = [stems_of(folder, name, chosen) for folder in _with(data, name)]
    return sum(len({look_of(s) for s in each}) for each in stems), sum(map(len, stems))


def _counter(what: str, total: int, tell: TellRefiner) -> Callable[[], None]:
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        tell(what, done / max(total, 1))

    return count


def _kept(path: Path, kind: type[Any], make: Callable[[], Any]) -> Any:
    """What an earlier run has left, or made now and kept."""
    if not path.is_file():
        buffer = BytesIO()
        np.savez(buffer, **vars(make()))
        write_bytes(path, buffer.getvalue())
    with np.load(path, allow_pickle=False) as found:
        return kind(**{key: found[key] for key in found.files})


def _no_trust() -> FitTrust:
    """Trust without weights, for the fits from which the weights are learned."""
    none = np.zeros((1, 1), dtype=np.float32)
    return FitTrust(*([none] * len(fields(FitTrust))))


def _write_weights(path: Path, parts: Mapping[str, dict[str, F32]]) -> str:
    buffer = BytesIO()
    rows = {f"{of}_{key}": value for of, part in parts.items() for key, value in part.items()}
    np.savez_compressed(buffer, allow_pickle=False, **rows)
    write_bytes(path, buffer.getvalue())
    return hashlib.sha256(buffer.getvalue()).hexdigest()


def figures_of(views: Iterable[RefinerView], weights: RefinerWeights) -> dict[str, float | int]:
    """How exact, how honest and how often in doubt, from guesses as wrong as usual."""
    rows, seen = [], 0
    for number, view in enumerate(views):
        rng = np.random.default_rng(number)
        guesses = guesses_of(view.shapes, usual_guesses(view.poses, rng))
        bases = Refiner(view.camera, weights).refine(view.image, guesses).bases
        for base, true, share, good in zip(bases, view.poses, view.visible, view.good, strict=True):
            if not good or share < OPEN or base.quality is MeasurementQuality.UNMEASURED:
                continue
            seen += 1
            if base.quality is MeasurementQuality.DOUBTFUL:
                continue
            turn = turn_rad(true[2], math.radians(base.pose.heading_deg))
            error = np.array([base.pose.x_mm - true[0], base.pose.y_mm - true[1], turn])
            rows.append([*error, *(error / np.sqrt(np.diag(base.covariance)))])
    if not rows:
        return {"open_bases": seen, "doubtful_share": 1.0}
    found = np.array(rows)
    miss = np.hypot(found[:, 0], found[:, 1])
    inside = (np.abs(found[:, 3:]) < INSIDE).mean(axis=0)
    return {
        "open_bases": seen,
        "position_median_mm": round(float(np.median(miss)), 3),
        "position_p95_mm": round(float(np.percentile(miss, 95)), 3),
        "position_worst_mm": round(float(miss.max()), 3),
        "heading_median_deg": round(float(np.degrees(np.median(np.abs(found[:, 2])))), 3),
        "position_inside_95": round(float(inside[:2].mean()), 3),
        "heading_inside_95": round(float(inside[2]), 3),
        "doubtful_share": round(1.0 - len(found) / max(seen, 1), 3),
    }
