"""Recording with a progress bar, into a folder that appears whole or not at all."""

from __future__ import annotations

from pathlib import Path

import typer

from referee.apps.terminal.error_sentences import INTERRUPTED, complain
from referee.apps.terminal.progress import progress_bar, start_up_progress
from referee.core.clock import S_NS
from referee.record.video import Codec
from referee.record.whole_folder import check_target, whole_folder
from referee.sim.live.game_recording import RecordingLength, RecordingProgress, record_game
from referee.sim.live.setup import SimSetup
from referee.sim.live.warm_up import build_simulated_board
from referee.system_clock import clock_s


def record(
    setup: SimSetup,
    plays: int | None,
    seconds: float | None,
    out: Path,
    codec: Codec,
    force: bool,
) -> None:
    """Record, and say how much; Ctrl-C leaves nothing behind."""
    length = RecordingLength(plays, seconds)
    check_target(out, force)
    last: list[RecordingProgress] = []
    began_s = clock_s()
    try:
        with progress_bar() as bar, whole_folder(out, force) as part:
            say = start_up_progress(bar)
            board = build_simulated_board(say, setup)
            say("ready", 1.0)
            task = bar.add_task("recording", total=1.0, note="")
            began_s = clock_s()

            def show(now: RecordingProgress) -> None:
                last[:] = [now]
                rate = now.frames / max(clock_s() - began_s, 1e-6)
                note = f"{now.t_ns / S_NS:.1f} s, {now.plays} plays, {rate:.0f} frames/s"
                bar.update(task, completed=now.share, note=note)

            record_game(board, length, part, show, codec)
    except KeyboardInterrupt:
        complain(f"stopped; nothing was written to {out}.")
        raise typer.Exit(INTERRUPTED) from None
    now, took_s = last[-1], clock_s() - began_s
    typer.echo(
        f"{out}: {now.frames} frames, {now.t_ns / S_NS:.1f} s, {now.plays} plays, "
        f"recorded in {took_s:.1f} s."
    )
