"""An environment in which a program is watched, and what came of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tests.offline.hook import sitecustomize

HOOK = Path(sitecustomize.__file__).parent
ROOT = Path(__file__).resolve().parents[2]
# Places that a program may have been told of instead of the home folder.
ELSEWHERE = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


@dataclass(frozen=True)
class WatchedPlace:
    """A home folder with nothing in it, a folder to work in, and the list of what got out."""

    home: Path
    work: Path
    log: Path

    @property
    def environment(self) -> dict[str, str]:
        env = {key: value for key, value in os.environ.items() if key not in ELSEWHERE}
        path = os.pathsep.join(map(str, (HOOK, ROOT)))
        home = str(self.home)
        return {
            **env,
            "HOME": home,
            "USERPROFILE": home,
            "APPDATA": str(self.home / "AppData" / "Roaming"),
            "TERM": "dumb",
            "PYTHONPATH": path,
            "PYTHONDONTWRITEBYTECODE": "1",
            sitecustomize.LOG: str(self.log),
        }

    def got_out(self) -> list[str]:
        """What looked up a name or reached beyond this computer."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    def written(self) -> list[str]:
        """The files that the home folder holds."""
        files = (path for path in self.home.rglob("*") if path.is_file())
        return sorted(path.relative_to(self.home).as_posix() for path in files)


def watched_place(folder: Path) -> WatchedPlace:
    """One in an empty folder."""
    place = WatchedPlace(folder / "home", folder / "work", folder / "network.log")
    place.home.mkdir()
    place.work.mkdir()
    return place
