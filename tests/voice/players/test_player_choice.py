"""Players: programs that are started and left alone, and which of them a machine has."""

import sys

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.voice.players.player import PlayerError, SilentPlayer
from referee.voice.players.player_choice import NO_PLAYER, find_players, installed_players
from referee.voice.players.program_player import ProgramPlayer
from referee.voice.sound import Sound

BEEP = Sound(8000, np.full(800, 0.5))


def ended(playing):
    while not playing.done():
        pass
    return True


def test_a_program_is_given_a_file_that_is_there_and_it_goes_afterwards(tmp_path):
    copy = tmp_path / "heard.wav"
    script = f"import sys, shutil; shutil.copy(sys.argv[1], {str(copy)!r})"
    player = ProgramPlayer("copies", sys.executable, ("-c", script))
    assert ended(player.play(BEEP))
    assert copy.read_bytes() == BEEP.wav()
    player.close()


def test_a_sound_is_ended_when_asked():
    waits = ProgramPlayer("waits", sys.executable, ("-c", "while True: pass"))
    playing = waits.play(BEEP)
    assert not playing.done()
    playing.stop()
    assert ended(playing)
    waits.close()


def test_a_program_that_fails_says_so():
    player = ProgramPlayer("fails", sys.executable, ("-c", "raise SystemExit(3)"))
    with pytest.raises(PlayerError, match="fails could not play a sound \\(it ended with 3\\)"):
        ended(player.play(BEEP))
    with pytest.raises(PlayerError, match="cannot be run"):
        ProgramPlayer("gone", "no-such-player-anywhere").play(BEEP)


def test_a_silent_player_takes_the_time_of_the_sound():
    now = [5.0]
    playing = SilentPlayer(lambda: now[0]).play(BEEP)
    now[0] = 5.09
    assert not playing.done()
    now[0] = 5.1
    assert playing.done()


def test_the_players_of_each_system_in_their_order():
    found = {"aplay": "/usr/bin/aplay", "pw-play": "/usr/bin/pw-play"}.get
    assert installed_players(found, "linux") == ("pw-play", "aplay")
    assert installed_players(lambda _: None, "win32") == ("winsound",)
    players, note = find_players("auto", found, "linux")
    assert ([player.name for player in players], note) == (["pw-play", "aplay"], "")
    assert [p.name for p in find_players("aplay", found, "linux")[0]] == ["aplay"]


def test_without_any_there_is_one_plain_note():
    assert find_players("auto", lambda _: None, "linux") == ((), NO_PLAYER)
    assert find_players("silent", lambda _: None, "linux") == ((), "")
    with pytest.raises(BadValue, match="player is 'winamp', but should be one of silent, or auto"):
        find_players("winamp", lambda _: None, "linux")
