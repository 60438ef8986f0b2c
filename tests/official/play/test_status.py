"""The table of a play: what follows an event, and what never does."""

from __future__ import annotations

from functools import reduce

import pytest

from referee.official.play.status import PLAY_TABLE, PlayEvent, PlayStatus, status_after
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import evening, put, snap
from tests.official.test_official import TACKLE

SNAPPED = (PlayEvent.POWER_ON,)
AT_STOP = (*SNAPPED, PlayEvent.NEXT_STEP, PlayEvent.STOPPED)
INTERRUPTED = (*SNAPPED, PlayEvent.INTERRUPTED)
OVER = (*SNAPPED, PlayEvent.ENDED)


@pytest.mark.parametrize(
    ("events", "status"),
    [
        (SNAPPED, PlayStatus.RUNNING),
        (AT_STOP, PlayStatus.AT_STOP),
        ((*AT_STOP, PlayEvent.POWER_ON), PlayStatus.RUNNING),
        # The power goes off once the next step is known: until then the play is stopping.
        ((*SNAPPED, PlayEvent.NEXT_STEP, PlayEvent.POWER_ON), PlayStatus.STOPPING),
        # A run that was interrupted waits for the power, and is the same run then.
        ((*INTERRUPTED, PlayEvent.POWER_OFF), PlayStatus.INTERRUPTED),
        ((*INTERRUPTED, PlayEvent.POWER_OFF, PlayEvent.POWER_ON), PlayStatus.RUNNING),
        # A tackler who falls takes the tackle back.
        ((*OVER, PlayEvent.POWER_OFF, PlayEvent.POWER_ON), PlayStatus.OVER),
        ((*OVER, PlayEvent.REOPENED), PlayStatus.RUNNING),
        # Dice after the end may take long; the play is counted once they have spoken.
        ((*OVER, PlayEvent.COUNTED), PlayStatus.COUNTED),
        # A kneel is counted at the stop.
        ((*AT_STOP, PlayEvent.COUNTED), PlayStatus.COUNTED),
        ((*AT_STOP, PlayEvent.MOVED_TO_PHASE, PlayEvent.POWER_OFF), PlayStatus.PHASE_ONLY),
    ],
)
def test_events_lead_to(events, status):
    assert reduce(status_after, events, PlayStatus.BEFORE_SNAP) is status


@pytest.mark.parametrize(
    ("events", "over", "stopped"),
    [
        (SNAPPED, False, True),
        (INTERRUPTED, False, True),
        (OVER, True, False),
        ((*OVER, PlayEvent.REOPENED), False, True),
        ((*OVER, PlayEvent.COUNTED), True, False),
        ((*SNAPPED, PlayEvent.MOVED_TO_PHASE), False, False),
    ],
)
def test_the_table_says_whether_a_play_is_over_and_may_be_stopped(events, over, stopped):
    status = reduce(status_after, events, PlayStatus.BEFORE_SNAP)
    assert (status.over, status.may_be_stopped) == (over, stopped)


@pytest.mark.parametrize("event", PlayEvent)
def test_a_play_that_is_counted_stays_counted(event):
    assert status_after(PlayStatus.COUNTED, event) is PlayStatus.COUNTED


def test_every_status_can_be_reached():
    found, last = {PlayStatus.BEFORE_SNAP}, set()
    while found != last:
        last = set(found)
        found |= {status_after(status, event) for status in last for event in PlayEvent}
    assert found == set(PLAY_TABLE)


def test_a_play_goes_by_the_table():
    tackled = evening("hefl", put(PlayStep.AFTER_THE_LINE, "H22"), TACKLE, 2.4)
    assert tackled.official.status is PlayStatus.COUNTED
    begun = evening("hefl", snap(), TACKLE, 0.2)
    assert begun.official.status is PlayStatus.RUNNING
