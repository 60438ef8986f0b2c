"""Made-up eyes: the physics says where everything is, with errors as the real eyes have them.

`referee bench refine` measures half of all bases within 0.07 mm, headings within 0.2 to 0.3
degrees; `referee bench watch` measures 98 of 100 bases in a frame. In 184 frames of its moving clip
46 times somebody was missed: 3 times for one frame, 41 for two, once for three, once for eleven or
more. Here a miss lasts two frames on average and more often longer. Who is who is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster
from referee.sim.board_state import BoardState, HandState, MarkerState
from referee.sim.sighting_maker import DetectorFaults, SightingMaker
from referee.vision.roster.roster_frame import RosterFrame, SeenPlayer
from referee.vision.sighting import HandSighting, MarkerSighting, NearPair, Sighting, Thing
from referee.vision.watch.watcher import WatchedFrame

FAULTS = DetectorFaults(
    sigma_mm=0.06,
    outliers=0.0005,
    outlier_mm=2.0,
    heading_deg=0.27,
    flipped=(0.0, 0.0),
    missed=0.016,
    missed_s=0.05,
    false_per_frame=0.0,
    clutter=1,
    wrong_team=0.0,
    unclear=0.0,
    wrong_unclear=0.0,
)
# Two bases near each other are measured together, both outlines from one slit.
# Up to this gap.
PAIR_MM = 5.0
PAIR_SIGMA_MM = 0.09
# Degrees of freedom of the t distribution of the error.
FREEDOM = 8.0
# Which end is the front was seen in the line-up and is carried on; one frame's evidence is less.
FRONT = 0.9995
# The error of a marker.
MARKER_MM = 0.15
# The share of looks that find a marker or a hand.
SEEN_SHARE = 0.97
# The detector looks beside the eyes, a few times a second.
LOOK_NS = 150_000_000
# Half the side of a hand's box.
HAND_PX = 60.0
# The score of a sighting.
SURE = 0.9


class MadeUpEyes:
    """`referee.night.loop.NightEyes` on a simulated board's state."""

    def __init__(
        self,
        field: FieldProfile,
        roster: Roster,
        camera: CameraModel,
        state: Callable[[], BoardState],
        near: Callable[[float], list[tuple[str, str, float]]],
        rng: np.random.Generator,
        faults: DetectorFaults = FAULTS,
    ) -> None:
        self._roster, self._camera, self._state, self._near = roster, camera, state, near
        self._rng = rng
        self._maker = SightingMaker(field, roster, faults, rng)
        self._looked_ns: int | None = None
        self._markers: tuple[MarkerSighting, ...] = ()
        self._hands: tuple[HandSighting, ...] = ()

    def see(self, frame: Frame, powered: bool | None = None) -> WatchedFrame:
        """One frame."""
        state = self._state()
        made = self._maker.look(state)
        owned = {
            owner: sighting
            for owner, sighting in zip(made.owners, made.frame.sightings, strict=True)
            if owner is not None and self._lies_on(state, owner)
        }
        if self._looked_ns is None or frame.t_ns - self._looked_ns >= LOOK_NS:
            self._look(state, frame.t_ns)
        seen = tuple(self._seen(p.id, owned.get(p.id)) for p in self._roster)
        return WatchedFrame(
            frame.t_ns,
            bool(powered),
            RosterFrame(frame.t_ns, seen, (), ()),
            self._gaps(owned, {p.player_id for p in state.pieces if p.fallen}),
            self._markers,
            self._hands,
            made.hands,
            self._looked_ns,
        )

    def _gaps(self, seen: Mapping[str, Sighting], fallen: set[str]) -> tuple[NearPair[str], ...]:
        """Pairs that are near each other, where both were measured and stand."""
        spread = math.sqrt(FREEDOM / (FREEDOM - 2.0)) / PAIR_SIGMA_MM
        found = []
        for a, b, gap_mm in self._near(PAIR_MM):
            if a in seen and b in seen and not {a, b} & fallen:
                off_mm = float(self._rng.standard_t(FREEDOM)) / spread
                found.append(NearPair(a, b, gap_mm + off_mm, PAIR_SIGMA_MM))
        return tuple(found)

    def _seen(self, player: str, sighting: Sighting | None) -> SeenPlayer | None:
        if sighting is None:
            return None
        return SeenPlayer(player, sighting, sighting.pose, False, FRONT, False)

    def _lies_on(self, state: BoardState, player: str) -> bool:
        """A figure in a hand is not on the board."""
        return any(p.player_id == player and p.lift_mm == 0.0 for p in state.pieces)

    def _look(self, state: BoardState, t_ns: int) -> None:
        self._looked_ns = t_ns
        self._markers = tuple(
            self._marker(marker) for marker in state.markers if self._rng.random() < SEEN_SHARE
        )
        self._hands = tuple(
            self._hand(hand) for hand in state.hands if self._rng.random() < SEEN_SHARE
        )

    def _marker(self, marker: MarkerState) -> MarkerSighting:
        dx, dy = (float(off) for off in self._rng.normal(0.0, MARKER_MM, 2))
        x_mm, y_mm = marker.pose.x_mm + dx, marker.pose.y_mm + dy
        return MarkerSighting(Thing(marker.kind.value), x_mm, y_mm, MARKER_MM, SURE)

    def _hand(self, hand: HandState) -> HandSighting:
        x, y = self._camera.project([(hand.x_mm, hand.y_mm, hand.z_mm)])[0].tolist()
        return HandSighting((x - HAND_PX, y - HAND_PX, x + HAND_PX, y + HAND_PX), SURE)
