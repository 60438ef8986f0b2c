"""Fronts of all players together: what frames, creeping and the line-up say of them."""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.compiler import compiled
from referee.vision.roster.front_evidence import (
    clamped,
    evidence,
    move_to_sighting,
    turn_round,
)
from referee.vision.roster.player_rows import Row, Table

LINE_MEN = 3  # whoever has so many team mates well ahead stands behind the line
STRAIGHT = 0.8  # cosine: a base that creeps goes along its axis, within its drift


@compiled
def move_players(
    slots: Table,
    seen: Table,
    found: I64,
    now_s: float,
    moving: bool,
    powered: bool,
    numbers: Table,
) -> None:
    """Move every sighted player to its sighting, and weigh what that says of its front."""
    c = numbers[0]
    for i in range(slots.shape[0]):
        j = found[i]
        if j >= 0:
            move_to_sighting(slots[i], seen[j], now_s, moving, c)
    for i in range(slots.shape[0]):
        if found[i] >= 0:
            _creep(slots, i, powered, c)


@compiled
def evidence_of(slots: Table, numbers: Table) -> F64:
    """For each player the log-odds that the carried front is right."""
    c = numbers[0]
    out = np.empty(slots.shape[0])
    for i in range(slots.shape[0]):
        out[i] = evidence(slots[i], c)
    return out


@compiled
def _creep(slots: Table, i: int, powered: bool, c: Row) -> None:
    """A step along its axis by its own power says which end goes ahead."""
    if not powered or not _free(slots, i, c["free_mm"]):
        slots[i]["anchored"] = False
        return
    if not slots[i]["anchored"]:
        slots[i]["anchor_x_mm"], slots[i]["anchor_y_mm"], slots[i]["anchored"] = (
            slots[i]["x_mm"],
            slots[i]["y_mm"],
            True,
        )
        return
    dx, dy = slots[i]["x_mm"] - slots[i]["anchor_x_mm"], slots[i]["y_mm"] - slots[i]["anchor_y_mm"]
    way = math.hypot(dx, dy)
    if way < c["creep_step_mm"]:
        return
    ahead = (dx * math.cos(slots[i]["heading_rad"]) + dy * math.sin(slots[i]["heading_rad"])) / way
    if abs(ahead) > STRAIGHT:
        slots[i]["creep"] = clamped(slots[i]["creep"] + c["creep_each"] * ahead, c["creep_most"])
    slots[i]["anchor_x_mm"], slots[i]["anchor_y_mm"] = slots[i]["x_mm"], slots[i]["y_mm"]


@compiled
def _free(slots: Table, i: int, free_mm: float) -> bool:
    for k in range(slots.shape[0]):
        if k == i or not slots[k]["placed"]:
            continue
        dx, dy = slots[k]["x_mm"] - slots[i]["x_mm"], slots[k]["y_mm"] - slots[i]["y_mm"]
        if dx * dx + dy * dy < free_mm * free_mm:
            return False
    return True


@compiled
def _deep(slots: Table, i: int, faces: float, deep_mm: float) -> bool:
    """Whether a player of a team that faces that way stands behind the line of its team."""
    ahead = 0
    for k in range(slots.shape[0]):
        mate = slots[k]["placed"] and slots[k]["lost"] == 0 and slots[k]["side"] == slots[i]["side"]
        if mate and faces * (slots[k]["x_mm"] - slots[i]["x_mm"]) > deep_mm:
            ahead += 1
    return ahead >= LINE_MEN


@compiled
def line_up(slots: Table, numbers: Table, snap: bool) -> float:
    """In a line-up teams face each other; +1 when home stands on the left and faces right, 0
    unclear.

    Only figures a hand has set since the last snap: the others already said what they know.
    """
    c = numbers[0]
    homes, aways, home_x, away_x = 0, 0, 0.0, 0.0
    for i in range(slots.shape[0]):
        if not slots[i]["placed"] or slots[i]["lost"] != 0:
            continue
        if slots[i]["side"] > 0.0:
            homes, home_x = homes + 1, home_x + slots[i]["x_mm"]
        else:
            aways, away_x = aways + 1, away_x + slots[i]["x_mm"]
    if homes == 0 or aways == 0:
        return 0.0
    apart = away_x / aways - home_x / homes
    if abs(apart) < c["free_mm"] / 2.0:
        return 0.0
    direction = 1.0 if apart > 0.0 else -1.0
    for i in range(slots.shape[0]):
        if slots[i]["set_by_hand"]:
            faces = direction * slots[i]["side"]
            says = c["line_up_deep"] if _deep(slots, i, faces, c["deep_mm"]) else c["line_up_most"]
            slots[i]["line_up"] = says * faces * math.cos(slots[i]["heading_rad"])
            if snap:
                slots[i]["set_by_hand"] = False
            if evidence(slots[i], c) < 0.0:
                turn_round(slots[i])
    return direction
