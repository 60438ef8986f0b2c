"""Our own board, written from docs/power-protocol.md; its clock may run fast and start anywhere."""

from __future__ import annotations

import binascii
from dataclasses import dataclass, field

from referee.lab.bench.power.fake_board import FakeBoard

MS = 1_000_000
CLOSING = ("ON", "KEEP", "PULSE")


@dataclass
class FakeEfl(FakeBoard):
    """Everything but the vibration input and the name."""

    rate: float = 1.0
    caps: str = "eklpw"
    boot: str = "0A1B2C"
    start_ns: int = 0
    session: bool = False
    lease_ns: int = 0
    lease_end_ns: int = 0
    limit_ns: int | None = None
    pulse_end_ns: int | None = None
    closed_ns: int = 0
    trip: str = ""
    stop_open: bool = False
    counted: int = 0
    said: bytes = b""
    last_line: bytes = b""
    last_answer: bytes = b""
    deaf: bool = False
    lines: list[bytes] = field(default_factory=list)

    def stamp(self, t_ns=None):
        passed = (self.t_ns if t_ns is None else t_ns) - self.start_ns
        return f"{int(passed * self.rate / 1000) % 2**32:08X}"

    def say(self, text):
        line = text.encode()
        self.said += line + b"*%04X\n" % binascii.crc_hqx(line, 0)

    def event(self, text):
        self.say(f"#{self.counted % 256:02X} {text}")
        self.counted += 1

    def reset(self, t_ns, flags=2):
        """Boots: off, no session, counts from 0."""
        self.t_ns = t_ns
        self.switch(1, False)
        self.start_ns, self.counted, self.buffer = t_ns, 0, b""
        self.session, self.trip, self.limit_ns, self.pulse_end_ns = False, "", None, None
        self.boot = f"{(int(self.boot, 16) + 1) % 2**24:06X}"
        self.said += b"\n"
        self.event(f"BOOT proto=1 fw=1.0 boot={self.boot} rst={flags:02X} t={self.stamp()}")

    def unplugged(self):
        super().unplugged()
        self.session, self.trip, self.limit_ns, self.pulse_end_ns = False, "", None, None

    def open(self, why, t_ns=None):
        """Relay off at its own instant."""
        if self.closed:
            at = self.t_ns if t_ns is None else t_ns
            now, self.t_ns = self.t_ns, at
            self.switch(1, False)
            self.t_ns = now
            us = int((at - self.closed_ns) * self.rate / 1000)
            self.event(f"COIL 0 why={why} us={us} t={self.stamp(at)}")
        self.limit_ns = self.pulse_end_ns = None

    def close(self, why):
        if not self.closed:
            self.closed_ns = self.t_ns
            self.switch(1, True)
            self.event(f"COIL 1 why={why} t={self.stamp()}")

    def trip_by(self, cause, t_ns=None):
        self.open(cause, t_ns)
        if not self.trip:
            self.trip = cause
            self.event(f"TRIP cause={cause} t={self.stamp(t_ns)}")

    def stop(self, t_ns, opened):
        """The emergency-stop loop."""
        self.t_ns, self.stop_open = t_ns, opened
        self.event(f"ESTOP {int(opened)} t={self.stamp()}")
        if opened:
            self.trip_by("estop")

    def tick(self, t_ns):
        ends = [
            (self.pulse_end_ns, lambda at: self.open("pulse", at)),
            (self.limit_ns, lambda at: self.trip_by("max", at)),
            (self.lease_end_ns if self.session else None, self.lapse),
        ]
        for at, act in sorted((e for e in ends if e[0] is not None), key=lambda e: e[0]):
            if at <= t_ns:
                act(at)
        self.t_ns = t_ns
        said, self.said = self.said, b""
        return said

    def lapse(self, at):
        if self.closed:
            self.trip_by("lease", at)
        self.session = False
        self.event(f"LAPSE t={self.stamp(at)}")

    def obey(self):
        while self.buffer:
            if self.buffer[:1] == b"!":
                self.buffer = self.buffer[1:]
                self.trip_by("panic")
                continue
            line, newline, rest = self.buffer.partition(b"\n")
            if b"!" in line:
                self.trip_by("panic")
                line = line.replace(b"!", b"")
            if not newline:
                break
            self.buffer = rest
            if line.strip(b"\r") and not self.deaf:
                self.lines.append(line)
                self.take(line.replace(b"\r", b""))
        said, self.said = self.said, b""
        return said

    def take(self, line):
        at = line.rfind(b"@")
        frame = line[at:] if at >= 0 else line
        if at > 0:
            self.bad("frame")
        text, star, check = frame.rpartition(b"*")
        if not frame.startswith(b"@") or not star or len(check) != 4 or len(frame) > 48:
            self.bad("frame")
            return
        if b"%04X" % binascii.crc_hqx(text, 0) != check:
            self.bad("crc")
            return
        head, *words = text.decode("ascii", "replace").split(" ")
        if frame == self.last_line and words[0] not in ("HELLO", "OFF"):
            self.said += self.last_answer
            return
        before = self.said
        self.said = b""
        self.command(head[1:], words)
        self.last_line, self.last_answer = frame, self.said.split(b"\n")[0] + b"\n"
        answer = [x for x in self.said.split(b"\n") if x.startswith(b"=")]
        rest = [x for x in self.said.split(b"\n") if x and not x.startswith(b"=")]
        self.last_answer = answer[0] + b"\n"
        self.said = before + b"".join(x + b"\n" for x in answer + rest)

    def bad(self, code):
        self.say(f"=-- ERR {code}")
        if self.closed:
            self.trip_by("frame")

    def command(self, seq, words):
        verb, *args = words
        if verb not in ("HELLO", "OFF") and not self.session:
            self.say(f"={seq} ERR nosession")
            return
        if self.session:
            self.lease_end_ns = self.t_ns + self.lease_ns
        refusal = self.refusal(verb)
        if refusal:
            self.say(f"={seq} ERR {refusal}")
            return
        extra = ""
        if verb == "HELLO":
            self.open("hello")
            self.session, self.lease_ns = True, int(args[1]) * MS
            self.lease_end_ns = self.t_ns + self.lease_ns
            extra = f"proto=1 fw=1.0 boot={self.boot} rst=02 sum=0000 caps={self.caps} "
            extra += f"lease={args[1]} name=- "
        elif verb in CLOSING:
            self.power(verb, self.t_ns + int(int(args[0]) * MS / self.rate))
        elif verb == "OFF":
            self.open("off")
        elif verb == "CLR":
            self.trip = ""
        elif verb == "STAT":
            extra = f"trip={self.trip or '-'} why=off n=0 bad=0 over=0 lost=0 mute=0 loop=100 "
        self.say(f"={seq} OK {extra}t={self.stamp()} d=90 s={self.state():02X}")

    def power(self, verb, end_ns):
        if verb == "PULSE":
            self.pulse_end_ns = end_ns
        else:
            self.limit_ns = end_ns
        if verb != "KEEP":
            self.close(verb.lower())

    def refusal(self, verb):
        """Why a command is not obeyed; the first reason counts."""
        closing = verb in CLOSING
        pulsing = self.pulse_end_ns is not None
        reasons = (
            (closing and self.trip, f"tripped cause={self.trip}"),
            ((closing or verb == "CLR") and self.stop_open, "estop"),
            (closing and (pulsing or (verb == "PULSE" and self.closed)), "busy"),
            (verb == "KEEP" and not self.closed, "open"),
        )
        return next((code for applies, code in reasons if applies), "")

    def state(self):
        return (
            self.closed
            + 4 * self.stop_open
            + 8 * bool(self.trip)
            + 16 * self.session
            + 32 * (self.pulse_end_ns is not None)
        )
