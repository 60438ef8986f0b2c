"""What the solitaire coach sets up and how each play ended, in plain sentences."""

from __future__ import annotations

from referee.core.field.field_profile import FIELD_LENGTH_YD
from referee.sim.live.coach.coach import TruthCoach
from referee.sim.live.coach.series import SeriesPlayKind, SeriesState
from referee.sim.live.commentary.narrator import side_of
from referee.sim.live.stepped_board import BoardHappening

ORDINALS = ("1st", "2nd", "3rd", "4th")
KICKS = {
    SeriesPlayKind.KICKOFF: "{side} kicks off",
    SeriesPlayKind.PUNT: "{side} punts from the {spot}",
    SeriesPlayKind.FIELD_GOAL: "{side} tries a field goal from the {spot}",
}


class PlayCommentary:
    """Watches one coach and says what is new since it looked last."""

    def __init__(self, coach: TruthCoach) -> None:
        self._coach = coach
        self._told_call: object = None
        self._told_plays = 0

    def tell(self, now_ns: int) -> list[BoardHappening]:
        """Plays that ended, and the one that is being set up."""
        told = []
        for play in self._coach.plays[self._told_plays :]:
            text = f"Play {play.number} is over: {play.ending.value}."
            told.append(BoardHappening(now_ns, "coach", text, (play.carrier,)))
        self._told_plays = len(self._coach.plays)
        if self._coach.call is not self._told_call:
            self._told_call = self._coach.call
            told.append(BoardHappening(now_ns, "play", self._announced(), (self._coach.carrier,)))
        return told

    def _announced(self) -> str:
        coach = self._coach
        offence, defence = coach.call.offence.title, coach.call.defence.title
        return (
            f"Play {len(coach.plays) + 1}: {series_words(coach.situation)}. "
            f"{offence} against {defence}, {coach.carrier} carries the ball."
        )


def series_words(now: SeriesState) -> str:
    """Who has the ball where, and what for."""
    side, spot = side_of(now.offence), spot_words(now.spot_yd)
    if now.kind in KICKS:
        return KICKS[now.kind].format(side=side, spot=spot)
    to_gain = max(1, round(abs(now.gain_yd - now.spot_yd)))
    goal = now.gain_yd in {0.0, FIELD_LENGTH_YD}
    return f"{side}, {ORDINALS[now.down - 1]} and {'goal' if goal else to_gain} at the {spot}"


def spot_words(yards_from_left: float) -> str:
    """A spot by the side of the board it lies on, as the simulator's lines are named."""
    yards = round(min(yards_from_left, FIELD_LENGTH_YD - yards_from_left))
    if yards * 2 == FIELD_LENGTH_YD:
        return "50"
    return f"{'left' if yards_from_left * 2 < FIELD_LENGTH_YD else 'right'} {yards}"
