"""What the roster says of one frame: each player's own raw sighting, or that it was not seen."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.geometry.pose import Pose
from referee.vision.sighting import Corners, Sighting


@dataclass(frozen=True, slots=True)
class HandArea:
    """Where a hand with its arm may hide figures: a box on the board, in mm.

    ``tips_mm`` are the places where its fingers may be; only what they reach can be moved.
    """

    left_mm: float
    near_mm: float
    right_mm: float
    far_mm: float
    tips_mm: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class SeenPlayer:
    """A player's sighting in this frame, as it was measured.

    ``pose`` is the sighting's, its heading turned by 180 degrees where ``turned``; ``front`` is the
    probability that it now points the right way. ``doubtful``: an open doubt concerns this player:
    it may have changed places since the snap. ``name``: the probability that the base is this
    player and not a team mate, as the line-up had it. ``other`` is the second likeliest player,
    "": nobody.
    """

    player: str
    sighting: Sighting
    pose: Pose
    turned: bool
    front: float
    doubtful: bool
    name: float = 1.0
    other: str = ""

    @property
    def corners_px(self) -> Corners:
        """Front-left, front-right, back-right, back-left, with the front the roster carries."""
        a, b, c, d = self.sighting.corners_px
        return (c, d, a, b) if self.turned else (a, b, c, d)


@dataclass(frozen=True, slots=True)
class ExpectedPose:
    """Where to look for a player next; nothing is ever judged on it."""

    player: str
    pose: Pose
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class IdentityDoubt:
    """Players that cannot be told apart, and where they stood when that came up.

    Until it is answered ``assumed`` stand there, in the order of ``places_mm``.
    """

    number: int
    t_ns: int
    players: tuple[str, ...]
    places_mm: tuple[tuple[float, float], ...]
    assumed: tuple[str, ...]

    @property
    def question(self) -> str:
        """What to ask the coach."""
        spots = [f"({x:.0f}, {y:.0f}) mm" for x, y in self.places_mm]
        if len(spots) == 1:
            return f"Who stands at {spots[0]}: {_listed(self.players, 'or')}?"
        who = _listed(self.players, "and")
        return f"{who} may have changed places. Who stands at {_listed(spots, 'and who at')}?"


@dataclass(frozen=True, slots=True)
class RosterFrame:
    """One frame, in the roster's order; None is a player that was not seen in it.

    ``strangers`` are sightings that belong to nobody, such as clutter.
    """

    t_ns: int
    seen: tuple[SeenPlayer | None, ...]
    strangers: tuple[Sighting, ...]
    doubts: tuple[IdentityDoubt, ...]


def _listed(words: list[str] | tuple[str, ...], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
