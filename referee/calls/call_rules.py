"""All that the calls ask of a rulebook, one section for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from referee.calls.contact.engagement import EngagementRules
from referee.calls.line_up_rules import AlignmentRules, LineUpRules
from referee.calls.lines.goal_line import GoalRules
from referee.calls.lines.line_to_gain import LineToGainRules
from referee.calls.lines.out_of_bounds import BoundsRules
from referee.calls.loose.fall import FallRules
from referee.calls.loose.loose_rules import LooseRules
from referee.calls.passing.rules.drop_rules import DropRules
from referee.calls.passing.rules.pass_rules import PassRules
from referee.calls.passing.rules.pitch_rules import PitchRules
from referee.calls.passing.rules.stick_rules import StickRules
from referee.calls.passing.rules.throw_rules import ThrowRules
from referee.calls.pivot_rules import PivotRules
from referee.calls.progress.forward_progress import ProgressRules
from referee.calls.stops.gain_limit import GainLimitRules
from referee.calls.stops.place_stop import StopRules
from referee.calls.stops.power_pulse import PulseRules
from referee.calls.stops.scramble_zone import ScrambleRules
from referee.calls.stops.snap import SnapRules
from referee.calls.tackle.sack import SackRules
from referee.calls.tackle.tackle import TackleRules
from referee.calls.tackle.touch_rules import TouchRules
from referee.core.settings.ruled import Ruled, flag


@dataclass(frozen=True, slots=True)
class OrderRules:
    """What a rulebook says of things that happen at the same instant."""

    score_first: Annotated[
        Ruled[bool],
        flag("whether the score counts when a score and a tackle are at the same instant"),
    ]


@dataclass(frozen=True, slots=True)
class CallRules:
    """A rulebook as the calls see it."""

    touch: TouchRules
    tackle: TackleRules
    sack: SackRules
    progress: ProgressRules
    fall: FallRules
    loose: LooseRules
    bounds: BoundsRules
    goal: GoalRules
    gain: LineToGainRules
    engagement: EngagementRules
    pivots: PivotRules
    order: OrderRules
    passes: PassRules
    sticks: StickRules
    throw: ThrowRules
    drop: DropRules
    pitch: PitchRules
    pulse: PulseRules
    stops: StopRules
    snap: SnapRules
    gain_limit: GainLimitRules
    scramble: ScrambleRules
    line_up: LineUpRules
    alignment: AlignmentRules
