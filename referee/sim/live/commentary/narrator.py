"""The truth in plain sentences: what a person watching one play would want to be told."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.clock import MS_NS
from referee.core.geometry.base_shape import BasePart
from referee.core.roster import Roster, Team
from referee.sim.live.stepped_board import BoardHappening
from referee.sim.physics import (
    ContactBegan,
    Fell,
    LineReached,
    MarkerTouched,
    MotionStopped,
    PowerCommanded,
    TruthEvent,
)

# Lines worth a sentence when the ball carrier reaches them, and those that end his play.
DEAD_LINES = frozenset({"left goal line", "right goal line", "near sideline", "far sideline"})
TOLD_LINES = DEAD_LINES | {"line to gain"}


class Narrator:
    """Remembers the last whistle-worthy touch and the last cut, to say how long things took."""

    def __init__(self, roster: Roster) -> None:
        self._teams = {player.id: player.team for player in roster}
        self._cause: tuple[int, str] | None = None
        self._cut_ns: int | None = None

    def tell(self, events: Iterable[TruthEvent], carrier: str) -> list[BoardHappening]:
        """The sentences for some facts, in their order; most facts need none."""
        told = []
        for event in events:
            happening = self._one(event, carrier)
            if happening is not None:
                told.append(happening)
        return told

    def _one(self, event: TruthEvent, carrier: str) -> BoardHappening | None:
        told: BoardHappening | None = None
        match event:
            case ContactBegan():
                told = self._contact(event, carrier)
            case LineReached(player=player, line=line) if player == carrier and line in TOLD_LINES:
                text = f"{player} reached the {line}."
                told = BoardHappening(event.t_ns, "crossing", text, (player,))
                if line in DEAD_LINES:
                    self._remember(told, f"{player} reached the {line}")
            case MarkerTouched(player=player) if player == carrier:
                text = f"{player} touched the {event.marker_kind.value}."
                told = BoardHappening(event.t_ns, "touch", text, (player,))
            case Fell(player=player):
                told = self._fall(event, player == carrier)
            case PowerCommanded():
                told = self._power(event)
            case MotionStopped():
                told = self._rest(event)
        return told

    def _contact(self, event: ContactBegan, carrier: str) -> BoardHappening | None:
        if carrier not in {event.a, event.b}:
            return None
        ours = event.a == carrier
        other, part = (event.b, event.part_b) if ours else (event.a, event.part_a)
        mine = event.part_a if ours else event.part_b
        text = f"{other}’s {_part(part)} touched {carrier}’s {_part(mine)}."
        if self._teams[other] is self._teams[carrier]:
            return None
        if part is not None and part.is_front:
            told = BoardHappening(event.t_ns, "contact", text, (other, carrier))
            return self._remember(told, f"{other}’s front touched {carrier}")
        return BoardHappening(event.t_ns, "touch", text, (other, carrier))

    def _fall(self, event: Fell, carries: bool) -> BoardHappening:
        whose = ", the ball carrier," if carries else ""
        text = f"{event.player}{whose} fell over."
        told = BoardHappening(event.t_ns, "fall", text, (event.player,))
        return self._remember(told, f"{event.player} fell") if carries else told

    def _power(self, event: PowerCommanded) -> BoardHappening:
        if event.on:
            self._cause = self._cut_ns = None
            return BoardHappening(event.t_ns, "power on", "Power on.")
        self._cut_ns = event.t_ns
        after = ""
        if self._cause is not None:
            t_ns, what = self._cause
            after = f", {_ms(event.t_ns - t_ns)} after {what}"
        return BoardHappening(event.t_ns, "power off", f"Power off{after}.")

    def _rest(self, event: MotionStopped) -> BoardHappening:
        after = ""
        if self._cut_ns is not None:
            after = f" {_ms(event.t_ns - self._cut_ns)} after the power was cut"
        self._cause = self._cut_ns = None
        return BoardHappening(event.t_ns, "rest", f"All figures at rest{after}.")

    def _remember(self, happening: BoardHappening, what: str) -> BoardHappening:
        if self._cause is None:
            self._cause = (happening.t_ns, what)
        return happening


def side_of(team: Team) -> str:
    """A team as a sentence begins with it."""
    return {Team.HOME: "Home", Team.AWAY: "Away"}[team]


def _part(part: BasePart | None) -> str:
    return part.value if part is not None else "fallen figure"


def _ms(t_ns: int) -> str:
    return f"{t_ns / MS_NS:.0f} ms"
