"""One instant of the board: who was seen where, what was not seen, and whether it had power."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.calls.doubts import Doubt, DoubtKind
from referee.core.errors import BadValue
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team

# No board is larger; a base that is said to be further away was not measured but made up.
FARTHEST_MM = 20_000.0
# Decimals of millimetres, degrees and probabilities in a record: what is judged has no more.
KEPT_DIGITS = 4
# The probability from which on a figure is taken to lie where only yes or no will do: an even
# chance. A call hangs on the probability itself.
LIES = 0.5
# The probability of a name below which screens show it muted.
NAME_SURE = 0.9
# The probability of lying up to which a figure stands for sure, for the calls: in simulated video
# `referee track` read 99.97 % of standing figures so, and 1.7 % of lying ones (docs/calls.md).
STANDS = 0.05

PicturePixel = tuple[float, float]
PictureCorners = tuple[PicturePixel, PicturePixel, PicturePixel, PicturePixel]
# The corners of a base of which there is no picture, in pixels.
NO_PICTURE: PictureCorners = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
# Decimals of a sigma that was squared and whose root was taken again: the last bits are noise.
_SIGMA_DIGITS = 9


@dataclass(frozen=True, slots=True)
class SeenBase:
    """One base as one frame measured it, never filtered: from the roster to calls and record.

    ``player`` is "" until a player's name is given to the base. ``fallen`` and ``front`` are
    probabilities: that the figure lies, and that the heading is not turned by 180 degrees.
    ``doubtful``: since the snap it may have changed places with somebody. ``name_probability`` is
    how likely the line-up gave the base the right player's name, ``other_name`` who is the second
    likeliest ("": nobody): no call depends on them, so no file has them. ``corners_px`` are the
    corners of the base top's enclosing rectangle: front-left, front-right, back-right, back-left.
    ``team`` is None where it is not known; ``front``, ``team_probability``, ``length_mm`` and
    ``width_mm`` are None where they were not measured, and then no file has them. ``score`` says
    from 0 to 1 how sure the detector is.
    """

    player: str
    measured: MeasuredPose
    fallen: float = 0.0
    front: float | None = None
    doubtful: bool = False
    corners_px: PictureCorners = NO_PICTURE
    team: Team | None = None
    score: float = 1.0
    team_probability: float | None = None
    length_mm: float | None = None
    width_mm: float | None = None
    name_probability: float = 1.0
    other_name: str = ""

    def __post_init__(self) -> None:
        # For 22 bases in every frame: what is right is found right at once.
        pose, front = self.measured.pose, self.front
        likely = 0.0 <= self.fallen <= 1.0 and (front is None or 0.0 <= front <= 1.0)
        if not (likely and abs(pose.x_mm) <= FARTHEST_MM and abs(pose.y_mm) <= FARTHEST_MM):
            self._refuse()

    def _refuse(self) -> None:
        """Say which value cannot be."""
        for key, value in (("fallen", self.fallen), ("front", self.p_front)):
            if not 0.0 <= value <= 1.0:
                raise BadValue(key, value, "a probability from 0 to 1")
        pose = self.measured.pose
        for key, value in (("x_mm", pose.x_mm), ("y_mm", pose.y_mm)):
            if not abs(value) <= FARTHEST_MM:
                allowed = f"within {FARTHEST_MM:g} mm of the corner of the field"
                raise BadValue(f"{key} of {self.player or 'a base'}", value, allowed)

    @property
    def x_mm(self) -> float:
        """The centre of the base, along the field."""
        return self.measured.pose.x_mm

    @property
    def y_mm(self) -> float:
        """The centre of the base, across the field."""
        return self.measured.pose.y_mm

    @property
    def heading_deg(self) -> float:
        """Where the front of the base points, from 0 up to 360."""
        return self.measured.pose.heading_deg

    @property
    def sigma(self) -> tuple[float, float, float]:
        """The errors of x in mm, of y in mm and of the heading in degrees; exact truth has 0."""
        x, y, turn = (math.sqrt(self.measured.covariance[i][i]) for i in range(3))
        turn_deg = round(math.degrees(turn), _SIGMA_DIGITS)
        return round(x, _SIGMA_DIGITS), round(y, _SIGMA_DIGITS), turn_deg

    @property
    def p_front(self) -> float:
        """How likely the heading is not turned by 180 degrees; 1 where nobody measured that."""
        return 1.0 if self.front is None else self.front

    @property
    def lies(self) -> bool:
        """Whether the figure rather lies than stands, for whoever needs a yes or no."""
        return self.fallen >= LIES

    @property
    def muted(self) -> bool:
        """Whether screens show its name muted: it may be somebody else's."""
        return self.doubtful or self.name_probability < NAME_SURE

    @property
    def p_upright(self) -> float:
        """How likely the figure stands: for sure, where the eyes say no more than they always do.

        Without that no touch of anybody would be sure, and no stop be allowed without a flag.
        """
        return 1.0 if self.fallen <= STANDS else 1.0 - self.fallen

    def quantised(self) -> SeenBase:
        """The base as a record keeps it: what is judged live is what is judged again later."""
        pose, ((xx, _, _), (_, yy, _), (_, _, turn)) = self.measured.pose, self.measured.covariance
        where = Pose(_kept(pose.x_mm), _kept(pose.y_mm), _kept(pose.heading_deg))
        sigmas = (math.sqrt(xx), math.sqrt(yy), math.degrees(math.sqrt(turn)))
        # Each field by name: for 22 bases in every frame `replace` takes three times as long.
        return SeenBase(
            player=self.player,
            measured=MeasuredPose.with_sigmas(where, *map(_kept, sigmas)),
            fallen=_kept(self.fallen),
            front=None if self.front is None else _kept(self.front),
            doubtful=self.doubtful,
            corners_px=self.corners_px,
            team=self.team,
            score=self.score,
            team_probability=self.team_probability,
            length_mm=self.length_mm,
            width_mm=self.width_mm,
            name_probability=self.name_probability,
            other_name=self.other_name,
        )


def _kept(value: float) -> float:
    return round(value, KEPT_DIGITS)


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
