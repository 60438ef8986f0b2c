"""Sounds and WAV files: what is written is what is read, loudness is even, rubbish is refused."""

import numpy as np
import pytest

from referee.core.errors import BadValue
from referee.voice.sound import Sound, read_wav

RATE = 8000
TONE = np.sin(np.arange(RATE) * 2 * np.pi * 440 / RATE)


def test_a_sound_comes_back_from_its_file():
    back = read_wav(Sound(RATE, 0.5 * TONE).wav())
    assert back.rate_hz == RATE
    assert back.duration_s == pytest.approx(1.0)
    np.testing.assert_allclose(back.samples, 0.5 * TONE, atol=1e-4)


def test_too_loud_is_clipped_and_not_wrapped():
    back = read_wav(Sound(RATE, 3.0 * TONE).wav())
    assert back.samples.max() == pytest.approx(1.0)
    assert np.all(back.samples[TONE > 0.5] > 0)


@pytest.mark.parametrize("gain", [0.05, 0.3, 1.0])
def test_every_sentence_is_as_loud_and_begins_at_once(gain):
    pause = np.zeros(RATE // 2)
    levelled = Sound(RATE, np.r_[pause, gain * TONE, pause]).levelled()
    assert levelled.duration_s == pytest.approx(1.0, abs=0.01)
    rms = np.sqrt(np.mean(levelled.samples**2))
    assert rms == pytest.approx(0.12, abs=0.005)


def test_a_sentence_of_nothing_is_nothing():
    assert Sound(RATE, np.zeros(RATE)).levelled().duration_s == 0.0


@pytest.mark.parametrize("content", [b"", b"RIFF", b"no sound at all" * 10])
def test_what_is_no_wav_is_refused_in_a_sentence(content):
    with pytest.raises(BadValue, match="needed: a WAV file"):
        read_wav(content)
