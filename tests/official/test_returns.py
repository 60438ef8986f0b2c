"""A return put into place after a play that is over is a play of its own."""

from __future__ import annotations

from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import SeriesBegan, Started
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.official.declarations.types import PlayMoved, PlayNamed, SwitchUsed
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from referee.sim.live.teams import usual_roster

FIELD, ROSTER = load_field("620"), usual_roster(1)
BOOK = load_rulebook("vsefl")
MS = 1_000_000


def board(t_ms, power):
    seen = tuple(
        SeenBase(
            p.id, MeasuredPose.with_sigmas(Pose(60.0 + 30.0 * (k % 11), y, 0.0), 0.1, 0.1, 0.3)
        )
        for k, p in enumerate(ROSTER)
        for y in [100.0 if p.team is Team.HOME else 300.0]
    )
    return BoardFrame(t_ms * MS, power, seen)


def kneeled():
    """An official whose first play is over: the passer of a first down gave it up."""
    keeper = Fold(BOOK.game, FIELD)
    journal = Journal().append(0, "coach", Started("vsefl", Team.AWAY, Direction.RIGHT))
    journal = journal.append(0, "coach", SeriesBegan(Team.HOME, FIELD.x_mm(30.0), 200.0))
    return Official(BOOK, FIELD, ROSTER, keeper.state(journal))


def run(official, t_ms, power, frames=40):
    out = []
    for k in range(frames):
        out += official.see(board(t_ms + 33 * k, power)).calls
    return out


def test_a_return_that_is_put_into_place_after_a_play_begins_the_next_one():
    official = kneeled()
    official.hear(0, PlayMoved(step=PlayStep.SET, carrier="H12"))
    official.hear(0, PlayNamed(None, "H12"))
    run(official, 100, power=False, frames=3)
    official.hear(210 * MS, SwitchUsed(on=True))
    run(official, 220, power=True, frames=3)
    official.close()
    run(official, 400, power=False, frames=30)
    official.hear(2000 * MS, PlayMoved(step=PlayStep.RETURN, team=Team.AWAY, carrier="A36"))
    run(official, 2100, power=False, frames=3)
    official.hear(2210 * MS, SwitchUsed(on=True))
    official.see(board(2220, power=True))
    assert official.notice.step is PlayStep.RETURN
    assert (official.notice.team, official.notice.carrier) == (Team.AWAY, "A36")
