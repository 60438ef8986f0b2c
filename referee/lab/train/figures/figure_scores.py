"""How well figures are found again among their team mates: from one look, from five, one to one."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee.core.arrays import F32, F64
from referee.lab.train.figures.figure_squads import ELEVEN
from referee.lab.train.figures.figure_store import light_of, made_views, read_views
from referee.vision.network.crop_network import CropNetwork
from referee.vision.roster.assignment import best_pairs

SEVERAL = 5  # frames whose mean is taken
SCALES = tuple(float(s) for s in np.geomspace(2.0, 60.0, 120))
EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.01)  # of probabilities, for the calibration


@dataclass(frozen=True)
class SeenTeams:
    """Unit vectors (teams, frames, 11, 64); the first frame is the enrolment's line-up.

    ``light`` is that of each team's board, ``visible`` the share of each base's top that is seen.
    """

    looks: F32
    visible: F32
    lights: tuple[str, ...]

    def asked(self) -> F64:
        """Cosines (teams, frames, 11, 11) of each figure of the other frames and the first's."""
        return np.einsum("tfid,tjd->tfij", self.looks[:, 1:], self.looks[:, 0]).astype(float)

    def asked_of_means(self, frames: int = SEVERAL) -> F64:
        """The same for means over so many frames."""
        count = (self.looks.shape[1] - 1) // frames
        parts = self.looks[:, 1 : 1 + count * frames]
        teams, _, figures, size = parts.shape
        means = parts.reshape(teams, count, frames, figures, size).mean(axis=2)
        means = means / np.linalg.norm(means, axis=-1, keepdims=True)
        return np.einsum("tfid,tjd->tfij", means, self.looks[:, 0]).astype(float)


def look_at_teams(network: CropNetwork, folders: Sequence[Path], name: str) -> SeenTeams:
    """All teams of a set as the network describes them."""
    looks, visible = [], []
    lights: list[str] = []
    for folder in folders:
        for number in made_views(folder, name):
            views = read_views(folder, name, number)
            squads, frames, count = views.crops.shape[:3]
            for s in range(squads):
                crops = np.array(views.crops[s]).reshape(-1, *views.crops.shape[3:])
                leans = np.array(views.facts[s, :, :, :2]).reshape(-1, 2)
                said = network(crops, leans).reshape(frames, count, -1)
                looks += [said[:, :ELEVEN], said[:, ELEVEN:]]
                seen = views.facts[s, :, :, 2]
                visible += [seen[:, :ELEVEN], seen[:, ELEVEN:]]
                lights += [str(light_of(number))] * 2
    return SeenTeams(np.stack(looks), np.stack(visible), tuple(lights))


def found_alone(cosines: F64) -> float:
    """The share of figures whose likest team mate of the first frame is the same figure."""
    return float((cosines.argmax(axis=-1) == np.arange(ELEVEN)).mean())


def found_one_to_one(cosines: F64) -> float:
    """The same when each figure of a team is taken once."""
    tables = cosines.reshape(-1, ELEVEN, ELEVEN)
    pairs = [best_pairs(np.ascontiguousarray(-(table + 2.0))) for table in tables]
    return float((np.stack(pairs) == np.arange(ELEVEN)).mean())


def fitted_scale(cosines: F64) -> float:
    """The scale at which the softmax of cosines is a probability."""
    return min(SCALES, key=lambda scale: surprise(cosines, scale))


def surprise(cosines: F64, scale: float) -> float:
    """Mean of -log of what was said of the right figure; log 11 knows nothing."""
    right = np.diagonal(_log_softmax(cosines * scale), axis1=-2, axis2=-1)
    return float(-right.mean())


def calibration_of(cosines: F64, scale: float) -> list[dict[str, float | int]]:
    """Of every probability that was said: how often it was right, in classes."""
    said = np.exp(_log_softmax(cosines * scale))
    true = np.broadcast_to(np.eye(ELEVEN, dtype=bool), said.shape)
    rows: list[dict[str, float | int]] = []
    for low, high in itertools.pairwise(EDGES):
        part = (said >= low) & (said < high)
        if part.any():
            rows.append(
                {
                    "said_from": low,
                    "said_mean": round(float(said[part].mean()), 4),
                    "right": round(float(true[part].mean()), 4),
                    "count": int(part.sum()),
                }
            )
    return rows


def figures_of(seen: SeenTeams, scale: float) -> dict[str, Mapping[str, float | int]]:
    """Shares found for each light and for all together."""
    lights = np.array(seen.lights)
    groups = {light: lights == light for light in dict.fromkeys(seen.lights)}
    groups["all"] = np.ones(len(lights), dtype=bool)
    one, several = seen.asked(), seen.asked_of_means()
    return {
        name: {
            "teams": int(part.sum()),
            "one_frame": round(found_alone(one[part]), 4),
            "one_frame_one_to_one": round(found_one_to_one(one[part]), 4),
            "five_frames": round(found_alone(several[part]), 4),
            "five_frames_one_to_one": round(found_one_to_one(several[part]), 4),
            "surprise": round(surprise(one[part], scale), 4),
        }
        for name, part in groups.items()
    }


def _log_softmax(logits: F64) -> F64:
    top = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(top - np.log(np.exp(top).sum(axis=-1, keepdims=True)))
