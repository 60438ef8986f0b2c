"""The server of the pages: its errors are logged where everything is."""

from __future__ import annotations

import http.client
import logging
import threading

from fastapi import FastAPI

from referee.web.server import page_server
from referee.web.server.page_server import claim_port, serve


def test_an_error_behind_a_page_is_logged_and_not_printed(capfd, monkeypatch):
    # As in a program that has just begun: other tests may have set the server's own logger up.
    monkeypatch.setattr(logging.getLogger("uvicorn"), "handlers", [])
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
    app, answers = FastAPI(), []
    records: list[logging.LogRecord] = []

    class Kept(logging.Handler):
        def emit(self, record):
            records.append(record)

    @app.get("/")
    def broken() -> None:
        raise ZeroDivisionError

    listening = claim_port(0)
    servers: list[page_server._PageServer] = []

    class Stoppable(page_server._PageServer):
        def __init__(self, config, started):
            super().__init__(config, started)
            servers.append(self)

    monkeypatch.setattr(page_server, "_PageServer", Stoppable)

    def ask():
        line = http.client.HTTPConnection(*listening.getsockname(), timeout=10)
        line.request("GET", "/")
        answers.append(line.getresponse().status)
        line.close()
        servers[0].should_exit = True  # a signal would reach whatever runs the tests

    handler = Kept()
    logging.getLogger().addHandler(handler)
    try:
        serve(app, listening, threading.Thread(target=ask).start)
    finally:
        logging.getLogger().removeHandler(handler)
    assert answers == [500]
    assert [record.exc_info[0] for record in records if record.exc_info] == [ZeroDivisionError]
    assert "Traceback" not in capfd.readouterr().err
