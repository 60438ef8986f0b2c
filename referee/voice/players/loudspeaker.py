"""Where sounds come out: one player at a time, and the next one when it fails."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Sequence

from referee.voice.players.player import PlayerError, PlayingSound, SilentPlayer, SoundPlayer
from referee.voice.sound import Sound

# So many failures in a row, and the next player is tried.
PATIENCE = 3


class Loudspeaker:
    """``players`` are tried in their order; after the last one nothing is heard here."""

    def __init__(self, players: Sequence[SoundPlayer], clock: Callable[[], float]) -> None:
        self.note = ""
        self._players = deque((*players, SilentPlayer(clock)))
        self._playing: PlayingSound | None = None
        self._failed = 0

    def play(self, sound: Sound) -> None:
        """Let a sound be heard; it does not wait for its end."""
        try:
            self._playing = self._players[0].play(sound)
        except PlayerError as error:
            self._lost(error)

    def busy(self) -> bool:
        """Whether a sound is being heard."""
        if self._playing is None:
            return False
        try:
            if not self._playing.done():
                return True
            self._failed = 0
        except PlayerError as error:
            self._lost(error)
        self._playing = None
        return False

    def hush(self) -> None:
        """The sound that is being heard ends here."""
        if self._playing is not None:
            with contextlib.suppress(PlayerError):
                self._playing.stop()
        self._playing = None

    def close(self) -> None:
        """Leave nothing behind."""
        self.hush()
        for player in self._players:
            player.close()

    def _lost(self, error: PlayerError) -> None:
        self.note, self._failed = str(error), self._failed + 1
        if self._failed >= PATIENCE and len(self._players) > 1:
            self._failed = 0
            self._players.popleft().close()
