"""The server of the pages keeps its limits and deadlines on real connections."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading

import pytest
from fastapi import WebSocket

from referee.web.server import connection_limits, limited_server, page_guard, page_server
from referee.web.server.connection_limits import ALLOWANCES, Guest
from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import StrictForm, page_app
from referee.web.server.page_server import claim_port, serve

LONG_S = 20.0
STRANGER = "127.0.0.2"  # another address of this machine, which stands for another device
STRANGERS = ALLOWANCES[Guest.STRANGER]


class Said(StrictForm):
    words: str


@pytest.fixture
def served(monkeypatch):
    """A page with a press and a line; every other address than 127.0.0.1 is a stranger's."""
    monkeypatch.setattr(connection_limits, "_is_own", lambda address: address == "127.0.0.1")
    listening = claim_port(0)
    access = PageAccess(listening.getsockname()[1], "the-token")
    app, servers, begun = page_app(access), [], threading.Event()

    @app.post("/press")
    async def press(said: Said) -> dict[str, str]:
        return {"words": said.words}

    @app.websocket("/line")
    async def line(watching: WebSocket) -> None:
        await watching.accept()
        await watching.receive_text()

    class Stoppable(page_server._PageServer):
        def __init__(self, config, started):
            super().__init__(config, started)
            servers.append(self)

        def capture_signals(self):
            return contextlib.nullcontext()

    monkeypatch.setattr(page_server, "_PageServer", Stoppable)
    thread = threading.Thread(target=serve, args=(app, listening, begun.set))
    thread.start()
    assert begun.wait(LONG_S)
    yield access
    servers[0].should_exit = True
    thread.join(LONG_S)


def line_from(address, access):
    line = socket.socket()
    line.settimeout(LONG_S)
    line.bind((address, 0))
    line.connect(("127.0.0.1", access.port))
    return line


def ended(line):
    """Whether the server ends this connection: waits until it does."""
    try:
        return line.recv(4096) == b""
    except ConnectionResetError:
        return True


def press(access, address="127.0.0.1"):
    asking = http.client.HTTPConnection(
        "127.0.0.1", access.port, timeout=LONG_S, source_address=(address, 0)
    )
    headers = {"origin": f"http://127.0.0.1:{access.port}", "content-type": "application/json"}
    asking.request("POST", "/press", b'{"words": "stop"}', headers)
    status = asking.getresponse().status
    asking.close()
    return status


def test_a_device_with_many_half_open_requests_ends_its_own(served):
    lines = [line_from(STRANGER, served) for _ in range(STRANGERS.of_one + 20)]
    for line in lines[:20]:
        assert ended(line)
    assert press(served) == 200
    assert press(served, STRANGER) == 200
    for line in lines:
        line.close()


def test_a_header_that_does_not_come_in_time_ends_its_connection(served, monkeypatch):
    monkeypatch.setattr(limited_server, "HEADER_S", 0.05)
    line = line_from(STRANGER, served)
    line.sendall(b"POST /press HTTP/1.1\r\nhost:")
    assert ended(line)


def test_a_body_that_does_not_come_in_time_is_answered_and_its_connection_ends(served, monkeypatch):
    monkeypatch.setattr(page_guard, "BODY_S", 0.05)
    monkeypatch.setattr(limited_server, "HEADER_S", 0.05)
    line = line_from(STRANGER, served)
    host = f"127.0.0.1:{served.port}"
    line.sendall(
        f"POST /press HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
        'content-type: application/json\r\ncontent-length: 40\r\n\r\n{"wo'.encode()
    )
    answer = b""
    with contextlib.suppress(ConnectionResetError):
        while more := line.recv(4096):
            answer += more
    assert answer.startswith(b"HTTP/1.1 400")


def upgraded(access, address):
    """The answer to a request to become a line, and its connection."""
    line = line_from(address, access)
    host = f"127.0.0.1:{access.port}"
    line.sendall(
        f"GET /line HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nupgrade: websocket\r\n"
        "connection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return line.recv(4096).split(b" ")[1], line


def test_one_device_has_only_a_few_lines_and_the_laptop_has_its_own(served):
    answers = [upgraded(served, STRANGER) for _ in range(STRANGERS.lines_of_one + 1)]
    assert [code for code, _ in answers] == [b"101"] * STRANGERS.lines_of_one + [b"503"]
    own = upgraded(served, "127.0.0.1")
    assert own[0] == b"101"
    for _, line in (*answers, own):
        line.close()
