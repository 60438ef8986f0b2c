"""Cover that is at a line before the kick has come down: the returner's, or the goal line."""

from __future__ import annotations

from referee.calls.call import BallSpot, Call, CallKind
from referee.calls.call_builder import build_call
from referee.calls.detector import Detector, RunContext
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, identity_doubts
from referee.calls.lines.line_tracker import LineTracker
from referee.calls.phase_state import PlayPhase
from referee.core.field.yards import goal_x_mm
from referee.core.geometry.crossing import above_y, ahead_of_x, below_y
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_at_least


class KickCover(Detector):
    """Watches the kicking side against the line at which its cover ends the kick."""

    phases = frozenset({PlayPhase.COVERAGE})

    def __init__(self, run: RunContext) -> None:
        self._context, self._state = run.context, run.state
        watch, field = run.state.kick, run.context.field
        # The receiving side plays toward the goal behind the kicking side.
        kicks, way = run.state.team.other, run.state.plays.other
        at_goal = watch is not None and watch.goal is not None
        line = goal_x_mm(field, way) if at_goal or watch is None else watch.line_x_mm
        self.kind = CallKind.TOUCHBACK if at_goal else CallKind.FAIR_CATCH
        self.rule = "" if watch is None else (watch.goal or watch.covered or "")
        self._sides = (above_y(field.width_mm), below_y(0.0))
        self._out: set[str] = set()
        self._over = line is None
        self._line_x_mm = 0.0 if line is None else line
        self._lines = {
            name: LineTracker(
                run.context.base(name), ahead_of_x(self._line_x_mm, way), run.context.thresholds
            )
            for name in run.state.on_field
            if run.context.players[name].team is kicks
        }

    @classmethod
    def watches(cls, run: RunContext) -> bool:
        """Whether cover at a line is something."""
        watch = run.state.kick
        if watch is None:
            return False
        return watch.goal is not None or (watch.covered is not None and watch.line_x_mm is not None)

    def update(self, frame: BoardFrame) -> list[Call]:
        """The call of the first one who is there, in bounds."""
        if self._over or not frame.power:
            return []
        for name, line in self._lines.items():
            seen = frame.find(name)
            beyond = line.update(frame.t_ns, None if seen is None else seen.measured)
            if seen is None or beyond is None:
                continue
            shape = self._context.base(name)
            for side in self._sides:
                reach = reach_beyond(shape, seen.measured, side)
                if p_at_least(reach.beyond_mm, reach.sigma_mm) >= 0.5:
                    self._out.add(name)
            if name in self._out or beyond.certainty < self._context.thresholds.line_sure:
                continue
            self._over = True
            instant, _, after = line.crossed()
            return [
                build_call(
                    self.kind,
                    self.rule,
                    Episode(
                        EpisodeTopic.KICK,
                        self._state.play,
                        name=self.kind.value,
                        since_ns=instant.t_ns,
                    ),
                    instant,
                    certainty=beyond.certainty,
                    players=(name,),
                    gap=(beyond.beyond_mm, beyond.sigma_mm),
                    spot=BallSpot(self._line_x_mm, after.measured.pose.y_mm, 0.0),
                    flag=identity_doubts(seen),
                    frames=(stand.t_ns for stand in beyond.stands),
                )
            ]
        return []
