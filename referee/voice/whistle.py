"""A referee's whistle with its pea, the ticks of a count, and an alarm like neither of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache

import numpy as np

from referee.voice.sound import LOUDEST, Sound, SoundSamples

RATE_HZ = 44_100
SEED = 22
# A pea whistle: two chambers a little apart, chopped and bent by the pea that runs around in them.
CHAMBERS_HZ = (2640.0, 2790.0)
# The share of each chamber in the loudness.
SHARES = (0.6, 0.4)
# Loudness of the octave and of the breath, as shares of the note.
OVERTONE = 0.12
BREATH = 0.05
# The pea runs around so often, give or take.
PEA_HZ = 38.0
PEA_WANDERS_HZ = 5.0
# The pea takes this share of the loudness, and bends the note by so much.
PEA_CHOPS = 0.45
PEA_BENDS_HZ = 45.0
# How long the note takes to swell and to fade.
ATTACK_S = 0.018
RELEASE_S = 0.05
# The breath rises into the note, from so far below, in so long.
RISE_HZ = 260.0
RISE_S = 0.03
# Two steps far below the whistle, with odd overtones, as no whistle and no voice has them.
ALARM_HZ = (620.0, 930.0)
ALARM_STEP_S = 0.17
ALARM_STEPS = 8
ALARM_OVERTONES: Mapping[int, float] = {1: 1.0, 3: 0.4, 5: 0.22, 7: 0.12}

# A block of wood, struck three times while the count runs.
TICK_HZ = 950.0
TICK_RISES_S = 0.003
TICK_FADES_S = 0.012
# From one strike to the next.
TICK_S = 0.24
TICKS = 3
# As a share of full loudness.
TICK_LOUD = 0.5


class SignalPattern(StrEnum):
    """What is sounded without a word."""

    DEAD = "dead"
    STOP = "stop"
    COUNT = "count"
    ALARM = "alarm"


# Blasts and the pauses between them, in seconds.
BLASTS: Mapping[SignalPattern, tuple[float, ...]] = {
    SignalPattern.DEAD: (0.75,),
    SignalPattern.STOP: (0.14, 0.09, 0.14),
}
SIGNAL_MEANINGS: Mapping[SignalPattern, str] = {
    SignalPattern.DEAD: "one long blast: the play is dead",
    SignalPattern.STOP: "two short blasts: power is off, the play goes on",
    SignalPattern.COUNT: "three ticks: power comes now, hands away",
    SignalPattern.ALARM: "two tones in turn: look at the board, the referee cannot go on",
}


@cache
def signal_samples(pattern: SignalPattern) -> Sound:
    """A pattern at full volume; the same samples every time."""
    if pattern in _MADE:
        return Sound(RATE_HZ, _MADE[pattern]())
    rng = np.random.default_rng(SEED)
    parts = [
        np.zeros(round(lasts_s * RATE_HZ)) if n % 2 else _blast(lasts_s, rng)
        for n, lasts_s in enumerate(BLASTS[pattern])
    ]
    return Sound(RATE_HZ, _as_loud_as_may_be(np.concatenate(parts)))


def _blast(lasts_s: float, rng: np.random.Generator) -> SoundSamples:
    t = np.arange(round(lasts_s * RATE_HZ)) / RATE_HZ
    wander = np.interp(t, np.linspace(0.0, lasts_s, 9), rng.normal(0.0, PEA_WANDERS_HZ, 9))
    pea = np.sin(2.0 * np.pi * np.cumsum(PEA_HZ + wander) / RATE_HZ)
    bent_hz = PEA_BENDS_HZ * pea - RISE_HZ * np.exp(-t / RISE_S)
    tone = np.zeros(len(t))
    for hz, share in zip(CHAMBERS_HZ, SHARES, strict=True):
        turned = 2.0 * np.pi * np.cumsum(hz + bent_hz) / RATE_HZ
        tone += share * (np.sin(turned) + OVERTONE * np.sin(2.0 * turned))
    breath = BREATH * np.convolve(rng.normal(0.0, 1.0, len(t)), (1.0, 0.0, -1.0), mode="same")
    chopped = 1.0 - PEA_CHOPS * (0.5 - 0.5 * pea)
    return np.asarray((tone * chopped + breath) * _swell(t, lasts_s))


def _alarm() -> SoundSamples:
    step = np.arange(round(ALARM_STEP_S * RATE_HZ)) / RATE_HZ
    parts = []
    for n in range(ALARM_STEPS):
        turned = 2.0 * np.pi * ALARM_HZ[n % 2] * step
        tone = sum(share * np.sin(k * turned) for k, share in ALARM_OVERTONES.items())
        parts.append(np.asarray(tone) * np.minimum(_swell(step, ALARM_STEP_S) * 4.0, 1.0))
    return _as_loud_as_may_be(np.concatenate(parts))


def _count() -> SoundSamples:
    t = np.arange(round(TICK_S * RATE_HZ)) / RATE_HZ
    tick = (
        np.sin(2.0 * np.pi * TICK_HZ * t)
        * np.exp(-t / TICK_FADES_S)
        * np.minimum(t / TICK_RISES_S, 1.0)
    )
    return _as_loud_as_may_be(np.tile(tick, TICKS)) * TICK_LOUD


_MADE: Mapping[SignalPattern, Callable[[], SoundSamples]] = {
    SignalPattern.ALARM: _alarm,
    SignalPattern.COUNT: _count,
}


def _swell(t: SoundSamples, lasts_s: float) -> SoundSamples:
    """From nothing and back to nothing, so that nothing clicks."""
    return np.clip(np.minimum(t / ATTACK_S, (lasts_s - t) / RELEASE_S), 0.0, 1.0)


def _as_loud_as_may_be(samples: SoundSamples) -> SoundSamples:
    return samples * (LOUDEST / float(np.abs(samples).max()))
