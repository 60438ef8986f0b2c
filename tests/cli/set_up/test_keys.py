"""`referee keys` at the keyboard."""

import json

import pytest
from typer.testing import CliRunner

from referee.cli.main import app


def referee(*words):
    return CliRunner().invoke(app, ["keys", *words])


def test_the_list_names_every_key_with_escape_as_off():
    keys = json.loads(referee("list", "--json").stdout)["keys"]
    assert (keys["escape"], keys["space"], keys["pedal"]) == ("off", "go", "go")


def test_a_file_is_checked(tmp_path):
    path = tmp_path / "keys.toml"
    path.write_text('[keys]\nb = "go"\n"page down" = "undo"\n[pedal]\nport = "COM7"\n')
    content = json.loads(referee("list", "--keys", str(path), "--json").stdout)
    assert content["keys"]["b"] == "go"
    assert content["pedal"] == {"port": "COM7", "line": "cts"}


@pytest.mark.parametrize("text", ['[keys]\nescape = "go"\n', "[keys\n", '[keys]\nb = "hop"\n'])
def test_a_wrong_file_is_said_in_a_sentence(tmp_path, text):
    path = tmp_path / "keys.toml"
    path.write_text(text)
    done = referee("list", "--keys", str(path))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"referee: {path}: ")


def test_without_a_terminal_keys_cannot_be_tried():
    done = referee("test", "--seconds", "1")
    assert done.exit_code == 2
    assert "the terminal is missing" in done.stderr
