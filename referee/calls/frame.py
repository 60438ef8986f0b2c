"""One instant of the board: who was seen where, what was not seen, and whether it had power."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.calls.doubts import Doubt, DoubtKind
from referee.core.errors import BadValue
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose

# No board is larger; a base that is said to be further away was not measured but made up.
FARTHEST_MM = 20_000.0


@dataclass(frozen=True, slots=True)
class SeenBase:
    """One player's base as one frame measured it, never filtered.

    ``fallen`` and ``front`` are probabilities: that the figure lies, and that the heading is not
    turned by 180 degrees. ``doubtful``: it may be somebody else.
    """

    player: str
    measured: MeasuredPose
    fallen: float = 0.0
    front: float = 1.0
    doubtful: bool = False

    def __post_init__(self) -> None:
        for key in ("fallen", "front"):
            if not 0.0 <= getattr(self, key) <= 1.0:
                raise BadValue(key, getattr(self, key), "a probability from 0 to 1")
        for key in ("x_mm", "y_mm"):
            value = getattr(self.measured.pose, key)
            if abs(value) > FARTHEST_MM:
                allowed = f"within {FARTHEST_MM:g} mm of the corner of the field"
                raise BadValue(f"{key} of {self.player}", value, allowed)


def poses_of(frames: Iterable[BoardFrame], player: str) -> list[tuple[int, MeasuredPose]]:
    """Stamps and poses of a player in the frames that show it."""
    seen = ((frame.t_ns, frame.find(player)) for frame in frames)
    return [(t_ns, one.measured) for t_ns, one in seen if one is not None]


def identity_doubts(*seen: SeenBase | None) -> tuple[Doubt, ...]:
    """Why even a certain call should be looked at: a player may be somebody else."""
    return tuple(
        Doubt(DoubtKind.SOMEBODY_ELSE, each.player)
        for each in seen
        if each is not None and each.doubtful
    )


@dataclass(frozen=True, slots=True)
class PairGap:
    """The gap of two players measured together, better known than from their poses alone."""

    first: str
    second: str
    gap_mm: float
    sigma_mm: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.sigma_mm < FARTHEST_MM:
            raise BadValue("sigma_mm", self.sigma_mm, "0 mm or more")
        if self.first == self.second:
            raise BadValue("second", self.second, f"another player than {self.first}")


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """One frame. Who of the players is not in ``seen`` was not seen."""

    t_ns: int
    power: bool
    seen: tuple[SeenBase, ...]
    markers: tuple[Marker, ...] = ()
    gaps: tuple[PairGap, ...] = ()
    _by_name: Mapping[str, SeenBase] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Who was seen is asked for every pair of players in every frame.
        object.__setattr__(self, "_by_name", {each.player: each for each in self.seen})
        if len(self._by_name) != len(self.seen):
            names = [each.player for each in self.seen]
            twice = next(name for name in names if names.count(name) > 1)
            raise BadValue("seen", twice, "each player once in a frame")

    def find(self, player: str) -> SeenBase | None:
        """A player's sighting; None if the frame does not show the player."""
        return self._by_name.get(player)

    def gap(self, first: str, second: str) -> PairGap | None:
        """Their gap, if somebody measured it for itself."""
        pair = {first, second}
        return next((gap for gap in self.gaps if {gap.first, gap.second} == pair), None)
