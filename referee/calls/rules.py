"""All that the calls ask of a rulebook, one section for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from referee.calls.aftermath import TouchRules
from referee.calls.contact import EngagementRules
from referee.calls.drop_rules import DropRules
from referee.calls.fall import FallRules
from referee.calls.gain_limit import GainLimitRules
from referee.calls.goal_line import GoalRules
from referee.calls.line_to_gain import GainRules
from referee.calls.line_up_rules import AlignmentRules, LineUpRules
from referee.calls.loose_rules import LooseRules
from referee.calls.out_of_bounds import BoundsRules
from referee.calls.pass_rules import PassRules
from referee.calls.pitch_rules import PitchRules
from referee.calls.progress import ProgressRules
from referee.calls.pulse import PulseRules
from referee.calls.sack import SackRules
from referee.calls.snap import SnapRules
from referee.calls.stick_rules import SticksRules
from referee.calls.stops import StopRules
from referee.calls.tackle import TackleRules
from referee.calls.throw_rules import ThrowRules
from referee.calls.zone import ScrambleRules
from referee.core.ruled import Ruled, flag


@dataclass(frozen=True, slots=True)
class OrderRules:
    """What a rulebook says of things that happen at the same instant."""

    score_first: Annotated[
        Ruled[bool], flag("whether of a score and a tackle at the same instant the score counts")
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
    gain: GainRules
    engagement: EngagementRules
    order: OrderRules
    passes: PassRules
    sticks: SticksRules
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
