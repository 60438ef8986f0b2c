"""A guard's rules and a fake board on one simulated wire and one simulated clock."""

from __future__ import annotations

from referee.power.guard.core import GuardCore
from referee.power.guard.messages import GuardOrder, GuardVerb

MS = 1_000_000


class Lockstep:
    """Bytes take a millisecond each way; the program, while it lives, beats every 40 ms."""

    def __init__(self, device, board, t_ns=1_000 * MS, step_ns=MS, just_plugged_in=False):
        self.board, self.step_ns = board, step_ns
        self.t_ns = t_ns
        self.core = GuardCore(device, t_ns, just_plugged_in)
        self.number = 0
        self.alive = self.cable = self.guard_runs = self.board_speaks = True
        self.lease_ns = 0
        self.events, self.written = [], []
        self.to_board, self.to_host = [], []
        self.next_beat_ns = t_ns
        self.board.t_ns = t_ns

    def plug(self):
        self.cable = True
        self.core.connected(self.t_ns)

    def unplug(self):
        self.cable = False
        self.board.t_ns = self.t_ns
        self.board.unplugged()
        self.to_board.clear()
        self.to_host.clear()
        self.core.disconnected(self.t_ns, "it was unplugged")

    def order(self, verb, for_ns=0, sent_ns=None):
        self.number += 1
        self.core.order(self.t_ns, GuardOrder(self.number, verb, sent_ns or self.t_ns, for_ns))
        self._flush()

    def keep_on(self, lease_ms):
        """The program asks for power, and asks again with every beat."""
        self.lease_ns = lease_ms * MS
        self.order(GuardVerb.ON, self.lease_ns)

    def let_go(self):
        self.lease_ns = 0

    def run(self, ms):
        end_ns = self.t_ns + int(ms * MS)
        while self.t_ns < end_ns:
            self.t_ns += self.step_ns
            self._step()

    def said(self, kind):
        return [e.what for e in self.events if e.what.kind is kind]

    @property
    def standing(self):
        return self.core.standing(self.t_ns)

    def _step(self):
        due = [data for at, data in self.to_board if at <= self.t_ns]
        self.to_board = [row for row in self.to_board if row[0] > self.t_ns]
        said = self.board.tick(self.t_ns)
        for data in due:
            said += self.board.feed(self.t_ns, data)
        if said and self.cable and self.board_speaks:
            self.to_host.append((self.t_ns + MS, said))
        if not self.guard_runs:
            return
        heard = [data for at, data in self.to_host if at <= self.t_ns]
        self.to_host = [row for row in self.to_host if row[0] > self.t_ns]
        for data in heard:
            self.core.received(self.t_ns, data)
        if self.alive and self.t_ns >= self.next_beat_ns:
            self.next_beat_ns = self.t_ns + 40 * MS
            verb = GuardVerb.ON if self.lease_ns else GuardVerb.BEAT
            self.number += bool(self.lease_ns)
            self.core.order(self.t_ns, GuardOrder(self.number, verb, self.t_ns, self.lease_ns))
        if self.t_ns >= self.core.due_ns():
            self.core.tick(self.t_ns)
        self._flush()

    def _flush(self):
        while data := self.core.output(self.t_ns):
            self.written.append(data)
            if self.cable:
                self.to_board.append((self.t_ns + MS, data))
        self.events += self.core.events()
