"""A user's corrected game becomes training data, apart in time from what judges it."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.lab.dataset.detector_score import frames_of
from referee.lab.dataset.own_games.harvest import HarvestSettings, harvest, known
from referee.lab.dataset.own_games.reviewed_game import read_game
from referee.lab.train.detector.tile_batches import find_tiles, read_things
from referee.record.tracks import TracksFileKind
from referee.vision.network.detector_classes import BALL, BASE, HAND
from tests.lab.dataset.games import base_seen, hand, make_game, painted_share, pose_at, row
from tests.vision.painted import CAMERA, board

SETTINGS = HarvestSettings(px_per_mm=1.1, tile_px=160, every_s=1.0, copies=1)


def ignore(done, total):
    pass


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return make_game(tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def harvested(game, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "data"
    return out, harvest([read_game(game, None, False)], out, SETTINGS, ignore)


def test_the_trainer_finds_the_tiles_and_the_judge_the_frames(harvested):
    out, counts = harvested
    tiles = find_tiles(out, "train")
    assert len(tiles) == counts.tiles > 0
    assert len(list(frames_of(out, "held"))) == counts.held_frames > 0
    assert json.loads((out / "recipe.json").read_text())["px_per_mm"] == pytest.approx(
        [0.88, 1.375]
    )


def test_labels_lie_on_what_was_painted(harvested):
    out, _ = harvested
    shares = []
    for tile in find_tiles(out, "train"):
        image = cv2.imread(str(tile))
        for thing in read_things(out / "labels" / "train" / f"{tile.stem}.txt"):
            corners = thing[5:].reshape(4, 3)
            if thing[0] == BASE and (corners[:, 2] > 0).all():
                inside = 0.75 * corners[0, :2] + 0.25 * corners[:, :2].mean(axis=0)
                x, y = (inside * 160).astype(int)
                blue, green, red = image[y, x].astype(int)
                shares.append(min(blue, red) > 1.3 * green)
    assert len(shares) > 5
    assert np.mean(shares) > 0.8


def test_frames_in_the_held_set_are_whole_and_right(harvested):
    out, _ = harvested
    for image, _, truths in frames_of(out, "held"):
        base = next(t for t in truths if t.kind == BASE)
        assert painted_share(image, base.corners_px) > 0.5
        assert [t.kind for t in truths] == [BASE, BALL]


def test_what_judges_lies_after_what_is_learned_from_with_time_between(harvested):
    out, _ = harvested
    learned = {int(p.stem[2:9]) for p in (out / "done" / "train").glob("*.json")}
    held = {int(p.stem[2:]) for p in (out / "labels" / "held").glob("*.json")}
    assert learned
    assert max(learned) < min(held)
    assert min(held) - max(learned) >= 2


def test_frames_nobody_reviewed_are_never_used(tmp_path):
    reviewed = range(0, 48, 3)
    folder = make_game(tmp_path / "g", rows=[row(k) for k in reviewed])
    harvest([read_game(folder, None, False)], tmp_path / "out", SETTINGS, ignore)
    used = {int(p.stem[2:9]) for p in (tmp_path / "out").rglob("*.jpg")}
    assert used <= set(reviewed)


def test_a_game_that_nobody_reviewed_is_refused(tmp_path):
    folder = make_game(tmp_path / "g", frames=4)
    (folder / "corrections.jsonl").unlink()
    with pytest.raises(BadValue, match=r"not reviewed by anybody; needed: a corrections\.jsonl"):
        read_game(folder, None, False)


def test_frames_that_do_not_say_where_hands_are_teach_nothing(tmp_path):
    folder = make_game(tmp_path / "g", frames=4, rows=[row(0, hands=None)])
    with pytest.raises(BadValue, match="1 hands not looked for"):
        read_game(folder, None, False)


def test_certain_tracks_are_those_with_everybody_and_no_doubt(tmp_path):
    def tracked(frame, **more):
        people = tuple(base_seen(pose_at(frame), n, **more) for n in ("H1", "H2"))
        return row(frame, bases=people, t_ns=frame, power=True)

    rows = [
        tracked(0),
        tracked(1, doubtful=True),
        tracked(2, sigma=(3.0, 0.1, 1.0)),
        tracked(3, front=0.6),
        row(4, bases=(base_seen(pose_at(4), "H1"),), t_ns=4, power=True),
        row(5, bases=tracked(5).bases, t_ns=5, power=True, hands=(hand((0.0, 0.0, 9.0, 9.0)),)),
        tracked(6),
    ]
    folder = make_game(tmp_path / "g", frames=8, rows=rows, kind=TracksFileKind.TRACKS)
    assert [r.frame for r in read_game(folder, None, True).frames] == [0, 6]


def test_where_a_figure_lies_is_painted_over():
    lying, standing = pose_at(0), pose_at(40)
    image = board([(standing, (9, 9, 9), (9, 9, 9))])
    seen = row(0, bases=(base_seen(lying, fallen=True), base_seen(standing)))
    shown, labels = known(image, seen, CAMERA)
    middle = np.mean(base_seen(lying).corners_px, axis=0).round().astype(int)
    assert shown[middle[1], middle[0]].tolist() == [114, 114, 114]
    assert [label.kind for label in labels] == [BASE, BALL]
    assert image[middle[1], middle[0]].tolist() != [114, 114, 114]


def test_hands_are_labelled():
    _, labels = known(board([]), row(0, hands=(hand((10.0, 20.0, 90.0, 80.0)),)), CAMERA)
    assert [label.kind for label in labels] == [HAND, BASE, BALL]


@pytest.mark.parametrize("frames", [3, 6])
def test_a_game_too_short_to_keep_some_of_it_for_judging_is_refused(tmp_path, frames):
    folder = make_game(tmp_path / "g", frames=frames)
    with pytest.raises(BadValue, match="several parts of a game"):
        harvest([read_game(folder, None, False)], tmp_path / "out", SETTINGS, ignore)
    assert not (tmp_path / "out").exists()
