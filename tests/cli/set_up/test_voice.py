"""`referee voice` at the keyboard: lists, WAV files, and sentences about what is wrong."""

import json
import wave

import pytest
from typer.testing import CliRunner

from referee.cli.main import app
from referee.voice.speech.engine_choice import installed_engines

HERE = [engine.name for _, engine in installed_engines()]


def referee(*words):
    return CliRunner().invoke(app, ["voice", *words])


def test_the_list_says_what_this_machine_has():
    found = json.loads(referee("list", "--json").stdout)
    assert found["engines"] == HERE
    assert bool(found["voices"]) == bool(HERE)


def test_everything_is_sounded_and_said_even_where_nothing_is_heard():
    done = referee("say", "2nd and 6", "--engine", "silent", "--player", "silent", "--json")
    assert json.loads(done.stdout) == {
        "said": [{"pattern": None, "words": "second and six"}],
        "note": "",
    }


@pytest.mark.skipif(not HERE, reason="needs a speech program")
def test_a_sentence_is_written_as_a_file(tmp_path):
    out = tmp_path / "said.wav"
    done = referee("say", "Touchdown, Reds 22!", "--out", str(out), "--volume", "100", "--json")
    said = json.loads(done.stdout)
    with wave.open(str(out)) as file:
        lasts_s = file.getnframes() / file.getframerate()
    assert said["seconds"] == pytest.approx(lasts_s, abs=0.001)
    assert said["words"] == "Touchdown, Reds twenty-two!"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["say", "...", "--player", "silent"], "words is '...', but should be something that can"),
        (["say", "hello", "--volume", "900"], "volume is 900, but should be a whole number from 0"),
        (["say", "hello", "--engine", "hal"], "engine is hal; needed: "),
        (["say", "hello", "--player", "winamp"], "player is 'winamp', but should be "),
        (["test", "--speed", "1000"], "speed is 1000, but should be a whole number from 80 to 400"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(words, complaint):
    done = referee(*words)
    assert done.exit_code == 2
    assert complaint in done.stderr


def test_a_file_is_not_written_without_a_speech_program(tmp_path):
    out = tmp_path / "said.wav"
    done = referee("say", "hello", "--engine", "silent", "--out", str(out))
    assert done.exit_code == 2
    assert not out.exists()
