"""The way in: nobody who presses Ctrl-C early gets to see a traceback."""

import sys
from types import SimpleNamespace

import pytest

from referee.__main__ import STOPPED, main


def stopped():
    raise KeyboardInterrupt


def test_ctrl_c_while_loading_is_one_word(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "referee.cli.main", SimpleNamespace(main=stopped))
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == STOPPED
    assert capsys.readouterr().err == "referee: stopped.\n"


def test_it_runs_the_command_line(monkeypatch):
    called = []
    monkeypatch.setitem(
        sys.modules, "referee.cli.main", SimpleNamespace(main=lambda: called.append(True))
    )
    main()
    assert called == [True]
