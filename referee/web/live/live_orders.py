"""What the page may ask of the board, checked before it goes anywhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from referee.core.clock import MS_NS
from referee.power.switch import MAX_LEASE_NS, MIN_LEASE_NS
from referee.sim.live.process.messages import PowerVerb
from referee.sim.live.stepped_board import CoachVerb

MAX_SEED = 2**32 - 1


class _LiveForm(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LivePowerForm(_LiveForm):
    """A press of the power control; ``for_ms`` is the lease or the length of the pulse.

    ``press`` grows with every press and renewal, so a renewal that was overtaken on its way by an
    "off" is known to be the older wish.
    """

    verb: PowerVerb
    press: Annotated[int, Field(ge=0, le=2**53)] = 0
    for_ms: Annotated[int, Field(ge=MIN_LEASE_NS // MS_NS, le=MAX_LEASE_NS // MS_NS)] = 1000


class LiveCoachForm(_LiveForm):
    """A wish to the simulated coach."""

    verb: CoachVerb
    offence: Annotated[str, Field(max_length=40)] | None = None
    defence: Annotated[str, Field(max_length=40)] | None = None
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] | None = None
