"""A sound as samples, and as the WAV file that every player and every browser takes."""

from __future__ import annotations

import io
import wave
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue, PlainWord

SoundSamples = npt.NDArray[np.float64]

FULL = 32767.0
BYTES = 2
# A sentence is brought to this loudness; a voice that is clipped is not understood.
SPOKEN_RMS = 0.12
# No sample is louder than this.
LOUDEST = 0.9
HEARD = 0.01  # quieter than this is the pause around the words


@dataclass(frozen=True, eq=False)
class Sound:
    """One channel; ``samples`` are from -1 to 1."""

    rate_hz: int
    samples: SoundSamples

    @property
    def duration_s(self) -> float:
        """How long it lasts."""
        return len(self.samples) / self.rate_hz

    def at(self, volume: float) -> Sound:
        """As loud as a knob turned to ``volume``, 0 to 1: ears hear ratios, so it goes squared."""
        return Sound(self.rate_hz, self.samples * volume**2)

    def levelled(self) -> Sound:
        """The pauses around it cut off, and as loud as every other sentence."""
        loud = np.flatnonzero(np.abs(self.samples) > HEARD)
        if loud.size == 0:
            return Sound(self.rate_hz, np.zeros(0))
        spoken = self.samples[loud[0] : loud[-1] + 1]
        rms = float(np.sqrt(np.mean(spoken**2)))
        gain = min(SPOKEN_RMS / rms, LOUDEST / float(np.abs(spoken).max()))
        return Sound(self.rate_hz, spoken * gain)

    def wav(self) -> bytes:
        """The sound as a WAV file of 16 bits."""
        out = io.BytesIO()
        with wave.open(out, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(BYTES)
            file.setframerate(self.rate_hz)
            whole = np.round(np.clip(self.samples, -1.0, 1.0) * FULL)
            file.writeframes(whole.astype("<i2").tobytes())
        return out.getvalue()


def read_wav(content: bytes) -> Sound:
    """What a speech program wrote; several channels become one."""
    try:
        with wave.open(io.BytesIO(content), "rb") as file:
            channels, width, rate_hz = file.getnchannels(), file.getsampwidth(), file.getframerate()
            data = file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise BadValue("the sound", PlainWord(f"not WAV ({error})"), "a WAV file") from None
    if width != BYTES:
        raise BadValue("the sound", PlainWord(f"of {8 * width} bits"), "a WAV file of 16 bits")
    whole = np.frombuffer(data[: len(data) // (BYTES * channels) * BYTES * channels], "<i2")
    return Sound(rate_hz, whole.reshape(-1, channels).mean(axis=1) / FULL)
