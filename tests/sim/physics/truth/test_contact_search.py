"""First contacts and partings, against shapely on the recorded trajectories."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.geometry.base_shape import BasePart, FloatArray
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.sim.physics import ContactBegan, ContactEnded, PhysicsWorld, PutDown
from referee.sim.physics.truth.contact_search import RELEASE_MM
from tests.sim.physics.boards import MS, STEADY, at, record, scrum, shapely_gaps, world

SUBSTEPS = 5


@pytest.fixture(scope="module", params=[3, 8])
def played(request: pytest.FixtureRequest) -> tuple[PhysicsWorld, FloatArray]:
    """A scrum of eight that ran for a second and a half, and all its poses."""
    board = scrum(request.param)
    board.power_on()
    return board, record(board, 1500)


def sampled_touches(board: PhysicsWorld, poses: FloatArray) -> dict[tuple[str, str], list[float]]:
    """The instants, in ms, at which shapely sees episodes of touching begin."""
    players: Roster = board.roster
    ms = np.arange(0, len(poses) - 1, 1 / SUBSTEPS)
    found = {}
    for i, a in enumerate(players):
        for j, b in list(enumerate(players))[i + 1 :]:
            poses_a, poses_b = at(poses[:, i], ms), at(poses[:, j], ms)
            gaps = shapely_gaps(a.base, poses_a, b.base, poses_b)
            begins, touching = [], False
            for k, gap in enumerate(gaps):
                if not touching and gap <= 0.0:
                    touching = True
                    begins.append(_root(a, b, poses[:, i], poses[:, j], ms[k - 1], ms[k]))
                elif touching and gap > RELEASE_MM:
                    touching = False
            found[a.id, b.id] = begins
    return found


def _root(a, b, poses_a, poses_b, low, high):
    for _ in range(40):
        middle = np.array([(low + high) / 2])
        gap = shapely_gaps(a.base, at(poses_a, middle), b.base, at(poses_b, middle))[0]
        low, high = (low, middle[0]) if gap <= 0.0 else (middle[0], high)
    return high


def test_every_contact_shapely_sees_is_told_within_a_fifth_of_a_millisecond(played) -> None:
    board, poses = played
    told = [e for e in board.events() if isinstance(e, ContactBegan)]
    seen = sampled_touches(board, poses)
    assert sum(map(len, seen.values())) >= 5
    for (a, b), instants in seen.items():
        ours = [e.t_ns / MS for e in told if (e.a, e.b) == (a, b)]
        for instant in instants:
            assert min(abs(t - instant) for t in ours) < 0.2


def test_no_contact_is_told_where_shapely_sees_a_gap(played) -> None:
    board, poses = played
    players = list(board.roster)
    for event in board.events():
        if not isinstance(event, ContactBegan) or event.t_ns > (len(poses) - 1) * MS:
            continue
        i, j = board.roster.index(event.a), board.roster.index(event.b)
        ms = np.array([event.t_ns / MS])
        there = at(poses[:, i], ms), at(poses[:, j], ms)
        assert abs(shapely_gaps(players[i].base, there[0], players[j].base, there[1])[0]) < 1e-4


def test_episodes_alternate_and_end_at_the_release_gap(played) -> None:
    board, poses = played
    players = list(board.roster)
    touching: set[tuple[str, str]] = set()
    for event in board.events():
        if isinstance(event, ContactBegan):
            assert (event.a, event.b) not in touching
            touching.add((event.a, event.b))
        elif isinstance(event, ContactEnded):
            touching.remove((event.a, event.b))
            if event.t_ns > (len(poses) - 1) * MS:
                continue
            i, j = board.roster.index(event.a), board.roster.index(event.b)
            ms = np.array([event.t_ns / MS])
            there = at(poses[:, i], ms), at(poses[:, j], ms)
            gap = shapely_gaps(players[i].base, there[0], players[j].base, there[1])[0]
            assert gap == pytest.approx(RELEASE_MM, abs=1e-4)


def test_gaps_under_five_mm_are_those_shapely_measures(played) -> None:
    board, _ = played
    pieces = {p.player_id: p.pose for p in board.state().pieces}
    told = {(a, b): gap for a, b, gap in board.gaps_under(5.0)}
    players = list(board.roster)
    for i, a in enumerate(players):
        for b in players[i + 1 :]:
            rows = [
                np.array([[p.x_mm, p.y_mm, np.radians(p.heading_deg)]])
                for p in (pieces[a.id], pieces[b.id])
            ]
            gap = shapely_gaps(a.base, rows[0], b.base, rows[1])[0]
            if gap < 5.0:
                assert told.pop((a.id, b.id)) == pytest.approx(gap, abs=0.01)
    assert not told


@pytest.mark.parametrize(
    ("pose", "part"),
    [
        (Pose(260.0, 200.0, 180.0), BasePart.FRONT),
        (Pose(260.0, 200.0, 0.0), BasePart.BACK),
        (Pose(260.0, 200.0, 90.0), BasePart.LEFT),
        (Pose(260.0, 200.0, -90.0), BasePart.RIGHT),
        (Pose(260.0, 200.0, 135.0), BasePart.FRONT_LEFT),
        (Pose(260.0, 200.0, -135.0), BasePart.FRONT_RIGHT),
    ],
)
def test_the_part_that_was_touched_is_named(pose: Pose, part: BasePart) -> None:
    still = STEADY.__class__(speed_mm_s=0.0, speed_noise=0.0, turn_noise_deg_s=0.0)
    board = world(
        {"H0": Pose(200.0, 200.0, 0.0), "A0": pose},
        dynamics=dict.fromkeys(("H1", "A0", "A1"), still) | {"H0": STEADY},
    )
    board.power_on()
    board.step_to(1500 * MS)
    contact = next(e for e in board.events() if isinstance(e, ContactBegan))
    assert (contact.a, contact.b) == ("H0", "A0")
    assert contact.part_b is part
    assert contact.part_a is BasePart.FRONT


def test_a_head_on_contact_comes_when_the_fronts_have_covered_the_gap() -> None:
    board = world({"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(260.0, 200.0, 180.0)})
    board.power_on()
    poses = record(board, 800)
    contact = next(e for e in board.events() if isinstance(e, ContactBegan))
    ms = np.array([contact.t_ns / MS])
    # Both face each other squarely: the fronts meet when the centres are one length apart.
    apart = at(poses[:, 1], ms)[0, 0] - at(poses[:, 0], ms)[0, 0]
    assert apart == pytest.approx(27.8, abs=1e-5)


def test_taking_a_figure_away_ends_its_contacts() -> None:
    board = world({"H0": Pose(200.0, 200.0, 0.0), "A0": Pose(230.0, 200.0, 180.0)})
    board.power_on()
    board.step_to(500 * MS)
    board.power_off()
    board.step_to(1000 * MS)
    board.step_to(board.act(PutDown("A0", Pose(400.0, 300.0, 0.0))))
    kinds = [e.KIND for e in board.events() if isinstance(e, ContactBegan | ContactEnded)]
    assert kinds == ["contact began", "contact ended"]


def test_facts_come_in_the_order_of_time() -> None:
    board = scrum(2)
    board.power_on()
    board.step_to(1500 * MS)
    times = [event.t_ns for event in board.events()]
    assert times == sorted(times)
    assert len(times) > 10
