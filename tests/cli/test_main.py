"""The command line: help for everything, and one sentence for whatever goes wrong."""

import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

from referee import __version__
from referee.apps.terminal.error_sentences import spoken_errors
from referee.cli.main import COMMANDS, app, command_of
from referee.core.errors import BadValue

runner = CliRunner()


def ends_with(error):
    """What a command that raises ``error`` leaves: exit code and stderr."""
    small = typer.Typer(pretty_exceptions_enable=False)

    @small.command()
    def command():
        with spoken_errors():
            raise error

    result = runner.invoke(small)
    return result.exit_code, result.stderr


def commands_below(command, path=()):
    """A group's usual part needs no name; parts that are imported late stand behind ``real``."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        words = path if name == getattr(command, "usual", None) else (*path, name)
        yield from commands_below(command.real(name) if hasattr(command, "real") else below, words)


def every_command():
    """Each command with the words that call it."""
    for name in COMMANDS:
        yield from commands_below(command_of(name), (name,))


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (
            BadValue("width_mm", -3, "50 to 3000", "fields/mine.toml"),
            2,
            "referee: fields/mine.toml: width_mm is -3, but should be 50 to 3000\n",
        ),
        (
            FileNotFoundError(2, "No such file or directory", "mine.toml"),
            2,
            "referee: mine.toml: no such file or directory\n",
        ),
        (OSError("Camera 2 is gone"), 2, "referee: Camera 2 is gone\n"),
        (PermissionError(), 2, "referee: PermissionError\n"),
        (
            IsADirectoryError(21, "Is a directory", "out.mp4"),
            2,
            "referee: out.mp4: is a directory\n",
        ),
        (OSError(98, "Address already in use"), 2, "referee: address already in use\n"),
        (KeyboardInterrupt(), 130, "referee: stopped.\n"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_an_exit_code(error, code, sentence):
    assert ends_with(error) == (code, sentence)


def test_a_mistake_of_ours_keeps_its_traceback():
    with pytest.raises(ZeroDivisionError), spoken_errors():
        raise ZeroDivisionError


def test_errors_of_every_command_pass_through_that_one_place():
    result = runner.invoke(app, ["bench", "no such bench"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("referee: bench is 'no such bench', but should be ")
    assert result.stderr.count("\n") == 1


def test_the_version_is_said():
    assert runner.invoke(app, ["--version"]).stdout == f"referee {__version__}\n"


def test_help_lists_every_command():
    text = runner.invoke(app, ["--help"]).stdout
    assert all(name in text for name in COMMANDS)


def test_a_misspelt_command_is_corrected():
    result = runner.invoke(app, ["bnech"])
    assert result.exit_code == 2
    assert "bench" in result.stderr


def test_help_of_the_whole_loads_no_heavy_library():
    program = (
        "import sys; from typer.testing import CliRunner; from referee.cli.main import app;"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0;"
        "print(sorted({'cv2', 'numba', 'numpy', 'fastapi'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert done.stdout.strip() == b"[]"


@pytest.mark.parametrize("words", [w for w, _ in every_command()], ids=" ".join)
def test_every_command_has_help(words):
    result = runner.invoke(app, [*words, "--help"])
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("words", "command"),
    [(w, c) for w, c in every_command() if not hasattr(c, "commands")],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_every_command_shows_an_example(words, command):
    assert f"referee {' '.join(words)}" in (command.help or "")
