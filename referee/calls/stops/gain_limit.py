"""The gain that is cut back: the board was not stopped in time, and the carrier ran too far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame
from referee.calls.phase_state import PhaseState
from referee.calls.stops.place_stop import PlaceStop, StopPlace
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import ahead_of_x
from referee.core.settings.ruled import Ruled, flag, number


@dataclass(frozen=True, slots=True)
class GainLimitRules:
    """What a rulebook says of an offense that does not stop at the line of scrimmage."""

    limited: Annotated[
        Ruled[bool],
        flag(
            "whether a runner for whom the board was not stopped at the line keeps "
            "only part of the gain"
        ),
    ]
    past_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "yards past the line of scrimmage after which the gain is cut back"),
    ]
    gain_yd: Annotated[Ruled[float], number(0.0, 100.0, "yards of gain that the runner keeps")]


class GainLimit:
    """Watches a carrier who has crossed the line of scrimmage under power."""

    def __init__(
        self,
        rules: GainLimitRules,
        field: FieldProfile,
        shape: BaseShape,
        thresholds: Thresholds,
        state: PhaseState,
        carrier: str,
        scrimmage_x_mm: float,
    ) -> None:
        sign = float(state.plays.sign)
        past = scrimmage_x_mm + sign * stick_mm(field, rules.past_yd.value)
        self._gain_x_mm = scrimmage_x_mm + sign * stick_mm(field, rules.gain_yd.value)
        side = ahead_of_x(past, state.plays)
        rule = rules.limited.rule
        self._watch = PlaceStop(StopPlace.PAST, side, rule, shape, thresholds, state, carrier)
        self._play = state.play

    def update(self, board: BoardFrame) -> Call | None:
        """The end of the play: the carrier is down at the gain that it keeps."""
        far = self._watch.update(board, CallAction.CUT)
        if far is None or far.spot is None:
            return None
        spot = BallSpot(self._gain_x_mm, far.spot.y_mm, 0.0)
        episode = Episode(EpisodeTopic.GAIN_CUT_BACK, self._play)
        return replace(far, kind=CallKind.GAIN_CUT_BACK, spot=spot, episode=episode, dead=True)
