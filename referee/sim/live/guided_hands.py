"""Hands on the board that somebody outside guides: orders of actions in, reports out."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from referee.core.errors import BadValue
from referee.sim.board_state import BoardState, MarkerKind
from referee.sim.physics import HandAction, PhysicsWorld

# Whether a hand may begin is looked at on a grid of time, so the size of steps changes nothing.
LOOK_NS = 10_000_000


@dataclass(frozen=True, slots=True)
class HandsOrder:
    """What hands are to do once the board rests and they are free, counted by ``number``.

    What cannot be done is left out, the rest is done. Without actions it takes back what waits.
    """

    number: int
    t_ns: int
    actions: tuple[HandAction, ...]
    pace: float = 3.0


@dataclass(frozen=True, slots=True)
class HandsReport:
    """How far the hands are: ``done`` is the last order that is wholly done.

    ``left_out`` are the reasons why some of that order was not done, ``markers`` what lies on the
    board, by the numbers with which it can be moved or taken; nothing says where anything is.
    """

    done: int = 0
    busy: bool = False
    resting: bool = True
    left_out: tuple[str, ...] = ()
    markers: tuple[tuple[int, MarkerKind], ...] = ()


NO_HANDS = HandsReport()


class GuidedHands:
    """Does orders one after the other on a world, which it steps."""

    def __init__(self, world: PhysicsWorld) -> None:
        self._world = world
        self._waiting: deque[HandsOrder] = deque()
        self._at_work: HandsOrder | None = None
        self._done = 0
        self._left_out: tuple[str, ...] = ()

    def take(self, order: HandsOrder) -> None:
        """Hear an order."""
        if order.actions:
            self._waiting.append(order)
        else:
            self._waiting.clear()

    def step_to(self, t_ns: int) -> None:
        """Let the world go on; orders begin as soon as the board rests and hands are free."""
        world = self._world
        while self._waiting and world.now_ns < t_ns:
            self._begin()
            grid_ns = (world.now_ns // LOOK_NS + 1) * LOOK_NS
            world.step_to(min(t_ns, grid_ns))
        world.step_to(t_ns)
        self._note_end()
        self._begin()

    def report(self) -> HandsReport:
        """How things are now."""
        world = self._world
        self._note_end()
        return HandsReport(
            done=self._done,
            busy=world.hands_busy or bool(self._waiting),
            resting=world.at_rest,
            left_out=self._left_out,
            markers=tuple((n, kind) for n, (kind, _) in sorted(world.markers().items())),
        )

    def _note_end(self) -> None:
        if self._at_work is not None and not self._world.hands_busy:
            self._done, self._at_work = self._at_work.number, None

    def _begin(self) -> None:
        world = self._world
        if not self._waiting or not world.at_rest or world.hands_busy:
            return
        self._note_end()
        order = self._waiting.popleft()
        possible: list[HandAction] = []
        left_out: list[str] = []
        for action in order.actions:
            objection = world.objection(*possible, action)
            if objection is None:
                possible.append(action)
            else:
                left_out.append(str(objection))
        self._at_work, self._left_out = order, tuple(left_out)
        try:
            world.act(*possible, pace=order.pace)
        except BadValue as error:
            self._left_out = (*left_out, str(error))


def figure_poses(state: BoardState) -> dict[str, tuple[float, float]]:
    """Where the figures are that no hand holds."""
    return {p.player_id: (p.pose.x_mm, p.pose.y_mm) for p in state.pieces if p.lift_mm == 0.0}
