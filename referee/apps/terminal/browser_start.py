"""A browser is sent to a page without its token standing in a command line.

Whoever else uses this computer can read the command lines of all programs. So the browser opens a
small file that only this person may read, and the file leads on to the page.
"""

from __future__ import annotations

import atexit
import html
import os
import secrets
import tempfile
import threading
import webbrowser
from pathlib import Path

# Until then a browser that had to be started first has read the file.
KEPT_S = 60.0
PAGE = """<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}"><title>Referee</title>
<p><a href="{address}">The referee's page</a></p>
"""


def open_browser(address: str) -> None:
    """Open a page in the browser; where no file can be written, nothing is opened."""
    for folder in _folders():
        try:
            file = redirect_file(address, folder)
        except OSError:
            continue
        atexit.register(file.unlink, missing_ok=True)
        webbrowser.open(file.as_uri())
        later = threading.Timer(KEPT_S, file.unlink, kwargs={"missing_ok": True})
        later.daemon = True
        later.start()
        return


def redirect_file(address: str, folder: Path) -> Path:
    """A page that leads on to an address, for nobody else to read."""
    file = folder / f"referee-{secrets.token_hex(8)}.html"
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(opened, "w", encoding="utf-8") as out:
        out.write(PAGE.format(address=html.escape(address)))
    return file


def _folders() -> tuple[Path, ...]:
    """Where it may lie: browsers in a sandbox see no hidden folders and another /tmp."""
    home = Path.home()
    downloads = home / "Downloads"
    seen = downloads if downloads.is_dir() else home
    return seen, Path(tempfile.gettempdir())
