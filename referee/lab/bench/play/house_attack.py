"""What a device of the house without pairing does to a night: frame rate and Stop, before and under
attack.

The page is served as `referee play --lan` serves it, with review and score sheet. The attacker is
another process that comes by this machine's address in the home network; the presses of Stop come
from the laptop itself, while the board is off. Attacker and night share this computer's cores.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from referee.core.clock import MS_NS, S_NS
from referee.core.errors import BadValue, PlainWord
from referee.lab.bench.play.bench_night import BenchNight, bench_night
from referee.lab.bench.play.house_attackers import ATTACKS, CLIPS, FLAGS
from referee.lab.bench.play.kept_parts import RowOrNote
from referee.lab.bench.play.open_page import page_served
from referee.lab.bench.report import Row
from referee.sim.live.setup import SimSetup
from referee.system_clock import clock_ns
from referee.web.server.home_network import home_address
from referee.web.server.page_access import PageAccess

ATTACKERS = "referee.lab.bench.play.house_attackers"
NOBODY = "nobody attacks"
# On a busy computer a simulated night takes its time; a clip needs a call that was flagged.
SETTLE_S, FLAG_S = 600.0, 300.0
LOOK_S, PRESS_EACH_S, ANSWER_S = 0.05, 0.5, 8.0
# The bars: Stop as on an idle computer, and the rate as it was but for what the attacker itself
# takes of two cores.
STOP_MS, RATE_SHARE = 500.0, 0.8


@dataclass
class AttackFigures:
    """``stops_ms``: until a press of Stop was answered; ``unanswered`` never were."""

    name: str
    rates: list[float] = field(default_factory=list)
    stops_ms: list[float] = field(default_factory=list)
    unanswered: int = 0
    watching: list[bool] = field(default_factory=list)
    attacker: str = ""

    @property
    def rate(self) -> float:
        """The median of the frames that the eyes took in a second."""
        return sorted(self.rates)[len(self.rates) // 2] if self.rates else 0.0


def attack_page(seconds: float, seed: int, told: Callable[[float], None]) -> list[AttackFigures]:
    """One night: so long without an attack, then each attack for as long."""
    cv2.setNumThreads(1)
    lan = _own_address()
    names = (NOBODY, *ATTACKS)
    found = []
    with (
        tempfile.TemporaryDirectory() as name,
        bench_night(SimSetup(seed=seed), folder=Path(name) / "game") as seat,
        page_served(seat.evening, lan, Path(name) / "game") as access,
    ):
        if seat.wait(lambda: seat.now.state.plays >= 1, SETTLE_S) is None:
            raise BadValue("the night", PlainWord("without a play so far"), "a computer less busy")
        seat.wait(lambda: bool(_flags(access)), FLAG_S)
        for place, kind in enumerate(names):
            found.append(_under(kind, seat, access, seconds))
            told((place + 1) / len(names))
    return found


def _under(kind: str, seat: BenchNight, access: PageAccess, seconds: float) -> AttackFigures:
    out = AttackFigures(kind)
    command = [sys.executable, "-c", f"import {ATTACKERS}; {ATTACKERS}.main()"]
    words = [kind, str(access.lan), str(access.port), str(seconds)]
    attacker = (
        None
        if kind == NOBODY
        else subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True)  # noqa: S603
    )
    begun_ns = press_ns = clock_ns()
    while (now_ns := clock_ns()) - begun_ns < seconds * S_NS:
        seat.check()
        now = seat.now
        out.rates.append(now.performance.fps)
        out.watching.append(now.watching)
        if now_ns >= press_ns and not now.power:
            press_ns = now_ns + round(PRESS_EACH_S * S_NS)
            _press(access, out)
        time.sleep(LOOK_S)
    if attacker is not None:
        out.attacker = attacker.communicate(timeout=seconds + ANSWER_S)[0].strip()
    return out


def _flags(access: PageAccess) -> list[object]:
    """The flagged calls that the page gives clips of."""
    time.sleep(LOOK_S * 10)
    line = http.client.HTTPConnection("127.0.0.1", access.port, timeout=ANSWER_S)
    try:
        line.request("GET", FLAGS)
        return list(json.loads(line.getresponse().read())["flags"])
    except (OSError, http.client.HTTPException, ValueError, KeyError):
        return []
    finally:
        line.close()


def _press(access: PageAccess, out: AttackFigures) -> None:
    began_ns = clock_ns()
    line = http.client.HTTPConnection("127.0.0.1", access.port, timeout=ANSWER_S)
    headers = {"origin": f"http://127.0.0.1:{access.port}", "content-type": "application/json"}
    try:
        line.request("POST", "/wish", json.dumps({"do": "stop"}), headers)
        line.getresponse().read()
        out.stops_ms.append((clock_ns() - began_ns) / MS_NS)
    except (OSError, http.client.HTTPException):
        out.unanswered += 1
    finally:
        line.close()


def _own_address() -> str:
    try:
        return home_address()
    except BadValue:
        return "127.0.0.1"


def attack_rows(found: list[AttackFigures]) -> Iterator[RowOrNote]:
    """A row for each figure; the rate is compared with that before the attacks."""
    usual = found[0].rate
    for each in found:
        at = f"page: {each.name}"
        bar = None if each.name == NOBODY else STOP_MS
        yield Row(f"{at}: Stop answered, worst", max(each.stops_ms, default=1e9), "ms", bar), ""
        yield Row(f"{at}: Stop never answered", float(each.unanswered), "times", 0.0), ""
        if each.name != NOBODY:
            lost = max(0.0, 1.0 - each.rate / max(usual, 1e-9))
            yield Row(f"{at}: frame rate lost", lost, "of all", 1.0 - RATE_SHARE), ""
        if "readers" in each.name and f"{CLIPS} 200" not in each.attacker:
            yield None, f"{at}: no clip was given, so this says nothing of what clips cost"
        watched = sum(each.watching) / max(1, len(each.watching))
        note = (
            f"{at}: the eyes took {each.rate:.1f} frames/s, watched {100 * watched:.0f} % of the"
            f" time, {len(each.stops_ms)} presses of Stop"
        )
        yield None, f"{note}; the attacker: {each.attacker}" if each.attacker else note
