"""`referee demo` from the outside: an address within moments, pictures, a switch, a clean end."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from websockets.sync.client import connect

START = "from referee.cli.main import main; main()"
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")
WORDS = ("demo", "--no-browser", "--port", "0", "--size", "480x270", "--volume", "0")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a POSIX signal")
def test_the_demo_shows_an_evening_obeys_and_ends_without_a_word_too_many():
    program = subprocess.Popen(
        [sys.executable, "-c", START, *WORDS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "TERM": "dumb"},
    )
    try:
        page, token = ADDRESS.search(program.stdout.readline()).groups()
        with connect(page.replace("http", "ws") + "/night", origin=page, max_size=None) as line:
            heard, picture = [], b""
            while not (picture and "about" in heard):
                message = line.recv(timeout=120)
                if isinstance(message, bytes):
                    picture = message
                else:
                    heard.append(json.loads(message)["kind"])
        assert heard[0] == "starting"
        length = int.from_bytes(picture[:4], "little")
        assert picture[4 + length :].startswith(b"\xff\xd8"), "a JPEG"
        headers = {"origin": page, "x-referee-token": token, "content-type": "application/json"}
        server = http.client.HTTPConnection(page.removeprefix("http://"), timeout=10)
        server.request("POST", "/wish", '{"do":"off"}', headers)
        assert json.load(server.getresponse())["done"] is True
        server.close()
    finally:
        os.killpg(program.pid, signal.SIGINT)
        # Not communicate(): it would lose lines that readline() has already taken from the pipe.
        told, complaints = program.stdout.read(), program.stderr.read()
        program.wait(timeout=60)
    assert program.returncode == 0
    assert "Ctrl-C stops" in told
    assert told.endswith("Stopped; the board is off.\n")
    assert complaints.strip() == ""
