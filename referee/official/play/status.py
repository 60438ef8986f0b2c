"""Where a play is between snap and count: a table of what may happen, and what then follows.

`PLAY_TABLE` is the machine: in a status (a row) an event leads to another status. An event that a
row does not list leaves the play where it is. `ANYWHERE` has the events that lead to the same
status from every row but the last: a play that is counted stays counted. The picture in
docs/official.md is drawn from the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class PlayStatus(StrEnum):
    """Where a play is."""

    BEFORE_SNAP = "before the snap"
    RUNNING = "running"
    STOPPING = "stopping"  # the next step is known, and the power has to go off first
    INTERRUPTED = "interrupted"  # the same run goes on once the power is back
    AT_STOP = "at a stop"
    PHASE_ONLY = "put into a phase"  # calls are made; no time limit and no rule stops the board
    OVER = "over"  # a call of the same episode may still take that back
    COUNTED = "counted"

    @property
    def over(self) -> bool:
        """Whether the play is over, even if a call may still take that back."""
        return self in (PlayStatus.OVER, PlayStatus.COUNTED)

    @property
    def may_be_stopped(self) -> bool:
        """Whether a coach who stops the board makes a stop of the play."""
        return self is not PlayStatus.PHASE_ONLY and not self.over


class PlayEvent(StrEnum):
    """What moves a play from one status to another."""

    POWER_ON = "power on"
    POWER_OFF = "power off"
    NEXT_STEP = "the next step is known"  # by a stop, a time limit or a call
    STOPPED = "stopped"  # the power is off, and the next step is set up
    INTERRUPTED = "an interruption"  # by a hand or a coach
    ENDED = "a call ends the play"
    REOPENED = "the end is taken back"
    COUNTED = "nothing can change it any more"
    MOVED_TO_STEP = "put to a step"
    MOVED_TO_PHASE = "put into a phase"


PLAY_TABLE: Mapping[PlayStatus, Mapping[PlayEvent, PlayStatus]] = {
    PlayStatus.BEFORE_SNAP: {
        PlayEvent.POWER_ON: PlayStatus.RUNNING,
        PlayEvent.MOVED_TO_STEP: PlayStatus.AT_STOP,
    },
    PlayStatus.RUNNING: {
        PlayEvent.NEXT_STEP: PlayStatus.STOPPING,
        PlayEvent.INTERRUPTED: PlayStatus.INTERRUPTED,
        PlayEvent.STOPPED: PlayStatus.AT_STOP,
        PlayEvent.POWER_OFF: PlayStatus.AT_STOP,
    },
    PlayStatus.STOPPING: {
        PlayEvent.STOPPED: PlayStatus.AT_STOP,
    },
    PlayStatus.INTERRUPTED: {
        PlayEvent.POWER_ON: PlayStatus.RUNNING,
        PlayEvent.NEXT_STEP: PlayStatus.STOPPING,
        PlayEvent.STOPPED: PlayStatus.AT_STOP,
    },
    PlayStatus.AT_STOP: {
        PlayEvent.POWER_ON: PlayStatus.RUNNING,
    },
    PlayStatus.PHASE_ONLY: {
        PlayEvent.STOPPED: PlayStatus.AT_STOP,
        PlayEvent.MOVED_TO_STEP: PlayStatus.AT_STOP,
    },
    PlayStatus.OVER: {
        PlayEvent.REOPENED: PlayStatus.RUNNING,
        PlayEvent.MOVED_TO_STEP: PlayStatus.AT_STOP,
    },
    PlayStatus.COUNTED: {},
}
ANYWHERE: Mapping[PlayEvent, PlayStatus] = {
    PlayEvent.ENDED: PlayStatus.OVER,
    PlayEvent.COUNTED: PlayStatus.COUNTED,
    PlayEvent.MOVED_TO_PHASE: PlayStatus.PHASE_ONLY,
}


def status_after(status: PlayStatus, event: PlayEvent) -> PlayStatus:
    """The status that follows.

    >>> status_after(PlayStatus.STOPPING, PlayEvent.STOPPED).value
    'at a stop'
    """
    if status is PlayStatus.COUNTED:
        return status
    return PLAY_TABLE[status].get(event) or ANYWHERE.get(event, status)
