"""The one place where an error becomes a sentence for the person at the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from referee.core.errors import BadValue

BAD_INPUT = 2
INTERRUPTED = 130


@contextmanager
def spoken_errors() -> Iterator[None]:
    """Say what went wrong in one sentence on stderr and leave with an exit code.

    Anything else that is raised is a mistake of ours and keeps its traceback.
    """
    try:
        yield
    except BadValue as error:
        _leave(str(error), BAD_INPUT)
    except BrokenPipeError:
        raise  # the reader went away (`referee ... | head`): typer leaves quietly
    except OSError as error:
        _leave(_sentence(error), BAD_INPUT)
    except KeyboardInterrupt:
        _leave("stopped.", INTERRUPTED)


def complain(sentence: str) -> None:
    """A sentence on stderr, from the program as a whole."""
    typer.echo(f"referee: {sentence}", err=True)


def _leave(message: str, code: int) -> None:
    complain(message)
    raise typer.Exit(code) from None


def _sentence(error: OSError) -> str:
    """The system's reason with its files in front; a message of our own as it is."""
    if error.strerror is None:
        return str(error) or type(error).__name__
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    return ": ".join([*([" and ".join(names)] if names else []), error.strerror.lower()])
