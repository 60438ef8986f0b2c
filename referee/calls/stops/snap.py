"""What players may do in the short pulse of the snap: false starts, and a passer who goes forward.

`backs` has the third rule of the snap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.frame import BoardFrame, SeenBase, identity_doubts
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.calls.tackle_box import is_lineman
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import goal_x_mm, stick_mm
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.reach import reach_beyond
from referee.core.geometry.travel import Quantity, gained_mm
from referee.core.probability import is_up_to, p_above
from referee.core.roster import Roster
from referee.core.settings.ruled import Ruled, flag, number

NO_LIMIT = 11


@dataclass(frozen=True, slots=True)
class SnapRules:
    """What a rulebook says of the snap."""

    false_start: Annotated[
        Ruled[bool],
        flag("whether it is a false start when an offensive player goes too far in the snap"),
    ]
    false_start_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards forward in the snap that are allowed")
    ]
    passer_stays: Annotated[
        Ruled[bool],
        flag("whether it is a foul when the passer goes forward in the snap or the read"),
    ]
    passer_yd: Annotated[
        Ruled[float], number(0.0, 100.0, "yards forward by the passer that do not count")
    ]
    backs: Annotated[
        Ruled[float],
        number(
            0, NO_LIMIT, "how many backs may run up to the line, or the same way; 11: any number"
        ),
    ]
    short_yd: Annotated[
        Ruled[float],
        number(
            0.0,
            20.0,
            "yards to gain up to which the passer may go forward in the read, and "
            "any back in the snap",
        ),
    ]


def short_yardage(rules: SnapRules, field: FieldProfile, state: PhaseState) -> bool:
    """Whether few yards are to gain, or the goal line is that near."""
    if state.scrimmage_x_mm is None:
        return False
    sign = state.plays.sign
    goal_x = goal_x_mm(field, state.plays)
    line_x = goal_x if state.to_gain_x_mm is None else state.to_gain_x_mm
    left_mm = sign * (line_x - state.scrimmage_x_mm)
    return is_up_to(left_mm, stick_mm(field, rules.short_yd.value))


class SnapTracker:
    """One power run: everybody's way since its first frame."""

    def __init__(
        self,
        rules: SnapRules,
        field: FieldProfile,
        roster: Roster,
        thresholds: Thresholds,
        state: PhaseState,
    ) -> None:
        self._rules, self._field, self._thresholds = rules, field, thresholds
        self._state = state
        self._offense = {p.id: p for p in roster if p.team is state.team}
        self._from: dict[str, SeenBase] = {}
        self._said: set[Episode] = set()
        self._nearly: dict[Episode, Call] = {}

    def update(self, board: BoardFrame) -> list[Call]:
        """What a frame makes sure, each once."""
        for seen in board.seen:
            self._from.setdefault(seen.player, seen)
        calls = [*self._false_start(board), *self._passer(board)]
        return [call for call in calls if call.episode not in self._said and self._say(call)]

    def close(self) -> list[Call]:
        """What may have been too far, by so little that nobody can tell."""
        left = [call for episode, call in self._nearly.items() if episode not in self._said]
        self._nearly = {}
        return left

    def _say(self, call: Call) -> bool:
        """Whether a call is sure; one that may be is kept for the end of the run."""
        if call.certainty >= self._thresholds.line_sure:
            self._said.add(call.episode)
            return True
        before = self._nearly.get(call.episode)
        if before is None or call.certainty > before.certainty:
            close = Doubt(DoubtKind.TOO_CLOSE)
            self._nearly[call.episode] = replace(
                call, kind=CallKind.UNCLEAR_LINE, flag=(*call.flag, close)
            )
        return False

    def _gone(self, seen: SeenBase) -> Quantity:
        return gained_mm(self._from[seen.player].measured, seen.measured, self._state.plays)

    def _too_far(self, value: float, sigma: float) -> float:
        """The probability, or 0 where it is plainly not so."""
        certainty = p_above(value, sigma)
        return certainty if certainty > 1.0 - self._thresholds.sure else 0.0

    def _false_start(self, board: BoardFrame) -> Iterator[Call]:
        rules = self._rules
        if not rules.false_start.value or self._state.phase is not PlayPhase.SNAP:
            return
        limit_mm = stick_mm(self._field, rules.false_start_yd.value)
        for seen in self._mine(board):
            gone = self._gone(seen)
            certainty = self._too_far(gone.value - limit_mm, gone.sigma)
            certainty = max(certainty, self._downfield(seen, limit_mm))
            if certainty:
                yield self._call(
                    board,
                    CallKind.FALSE_START,
                    rules.false_start.rule,
                    certainty,
                    (seen.player,),
                    gone,
                )

    def _downfield(self, seen: SeenBase, limit_mm: float) -> float:
        """A lineman who is too far past the line, wherever it came from."""
        player, scrimmage = self._offense[seen.player], self._state.scrimmage_x_mm
        if not is_lineman(player) or scrimmage is None:
            return 0.0
        sign = float(self._state.plays.sign)
        side = HalfPlane((sign, 0.0), sign * scrimmage + limit_mm)
        reach = reach_beyond(player.base, seen.measured, side)
        return self._too_far(reach.beyond_mm, reach.sigma_mm)

    def _passer(self, board: BoardFrame) -> Iterator[Call]:
        rules, carrier = self._rules, self._state.carrier
        read = self._state.phase is PlayPhase.READ
        if (
            not rules.passer_stays.value
            or carrier is None
            or (read and short_yardage(rules, self._field, self._state))
        ):
            return
        seen = board.find(carrier)
        if seen is None:
            return
        gone = self._gone(seen)
        past_mm = gone.value - stick_mm(self._field, rules.passer_yd.value)
        if certainty := self._too_far(past_mm, gone.sigma):
            rule = rules.passer_stays.rule
            yield self._call(board, CallKind.NOT_ALLOWED, rule, certainty, (carrier,), gone)

    def _mine(self, board: BoardFrame) -> list[SeenBase]:
        return [seen for seen in board.seen if seen.player in self._offense]

    def _call(
        self,
        board: BoardFrame,
        kind: CallKind,
        rule: str,
        certainty: float,
        players: tuple[str, ...],
        gone: Quantity,
    ) -> Call:
        return recorded_foul(board, kind, rule, certainty, players, gone, self._state)


def recorded_foul(
    board: BoardFrame,
    kind: CallKind,
    rule: str,
    certainty: float,
    players: tuple[str, ...],
    gone: Quantity,
    state: PhaseState,
) -> Call:
    """What is said and recorded of players who went too far; the play goes on."""
    return build_call(
        kind,
        rule,
        Episode(EpisodeTopic.SNAP, state.play, name=state.phase.value, rule=rule),
        board.t_ns,
        action=CallAction.RECORD,
        certainty=certainty,
        players=players,
        gap=(gone.value, gone.sigma),
        flag=identity_doubts(*(seen for seen in board.seen if seen.player in players)),
    )
