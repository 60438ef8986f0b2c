"""What a running night hands to its record: in game time, and never waiting for a disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import Any, Protocol

from referee.calls.call import Call
from referee.camera.frame_source import Frame
from referee.camera.watch.camera_notice import CameraNotice
from referee.night.commands import Command, Declare
from referee.night.ledger.stored_names import stored_field, stored_name
from referee.night.night_output import NightOutput, SwitchStatus
from referee.night.screen.snapshot import ShownCall
from referee.record.calls_file import call_values
from referee.record.game.game_store import GameStore
from referee.record.observation import Observation


class PictureKeeper(Protocol):
    """Whoever keeps the pictures."""

    @property
    def trouble(self) -> str:
        """What people should know, empty where all is well."""

    def frame(self, frame: Frame, powered: bool) -> None:
        """Keep a picture; never waits."""

    def close(self) -> None:
        """Finish what is being written."""


@dataclass
class RecordKeeper:
    """Everything that happens goes through here; ``offset_ns`` makes game time of the clock's."""

    store: GameStore
    offset_ns: int
    film: PictureKeeper | None = None
    _numbered: int = 0
    _switch: SwitchStatus | None = field(default=None, init=False)

    @property
    def trouble(self) -> str:
        """What cannot be kept; the journal goes before the pictures."""
        return self.store.trouble or (self.film.trouble if self.film else "")

    @property
    def lost(self) -> tuple[str, ...]:
        """What was never written, once this is closed."""
        return self.store.lost

    def frame(self, frame: Frame, seen: Observation) -> None:
        """A picture and what was seen in it; one from before the game is none of it."""
        if frame.t_ns + self.offset_ns < 0:
            return
        if self.film is not None:
            self.film.frame(frame, bool(seen.power))
        if seen.t_ns is not None:
            self.store.frame(replace(seen, t_ns=seen.t_ns + self.offset_ns))

    def output(self, now_ns: int, output: NightOutput, shown: Iterable[ShownCall]) -> None:
        """What the night has decided and said; ``shown`` are its newest calls."""
        self.store.entries(output.entries)
        for each in shown:
            if each.number > self._numbered:
                self._numbered = each.number
                self._call(each)
        for sentence in output.says:
            self._log("said", now_ns, {"by": "referee", "said": sentence})
        for said in output.declarations:
            values = {"by": "referee", "wish": stored_name(Declare), "said": _plain(said)}
            self._log("said", now_ns, values)

    def command(self, now_ns: int, command: Command, output: NightOutput) -> None:
        """What a coach wanted, and why not if it was not to be."""
        values = {"by": "coach", "wish": stored_name(type(command)), **plain(command)}
        self._log("said", now_ns, values | ({"refused": output.refused} if output.refused else {}))

    def switch(self, now_ns: int, switch: SwitchStatus) -> None:
        """The power switch, whenever it is not as it was."""
        before, self._switch = self._switch, switch
        if before == switch:
            return
        since_ns = switch.since_ns if before and before.closed != switch.closed else now_ns
        values = {"closed": switch.closed, "latched": switch.latched, "trouble": switch.trouble}
        self._log("power", since_ns or now_ns, values)

    def camera(self, notices: Iterable[CameraNotice]) -> None:
        """What the watch over the camera has to say."""
        for notice in notices:
            values = {"by": "camera", "kind": notice.kind.value, "said": notice.text}
            self._log("said", notice.t_ns, values)

    def note(self, now_ns: int, by: str, said: str) -> None:
        """A sentence of some other part of the referee."""
        self._log("said", now_ns, {"by": by, "said": said})

    def close(self) -> None:
        """Write what waits; the film first, its index is in the store."""
        if self.film is not None:
            self.film.close()
        self.store.close()

    def _call(self, shown: ShownCall) -> None:
        call = _in_game_time(shown.call, self.offset_ns)
        more = {"number": shown.number, "episode": call.episode.text, "said": shown.sentence}
        self.store.log("calls", call.t_ns, {**call_values(call), **more})

    def _log(self, table: str, t_ns: int, values: Mapping[str, object]) -> None:
        self.store.log(table, max(0, t_ns + self.offset_ns), values)


def plain(value: Any) -> dict[str, object]:
    """The fields of a frozen value as JSON has them."""
    kind = type(value)
    return {
        stored_field(kind, each.name): _plain(getattr(value, each.name)) for each in fields(value)
    }


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {"kind": stored_name(type(value)), **plain(value)}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return value


def _in_game_time(call: Call, offset_ns: int) -> Call:
    frames = tuple(t_ns + offset_ns for t_ns in call.frames)
    return replace(call, t_ns=call.t_ns + offset_ns, frames=frames)
