"""KMTronic USB relays of one, two, four or eight channels."""

from __future__ import annotations

from dataclasses import dataclass

from referee.power.boards.dialect import Dialect

_HEAD, _ASK, _ASK_ALL = 0xFF, 0x03, 0x09
_FRAME = 3


@dataclass(slots=True)
class KmTronic(Dialect):
    """One or two channels answer a frame for each; four or eight answer a byte for every relay."""

    def on(self) -> bytes:
        """``FF 01 01`` for the first relay."""
        return bytes((_HEAD, self.relay, 1))

    def off(self) -> bytes:
        """``FF 01 00`` for the first relay."""
        return bytes((_HEAD, self.relay, 0))

    def ask(self) -> bytes:
        """One relay on the small boards, all of them on the large ones."""
        if self._answers_all:
            self.forget()  # an answer has no head: it begins where the question was asked
            return bytes((_HEAD, _ASK_ALL, 0))
        return bytes((_HEAD, self.relay, _ASK))

    @property
    def _answers_all(self) -> bool:
        return self.relays > 2

    def _readings(self, kept: bytes) -> tuple[list[bool], int]:
        if self._answers_all:
            if len(kept) < self.relays:
                return [], 0
            states = kept[: self.relays]
            return [states[self.relay - 1] == 1] if max(states) <= 1 else [], len(kept)
        readings, at = [], 0
        while at + _FRAME <= len(kept):
            head, relay, state = kept[at : at + _FRAME]
            if head == _HEAD and relay == self.relay and state in (0, 1):
                readings.append(state == 1)
                at += _FRAME
            else:
                at += 1
        return readings, at
