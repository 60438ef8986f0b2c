"""What the whistle and the alarm sound like: their lengths, loudness and spectrum, from the WAV."""

import io
import wave

import numpy as np
import pytest

from referee.voice.whistle import SIGNAL_MEANINGS, SignalPattern, signal_samples


def heard(pattern):
    """Rate and samples of the WAV file, read without the project's own reader."""
    with wave.open(io.BytesIO(signal_samples(pattern).wav())) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        data = file.readframes(file.getnframes())
        return file.getframerate(), np.frombuffer(data, "<i2") / 32768.0


def spectrum(pattern):
    rate, samples = heard(pattern)
    power = np.abs(np.fft.rfft(samples)) ** 2
    return np.fft.rfftfreq(len(samples), 1.0 / rate), power / power.sum()


def loud_parts(pattern):
    """Where it is loud, as starts and ends in seconds."""
    rate, samples = heard(pattern)
    window = round(0.01 * rate)
    level = np.array(
        [np.abs(samples[k : k + window]).max() for k in range(0, len(samples), window)]
    )
    edges = np.flatnonzero(np.diff(np.r_[0, level > 0.1, 0]))
    return [(a * 0.01, b * 0.01) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def test_the_play_is_dead_at_one_long_blast():
    ((start, end),) = loud_parts(SignalPattern.DEAD)
    assert start < 0.02
    assert 0.6 < end - start < 1.0


def test_a_stop_is_two_short_blasts():
    first, second = loud_parts(SignalPattern.STOP)
    assert all(0.08 < end - start < 0.2 for start, end in (first, second))
    assert second[0] - first[1] > 0.05


@pytest.mark.parametrize("pattern", [SignalPattern.DEAD, SignalPattern.STOP])
def test_a_whistle_is_a_high_narrow_tone(pattern):
    hz, share = spectrum(pattern)
    assert share[(hz > 2300) & (hz < 3000)].sum() > 0.9
    assert share[hz < 2000].sum() < 0.02


def test_the_pea_chops_the_tone_thirty_to_fifty_times_a_second():
    rate, samples = heard(SignalPattern.DEAD)
    level = np.abs(samples[round(0.1 * rate) : round(0.65 * rate)])
    level = np.convolve(level, np.ones(200) / 200, mode="same")[::20]
    chops = np.abs(np.fft.rfft(level - level.mean()))
    hz = np.fft.rfftfreq(len(level), 20.0 / rate)
    below = (hz > 10) & (hz < 100)
    assert 30 < hz[below][np.argmax(chops[below])] < 50


def test_the_count_is_three_ticks_that_end_before_the_power_comes():
    ticks = loud_parts(SignalPattern.COUNT)
    assert len(ticks) == 3
    assert all(end - start < 0.06 for start, end in ticks)
    assert ticks[-1][1] < 0.8  # the shortest count
    hz, share = spectrum(SignalPattern.COUNT)
    assert share[(hz > 2300) & (hz < 3000)].sum() < 0.05


def test_an_alarm_is_no_whistle_and_no_shorter_than_a_second():
    rate, samples = heard(SignalPattern.ALARM)
    assert len(samples) / rate > 1.0
    hz, share = spectrum(SignalPattern.ALARM)
    assert share[hz < 1200].sum() > 0.7
    assert share[(hz > 2300) & (hz < 3000)].sum() < 0.1


def test_an_alarm_is_the_loudest_and_nothing_is_clipped():
    loudness = {p: np.sqrt(np.mean(heard(p)[1] ** 2)) for p in SignalPattern}
    assert max(loudness, key=loudness.get) is SignalPattern.ALARM
    assert all(np.abs(heard(p)[1]).max() < 0.95 for p in SignalPattern)


def test_nothing_clicks_at_its_ends():
    for pattern in SignalPattern:
        _, samples = heard(pattern)
        assert np.abs(samples[:20]).max() < 0.1
        assert np.abs(samples[-20:]).max() < 0.1


def test_every_pattern_says_what_it_means():
    assert set(SIGNAL_MEANINGS) == set(SignalPattern)
