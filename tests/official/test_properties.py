"""A field turned round gives the same play turned round; the order of the players means nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calls.play_name import ActingSide
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.loaders.rulebooks import load_rulebook
from referee.official.declarations.types import StopRequested, SwitchUsed
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import film
from tests.core.fields import EASY
from tests.official.evenings import FAR, LINEMEN, ROSTER, STATE, put

# H22 reaches the line, runs on after a stop, and A50 meets him far down the field.
MOVES = {
    **LINEMEN,
    **FAR,
    "H1": [(0, 250, 160, 180)],
    "H22": [(0, 250.1, 130, 0), (3.0, 370.1, 130, 0)],
    "A50": [(0, 520, 130, 180), (3.0, 400, 130, 180)],
}
SCRIPTS = {
    "efhl": [*put(PlayStep.TO_THE_LINE, "H22"), (1.4, SwitchUsed(True))],
    "hefl": [*put(PlayStep.TO_THE_LINE, "H22"), (1.4, SwitchUsed(True)), (2.6, SwitchUsed(True))],
    "vsefl": [*put(PlayStep.TO_THE_LINE, "H22"), (2.4, StopRequested(ActingSide.OFFENSE))],
    "simplified": [
        *put(PlayStep.TO_THE_END, "H22"),
        (0.8, StopRequested()),
        (1.0, SwitchUsed(True)),
    ],
}


def turned(moves):
    """The board turned by half: every place and heading with it."""
    return {
        name: [(t, 800.0 - x, 320.0 - y, h + 180.0) for t, x, y, h in keys]
        for name, keys in moves.items()
    }


TURNED = replace(
    STATE, home_plays=Direction.LEFT, x_mm=500.0, y_mm=160.0, dead_y_mm=160.0, to_gain_x_mm=420.0
)


def driven(rulebook, moves, state=STATE, *, shuffle=False):
    """Every call, and the steps in their order."""
    official = Official(load_rulebook(rulebook), EASY, ROSTER, state)
    left, power, calls, steps = list(SCRIPTS[rulebook]), False, [], []
    order = np.random.default_rng(5)
    # Without noise: a turned board has no turned errors.
    for board in film(moves, 3.4, sigma_mm=1e-6, sigma_deg=1e-6):
        while left and left[0][0] <= board.t_ns / 1e9:
            t, said = left.pop(0)
            power = said.on if isinstance(said, SwitchUsed) else power
            out = official.hear(round(t * 1e9), said)
            power, calls = power and not out.cut, calls + list(out.calls)
        seen = list(board.seen)
        if shuffle:
            seen = [seen[k] for k in order.permutation(len(seen))]
        out = official.see(replace(board, power=power, seen=tuple(seen)))
        power, calls = (power or out.restore) and not out.cut, calls + list(out.calls)
        if not steps or steps[-1] is not official.notice.step:
            steps.append(official.notice.step)
    calls += official.close().calls
    return calls, steps, official


def told(calls):
    return [(c.kind, c.rule, c.players, c.action, bool(c.flag), round(c.t_ns / 1e7)) for c in calls]


@pytest.mark.parametrize("rulebook", SCRIPTS)
def test_a_turned_board_gives_the_same_play_turned(rulebook):
    calls, steps, official = driven(rulebook, MOVES)
    other, turned_steps, turned_official = driven(rulebook, turned(MOVES), TURNED)
    assert steps == turned_steps
    assert told(calls) == told(other)
    for call, same in zip(calls, other, strict=True):
        if call.spot is not None:
            assert same.spot.x_mm == pytest.approx(800.0 - call.spot.x_mm, abs=0.01)
    state, mirror = official.state, turned_official.state
    assert mirror.x_mm == pytest.approx(800.0 - state.x_mm, abs=0.01)
    assert (state.down, state.team) == (mirror.down, Team.HOME)


@pytest.mark.parametrize("rulebook", SCRIPTS)
def test_the_order_of_the_players_means_nothing(rulebook):
    calls, steps, _ = driven(rulebook, MOVES)
    shuffled, same, _ = driven(rulebook, MOVES, shuffle=True)
    assert (calls, steps) == (shuffled, same)
