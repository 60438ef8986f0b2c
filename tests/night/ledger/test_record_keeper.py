"""What a night hands to its record, in game time."""

from __future__ import annotations

import numpy as np
import pytest

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.play_name import PlayName
from referee.camera.frame_source import Frame
from referee.camera.watch.camera_notice import CameraNotice
from referee.camera.watch.camera_notice import CameraNoticeKind as Trouble
from referee.night.commands import Declare, ReportReady
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.night_output import NightOutput, SwitchStatus
from referee.night.screen.snapshot import ShownCall
from referee.official.declarations.types import PlayNamed
from referee.record.calls_file import call_of
from referee.record.game.game_folder import read_game
from referee.record.game.game_store import GameStore
from referee.record.observation import Observation

S = 1_000_000_000
OFFSET = -40 * S  # the game began when the clock stood at 40 s
CALL = Call(
    t_ns=50 * S, sigma_ns=1, kind=CallKind.TACKLE, rule="HEFL-TKL-01", certainty=0.9,
    action=CallAction.CUT, players=("A1", "H1"), gap_mm=0.0, sigma_mm=0.1, spot=None, flag=(),
    frames=(49 * S, 50 * S), episode=Episode.read("A1 on H1"),
)  # fmt: skip


class Film:
    """Notes what it is handed."""

    trouble = ""

    def __init__(self):
        self.frames, self.closed = [], False

    def frame(self, frame, powered):
        self.frames.append((frame.sequence, powered))

    def close(self):
        self.closed = True


@pytest.fixture
def kept(tmp_path):
    film = Film()
    keeping = RecordKeeper(GameStore.new(tmp_path / "game", {}), OFFSET, film)
    keeping.folder = tmp_path / "game"
    return keeping


def read(keeping):
    keeping.close()
    return read_game(keeping.folder)


def frame_at(t_ns, number=1):
    return Frame(t_ns, np.zeros((2, 2, 3), np.uint8), number), Observation(
        number, (), t_ns=t_ns, power=True
    )


def test_frames_are_kept_in_game_time_with_their_pictures(kept):
    kept.frame(*frame_at(45 * S, 3))
    film = kept.film
    with read(kept) as game:
        assert game.frame_times(0, 100 * S) == [(5 * S, 3)]
    assert (film.frames, film.closed) == ([(3, True)], True)


def test_a_frame_from_before_the_game_is_none_of_it(kept):
    kept.frame(*frame_at(39 * S))
    with read(kept) as game:
        assert game.frames() is None
    assert kept.film.frames == []


def test_a_call_is_kept_once_and_with_everything_it_rests_on_in_game_time(kept):
    shown = [ShownCall(1, CALL, "Tackle.")]
    kept.output(51 * S, NightOutput(calls=(CALL,)), shown)
    kept.output(52 * S, NightOutput(), shown)
    with read(kept) as game:
        (line,) = game.calls()
    assert line.t_ns == 10 * S
    assert (line.values["number"], line.values["said"]) == (1, "Tackle.")
    call = call_of(line.values, "here")
    assert (call.t_ns, call.frames) == (10 * S, (9 * S, 10 * S))


def test_what_is_said_and_wished_is_kept(kept):
    kept.output(50 * S, NightOutput().saying("Second down."), ())
    kept.command(51 * S, Declare(PlayNamed(play=PlayName.RUN, carrier="H1")), NightOutput())
    kept.command(52 * S, ReportReady(), NightOutput(refused="Not now."))
    with read(kept) as game:
        said = [(line.t_ns // S, line.values) for line in game.said()]
    assert said[0] == (10, {"by": "referee", "said": "Second down."})
    assert said[1][1]["wish"] == "Say"
    assert said[1][1]["said"]["carrier"] == "H1"
    assert said[2][1] == {"by": "coach", "wish": "Ready", "refused": "Not now."}


def test_the_switch_is_kept_when_it_changes_at_the_instant_it_did(kept):
    for t_s, closed, since_s in ((41, False, 0), (50, False, 0), (56, True, 55), (57, True, 55)):
        kept.switch(t_s * S, SwitchStatus(closed, since_s * S))
    with read(kept) as game:
        power = [(line.t_ns // S, line.values["closed"]) for line in game.power()]
    assert power == [(1, False), (15, True)]


def test_what_the_watch_over_the_camera_says_is_kept(kept):
    kept.camera([CameraNotice(60 * S, Trouble.MOVED, "The camera has moved.")])
    with read(kept) as game:
        (line,) = game.said()
    assert (line.t_ns, line.values["said"]) == (20 * S, "The camera has moved.")
