"""The scramble zone: once a receiver has run out of it, a scrambling passer may only run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame
from referee.calls.passing.rules.drop_rules import DropRules, on_scale_board
from referee.calls.phase_state import PhaseState
from referee.calls.tackle_box import is_lineman
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_above
from referee.core.roster import Roster
from referee.core.settings.ruled import Ruled, number


@dataclass(frozen=True, slots=True)
class ScrambleRules:
    """What a rulebook says of scrambles."""

    zone_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            100.0,
            "yards past the line beyond which a receiver leaves a scrambler only "
            "the run; 0: no limit",
        ),
    ]
    zone_scale_yd: Annotated[
        Ruled[float],
        number(0.0, 100.0, "the same zone on a scale board, in yards past the line; 0: no limit"),
    ]


def scramble_zone_of(rules: ScrambleRules, drop: DropRules, field: FieldProfile) -> Ruled[float]:
    """How far the zone reaches on this board."""
    return rules.zone_scale_yd if on_scale_board(drop, field) else rules.zone_yd


def p_left_zone(
    zone_yd: float, field: FieldProfile, roster: Roster, board: BoardFrame, state: PhaseState
) -> float:
    """How likely a receiver who may catch is past the zone with its foremost part."""
    return deepest_receiver(zone_yd, field, roster, board, state)[0]


def deepest_receiver(
    zone_yd: float, field: FieldProfile, roster: Roster, board: BoardFrame, state: PhaseState
) -> tuple[float, str]:
    """How likely a receiver who may catch is past the zone, and who likeliest is; "": nobody."""
    scrimmage = state.scrimmage_x_mm
    if scrimmage is None or zone_yd == 0.0:
        return 0.0, ""
    sign = float(state.plays.sign)
    side = HalfPlane((sign, 0.0), sign * scrimmage + stick_mm(field, zone_yd))
    able = {
        player.id: player.base
        for player in roster
        if player.team is state.team and not is_lineman(player) and player.id != state.carrier
    }
    reaches = [
        (reach_beyond(able[seen.player], seen.measured, side), seen.player)
        for seen in board.seen
        if seen.player in able
    ]
    return max(
        ((p_above(reach.beyond_mm, reach.sigma_mm), name) for reach, name in reaches),
        default=(0.0, ""),
    )


def zone_call(
    thresholds: Thresholds, zone: Ruled[float], t_ns: int, play: int, left: tuple[float, str]
) -> Call | None:
    """What is flagged of a zone that somebody may have left, or not; None where that is plain."""
    share, who = left
    if not 1.0 - thresholds.sure < share < thresholds.sure:
        return None
    words = f"{who} has left the scramble zone"
    return build_call(
        CallKind.UNCLEAR_LINE,
        zone.rule,
        Episode(EpisodeTopic.LINE, play, (who,), name="scramble zone", since_ns=t_ns),
        t_ns,
        action=CallAction.RECORD,
        certainty=max(share, 1.0 - share),
        players=(who,),
        flag=(Doubt(DoubtKind.TOO_CLOSE_TO_TELL, detail=words),),
    )
