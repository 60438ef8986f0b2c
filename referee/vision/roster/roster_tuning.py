"""What the roster expects of figures, hands and pictures: numbers with their units."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class RosterTuning:
    """Log-odds are natural logarithms: 4.6 is 99 to 1."""

    board_mm2: float = 280_000.0  # what a thing that stands anywhere is spread over
    top_speed_mm_s: float = 290.0
    moving_sigma_mm: float = 1.0  # of a prediction, at once
    moving_sigma_mm_s: float = 70.0  # and for each second unseen: hits, starts, turns
    widest_sigma_mm: float = 60.0
    coast_s: float = 0.4  # with the power off it takes this long until everything rests
    untouched_mm: float = 1.5  # a figure that was only hidden stands where it stood
    untouched_deg: float = 4.0
    hidden_s: float = 0.2  # nobody lifts, moves and sets down a figure faster
    spin_sigma_rad_s: float = 2.5
    size_sigma_mm: float = 0.8
    seen_bonus: float = 2.0  # log-odds that a base that is there is sighted
    velocity_share: float = 0.4  # of each new displacement, for the prediction
    good_frame: float = 0.3  # where fewer are seen, the others do not count as unseen

    view_most: float = 3.0  # what one view says of the front, however long it lasts
    pictures_per_s: float = 2.0  # and how fast: a misread front stays misread for a while
    view_mm: float = 12.0  # moved or turned by more, it shows itself anew
    view_deg: float = 25.0
    picture_most: float = 4.0  # a figure whose looks mislead does so in every view
    line_up_most: float = 4.0
    line_up_deep: float = 2.5  # of who stands behind the line: a passer may look back
    deep_mm: float = 30.0  # so far behind some team mates one stands behind the line
    creep_most: float = 6.0
    creep_step_mm: float = 5.0
    creep_each: float = 2.0  # for each such step
    free_mm: float = 38.0  # further than this from all others it is pushed by nobody
    flip_at: float = -1.0  # the carried front turns round at these log-odds

    hand_margin_mm: float = 15.0
    finger_reach_mm: float = 50.0
    finger_sigma_mm: float = 15.0  # at first; then it is learned
    carry_per_s: float = 0.6  # log-odds against each second that a carry lasts
    busy: float = 6.0  # against one hand doing two things at a time
    overlap_s: float = 0.1  # for longer than this
    ripe_s: float = 0.06  # a stranger is looked at for so long before it may be somebody
    ripe_count: int = 3
    forget_s: float = 0.9  # only the detector sees a lying figure, at worst twice a second
    picture_s: float = 0.3  # frames closer together than this say the same of a team twice
    certain: float = 4.6
    least_fit: float = 5.0  # log-odds at which a sighting is somebody's in play
    hold: float = 3.0  # in play: players told apart by less wait for the next frame
    certain_early: float = 5.0  # while hands are at work: what they do next may change the story
    settle_s: float = 0.5  # hands away for so long: what is open now will not settle by itself
    proven_s: float = 1.0  # and no hand near it for so long: then it is named while hands work
    solve_each_s: float = 0.3

    @property
    def table(self) -> npt.NDArray[np.void]:
        """The same numbers by their names, one row: compiled code takes tables quickest."""
        names = np.dtype([(each.name, np.float64) for each in fields(self)])
        return np.array([astuple(self)], names)


DEFAULT = RosterTuning()
