"""The announcer: listens to a night, and has the speaker say what people should hear.

What the loop itself can no longer tell, such as that it hangs, the announcer sees for itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from referee.core.clock import MS_NS
from referee.night.gate import NO_PICTURE, PowerReason, PowerReasonKind, not_watching
from referee.night.interface import NightInterface
from referee.night.night_output import NightOutput
from referee.night.play_clocks import ShownClock
from referee.night.screen.snapshot import Snapshot
from referee.night.sound.clock_utterances import clock_utterances
from referee.night.sound.utterances import (
    COUNT_UTTERANCE,
    alarm_utterance,
    is_correction,
    utterances_of,
)
from referee.voice.settings import VoiceSettings
from referee.voice.speaker import Speaker, open_speaker
from referee.voice.utterance import Urgency, Utterance

LOOK_S = 0.1
# A moment older than this shows nothing of now: the loop that should have told hangs.
OLD_NS = 500 * MS_NS
# Trouble that is gone as fast as it came is not worth a fright.
LASTS_NS = 300 * MS_NS
# While it lasts, it is said again.
AGAIN_NS = 10_000 * MS_NS
HANGS = not_watching("the referee does not answer.")
WATCHING_AGAIN = "Watching again."


class Announcer:
    """Between a night and a speaker; both belong to the caller."""

    def __init__(self, desk: NightInterface, speaker: Speaker) -> None:
        self.speaker = speaker
        self._desk = desk
        self._trouble: PowerReason | None = None
        self._since_ns = 0
        self._told_ns: int | None = None
        self._power, self._counts, self._record = False, False, ""
        self._clocks: tuple[ShownClock, ...] = ()
        self._open = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        """Begin to announce."""
        self._open.set()
        self._desk.listen(self.hear)
        self.speaker.start()
        self._thread.start()

    def close(self) -> None:
        """Be quiet, for good."""
        self._open.clear()
        self.speaker.close()

    def hear(self, output: NightOutput) -> None:
        """What the night answered; called from its loop, so nothing here waits."""
        if is_correction(output):
            self.speaker.withdraw(Urgency.CALL)
        self.speaker.tell(*utterances_of(output))

    def look(self) -> None:
        """One look at the newest moment."""
        shown = self._desk.snapshot
        if shown is None:
            return
        now_ns = self._desk.now_ns
        self._alarm(_trouble(shown, now_ns), now_ns)
        if shown.power and not self._power:
            self.speaker.withdraw(Urgency.STATE)  # a new stretch: what was before is past
        self._power = shown.power
        counts = shown.count_ms is not None
        if counts and not self._counts:
            self.speaker.tell(COUNT_UTTERANCE)
        self._counts = counts
        self.speaker.tell(*clock_utterances(self._clocks, shown.clocks))
        self._clocks = shown.clocks
        if shown.record and shown.record != self._record:
            self.speaker.tell(Utterance(Urgency.STATE, "record", shown.record))
        self._record = shown.record

    def _alarm(self, trouble: PowerReason | None, now_ns: int) -> None:
        before = self._trouble
        if (trouble is None) is not (before is None):
            self._since_ns = now_ns
            blind = before is not None and before.kind is PowerReasonKind.NOT_WATCHING
            if self._told_ns is not None and blind:
                self.speaker.tell(Utterance(Urgency.STATE, "alarm", WATCHING_AGAIN, again=True))
            self._told_ns = None
        self._trouble = trouble
        if trouble is None or now_ns - self._since_ns < LASTS_NS:
            return
        if self._told_ns is None or now_ns - self._told_ns >= AGAIN_NS:
            self.speaker.tell(alarm_utterance(trouble.sentence))
            self._told_ns = now_ns

    def _run(self) -> None:
        pause = threading.Event()
        while self._open.is_set():
            self.look()
            pause.wait(LOOK_S)


def announcer_for(
    desk: NightInterface,
    settings: VoiceSettings,
    complain: Callable[[str], None] = lambda _note: None,
) -> Announcer:
    """An announcer with what this machine speaks and plays with; not started yet.

    ``complain`` is told in a sentence what will not be heard, if anything.
    """
    return Announcer(desk, open_speaker(settings, complain))


def _trouble(shown: Snapshot, now_ns: int) -> PowerReason | None:
    """What nobody may miss, None where all is well."""
    if now_ns - shown.t_ns > OLD_NS:
        return HANGS
    blind = (why for why in shown.reasons if why.kind is PowerReasonKind.NOT_WATCHING)
    if not shown.watching:
        return next(blind, not_watching(NO_PICTURE))
    return PowerReason(PowerReasonKind.ALARM, shown.alarm) if shown.alarm else None
