"""Everything `referee track` does once its options are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from referee.camera.calib_file import Calibration, read_calibration
from referee.camera.source import Frame
from referee.cli.draw_tracks import DrawnVideo
from referee.cli.errors import INTERRUPTED
from referee.cli.show import progress_bar
from referee.core.clock import S_NS
from referee.core.errors import BadValue, Word
from referee.core.roster import Roster
from referee.files.teams import read_teams
from referee.play.observed import nothing_seen, observation_of_watched
from referee.record.film import Film
from referee.record.observation import Observation
from referee.record.tracks import (
    Header,
    Kind,
    line_of,
    read_observations,
    whole_observations,
)
from referee.vision.checks import check_calibration
from referee.vision.enrolled import colours_path, read_enrolled
from referee.vision.locate import Locator
from referee.vision.models import DETECTOR
from referee.vision.open import open_locator
from referee.vision.watch.lineup import LineUp, Start
from referee.vision.watch.look import Asked
from referee.vision.watch.opening import (
    FILE_LOOK_S,
    Opening,
    first_looker,
    open_enrolled,
    open_without_roster,
    watcher_of,
)
from referee.vision.watch.watcher import Watched

BOARD_UNKNOWN = "unknown"
SHOW_EACH = 5
Tell = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the command."""

    video: Path
    calibration: Path
    roster: Path | None
    field: str | None
    model: str | None
    as_json: bool
    draw: Path | None
    out: Path | None
    power_log: Path | None
    trust: bool


@dataclass
class _Tally:
    """What is said at the end."""

    frames: int = 0
    tracked: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)
    complaints: dict[str, int] = field(default_factory=dict)


def run_track(wanted: Wanted) -> None:
    """Find the line-up, then follow it from the first frame to the last."""
    calibration = read_calibration(wanted.calibration, wanted.field)
    for note in calibration.notes:
        _say(f"{wanted.calibration}: {note}")
    power = _power_of(wanted.power_log)
    tally = _Tally()
    stopped = False
    with progress_bar() as bar, ExitStack() as stack:
        task = bar.add_task("loading the model", total=1.0, note="")

        def tell(doing: str, t_ns: int) -> None:
            share = t_ns / length_ns if length_ns else None
            bar.update(task, description=doing, completed=share, note=f"{t_ns / S_NS:.1f} s")

        with Film(wanted.video) as film:
            length_ns = film.length_ns
        locator = open_locator(calibration, wanted.model or DETECTOR)
        start = _line_up(wanted.video, locator, calibration, wanted.trust, tell)
        opening = _opening(start, locator, wanted)
        roster = opening.beginning.roster
        for note in opening.notes:
            bar.console.print(f"referee: {note}", markup=False, highlight=False, soft_wrap=True)
        writer = stack.enter_context(
            whole_observations(wanted.out, Header(Kind.TRACKS, _name(calibration)))
        )
        drawing = stack.enter_context(DrawnVideo(wanted.draw, calibration.camera))
        try:
            for frame, seen, watched in _followed(
                wanted.video, locator, opening, start, power, tally
            ):
                if tally.frames % SHOW_EACH == 0:
                    tell("tracking", frame.t_ns)
                if wanted.as_json:
                    _print_line(seen)
                if writer is not None:
                    writer.write(seen)
                drawing.write(frame, watched, roster)
        except KeyboardInterrupt:
            stopped = True
    _say_all(wanted, tally, roster, power is not None)
    if stopped:
        _say(f"stopped after {tally.frames} frames; what was written until then is whole.")
        raise typer.Exit(INTERRUPTED)


def _line_up(
    video: Path, locator: Locator, calibration: Calibration, trust: bool, tell: Tell
) -> Start:
    """The first moment at which everybody stands on the board."""
    looker, line_up, checked = first_looker(locator), LineUp(), trust
    complaint: str | None = None
    with Film(video) as film:
        last_ns: int | None = None
        for frame in film:
            if last_ns is not None and frame.t_ns - last_ns < FILE_LOOK_S * S_NS:
                continue
            last_ns = frame.t_ns
            tell("looking for the line-up", frame.t_ns)
            look = looker.look(Asked(frame, ()))
            complaint = look.complaint or complaint
            if look.complaint is not None:
                continue
            if not checked:
                checked = True
                found = locator.finder.find(frame.image)
                board, error_mm = calibration.field, calibration.error_mm
                check_calibration(frame.image, calibration.camera, board, found, error_mm)
            if line_up.look(look) is not None:
                break
    start = line_up.best()
    if start is None:
        because = f" ({complaint})" if complaint else ""
        what = Word(f"without a line-up: no bases are seen to stand{because}")
        raise BadValue("the video", what, "a view of the board with figures on it", str(video))
    return start


def _opening(start: Start, locator: Locator, wanted: Wanted) -> Opening:
    if wanted.roster is None:
        return open_without_roster(start, locator)
    if not colours_path(wanted.roster).exists():
        return open_enrolled(start, locator, read_teams(wanted.roster).roster, None, None)
    known = read_enrolled(wanted.roster)
    return open_enrolled(start, locator, known.roster, known.colours, known.players)


def _followed(
    video: Path,
    locator: Locator,
    opening: Opening,
    start: Start,
    power: dict[int, bool] | None,
    tally: _Tally,
) -> Iterator[tuple[Frame, Observation, Watched | None]]:
    roster = opening.beginning.roster
    with Film(video) as film, watcher_of(locator, opening, start.t_ns, live=False) as watcher:
        powered = False
        for frame in film:
            tally.frames += 1
            powered = power.get(frame.sequence, powered) if power is not None else False
            if frame.t_ns < start.t_ns:
                yield frame, nothing_seen(frame.sequence, frame.t_ns, powered), None
                continue
            watched = watcher.see(frame, powered if power is not None else None)
            seen = observation_of_watched(watched, roster, frame.sequence)
            tally.tracked += 1
            for base in seen.bases:
                tally.seen[str(base.id)] = tally.seen.get(str(base.id), 0) + 1
            if watched.complaint is not None:
                count = tally.complaints.get(watched.complaint, 0)
                tally.complaints[watched.complaint] = count + 1
            tally.questions = [
                f"{d.t_ns / S_NS:.2f} s: {d.question}" for d in watched.roster.doubts
            ]
            yield frame, seen, watched
        for note in film.notes:
            tally.complaints[note] = 0


def _power_of(path: Path | None) -> dict[int, bool] | None:
    """The switch at each frame, as a tracks file of the same video tells it."""
    if path is None:
        return None
    return {s.frame: bool(s.power) for s in read_observations(path, Kind.TRACKS)}


def _name(calibration: Calibration) -> str:
    return calibration.field.name if calibration.field else BOARD_UNKNOWN


def _print_line(seen: Observation) -> None:
    line = line_of(seen, Kind.TRACKS)
    typer.echo(json.dumps(line, separators=(",", ":"), allow_nan=False, ensure_ascii=False))


def _say(text: str) -> None:
    typer.echo(f"referee: {text}", err=True)


def _say_all(wanted: Wanted, tally: _Tally, roster: Roster, power_known: bool) -> None:
    for complaint, frames in tally.complaints.items():
        _say(f"{frames} frames: {complaint}" if frames else f"{wanted.video}: {complaint}")
    for question in tally.questions:
        _say(f"open question at {question}")
    if not power_known:
        _say("whether the power was on is told from the motion of the bases.")
    if wanted.as_json:
        return
    title = f"{wanted.video}: {tally.frames} frames, {tally.tracked} since the line-up stood"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for name in ("player", "team", "measured in"):
        table.add_column(name)
    for player in roster:
        share = tally.seen.get(player.id, 0) / max(tally.tracked, 1)
        table.add_row(player.id, player.team.value, f"{share:.1%} of frames")
    Console().print(table)
