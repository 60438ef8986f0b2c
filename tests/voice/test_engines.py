"""Speech programs: how each is called, what their tables say, and espeak-ng for real."""

import base64
import json
import sys

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.voice.settings import VoiceSettings
from referee.voice.sound import Sound, read_wav
from referee.voice.speech import espeak, mac_say, sapi
from referee.voice.speech.engine import SilentEngine, SpeechError, run
from referee.voice.speech.engine_choice import (
    NO_SPEECH,
    check_voice,
    find_engine,
    installed_engines,
)
from tests.voice.fakes import FakeEngine

SENTENCE = "second and six at the own thirty-four"
# A speech program that writes down how it was called, and a beep.
RECORDER = """
import json, os, sys, wave
words = sys.argv[1:]
out = words[words.index("-w") + 1] if "-w" in words else words[words.index("-o") + 1]
given = open(words[words.index("-f") + 1], encoding="utf-8").read()
with open(os.environ["NOTES"], "w") as notes:
    json.dump([words, given], notes)
with wave.open(out, "wb") as sound:
    sound.setnchannels(1); sound.setsampwidth(2); sound.setframerate(8000)
    sound.writeframes(b"\\x00\\x40" * 800)
"""


@pytest.fixture
def recorder(tmp_path, monkeypatch):
    """A stand-in for a speech program, and what it was called with."""
    if sys.platform == "win32":
        pytest.skip("a script is no program on Windows")
    script, notes = tmp_path / "speaks", tmp_path / "notes.json"
    script.write_text(f"#!{sys.executable}\n{RECORDER}")
    script.chmod(0o755)
    monkeypatch.setenv("NOTES", str(notes))
    return str(script), lambda: json.loads(notes.read_text())


def test_espeak_gets_words_by_a_file_and_never_as_an_option(recorder):
    program, called = recorder
    sound = espeak.Espeak(program).say("--help me", "en-us", 150)
    words, given = called()
    assert given == "--help me"
    assert "--help me" not in words
    assert words[:4] == ["-v", "en-us", "-s", "150"]
    assert sound.duration_s == pytest.approx(0.1)


def test_say_of_the_mac_writes_plain_wav(recorder):
    program, called = recorder
    mac_say.MacSay(program).say("hello", "Alex", 200)
    words, given = called()
    assert given == "hello"
    assert words[:4] == ["-v", "Alex", "-r", "200"]
    assert {"--file-format=WAVE", "--data-format=LEI16@22050"} <= set(words)


def test_sapi_gets_voice_rate_and_words_from_outside_its_script(monkeypatch):
    asked = {}

    def called(words, given="", environment=None):
        asked.update(environment, words=words)
        spoken = open(environment["REFEREE_WORDS"], encoding="utf-8").read()  # noqa: SIM115, PTH123
        asked["spoken"] = spoken
        with open(environment["REFEREE_SOUND"], "wb") as out:  # noqa: PTH123 - as SAPI would
            out.write(Sound(8000, np.full(800, 0.5)).wav())
        return b""

    monkeypatch.setattr(sapi, "run", called)
    sapi.Sapi("powershell.exe").say('"; evil', "Zira'; evil", 170)
    script = base64.b64decode(asked["words"][-1]).decode("utf-16-le")
    assert "evil" not in script
    assert "evil" not in " ".join(asked["words"])
    assert (asked["spoken"], asked["REFEREE_VOICE"]) == ('"; evil', "Zira'; evil")
    assert asked["REFEREE_RATE"] == "0"


@pytest.mark.parametrize(("speed", "rate"), [(170, 0), (510, 10), (57, -10), (400, 8), (80, -7)])
def test_words_a_minute_as_steps_of_sapi(speed, rate):
    assert sapi.rate_of(speed) == rate


def test_the_tables_of_voices_are_read():
    table = (
        "Pty Language       Age/Gender VoiceName          File                 Other Languages\n"
        " 5  en-gb           --/M      English_(Great_Britain) gmw/en            (en 2)\n"
        " 5  en-us           --/M      us-mbrola-2        mb/mb-us2\n"
    )
    assert [v.name for v in espeak.voices_in(table)] == ["en-gb"]
    table = "Alex                en_US    # Most people\nAnna                de_DE    # Hallo\n"
    table += "Bad News            en_US    # The light\n"
    assert [v.name for v in mac_say.voices_in(table)] == ["Alex", "Bad News"]
    table = "Microsoft Zira Desktop\ten-US\tFemale\r\nMicrosoft Hedda\tde-DE\tFemale\r\n"
    assert [v.name for v in sapi.voices_in(table)] == ["Microsoft Zira Desktop"]


def test_each_system_has_its_own_program_first():
    found = {"say": "/usr/bin/say", "powershell.exe": "ps", "espeak-ng": "/usr/bin/espeak-ng"}
    for platform, names in (
        ("darwin", ["say", "espeak-ng"]),
        ("win32", ["sapi", "espeak-ng"]),
        ("linux", ["espeak-ng"]),
    ):
        assert [e.name for _, e in installed_engines(found.get, platform)] == names


def test_without_any_there_is_one_plain_note_and_silence():
    engine, note = find_engine("auto", lambda _: None, "linux")
    assert (engine.name, note) == ("silent", NO_SPEECH)
    assert engine.say(SENTENCE, "", 165).duration_s == 0.0
    assert find_engine("silent", lambda _: None, "linux")[1] == ""


def test_a_program_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(BadValue, match="needed: one of espeak-ng, silent, or auto"):
        find_engine("sapi", {"espeak-ng": "x"}.get, "linux")


def test_a_voice_that_is_not_there_is_refused_with_those_that_are():
    check_voice(FakeEngine(), "")
    check_voice(FakeEngine(), "en-fake+f3")
    check_voice(SilentEngine(), "")
    with pytest.raises(BadValue, match="voice is 'Zoe', but should be one of en-fake"):
        check_voice(FakeEngine(), "Zoe")


@pytest.mark.parametrize(
    "wrong", [{"volume": 101}, {"volume": -1}, {"speed": 79}, {"speed": 401}, {"voice": "-w x"}]
)
def test_settings_have_bounds(wrong):
    with pytest.raises(BadValue, match=f"{next(iter(wrong))} is .*should be"):
        VoiceSettings(**wrong)


def test_a_program_that_fails_says_so_in_a_sentence():
    with pytest.raises(SpeechError, match="failed: no such voice"):
        run([sys.executable, "-c", "import sys; sys.exit('no such voice')"])
    with pytest.raises(SpeechError, match="cannot be run"):
        run(["no-such-program-anywhere"])


espeak_here = pytest.mark.skipif(
    "espeak-ng" not in [e.name for _, e in installed_engines()], reason="needs espeak-ng"
)


@espeak_here
def test_espeak_speaks_in_the_band_of_a_voice():
    engine, _ = find_engine("espeak-ng")
    sound = read_wav(engine.say(SENTENCE, "", 165).wav())
    assert 1.5 < sound.duration_s < 4.0
    power = np.abs(np.fft.rfft(sound.samples)) ** 2
    hz = np.fft.rfftfreq(len(sound.samples), 1.0 / sound.rate_hz)
    assert power[(hz > 80) & (hz < 4000)].sum() > 0.9 * power.sum()


@espeak_here
def test_espeak_is_quicker_when_asked_and_knows_its_voices():
    engine, _ = find_engine("espeak-ng")
    slow, fast = (engine.say(SENTENCE, "en-us", speed).duration_s for speed in (100, 300))
    assert slow > 1.8 * fast
    assert "en-us" in [voice.name for voice in engine.voices()]
