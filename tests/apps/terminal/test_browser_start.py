"""The browser is sent to the page by a file that nobody else may read."""

from __future__ import annotations

import os
import stat

import pytest

from referee.apps.terminal import browser_start
from referee.apps.terminal.browser_start import open_browser, redirect_file

ADDRESS = "http://127.0.0.1:8620/#a-secret-token"


@pytest.mark.skipif(os.name == "nt", reason="other rights are kept elsewhere there")
def test_the_file_is_its_owners_alone(tmp_path):
    file = redirect_file(ADDRESS, tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert f"url={ADDRESS}" in file.read_text()


def test_the_command_line_of_the_browser_has_no_token(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(browser_start.webbrowser, "open", opened.append)
    monkeypatch.setattr(browser_start, "_folders", lambda: (tmp_path / "missing", tmp_path))
    open_browser(ADDRESS)
    ((file,), (address,)) = tuple(tmp_path.iterdir()), opened
    assert address == file.as_uri()
    assert "a-secret-token" not in address
