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

from referee.apps.sight.clean_plates import plate_of
from referee.apps.sight.track_video import TrackVideo
from referee.apps.terminal.error_sentences import INTERRUPTED, complain
from referee.apps.terminal.progress import progress_bar
from referee.calibrate.calibration_files import calibration_picture
from referee.camera.calibration import Calibration, read_calibration
from referee.camera.frame_source import Frame
from referee.core.clock import S_NS
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Roster
from referee.loaders.teams_file import read_teams
from referee.night.eyes.to_observation import empty_observation, observation_of_watched
from referee.record.observation import Observation
from referee.record.tracks import (
    TracksFileHeader,
    TracksFileKind,
    observation_line,
    read_observations,
    whole_observations,
)
from referee.record.video_file import VideoFile
from referee.vision.enroll.enrolled_teams import colours_path, read_enrolled_teams
from referee.vision.frame.frame_check import check_calibration
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator
from referee.vision.network.default_models import DETECTOR
from referee.vision.plate.plate_keeper import PlateKeeper
from referee.vision.watch.board_look import LookRequest
from referee.vision.watch.line_up.line_up_finder import FoundLineUp, LineUpFinder
from referee.vision.watch.line_up.watch_start import (
    FILE_LOOK_S,
    WatchStart,
    first_looker,
    start_with_roster,
    start_without_roster,
    watcher_of,
)
from referee.vision.watch.watcher import WatchedFrame

BOARD_UNKNOWN = "unknown"
SHOW_EACH = 5
TellTracked = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class TrackOptions:
    """The options of `referee track`."""

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
    plate: Path | None = None


@dataclass
class _TrackTally:
    """What is said at the end."""

    frames: int = 0
    tracked: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)
    complaints: dict[str, int] = field(default_factory=dict)


def run_track(wanted: TrackOptions) -> None:
    """Find the line-up, then follow it from the first frame to the last."""
    calibration = read_calibration(wanted.calibration, wanted.field)
    for note in calibration.notes:
        complain(f"{wanted.calibration}: {note}")
    power = _power_of(wanted.power_log)
    tally = _TrackTally()
    stopped = False
    with progress_bar() as bar, ExitStack() as stack:
        task = bar.add_task("loading the model", total=1.0, note="")

        def tell(doing: str, t_ns: int) -> None:
            share = t_ns / length_ns if length_ns else None
            bar.update(task, description=doing, completed=share, note=f"{t_ns / S_NS:.1f} s")

        with VideoFile(wanted.video) as film:
            length_ns = film.length_ns
        known = plate_of(wanted.plate, wanted.calibration, calibration.camera)
        keeper = PlateKeeper(calibration.camera, known)
        locator = open_locator(calibration, wanted.model or DETECTOR, plate=keeper)
        start = _line_up(wanted, locator, calibration, tell)
        opening = _opening(start, locator, wanted)
        roster = opening.beginning.roster
        for note in opening.notes:
            bar.console.print(f"referee: {note}", markup=False, highlight=False, soft_wrap=True)
        writer = stack.enter_context(
            whole_observations(
                wanted.out, TracksFileHeader(TracksFileKind.TRACKS, _name(calibration))
            )
        )
        drawing = stack.enter_context(TrackVideo(wanted.draw, calibration.camera))
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
        complain(f"stopped after {tally.frames} frames; what was written until then is whole.")
        raise typer.Exit(INTERRUPTED)


def _line_up(
    wanted: TrackOptions, locator: Locator, calibration: Calibration, tell: TellTracked
) -> FoundLineUp:
    """The first moment at which everybody stands on the board."""
    looker, line_up, checked = first_looker(locator), LineUpFinder(), wanted.trust
    reference = calibration_picture(wanted.calibration)
    complaint: str | None = None
    with VideoFile(wanted.video) as film:
        last_ns: int | None = None
        for frame in film:
            if last_ns is not None and frame.t_ns - last_ns < FILE_LOOK_S * S_NS:
                continue
            last_ns = frame.t_ns
            tell("looking for the line-up", frame.t_ns)
            look = looker.look(LookRequest(frame, ()))
            complaint = look.complaint or complaint
            if look.complaint is not None:
                continue
            if not checked:
                checked = True
                found = locator.finder.find(frame.image)
                board, error_mm = calibration.field, calibration.error_mm
                check_calibration(
                    frame.image, calibration.camera, board, found, error_mm, reference
                )
            if line_up.look(look) is not None:
                break
    start = line_up.best()
    if start is None:
        because = f" ({complaint})" if complaint else ""
        what = PlainWord(f"without a line-up: no bases are seen to stand{because}")
        allowed = "a view of the board with figures on it"
        raise BadValue("the video", what, allowed, str(wanted.video))
    return start


def _opening(start: FoundLineUp, locator: Locator, wanted: TrackOptions) -> WatchStart:
    if wanted.roster is None:
        return start_without_roster(start, locator)
    if not colours_path(wanted.roster).exists():
        return start_with_roster(start, locator, read_teams(wanted.roster).roster, None, None)
    known = read_enrolled_teams(wanted.roster)
    return start_with_roster(start, locator, known.roster, known.colours, known.players)


def _followed(
    video: Path,
    locator: Locator,
    opening: WatchStart,
    start: FoundLineUp,
    power: dict[int, bool] | None,
    tally: _TrackTally,
) -> Iterator[tuple[Frame, Observation, WatchedFrame | None]]:
    roster = opening.beginning.roster
    with VideoFile(video) as film, watcher_of(locator, opening, start.t_ns, live=False) as watcher:
        powered = False
        for frame in film:
            tally.frames += 1
            powered = power.get(frame.sequence, powered) if power is not None else False
            if frame.t_ns < start.t_ns:
                yield frame, empty_observation(frame.sequence, frame.t_ns, powered), None
                continue
            watched = watcher.update(frame, powered if power is not None else None)
            seen = observation_of_watched(watched, roster, frame.sequence)
            tally.tracked += 1
            for base in seen.bases:
                tally.seen[base.player] = tally.seen.get(base.player, 0) + 1
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
    seen = read_observations(path, TracksFileKind.TRACKS, complain)
    return {each.frame: bool(each.power) for each in seen}


def _name(calibration: Calibration) -> str:
    return calibration.field.name if calibration.field else BOARD_UNKNOWN


def _print_line(seen: Observation) -> None:
    line = observation_line(seen, TracksFileKind.TRACKS)
    typer.echo(json.dumps(line, separators=(",", ":"), allow_nan=False, ensure_ascii=False))


def _say_all(wanted: TrackOptions, tally: _TrackTally, roster: Roster, power_known: bool) -> None:
    for complaint, frames in tally.complaints.items():
        complain(f"{frames} frames: {complaint}" if frames else f"{wanted.video}: {complaint}")
    for question in tally.questions:
        complain(f"open question at {question}")
    if not power_known:
        complain("whether the power was on is told from the motion of the bases.")
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
