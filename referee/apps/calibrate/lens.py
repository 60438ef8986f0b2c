"""Everything `referee calibrate lens` does once its options are read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.text import Text

from referee.apps.sight.picture_files import is_video, read_picture, video_frames
from referee.apps.terminal.camera_choice import open_camera
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.progress import progress_bar
from referee.apps.terminal.shown_page import ShownPage
from referee.camera.charuco.lens import Lens, write_lens
from referee.camera.charuco.lens_solver import solve_lens
from referee.camera.charuco.sheet_view import SheetView, find_sheet
from referee.camera.charuco.view_collector import ViewCollector, ViewFeedback
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.frame_source import FrameSource, NoFrame
from referee.core.errors import BadValue, PlainWord
from referee.system_clock import clock_ns
from referee.web.calibrate.lens_page import LensStudio, lens_app

WAIT_S = 2.0
PATIENCE_NS = 600_000_000_000  # 10 minutes
GOOD_SHARE = 0.7  # of the picture's parts, below which more is advised
EVERY_NS = 150_000_000  # of a video: a sheet is not waved quicker


def lens_from_files(sources: Sequence[Path], out: Path) -> None:
    """Every picture that was chosen counts; of a video, what teaches something new."""
    _check_name(out)
    collector = ViewCollector()
    with progress_bar() as bar:
        task = bar.add_task("looking for the sheet", total=None, note="")
        for source in sources:
            bar.update(task, note=source.name)
            if is_video(source):
                for frame in video_frames(source, EVERY_NS):
                    collector.offer(find_sheet(frame.image))
            else:
                collector.add(_seen(source))
        bar.update(task, description="solving for the lens", note="")
        lens = solve_lens(collector.views, sources[0].stem, _today())
    _finish(lens, out, collector)


def lens_from_camera(
    wanted: str | None, request: CameraRequest, out: Path, page: PageOptions | None
) -> None:
    """Watch until there is enough, or until Ctrl-C, and take what there is."""
    _check_name(out)
    shown = None if page is None else ShownPage.claim(page)
    with open_camera(wanted, request) as camera:
        if shown is not None:
            with LensStudio(camera, lambda views: _solved(views, camera.name, out)) as studio:
                shown.show(lens_app(studio, shown.access), "The lens page")
            return
        collector = ViewCollector()
        watch_sheet(camera, collector, clock_ns)
        _finish(_solved(collector.views, camera.name, out), out, collector)


def watch_sheet(camera: FrameSource, collector: ViewCollector, clock) -> None:  # type: ignore[no-untyped-def]
    """Offer the newest pictures until the collector has enough or the patience ends."""
    began_ns = clock()
    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
        try:
            while clock() - began_ns < PATIENCE_NS:
                try:
                    frame = camera.newest(WAIT_S)
                except NoFrame as error:
                    live.update(Text(str(error), style="yellow"), refresh=True)
                    continue
                feedback = collector.offer(find_sheet(frame.image))
                live.update(coverage_drawing(feedback), refresh=True)
                if feedback.enough:
                    return
        except KeyboardInterrupt:
            return  # what was seen until now is solved, or refused with its reason


def coverage_drawing(feedback: ViewFeedback) -> Group:
    """Coverage as a little picture, and the next hint."""
    rows = [
        Text(" ".join("\u25a0" if seen else "\u00b7" for seen in row), style="green")
        for row in feedback.cells
    ]
    count = Text(f"{feedback.views} pictures taken, {feedback.tilted} of them tilted")
    return Group(
        *rows,
        ProgressBar(total=1.0, completed=feedback.done, width=40),
        count,
        Text(feedback.words, style="bold"),
    )


def _solved(views: Sequence[SheetView], name: str, out: Path) -> Lens:
    lens = solve_lens(views, name, _today())
    write_lens(out, lens)
    return lens


def _finish(lens: Lens, out: Path, collector: ViewCollector) -> None:
    """Write, and say what the lens is worth."""
    write_lens(out, lens)
    parts = collector.cells()
    seen = int(parts.sum())
    typer.echo(
        f"{out}: focal length {lens.fx_px:.0f} px from {lens.views} views of the sheet in {seen} "
        f"of {parts.size} parts of the picture.\nThey agree within {lens.rms_px:.2f} px; a point "
        f"of a board is off by {lens.sigma_px:.2f} px because of the lens."
    )
    hint = collector.next_hint()
    if seen < GOOD_SHARE * parts.size:
        typer.echo(f"Better with more: {hint}", err=True)


def _seen(path: Path) -> SheetView:
    view = find_sheet(read_picture(path))
    if view is None:
        allowed = "a sharp picture of a sheet from `referee calibrate sheet`, most of it in view"
        raise BadValue("the picture", PlainWord("without a lens sheet"), allowed, str(path))
    return view


def _check_name(out: Path) -> None:
    if not out.name.lower().endswith(".lens.json"):
        raise BadValue("--out", str(out), "a name that ends in .lens.json")


def _today() -> date:
    return datetime.now().astimezone().date()
