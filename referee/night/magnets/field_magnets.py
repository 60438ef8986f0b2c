"""The magnets of a night: each look at the board goes to their reader, what it says is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.calls.call import CallKind
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.roster import Team
from referee.night.command_handlers import handle_command
from referee.night.eyes.to_observation import markers_of
from referee.night.magnets.placed_magnet import MagnetScene
from referee.night.magnets.reader import MagnetReader, MagnetReading
from referee.night.night import Night
from referee.night.night_output import NightOutput, SpokenSentence
from referee.night.screen.snapshot import ShownCall
from referee.vision.watch.watcher import WatchedFrame


class FieldMagnets:
    """Beside one night, in its thread."""

    def __init__(self, night: Night, league: str, names: Mapping[Team, str]) -> None:
        self._night, self._league, self._names = night, league, names
        self._reader = MagnetReader()
        self._looked_ns: int | None = None
        self._places: dict[str, MeasuredPose] = {}

    @property
    def newest(self) -> tuple[MagnetReading, ...]:
        """What was understood lately, the newest last."""
        return self._reader.newest

    def update(self, watched: WatchedFrame, now_ns: int) -> Iterator[NightOutput]:
        """A frame, after the night has seen it: what came of the magnets.

        A look tells of the frame it was taken from, its hands too; magnets that lie do not age.
        """
        board, looked_ns = self._night.board, watched.looked_ns
        if board is None:
            return
        self._places |= {each.player: each.measured for each in board.seen}
        if looked_ns is None or looked_ns == self._looked_ns:
            return
        self._looked_ns = looked_ns
        power = self._night.power or watched.powered
        steady = not watched.hands and (power or self._night.hands.clear(watched.t_ns))
        markers = markers_of(watched.markers)
        told = self._reader.update(looked_ns, markers, steady=steady, power=power, at=self._scene())
        for each in told:
            yield self._done(each, now_ns)

    def not_meant(self, number: int, now_ns: int) -> NightOutput:
        """What was understood of a magnet was not meant so."""
        told = self._reader.take_back(number, now_ns)
        if told is None:
            return NightOutput(refused="Nothing has come of that magnet that could be taken back.")
        return self._done(told, now_ns)

    def _done(self, told: MagnetReading, now_ns: int) -> NightOutput:
        if told.command is None:
            return NightOutput().saying(told.sentence)
        output = handle_command(self._night, told.command, now_ns)
        if output.refused:
            return output
        return replace(output, sentences=(SpokenSentence(told.sentence), *output.sentences))

    def _scene(self) -> MagnetScene:
        night, ledger = self._night, self._night.ledger
        last = next((each for each in reversed(ledger.shown) if _may_be_challenged(each)), None)
        return MagnetScene(
            league=self._league,
            rules=ledger.rulebook.game,
            field=ledger.field,
            roster=ledger.roster,
            names=self._names,
            notice=night.notice,
            state=night.state,
            places=self._places,
            call=None if last is None else last.call,
            call_number=0 if last is None else last.number,
        )


def _may_be_challenged(shown: ShownCall) -> bool:
    """Whether people heard of it, as of something that happened in the play."""
    return bool(shown.sentence) and shown.call.kind not in {CallKind.NOT_ALLOWED, CallKind.STOP}
