"""What terminals send for keys; and on a real terminal that keys come one by one and unseen."""

from __future__ import annotations

import io
import os
import sys

import pytest

from referee.night.input.key_names import key_names_of, windows_key_name
from referee.night.input.keyboard import KeyReader, open_terminal


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("a", ["a"]),
        ("A", ["a"]),
        (" \r\n\t", ["space", "enter", "enter", "tab"]),
        ("\x1b", ["escape"]),
        ("\x1b\x1b", ["escape", "escape"]),
        ("\x1b[A", ["up"]),
        ("\x1bOP", ["f1"]),
        ("\x1b[[B", ["f2"]),
        ("\x1b[15~", ["f5"]),
        ("\x1b[6~ ", ["page down", "space"]),
        ("\x1b[1;5A", []),  # control and up: nobody asks for it, and it is no escape
        ("\x1b[200~", []),
        ("x\x1bx", ["x", "escape", "x"]),
        ("\x00\x03", []),
        ("ß7", ["ß", "7"]),
    ],
)
def test_what_a_terminal_sends_for_a_key(sent, keys):
    assert list(key_names_of(sent)) == keys


def test_what_windows_sends_for_a_key():
    assert windows_key_name("\xe0", "H") == "up"
    assert windows_key_name("\x00", ";") == "f1"
    assert windows_key_name("\x00", "D") == "f10"
    assert windows_key_name("\xe0", "Q") == "page down"
    assert windows_key_name("\xe0", "\x92") is None


def test_where_there_is_no_terminal_no_keys_are_read():
    assert open_terminal(io.StringIO("go")) is None
    closed = io.StringIO()
    closed.close()
    assert open_terminal(closed) is None


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Linux and Mac")
def test_a_terminal_that_is_closed_gives_no_more_keys():
    import pty

    outside, inside = pty.openpty()
    with os.fdopen(inside, "r") as stream:
        keys = open_terminal(stream)
        os.close(outside)
        assert [keys.pressed(0.0) for _ in range(3)] == [[]] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Linux and Mac")
def test_a_terminal_gives_keys_at_once_unseen_and_is_left_as_it_was():
    import pty
    import termios

    outside, inside = pty.openpty()
    with os.fdopen(inside, "r") as stream:
        before = termios.tcgetattr(inside)
        keys = open_terminal(stream)
        heard = []
        with KeyReader(keys, heard.append):
            os.write(outside, b" \x1b[6~x\x1b")
            while len(heard) < 4:
                pass
        assert heard == ["space", "page down", "x", "escape"]
        assert termios.tcgetattr(inside) == before
        os.set_blocking(outside, False)
        with pytest.raises(BlockingIOError):
            os.read(outside, 10)  # nothing was echoed
    os.close(outside)
