"""How many figures are found again by their looks alone, and how long describing them takes."""

from __future__ import annotations

import time

import numpy as np

from referee.core.arrays import F32
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.machine import load_average, load_note
from referee.lab.train.figures.figure_scenes import evening_board, views_of
from referee.lab.train.figures.figure_scores import (
    SeenTeams,
    calibration_of,
    found_alone,
    found_one_to_one,
)
from referee.lab.train.figures.figure_squads import ELEVEN
from referee.sim.art.looks.table_light import TableLight
from referee.vision.network.crop_network import CropNetwork, compiled_crop_network
from referee.vision.network.default_models import FIGURES
from referee.vision.network.figure_card import FigureCard, checked_figures
from referee.vision.network.model_card import find_model

# Neither trained on nor looked at before.
SEED = 947_000
SEEDS_A_BOARD = 10
BOARDS = 3  # of each light
FRAMES = 11  # the first is the enrolment's line-up
QUICK_FRAMES = 6
TIMED = 40
SURE = 0.9
MOST_MS = 5.0
NOTES = (
    "the figures' places are the TRUE ones with an error as measured ones have: a stand-in for",
    "outlines that the eyes measure. Crops are cut from rendered 1920 x 1080 pictures; the first",
    "picture of a squad is the enrolment's line-up, the others show it anywhere on the board. What",
    "names come to in whole evenings, with hands, habit and positions: `referee bench evening`.",
)


def run(quick: bool) -> Report:
    """All lights; quick: one board in one light."""
    before = load_average()
    if FIGURES is None:
        return Report("figures", [], ["no network tells figures apart"])
    data, card = checked_figures(find_model(FIGURES))
    network = compiled_crop_network(data, 1)
    rows: list[Row] = []
    every: list[SeenTeams] = []
    for k, light in enumerate(list(TableLight)[: 1 if quick else None]):
        seen = _seen(network, card, light, k, quick=quick)
        every.append(seen)
        rows += _rows(light.value, seen)
    joined = SeenTeams(
        np.concatenate([seen.looks for seen in every]),
        np.concatenate([seen.visible for seen in every]),
        tuple(light for seen in every for light in seen.lights),
    )
    rows += _rows("all lights", joined)
    for part in calibration_of(joined.asked(), card.scale):
        if part["said_from"] >= SURE:
            label = f"said with {part['said_from']:.0%} or more ({part['count']}): right"
            rows.append(Row(label, float(part["right"]), f"said {part['said_mean']:.3f}"))
    rows.append(Row("22 figures described, one thread", _ms(network, card), "ms", MOST_MS))
    teams = len(joined.lights)
    return Report("figures", rows, [*NOTES, f"{teams} teams of {ELEVEN}", load_note(before)])


def _seen(
    network: CropNetwork, card: FigureCard, light: TableLight, k: int, *, quick: bool
) -> SeenTeams:
    looks: list[F32] = []
    visible: list[F32] = []
    for number in range(1 if quick else BOARDS):
        seed = SEED + SEEDS_A_BOARD * (BOARDS * k + number)
        board = evening_board(seed, light)
        rng = np.random.default_rng([seed, 1])
        views = views_of(board, QUICK_FRAMES if quick else FRAMES, rng, card.plan)
        squads, frames, count = views.crops.shape[:3]
        for s in range(squads):
            crops = views.crops[s].reshape(-1, *views.crops.shape[3:])
            said = network(crops, views.facts[s, :, :, :2].reshape(-1, 2))
            said = said.reshape(frames, count, -1)
            looks += [said[:, :ELEVEN], said[:, ELEVEN:]]
            shown = views.facts[s, :, :, 2]
            visible += [shown[:, :ELEVEN], shown[:, ELEVEN:]]
    return SeenTeams(np.stack(looks), np.stack(visible), (light.value,) * len(looks))


def _rows(name: str, seen: SeenTeams) -> list[Row]:
    one, several = seen.asked(), seen.asked_of_means()
    return [
        Row(f"{name}: one picture, each alone, right", found_alone(one), "of all"),
        Row(f"{name}: one picture, one to one, right", found_one_to_one(one), "of all"),
        Row(f"{name}: mean of five places, one to one, right", found_one_to_one(several), "of all"),
    ]


def _ms(network: CropNetwork, card: FigureCard) -> float:
    """The median time for the figures of a line-up."""
    size = card.plan.size_px
    crops = np.zeros((2 * ELEVEN, 6, size, size), np.uint8)
    leans = np.zeros((2 * ELEVEN, 2), np.float32)
    took = []
    for _ in range(TIMED):
        began_s = time.perf_counter()
        network(crops, leans)
        took.append(1000.0 * (time.perf_counter() - began_s))
    return float(np.median(took))
