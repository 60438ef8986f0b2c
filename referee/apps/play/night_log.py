"""The log of a night: a file in the game's folder, for everything unexpected.

Logging is set up here and nowhere else; other modules ask for their logger and write to it. People
read sentences on page and terminal, the log has the tracebacks. A thread of
its own writes, so that logging never waits for the disk.
"""

from __future__ import annotations

import contextlib
import logging
import platform
import queue
import tempfile
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Self

import referee
from referee.night.failures import START_AGAIN
from referee.record.game.database import DATABASE_FILE

LOG_FILE = "night.log"
MOST_BYTES, OLDER_FILES = 1_000_000, 3
LINE = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s%(repeats)s"
# So many lines wait in memory for the game's folder, and so many different ones are told apart.
MOST_WAITING, MOST_COUNTED = 1000, 1000
OWN = referee.__name__

logger = logging.getLogger(__name__)


class NightLog:
    """Logs as long as it is open. ``folder`` is the game's, None: the game is not kept.

    Until the game has its folder, lines wait. When something goes wrong before that, and when
    nothing is kept, the log lies beside the folder or among the system's temporary files.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = _NightFile(folder)
        lines: queue.SimpleQueue[logging.LogRecord] = queue.SimpleQueue()
        self._handler = QueueHandler(lines)
        self._handler.addFilter(_is_worth_keeping)
        self._handler.addFilter(_Repeats())
        self._writer = QueueListener(lines, self._file)
        self._level = logging.NOTSET

    def __enter__(self) -> Self:
        own = logging.getLogger(OWN)
        self._level = own.level
        own.setLevel(logging.INFO)
        # A disk that takes nothing is told of by the game's record, and not by tracebacks.
        logging.raiseExceptions = False
        logging.getLogger().addHandler(self._handler)
        self._writer.start()
        python, system = platform.python_version(), platform.platform()
        logger.info("%s %s, Python %s, %s", OWN, referee.__version__, python, system)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        logging.getLogger().removeHandler(self._handler)
        logging.getLogger(OWN).setLevel(self._level)
        self._writer.stop()
        self._file.close()
        logging.raiseExceptions = True

    def files(self) -> tuple[Path, ...]:
        """The log's files, the newest first; some may not be there."""
        try:
            newest = self._file.place()
        except OSError:
            return ()
        older = (newest.with_name(f"{newest.name}.{n}") for n in range(1, OLDER_FILES + 1))
        return (newest, *older)

    def where(self) -> str:
        """A sentence for people: where the log is."""
        try:
            return f"The log says more: {self._file.place()}"
        except OSError as error:
            return f"There is no log, because nothing can be written ({error.strerror or error})."


@contextlib.contextmanager
def ended_threads_told(report: Callable[[str], None]) -> Iterator[None]:
    """A thread that ends by an error is logged and reported, instead of printing a traceback."""
    before = threading.excepthook

    def tell(ended: threading.ExceptHookArgs) -> None:
        if ended.exc_type is SystemExit:
            return
        name = "without a name" if ended.thread is None else ended.thread.name
        trace = ended.exc_type, ended.exc_value or ended.exc_type(), ended.exc_traceback
        logger.critical("The thread %r has ended.", name, exc_info=trace)
        report(
            "A part of the program has stopped because of an error:"
            f" {name} ({ended.exc_type.__name__}). {START_AGAIN}"
        )

    threading.excepthook = tell
    try:
        yield
    finally:
        threading.excepthook = before


class _NightFile(logging.Handler):
    """A rotating file that is opened once it is known where it belongs."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__()
        self._folder = None if folder is None else folder.resolve()
        self._waiting: deque[logging.LogRecord] = deque(maxlen=MOST_WAITING)
        self._open: RotatingFileHandler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or keep it until there is a place for it."""
        self._waiting.append(record)
        if self._open is not None or self._has_game() or record.levelno >= logging.ERROR:
            with contextlib.suppress(OSError):  # it waits for the next line
                self._write()

    def place(self) -> Path:
        """Where the log is; from now on it stays there."""
        self.acquire()
        try:
            return Path(self._opened().baseFilename)
        finally:
            self.release()

    def close(self) -> None:
        """Warnings are written in any case; a night that went well and is not kept leaves none."""
        self.acquire()
        try:
            if self._has_game() or any(w.levelno >= logging.WARNING for w in self._waiting):
                with contextlib.suppress(OSError):
                    self._write()
            if self._open is not None:
                self._open.close()
        finally:
            self.release()
        super().close()

    def _write(self) -> None:
        file = self._opened()
        while self._waiting:
            file.emit(self._waiting.popleft())

    def _opened(self) -> RotatingFileHandler:
        if self._open is None:
            try:
                self._open = _file_at(self._beside_or_inside())
            except (OSError, ValueError):  # not to be written to, or a folder without a name
                self._open = _file_at(_temporary())
        return self._open

    def _has_game(self) -> bool:
        return self._folder is not None and (self._folder / DATABASE_FILE).is_file()

    def _beside_or_inside(self) -> Path:
        """A folder without a game is not ours to write into: it has to be empty for a new one."""
        if self._folder is None:
            return _temporary()
        if self._has_game():
            return self._folder / LOG_FILE
        return self._folder.with_name(f"{self._folder.name}.log")


def _file_at(path: Path) -> RotatingFileHandler:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = RotatingFileHandler(path, "a", MOST_BYTES, OLDER_FILES, encoding="utf-8")
    file.setFormatter(logging.Formatter(LINE, defaults={"repeats": ""}))
    return file


def _temporary() -> Path:
    return Path(tempfile.mkdtemp(prefix="referee-log-")) / LOG_FILE


def _is_worth_keeping(record: logging.LogRecord) -> bool:
    """Of libraries only what they warn of."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] == OWN


class _Repeats(logging.Filter):
    """Lets the first, tenth, hundredth of equal complaints pass: a loop must not fill the log."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: Counter[tuple[str, int, str, str]] = Counter()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[1] if record.exc_info else None
        key = record.name, record.lineno, record.getMessage(), repr(error)
        with self._lock:
            if len(self._counts) >= MOST_COUNTED:
                self._counts.clear()
            self._counts[key] += 1
            count = self._counts[key]
        if count > 1:
            vars(record)["repeats"] = f" (this was number {count} of its kind)"
        return str(count).strip("0") == "1"
