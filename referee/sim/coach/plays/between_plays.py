"""Between plays: kicks are entered, quarters end, both teams are lined up, and "ready" is said."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.play_name import PlayName
from referee.core.field.yards import gained_yd, spot_yd
from referee.core.roster import Team
from referee.game.events import Event, QuarterEnded, TryFailed
from referee.game.order.offers import legal
from referee.game.state import GamePhase, State
from referee.night.commands import EnterEvent
from referee.night.screen.decisions import answers_of
from referee.night.screen.snapshot import Snapshot
from referee.official.declarations.types import PlayMoved, PlayNamed
from referee.rulebooks.play_step import PlayStep
from referee.sim.coach.coach_context import CoachContext, CoachMemory
from referee.sim.coach.line_up.line_up import return_line_up, scrimmage_line_up
from referee.sim.coach.plays.kicks import (
    LONGEST_YD,
    KickReturn,
    extra_point,
    field_goal,
    kick_yd,
    kickoff_result,
    punt_result,
)
from referee.sim.coach.plays.penalty_answer import penalty_answer
from referee.sim.coach.plays.playbook import PASSER, CalledPlay, choose_play
from referee.sim.physics import SetFormation, TakeOff

# With at most so much to gain on the last down the offense may go for it, in this share.
GO_FOR_IT_YD = 2.0
GO_SHARE = 0.35
RETURNER = "KR"
# How far the passer is turned from straight ahead.
BACK_DEG = 180.0
ASIDE_DEG = 105.0
# So near the own goal line, in yards, the passer stays where the snap is.
BACKED_UP_DEG = 80.0
BACKED_UP_YD = 8.0


class BetweenPlays:
    """Everything from the end of a play to the next snap, one step at a time.

    A quarter is over after ``plays_a_quarter`` at the latest; None: as the rulebook has it.
    """

    def __init__(self, context: CoachContext, plays_a_quarter: int | None) -> None:
        self._context, self._plays_a_quarter = context, plays_a_quarter
        self._for: State | None = None
        self._caught: KickReturn | None = None
        self._put = self._meant = False

    def forget(self) -> None:
        """A play was on: whatever comes next is lined up anew."""
        self._for, self._caught = None, None

    def lined_up(self, at: Snapshot) -> bool:
        """Whether both teams were told where to stand for what comes next."""
        return self._for == at.state

    def step(self, at: Snapshot) -> None:
        """The next thing to do."""
        context, state = self._context, at.state
        answer = penalty_answer(context.about.rulebook.game, context.about.field, state)
        if answer is not None:
            context.submit(at, EnterEvent(answer))
            return
        answers = answers_of(state, context.about.rulebook.game)
        if answers:
            context.submit(at, answers[int(context.rng.integers(len(answers)))].command)
            return
        if self._for != state:
            event = self._instead(at)
            if event is not None:
                context.submit(at, EnterEvent(event))
            else:
                self._line_up(at)
            return
        if context.tidies():
            return
        if self._caught is not None and not self._put:
            self._put = True
            carrier = self._shown(at, self._caught.team, RETURNER)
            context.say(
                at, PlayMoved(step=PlayStep.RETURN, team=self._caught.team, carrier=carrier)
            )
        elif self._caught is None and not self._put:
            self._put = True
            carrier = self._shown(at, context.memory.offense, PASSER)
            context.say(at, PlayMoved(step=PlayStep.SET, carrier=carrier))
        elif self._caught is None and not self._meant and self._names_before(at):
            self._meant = True
        else:
            context.ready(at)

    def _instead(self, at: Snapshot) -> Event | None:
        """What happens that needs no play of the figures: a kick, the end of a quarter."""
        context, state = self._context, at.state
        field, rng = context.about.field, context.rng
        offered = {each.event for each in legal(state, context.about.rulebook.game)}
        most = self._plays_a_quarter
        if most is not None and QuarterEnded in offered and state.plays >= most:
            return QuarterEnded()
        if TryFailed in offered:
            return extra_point(state, rng)
        if state.phase in (GamePhase.KICKOFF, GamePhase.FREE_KICK):
            kicked = kickoff_result(field, state, rng)
        elif state.phase is GamePhase.SCRIMMAGE and self._kicks(state):
            near = kick_yd(field, state) <= LONGEST_YD
            kicked = field_goal(field, state, rng) if near else punt_result(field, state, rng)
        else:
            return None
        if isinstance(kicked, KickReturn):
            self._caught = kicked
            return None
        return kicked

    def _kicks(self, state: State) -> bool:
        """On the last down, unless very little is missing."""
        context = self._context
        downs = context.about.rulebook.game.series.downs.value
        if state.down < downs or state.team is None:
            return False
        plays, field = state.plays_toward(state.team), context.about.field
        if state.to_gain_x_mm is None:
            missing = 100.0 - spot_yd(field, state.x_mm, plays)
        else:
            missing = gained_yd(field, state.x_mm, state.to_gain_x_mm, plays)
        return missing > GO_FOR_IT_YD or context.rng.random() > GO_SHARE

    def _line_up(self, at: Snapshot) -> None:
        context, state = self._context, at.state
        if context.memory.line_up is not None:  # the evening begins with the first eleven
            context.substitutions.now_and_then()
        field, roster = context.about.field, context.substitutions.playing
        self._for, self._put, self._meant = state, False, False
        if self._caught is not None:
            team = self._caught.team
            plays, caught = state.plays_toward(team), (self._caught.x_mm, self._caught.y_mm)
            line_up = return_line_up(field, roster, team, plays, caught)
            context.memory = CoachMemory(line_up=line_up, offense=team)
        else:
            team = state.team or Team.HOME
            intent = choose_play(context.about.rulebook, field, state, context.rng)
            formations = (intent.offence, intent.defence)
            spot, plays = (state.x_mm, state.y_mm), state.plays_toward(team)
            turned = self._passer_deg(intent, spot_yd(field, state.x_mm, plays))
            rules = context.about.rulebook.calls
            line_up = scrimmage_line_up(field, roster, team, plays, spot, formations, rules, turned)
            if intent.runner not in line_up.roles[team]:
                intent = replace(intent, runner=PASSER)
            context.memory = CoachMemory(intent, line_up, team)
        # Whoever stands there and plays no more goes first, so that no team ever has twelve.
        going = [TakeOff(name) for name in context.taps.on_board if name not in line_up.poses]
        context.hands.do([*going, SetFormation(line_up.poses)])

    def _passer_deg(self, intent: CalledPlay, own_yd: float) -> float:
        """How far the passer is turned: back for a short snap, aside where no stop follows.

        Nobody drops back ``own_yd`` from the own goal line into the own end zone.
        """
        if intent.play is PlayName.SNEAK:
            return 0.0
        row = self._context.about.rulebook.procedure.row(PlayStep.SET)
        if own_yd < BACKED_UP_YD:
            return BACKED_UP_DEG
        return BACK_DEG if row.then is PlayStep.SNAP else ASIDE_DEG

    def _names_before(self, at: Snapshot) -> bool:
        """Where the rulebook wants the play named before the snap; whether it does."""
        context, intent = self._context, self._context.memory.intent
        plays = context.about.rulebook.procedure.row(PlayStep.SET).plays or {}
        if intent is None or not plays:
            return False
        play = intent.play if intent.play in plays else PlayName.RUN
        late = plays[play] is PlayStep.POCKET or play is PlayName.READ_OPTION
        runner = None if late else self._shown(at, context.memory.offense, intent.runner)
        context.say(at, PlayNamed(play, runner))
        return True

    def _shown(self, at: Snapshot, team: Team | None, role: str) -> str:
        """What the page calls the figure that has a role."""
        line_up = self._context.memory.line_up
        if line_up is None or team is None:
            raise RuntimeError("nobody is lined up")
        return self._context.shown(at, line_up.player(team, role))
