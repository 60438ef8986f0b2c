"""A page that is shown says where it is, and with which code other devices are paired."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI

from referee.apps.terminal import shown_page
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.shown_page import ShownPage

HOME = "192.168.1.20"


@pytest.fixture
def claimed(monkeypatch):
    """A page on a free port; instead of serving, it only starts."""
    pages = []
    own_port_only = shown_page.claim_ports
    monkeypatch.setattr(shown_page, "home_address", lambda: HOME)
    monkeypatch.setattr(shown_page, "claim_ports", lambda port, _lan: own_port_only(port, None))
    monkeypatch.setattr(shown_page, "serve", lambda _app, _sockets, started: started())

    def claim(options):
        pages.append(ShownPage.claim(options))
        return pages[-1]

    yield claim
    for page in pages:
        for each in page.sockets:
            each.close()


def test_the_address_comes_first_and_then_what_the_command_says(claimed, capsys):
    page, begun = claimed(PageOptions(0, browser=False)), []
    page.show(FastAPI(), "The page", "Nothing is kept.", lambda: begun.append(True))
    assert capsys.readouterr().out.splitlines() == [
        f"The page: {page.access.address}",
        "Nothing is kept.",
        "Ctrl-C stops.",
    ]
    assert begun == [True]


def test_other_devices_get_their_address_and_a_code_that_pairs(claimed, capsys):
    page = claimed(PageOptions(0, browser=False, lan=True))
    page.show(FastAPI(), "The page")
    line = capsys.readouterr().out.splitlines()[1]
    told = re.fullmatch(rf"In your home: http://{HOME}:\d+/ with the code (\d{{6}})", line)
    assert page.access.holds(page.access.pairing.pair(told[1]))
