"""A magnet that rests, and the scene in which it was laid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.calls.call import Call
from referee.calls.play_name import PlayName
from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_name
from referee.core.geometry.marker import Marker, marker_gap
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.roster import Roster, Team
from referee.game.game_rules import GameRules
from referee.game.state import State
from referee.official.outcome import PlayNotice
from referee.record.board_frames import BALL_RADIUS_MM, ball_marker
from referee.rulebooks.play_step import PlayStep
from referee.vision.sighting import Thing

EFHL = "efhl"
BETWEEN_PLAYS = frozenset({PlayStep.SET, PlayStep.DEAD})
# A magnet whose gap to a base is at most this lies beside the figure.
BESIDE_MM = 12.0
# A pylon this near to a sideline stands at it.
AT_SIDELINE_MM = 25.0
# A pylon this near to a goal line or end line is one of the corners.
AT_CORNER_MM = 30.0


@dataclass(frozen=True, slots=True)
class PlacedMagnet:
    """A magnet that rests, and whether it was laid since the power went off."""

    kind: Thing
    x_mm: float
    y_mm: float
    sigma_mm: float
    at_this_stop: bool

    @property
    def marker(self) -> Marker:
        """As the ball that it is."""
        return ball_marker(self.kind, self.x_mm, self.y_mm, self.sigma_mm)


@dataclass(frozen=True, slots=True)
class MagnetScene:
    """What the night shows when a magnet is laid; ``places`` are where players were seen last.

    ``call`` is the newest one of the night.
    """

    league: str
    rules: GameRules
    field: FieldProfile
    roster: Roster
    names: Mapping[Team, str]
    notice: PlayNotice
    state: State
    places: Mapping[str, MeasuredPose]
    call: Call | None = None
    call_number: int = 0

    @property
    def ball_due(self) -> bool:
        """Whether a dropped ball has to come to rest."""
        return any(ask.what == "ball" for ask in self.notice.asks)

    @property
    def target_due(self) -> bool:
        """Whether the target of a pass may be laid."""
        asked = any(ask.what == "target" for ask in self.notice.asks)
        throws = asked or PlayName.FORWARD in self.notice.plays
        return throws and not self.ball_due and self.notice.step not in BETWEEN_PLAYS

    def passes_back(self, laid: PlacedMagnet) -> bool:
        """Whether a target is that of a backward pass: behind the carrier, and no pass was said."""
        said = self.notice.step is PlayStep.IN_THE_AIR
        if said or self.ball_due or not self.notice.may_pass_back:
            return False
        place = self.places.get(self.notice.carrier or "")
        toward = self.state.plays_toward(self.notice.team).sign
        return place is not None and toward * (place.pose.x_mm - laid.x_mm) > 0.0

    def spot(self, x_mm: float) -> str:
        """A place along the field as people say it."""
        team = self.state.team or self.notice.team
        return spot_name(self.field, x_mm, self.state.plays_toward(team), 0)

    def rule(self, rule: str) -> str | None:
        """The id of a rule where that league is played."""
        return rule if self.league == EFHL else None

    def beside(self, laid: PlacedMagnet, reach_mm: float, team: Team | None = None) -> str | None:
        """The player whose base is nearest to a magnet, within reach."""
        disc = Marker(laid.x_mm, laid.y_mm, BALL_RADIUS_MM["felt ball"], laid.sigma_mm)
        gaps = {
            player.id: marker_gap(player.base, self.places[player.id], disc).gap_mm
            for player in self.roster
            if player.id in self.places and team in {None, player.team}
        }
        near = min(gaps, key=lambda each: gaps[each], default=None)
        return near if near is not None and gaps[near] <= reach_mm else None


def kind_probabilities(laid: PlacedMagnet, at: MagnetScene) -> dict[Thing, float]:
    """How likely each kind is to be laid there, before anybody looked at its colour."""
    pylons = from_sideline_mm(laid, at.field) <= AT_SIDELINE_MM
    marked = at.beside(laid, BESIDE_MM) is not None
    # Where a target is due nobody lays a felt ball, which the eyes may take a brown magnet for,
    # and hardly anybody a challenge.
    target = laid.at_this_stop and at.target_due and not marked
    return {
        Thing.ORANGE_PYLON: 1.0 if pylons else 0.1,
        Thing.GREEN_MAGNET: 1.0 if marked else 0.5,
        Thing.FELT_BALL: 0.02 if target else 1.0,
        Thing.RED_MAGNET: 0.3 if target else 1.0,
    }


def on_field(laid: PlacedMagnet, field: FieldProfile) -> bool:
    """Whether it lies where it can mean something: beside the field magnets only wait."""
    if laid.kind is Thing.ORANGE_PYLON:
        return from_sideline_mm(laid, field) <= AT_SIDELINE_MM
    return areas_of(field).in_bounds.covers(laid.x_mm, laid.y_mm)


def at_corner(laid: PlacedMagnet, field: FieldProfile) -> bool:
    """Pylons at the corners of the end zones stand there for good."""
    lines = (0.0, field.goal_to_goal_mm, field.left_end_line_x_mm, field.right_end_line_x_mm)
    return min(abs(laid.x_mm - x) for x in lines) <= AT_CORNER_MM


def from_sideline_mm(laid: PlacedMagnet, field: FieldProfile) -> float:
    """How far it is from the nearer sideline, on whichever side."""
    return min(abs(laid.y_mm), abs(laid.y_mm - field.width_mm))
