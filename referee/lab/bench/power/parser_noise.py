"""Noise for the host's parsers: random bytes, and frames with bytes changed, cut or doubled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from referee.core.clock import MS_NS
from referee.power.boards.dialect import Dialect
from referee.power.efl.protocol import BoardAnswer, ProtocolReader, check_digits
from referee.power.guard.core import GuardCore
from referee.power.relay_models import MODELS, OWN_MODEL, find_model

CHUNK = 2000
STEP_NS = 20 * MS_NS
SEED = 1
SAID = (
    b"=%02X OK t=%08X d=96 s=B1",
    b"=%02X OK proto=1 fw=1.0 boot=000001 rst=02 sum=1234 caps=elpsw t=%08X d=90 s=10",
    b"=%02X ERR tripped cause=estop t=%08X",
    b"#%02X COIL 0 why=off us=9 t=%08X",
    b"#%02X BOOT proto=1 fw=1.0 boot=000001 rst=02 t=%08X",
    b"#%02X TRIP cause=lease t=%08X",
)
ANSWERS = (b"A00101A2", b"FF0101", b"010101010000", b"0105000000008CCA")
BOUGHT = (
    b"CH1: ON\r\nCH2: OFF\r\n",
    b"relay read 0\n\ron\n\r>",
    *map(bytes.fromhex, map(bytes.decode, ANSWERS)),
)


@dataclass(frozen=True, slots=True)
class ParserNoise:
    """What was fed, and what must not have come of it."""

    fed: int
    closings: int
    deaf: int


def feed_noise(count: int) -> ParserNoise:
    """So many bytes, through every parser in turn; whatever is raised ends the bench."""
    rng = np.random.default_rng(SEED)
    fed = closings = deaf = 0
    readers: list[Callable[[bytes], int]] = [_own()]
    dialects = [model.dialect for model in MODELS.values() if model.dialect]
    while fed < count:
        data = _noise(rng)
        closings += sum(read(data) for read in readers)
        deaf += _deaf_after(data)
        for make in dialects:
            _answers(make(), data)
        fed += len(data)
    return ParserNoise(fed, closings, deaf)


def _own() -> Callable[[bytes], int]:
    """Our board's whole conversation; counts what it would write to close the relay."""
    core = GuardCore(find_model(OWN_MODEL).device(), 0)
    core.connected(0)
    t_ns = 0

    def read(data: bytes) -> int:
        nonlocal t_ns
        t_ns += STEP_NS
        core.received(t_ns, data)
        core.tick(t_ns)
        written = b""
        while more := core.output(t_ns):
            written += more
        core.events()
        return written.count(b" ON ") + written.count(b" PULSE ")

    return read


def _deaf_after(data: bytes) -> int:
    """Whether a good frame after the noise is not understood."""
    reader = ProtocolReader()
    reader.feed(data)
    good = b"=01 OK s=10"
    frames = reader.feed(b"\n" + good + b"*" + check_digits(good) + b"\n")
    return frames[-1] != BoardAnswer(1, {"s": "10"})


def _answers(dialect: Dialect, data: bytes) -> None:
    for at in range(0, len(data), 61):
        dialect.read(data[at : at + 61])


def _noise(rng: np.random.Generator) -> bytes:
    """Half of the chunks are random, half are damaged speech."""
    if rng.random() < 0.5:
        return rng.integers(0, 256, CHUNK, dtype=np.uint8).tobytes()
    spoken = bytearray()
    while len(spoken) < CHUNK:
        if rng.random() < 0.2:
            spoken += BOUGHT[rng.integers(len(BOUGHT))]
            continue
        text = SAID[rng.integers(len(SAID))] % (rng.integers(256), rng.integers(2**32))
        spoken += text + b"*" + check_digits(text) + b"\n"
    for _ in range(rng.integers(0, 12)):
        at = int(rng.integers(len(spoken)))
        spoken[at : at + int(rng.integers(0, 3))] = rng.bytes(int(rng.integers(0, 3)))
    return bytes(spoken)
