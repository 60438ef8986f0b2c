"""The players and places a page may name: those of this night, and nothing beside the board."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.marker import Marker
from referee.core.roster import Roster
from referee.record.board_frames import ball_marker
from referee.web.server.page_app import StrictForm

# A marker that is pointed at on a screen is known to about the width of a finger tip on it.
POINTED_SIGMA_MM = 1.0

PlayerIdText = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[A-Za-z0-9]+$")]
Millimetres = Annotated[float, Field(ge=-6000.0, le=6000.0, allow_inf_nan=False)]
ShortText = Annotated[str, Field(min_length=1, max_length=200)]


class PlaceForm(StrictForm):
    """A place that was pointed at."""

    x_mm: Millimetres
    y_mm: Millimetres


class NightNames:
    """Checks what a page names against the night."""

    def __init__(self, roster: Roster, field: FieldProfile) -> None:
        self._known = {player.id: player for player in roster}
        self._field = field

    def player(self, name: str) -> str:
        """A player of this night."""
        if name not in self._known:
            raise BadValue("player", name, f"one of {', '.join(self._known)}")
        return name

    def player_or_none(self, name: str | None) -> str | None:
        """A player of this night; None when none was named."""
        return None if name is None else self.player(name)

    def place(self, place: PlaceForm) -> tuple[float, float]:
        """A place on the metal of the board."""
        field = self._field
        for key, value, low, high in (
            ("x_mm", place.x_mm, field.metal_left_x_mm, field.metal_right_x_mm),
            ("y_mm", place.y_mm, field.metal_near_y_mm, field.metal_far_y_mm),
        ):
            if not low <= value <= high:
                raise BadValue(key, value, f"{low:g} to {high:g} mm, on the board")
        return place.x_mm, place.y_mm

    def ball(self, place: PlaceForm) -> Marker:
        """A ball or target that lies there."""
        return ball_marker("ball magnet", *self.place(place), POINTED_SIGMA_MM)
