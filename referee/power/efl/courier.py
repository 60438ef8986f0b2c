"""One command on its way at a time, repeated until answered; off overtakes everything.

The board drops a repeated command only if nothing came after it. So a second command waits for the
first one's answer, and when off overtakes, whatever it overtook is never repeated.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from referee.core.clock import MS_NS
from referee.power.efl.protocol import command_line

# Three tries and a beat's pause together stay well below the 300 ms after which power is off.
ANSWER_NS = 60 * MS_NS
TRIES = 3
REMEMBERED = 8


@dataclass(slots=True)
class SentBoardCommand:
    """A command on its way."""

    seq: int
    words: str
    line: bytes
    first_ns: int
    last_ns: int
    tries: int = 1

    @property
    def verb(self) -> str:
        """Its first word."""
        return self.words.split(" ", 1)[0]


class Courier:
    """Numbers commands, writes them, repeats them, and knows when to give up."""

    def __init__(self, first_seq: int = 0) -> None:
        self._seq = first_seq % 256
        self._waiting: deque[str] = deque()
        self._urgent = b""
        self._bytes = b""
        self._mine: deque[int] = deque(maxlen=REMEMBERED)
        self.current: SentBoardCommand | None = None

    @property
    def idle(self) -> bool:
        """Nothing is on its way and nothing waits."""
        return self.current is None and not self._waiting

    def send(self, t_ns: int, words: str) -> None:
        """Send when the one before it has been answered."""
        self._waiting.append(words)
        self._next(t_ns)

    def overtake(self, t_ns: int, words: str, before: bytes = b"") -> None:
        """Send now and forget everything else; what goes ``before`` it is never forgotten."""
        self.forget()
        self._urgent += before
        self.send(t_ns, words)

    def forget(self) -> None:
        """Drop whatever is on its way or waits."""
        self._waiting.clear()
        self.current = None
        self._bytes = b""

    def answered(self, t_ns: int, seq: int) -> SentBoardCommand | None:
        """The command this number answers, if it is the one on its way."""
        sent = self.current
        if sent is None or sent.seq != seq:
            return None
        self.current = None
        self._next(t_ns)
        return sent

    def is_mine(self, seq: int) -> bool:
        """Whether a command with this number was sent lately."""
        return seq in self._mine

    def tick(self, t_ns: int) -> bool:
        """Repeat what was not answered; True when a command was given up."""
        sent = self.current
        if sent is None or t_ns < sent.last_ns + ANSWER_NS:
            return False
        if sent.tries >= TRIES:
            self.forget()
            return True
        sent.tries += 1
        sent.last_ns = t_ns
        self._bytes += sent.line
        return False

    def due_ns(self) -> int | None:
        """When the next repetition is due."""
        return None if self.current is None else self.current.last_ns + ANSWER_NS

    def output(self) -> bytes:
        """The bytes to be written now."""
        data = self._urgent + self._bytes
        self._urgent = self._bytes = b""
        return data

    def _next(self, t_ns: int) -> None:
        if self.current is not None or not self._waiting:
            return
        words = self._waiting.popleft()
        line = command_line(self._seq, words)
        self.current = SentBoardCommand(self._seq, words, line, t_ns, t_ns)
        self._mine.append(self._seq)
        self._seq = (self._seq + 1) % 256
        self._bytes += line
