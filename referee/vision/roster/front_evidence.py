"""Which end of a base is its front: evidence over time, in log-odds, carried by the player.

Four witnesses speak, and each may say only so much: the picture, what the figure looked like when
its front was known, the line-up (teams face each other) and the way the base creeps (it goes where
its front points, when nobody pushes it). Frames
of one view are nearly one piece of evidence, and a figure that misleads does so in every view; how
often pictures were right of a player is learned from its way. Turning is continuous, so what was
known a frame ago is known now.
"""

from __future__ import annotations

import math

from referee.core.compiler import compiled
from referee.core.turns import turn_rad
from referee.vision.roster.player_rows import Row

SURPRISE = 1e-5  # probability of a half turn between two sightings
SWING_RAD = 0.12  # by which headings of two frames differ anyway
SET_SWING_RAD = 1.2  # how far a hand turns a figure on the spot
SURPRISE_SET = 0.1  # probability that it turns it round
# Pictures are believed as if they had been right and wrong of each player so often before.
RIGHT_BEFORE = 3.0  # views that were right of a player, before its first one
WRONG_BEFORE = 0.3  # and wrong
LEAST_TRUST = -0.8  # in pictures of a figure that mislead; 1 is full trust
FORGET = 0.95  # share of the views before that still counts
KNOWN_BY_CREEP = 4.0  # log-odds of the creep by which views are judged right or wrong
FIRST_FRAMES = 3.0  # of a view that is judged
CLEAR = 2.0  # log-odds at which a picture says all it can
LONGEST_LOOK_S = 0.2  # that one frame stands for, after a pause
# Which team's colours a player shows is learned over many seconds: a moment on the wrong base
# teaches nothing. This is the share of one frame.
LOOKS_SHARE = 0.005


@compiled
def move_to_sighting(slot: Row, seen: Row, now_s: float, moving: bool, c: Row) -> None:
    """Move a player to its sighting, and weigh what that says of its front."""
    unseen_s = now_s - slot["seen_s"]
    if moving and unseen_s > 0.0:
        share = c["velocity_share"]
        slot["vx_mm_s"] += share * ((seen["x_mm"] - slot["x_mm"]) / unseen_s - slot["vx_mm_s"])
        slot["vy_mm_s"] += share * ((seen["y_mm"] - slot["y_mm"]) / unseen_s - slot["vy_mm_s"])
        speed = math.hypot(slot["vx_mm_s"], slot["vy_mm_s"])
        if speed > c["top_speed_mm_s"]:
            slot["vx_mm_s"] *= c["top_speed_mm_s"] / speed
            slot["vy_mm_s"] *= c["top_speed_mm_s"] / speed
    else:
        slot["vx_mm_s"] = slot["vy_mm_s"] = 0.0
    turn = turn_rad(slot["heading_rad"], seen["heading_rad"])
    same = abs(turn) <= math.pi / 2
    passed_s = min(unseen_s, LONGEST_LOOK_S)
    swing = SWING_RAD + c["spin_sigma_rad_s"] * unseen_s
    _keep(slot, abs(turn) if same else math.pi - abs(turn), swing, SURPRISE)
    other_way = (seen["heading_rad"] + math.pi) % (2.0 * math.pi)
    slot["heading_rad"] = seen["heading_rad"] if same else other_way
    slot["x_mm"], slot["y_mm"], slot["seen_s"], slot["lost"] = seen["x_mm"], seen["y_mm"], now_s, 0
    slot["heading_var"] = seen["hh"]
    slot["looks"] += LOOKS_SHARE * (slot["side"] * seen["home"] - slot["looks"])
    _look(slot, seen["front"] if same else -seen["front"], passed_s, c)
    if evidence(slot, c) < c["flip_at"]:
        turn_round(slot)


@compiled
def _look(slot: Row, says: float, passed_s: float, c: Row) -> None:
    """One more frame of this view, or the first of a new one."""
    turned = abs(turn_rad(slot["view_rad"], slot["heading_rad"]))
    moved = math.hypot(slot["x_mm"] - slot["view_x_mm"], slot["y_mm"] - slot["view_y_mm"])
    view_rad = math.radians(c["view_deg"])
    if moved > c["view_mm"] or view_rad < turned < math.pi - view_rad:
        if slot["creep"] >= KNOWN_BY_CREEP and slot["view_frames"] >= FIRST_FRAMES:
            slot["right"] = FORGET * slot["right"] + (1.0 if slot["view"] > 0.0 else 0.0)
            slot["wrong"] = FORGET * slot["wrong"] + (1.0 if slot["view"] < 0.0 else 0.0)
        slot["picture"] = _pictures(slot, c)
        view_anew(slot, 0.0, 0.0)
    slot["view_frames"] += 1.0
    slot["view"] = clamped(slot["view"] + picture_evidence(says, passed_s, c), c["view_most"])


@compiled
def picture_evidence(says: float, passed_s: float, c: Row) -> float:
    """What pictures add in some time: frames soon after one another go wrong together."""
    return float(c["pictures_per_s"] * passed_s * clamped(says / CLEAR, 1.0))


@compiled
def view_anew(slot: Row, says: float, frames: float) -> None:
    """Forget what the last view said; of this one so many frames have been seen already."""
    slot["view_x_mm"], slot["view_y_mm"] = slot["x_mm"], slot["y_mm"]
    slot["view_rad"] = slot["heading_rad"]
    slot["view"], slot["view_frames"] = says, frames


@compiled
def _pictures(slot: Row, c: Row) -> float:
    trust = math.log((slot["right"] + RIGHT_BEFORE) / (slot["wrong"] + WRONG_BEFORE))
    trust = max(LEAST_TRUST, min(1.0, trust / math.log(RIGHT_BEFORE / WRONG_BEFORE)))
    return float(clamped(slot["picture"] + trust * slot["view"], c["picture_most"]))


@compiled
def evidence(slot: Row, c: Row) -> float:
    """Log-odds that the carried front is right."""
    return float(_pictures(slot, c) + slot["figure"] + slot["line_up"] + slot["creep"])


@compiled
def look_at_figure(slot: Row, says: float, c: Row) -> None:
    """What the figure looks like here and now; what it looked like before is the same witness."""
    slot["figure"] = says
    if evidence(slot, c) < 0.0:
        turn_round(slot)


@compiled
def turn_round(slot: Row) -> None:
    """The evidence has tipped: the other end is the front."""
    slot["heading_rad"] = (slot["heading_rad"] + math.pi) % (2.0 * math.pi)
    slot["view_rad"] = (slot["view_rad"] + math.pi) % (2.0 * math.pi)
    slot["view"] = -slot["view"]
    _turn_evidence(slot)


@compiled
def _turn_evidence(slot: Row) -> None:
    """What was said for the front speaks for the other end."""
    slot["picture"] = -slot["picture"]
    slot["figure"] = -slot["figure"]
    slot["line_up"] = -slot["line_up"]
    slot["creep"] = -slot["creep"]


@compiled
def _keep(slot: Row, small: float, swing: float, surprise: float) -> None:
    """Old evidence counts as far as the turn since then can be told from its opposite."""
    stay = math.exp(-0.5 * (small / swing) ** 2) + surprise
    turned = math.exp(-0.5 * ((math.pi - small) / swing) ** 2) + surprise
    slot["picture"] = _kept(slot["picture"], stay, turned)
    slot["figure"] = _kept(slot["figure"], stay, turned)
    slot["line_up"] = _kept(slot["line_up"], stay, turned)
    slot["creep"] = _kept(slot["creep"], stay, turned)


@compiled
def _kept(log_odds: float, stay: float, turned: float) -> float:
    """Log-odds after a move whose likelihoods are these if the front stayed and if it turned."""
    odds = math.exp(log_odds)
    return math.log((odds * stay + turned) / (odds * turned + stay))


@compiled
def set_down(
    slot: Row,
    x_mm: float,
    y_mm: float,
    heading: float,
    view: float,
    same_place: bool,
    home_faces: float,
    c: Row,
) -> None:
    """A hand has set the figure: the picture begins anew, the team's direction is a fair guess.

    ``view`` is what pictures have said of it there. On its old place, what is known of its front
    still counts, as far as one turns a figure.
    """
    slot["x_mm"], slot["y_mm"] = x_mm, y_mm
    turn = turn_rad(slot["heading_rad"], heading)
    same = abs(turn) <= math.pi / 2
    if same_place:
        slot["picture"] = _pictures(slot, c)
        _keep(slot, abs(turn) if same else math.pi - abs(turn), SET_SWING_RAD, SURPRISE_SET)
        if not same:
            _turn_evidence(slot)
    else:
        slot["picture"] = slot["figure"] = slot["creep"] = 0.0
        slot["line_up"] = c["line_up_most"] * home_faces * slot["side"] * math.cos(heading)
        slot["set_by_hand"] = True
    slot["heading_rad"] = heading
    view_anew(slot, view, 1.0)
    if evidence(slot, c) < 0.0:
        turn_round(slot)


@compiled
def clamped(value: float, most: float) -> float:
    """A value, but no more than ``most`` on either side."""
    return max(-most, min(most, value))
