"""Our own board as the guard sees it: a session, beats that renew its lease, timed events."""

from __future__ import annotations

from referee.core.clock import MS_NS
from referee.power.capabilities import Capabilities
from referee.power.efl.board_clock import BoardClock
from referee.power.efl.board_reporter import BoardReporter
from referee.power.efl.board_words import CLOSED, REFUSED, SESSION, TRIPPED
from referee.power.efl.courier import Courier, SentBoardCommand
from referee.power.efl.protocol import (
    MAX_STAMP,
    PANIC,
    BoardAnswer,
    BoardEvent,
    BoardRefusal,
    LineNoise,
    ProtocolReader,
    number_in,
)
from referee.power.events import PowerEventKind, PowerHappening
from referee.power.power_device import ClockFit, PowerFault, wire_ns
from referee.power.switch import PowerCause

BAUD = 115_200
LEASE_MS = 250
BEAT_NS = 50 * MS_NS
GREET_EVERY_NS = 250 * MS_NS
MIN_PULSE_MS, MAX_PULSE_MS = 20, 120_000
# The guard ends a lease itself; the board's own limit comes a little later, for when it does not.
SLACK_MS, SHORTEST_MS = 20, 120
# Older firmware has no KEEP. There the limit is long and renewed seldom, because an order to close
# that meets a relay which another program has just opened would close it again.
LIMIT_MS = 10_000
RENEW_BEFORE_NS = LIMIT_MS * MS_NS // 2
# A flood is noted once a second, or the log would drown in it.
NOISE_NOTE_NS = 1000 * MS_NS
SENSE_WINDOW_MS = 2000


class EflDevice:
    """The conversation with our own board."""

    def __init__(self, model_caps: Capabilities, sense_level: int = 0) -> None:
        self._caps = model_caps
        self._sense_level = sense_level
        self._reader = ProtocolReader()
        self._clock = BoardClock()
        self._courier = Courier()
        self._telling = BoardReporter(self._clock)
        self._faults: list[PowerFault] = []
        self._about = ""
        self._open = False
        self._session = False
        self._tripped = False
        self._greet_ns = 0
        self._greeted_us = 0
        self._spoke_ns = 0
        self._noise_ns = 0
        self._until_ns: int | None = None
        self._limit_ns = 0

    @property
    def capabilities(self) -> Capabilities:
        """What the model promises, less what this board says it lacks."""
        return self._caps

    @property
    def ready(self) -> bool:
        """A session stands and no trip is latched."""
        return self._session and not self._tripped

    @property
    def closed(self) -> bool | None:
        """What the board last said; None without a session."""
        return self._telling.closed if self._session else None

    @property
    def quiet(self) -> bool:
        """Every command was answered, as far as anybody is there to answer."""
        return self._courier.idle or not self._session

    @property
    def fit(self) -> ClockFit | None:
        """The board's clock against ours."""
        return self._clock.fit

    @property
    def about(self) -> str:
        """Its name and firmware."""
        return self._about

    def connected(self, t_ns: int, just_plugged_in: bool) -> None:  # noqa: ARG002 - no matter here
        """First off, then a greeting until it answers: most boards start anew when opened."""
        self._reader = ProtocolReader()
        self._courier = Courier(first_seq=(t_ns >> 20) % 256)
        self._open, self._session, self._until_ns = True, False, None
        self._courier.overtake(t_ns, "OFF", before=b"\n")
        self._greet_ns = t_ns + GREET_EVERY_NS

    def disconnected(self, t_ns: int) -> None:
        """It opens when its supply or its lease is gone; what it would have told is lost."""
        self._open, self._session, self._until_ns = False, False, None
        self._courier.forget()
        self._clock.forget()
        self._telling.gone(t_ns, LEASE_MS * MS_NS)

    def on(self, t_ns: int, until_ns: int) -> None:
        """The first order goes out at once; renewals travel with the beats."""
        first = self._until_ns is None
        self._until_ns = until_ns
        if first:
            self._send_on(t_ns)

    def pulse(self, t_ns: int, for_ns: int) -> None:
        """Timed on the chip, in milliseconds of its own clock."""
        ms = round(self._clock.board_ms(for_ns / MS_NS))
        self._courier.send(t_ns, f"PULSE {min(max(ms, MIN_PULSE_MS), MAX_PULSE_MS)}")

    def off(self, t_ns: int) -> None:
        """Overtakes everything."""
        self._until_ns = None
        if self._open:
            self._courier.overtake(t_ns, "OFF")

    def panic(self, t_ns: int) -> None:
        """One byte that acts from the receive interrupt, then off for an answer."""
        self._until_ns = None
        if self._open:
            self._courier.overtake(t_ns, "OFF", before=PANIC)

    def clear(self, t_ns: int) -> None:
        """Take a latched trip back."""
        if self._session and self._tripped:
            self._courier.send(t_ns, "CLR")

    def received(self, t_ns: int, data: bytes) -> None:
        """Every complete line counts."""
        for frame in self._reader.feed(data):
            match frame:
                case BoardAnswer():
                    self._answered(t_ns, frame)
                case BoardRefusal():
                    self._refused(t_ns, frame)
                case BoardEvent():
                    self._told(t_ns, frame)
                case LineNoise():
                    self._noise(t_ns, frame)

    def tick(self, t_ns: int) -> None:
        """Repeat, give up, greet, beat."""
        if not self._open:
            return
        if self._session:
            if self._courier.tick(t_ns):
                self._fail(
                    t_ns, PowerFault(PowerCause.LINK_LOST, "the board does not answer any more")
                )
            elif self._courier.idle and t_ns >= self._spoke_ns + BEAT_NS:
                self._beat(t_ns)
            if self._telling.lost_edge(t_ns):
                self._courier.send(t_ns, "STAT")
        elif t_ns >= self._greet_ns:
            self._greet(t_ns)

    def due_ns(self) -> int:
        """The next beat, greeting or repetition."""
        if not self._open:
            return MAX_STAMP << 32
        if not self._session:
            return self._greet_ns
        return self._courier.due_ns() or self._spoke_ns + BEAT_NS

    def output(self, t_ns: int) -> bytes:
        """What is to be written now."""
        data = self._courier.output()
        if data:
            self._spoke_ns = t_ns
        return data

    def happened(self) -> list[PowerHappening]:
        """What the board told since."""
        return self._telling.taken()

    def faults(self) -> list[PowerFault]:
        """What went wrong since."""
        faults, self._faults = self._faults, []
        return faults

    def _greet(self, t_ns: int) -> None:
        self._greet_ns = t_ns + GREET_EVERY_NS
        self._courier.overtake(t_ns, f"HELLO 1 {LEASE_MS}")

    def _beat(self, t_ns: int) -> None:
        if self._until_ns is None:
            self._courier.send(t_ns, "HB")
        elif self._telling.keeps:
            self._courier.send(t_ns, f"KEEP {self._limit_ms(t_ns)}")
        elif t_ns < self._limit_ns - RENEW_BEFORE_NS:
            self._courier.send(t_ns, "HB")
        else:
            self._send_on(t_ns)

    def _send_on(self, t_ns: int) -> None:
        self._limit_ns = t_ns + LIMIT_MS * MS_NS
        self._courier.send(t_ns, f"ON {self._limit_ms(t_ns)}")

    def _limit_ms(self, t_ns: int) -> int:
        if not self._telling.keeps or self._until_ns is None:
            return LIMIT_MS
        return max((self._until_ns - t_ns) // MS_NS + SLACK_MS, SHORTEST_MS)

    def _answered(self, t_ns: int, answer: BoardAnswer) -> None:
        sent = self._courier.answered(t_ns, answer.seq)
        if sent is None:
            self._check_mine(answer.seq)
            return
        state = number_in(answer.words, "s", 16, 255)
        stamp = number_in(answer.words, "t", 16, MAX_STAMP)
        if state is None or stamp is None:
            self._telling.note(t_ns, f"an answer without state or time to {sent.verb}")
            return
        if sent.verb == "HELLO":
            self._greeted_us = stamp
            self._greeted(t_ns, answer)
        if sent.tries == 1:
            self._compare(sent, stamp, answer, t_ns)
        self._stands(t_ns, state, sent)

    def _compare(self, sent: SentBoardCommand, stamp: int, answer: BoardAnswer, t_ns: int) -> None:
        """The board saw the line's end between our writing it and the answer's beginning."""
        pause_us = number_in(answer.words, "d", 10, 10_000_000) or 0
        earliest = sent.first_ns + wire_ns(len(sent.line), BAUD)
        self._clock.compare(stamp, earliest, t_ns - pause_us * 1000)

    def _stands(self, t_ns: int, state: int, sent: SentBoardCommand) -> None:
        closed = bool(state & CLOSED)
        self._tripped = bool(state & TRIPPED)
        self._telling.stands(t_ns, closed)
        if self._session and not state & SESSION:
            self._session, self._greet_ns = False, t_ns
        if closed and sent.verb == "OFF":
            self._fail(
                t_ns, PowerFault(PowerCause.STUCK, "the board says that it is on, right after off")
            )

    def _greeted(self, t_ns: int, answer: BoardAnswer) -> None:
        if answer.words.get("proto") != "1":
            self._telling.note(t_ns, "the board speaks another version of the language: flash it")
            return
        said = answer.words
        name = said.get("name", "-")
        called = "" if name == "-" else f"{name}, "
        self._about = f"{called}firmware {said.get('fw', '?')}, started as {said.get('boot', '?')}"
        self._caps = self._telling.capabilities(
            self._caps, said.get("caps", ""), bool(self._sense_level)
        )
        if self._sense_level:
            self._courier.send(t_ns, f"SENSE {SENSE_WINDOW_MS} {self._sense_level}")
        first, self._session = not self._session, True
        if first:
            self._telling.add(t_ns, PowerEventKind.LINK_UP, None, self._about)
        state = number_in(said, "s", 16, 255) or 0
        if state & TRIPPED:
            self._courier.send(t_ns, "STAT")
            self._faults.append(
                PowerFault(PowerCause.TRIPPED, "a trip is still latched in the board")
            )

    def _refused(self, t_ns: int, refusal: BoardRefusal) -> None:
        if refusal.seq is None:
            if self._session:
                detail = f"the board heard something it could not read: {refusal.code[:20]}"
                self._telling.note(t_ns, detail)
            return
        sent = self._courier.answered(t_ns, refusal.seq)
        if sent is None:
            self._check_mine(refusal.seq)
        elif refusal.code == "nosession":
            self._session, self._greet_ns = False, t_ns
            detail = "the session with the board had ended: the computer was too busy"
            self._lost_order(t_ns, sent, PowerFault(PowerCause.HOST_SILENT, detail))
        elif refusal.code == "version":
            self._telling.note(t_ns, "the board speaks another version of the language: flash it")
        else:
            self._tripped |= refusal.code == "tripped"
            unknown = PowerFault(PowerCause.TRIPPED, f"the board refused: {refusal.code[:20]}")
            self._lost_order(t_ns, sent, REFUSED.get(refusal.code, unknown))

    def _lost_order(self, t_ns: int, sent: SentBoardCommand, fault: PowerFault) -> None:
        """It was not obeyed; if an order to close were taken up later, power would come back."""
        self._until_ns = None
        self._telling.add(t_ns, PowerEventKind.REFUSED, None, f"{sent.verb}: {fault.detail}")
        if sent.verb in {"ON", "KEEP", "PULSE", "CLR"}:
            self._faults.append(fault)

    def _told(self, t_ns: int, event: BoardEvent) -> None:
        if event.name == "BOOT":
            self._telling.started(t_ns, event)
            if self._session:
                self._faults.append(PowerFault(PowerCause.RESTARTED, self._telling.last_start))
            self._until_ns = None
            self._clock.forget()
            self._session, self._greet_ns = False, t_ns
            self._courier.forget()
        else:
            fault = self._telling.event(t_ns, event)
            if fault is not None and self._session:
                self._tripped, self._until_ns = True, None
                self._faults.append(fault)
            if event.name == "LAPSE" and not self._before_greeting(event):
                self._session, self._greet_ns = False, t_ns

    def _before_greeting(self, event: BoardEvent) -> bool:
        """Told of a session that was over when this one began, for no session lasts less than its
        lease. Stamps are of the greeting's arrival and wrap after 71 minutes."""
        stamp = number_in(event.words, "t", 16, MAX_STAMP)
        if stamp is None:
            return False
        after_us = (stamp - self._greeted_us) % (MAX_STAMP + 1)
        return after_us < LEASE_MS * 500 or after_us > MAX_STAMP // 2

    def _noise(self, t_ns: int, noise: LineNoise) -> None:
        """A cable does not garble lines: another program writes too. While on, this is a fault."""
        if not self._session:
            return
        detail = f"not understood from the board: {noise.line[:40]!r}"
        if self._telling.closed or self._until_ns is not None:
            self._faults.append(PowerFault(PowerCause.FOREIGN, detail))
        if t_ns >= self._noise_ns:
            self._noise_ns = t_ns + NOISE_NOTE_NS
            self._telling.note(t_ns, detail)

    def _check_mine(self, seq: int) -> None:
        if self._session and not self._courier.is_mine(seq):
            detail = "the board answers somebody else: another program has opened its port"
            self._faults.append(PowerFault(PowerCause.FOREIGN, detail))

    def _fail(self, t_ns: int, fault: PowerFault) -> None:
        """Stop at once; what the board says of it comes later, if it can speak."""
        self._faults.append(fault)
        self._session, self._until_ns = False, None
        self._courier.overtake(t_ns, "OFF", before=PANIC)
        self._greet_ns = t_ns + GREET_EVERY_NS
