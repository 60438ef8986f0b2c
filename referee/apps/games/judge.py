"""What `referee judge` and `referee rejudge` do: read, judge, compare, print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table as Rows

from referee.apps.terminal.error_sentences import complain
from referee.apps.terminal.progress import progress_bar
from referee.calls.call import Call, final_calls
from referee.calls.phase_state import PlayPhase
from referee.calls.thresholds import Thresholds
from referee.cases.case import ScriptLine
from referee.cases.comparison import call_line
from referee.cases.script_runner import ScriptRunner
from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State
from referee.loaders.fields import load_field, read_field
from referee.loaders.game_opening import GameOpening, read_opening
from referee.loaders.rulebooks import load_rulebook
from referee.loaders.teams_file import read_teams
from referee.official.call_changes import CallChange, call_changes
from referee.official.declarations.types import PlayMoved
from referee.official.official import Official
from referee.record.board_frames import board_frame_of
from referee.record.calls_file import call_lines, call_values, write_calls
from referee.record.tracks import TracksFileKind, field_named, read_observations
from referee.record.tracks_roster import roster_of
from referee.rulebooks.rulebook import Rulebook

_SAID_OFTEN = 500


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """The options of `referee judge` and `referee rejudge`."""

    tracks: Path
    rules: str
    state: Path | None
    roster: Path | None
    field: str | None
    as_json: bool


@dataclass(frozen=True, slots=True)
class _JudgedTracks:
    """The calls that stand, the game afterwards, and the number of frames."""

    calls: tuple[Call, ...]
    state: State
    frames: int


def run_judge(wanted: JudgeOptions, out: Path | None) -> None:
    """Print the calls, and write them if that is wanted."""
    rulebook = load_rulebook(wanted.rules)
    field = _field(wanted)
    judged = _judge(wanted, rulebook, field, Thresholds())
    if out is not None:
        write_calls(out, judged.calls, field.name, rulebook.name)
    if wanted.as_json:
        for line in call_lines(judged.calls, field.name, rulebook.name):
            typer.echo(line, nl=False)
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for call in judged.calls:
        console.print(call_line(call))
    console.print(f"{_many(judged.calls)} in {judged.frames} frames, by {rulebook.title}")
    if wanted.state is not None:
        console.print(f"afterwards: {_words(judged.state, field)}")


def run_rejudge(
    wanted: JudgeOptions,
    against: str,
    *,
    sure: float | None,
    line_sure: float | None,
    doubt: float | None,
) -> None:
    """Judge twice and print what changes; the second time with these thresholds if any is given."""
    usual = Thresholds()
    thresholds = replace(
        usual,
        sure=usual.sure if sure is None else sure,
        line_sure=usual.line_sure if line_sure is None else line_sure,
        doubt=usual.doubt if doubt is None else doubt,
    )
    first, second = load_rulebook(wanted.rules), load_rulebook(against)
    field = _field(wanted)
    before = _judge(wanted, first, field, Thresholds())
    after = _judge(wanted, second, field, thresholds)
    found = call_changes(before.calls, after.calls)
    if wanted.as_json:
        for change in found:
            typer.echo(json.dumps(_plain(change), ensure_ascii=False))
        return
    names = [first.name, second.name if second.name != first.name else f"{second.name}, again"]
    table = Rows("at", *names, title="Calls that change")
    for change in found:
        at = f"{change.t_ns / S_NS:.3f} s"
        table.add_row(at, *(_short(call) for call in (change.before, change.after)))
    console = Console(highlight=False)
    if found:
        console.print(table)
    changed = [change.before for change in found if change.before is not None]
    same = [call for call in before.calls if call not in changed]
    console.print(f"{_many(same)} the same, {len(found)} changed")
    for name, judged in zip(names, (before, after), strict=True):
        if wanted.state is not None:
            console.print(f"{name}: afterwards {_words(judged.state, field)}")


def _many(calls: Sequence[Call]) -> str:
    return "1 call" if len(calls) == 1 else f"{len(calls)} calls"


def _judge(
    wanted: JudgeOptions, rulebook: Rulebook, field: FieldProfile, levels: Thresholds
) -> _JudgedTracks:
    roster = _roster(wanted)
    opening = _opening(wanted, field, roster)
    official = Official(rulebook, field, roster, opening.state, levels)
    evening, frames = ScriptRunner(official, opening.script), 0
    with progress_bar() as progress:
        task = progress.add_task("judging", total=None, note="")
        for frames, seen in enumerate(
            read_observations(wanted.tracks, TracksFileKind.TRACKS, complain), start=1
        ):
            board = board_frame_of(seen)
            try:
                evening.see(board)
            except BadValue as error:
                if error.where:
                    raise
                raise error.at(f"{wanted.tracks}, line {frames + 1}") from None
            if frames % _SAID_OFTEN == 0:
                progress.update(task, note=f"{frames} frames")
    evening.close()
    return _JudgedTracks(tuple(final_calls(evening.calls)), official.state, frames)


def _field(wanted: JudgeOptions) -> FieldProfile:
    name = wanted.field or field_named(wanted.tracks)
    return read_field(Path(name)) if name.endswith(".toml") else load_field(name)


def _roster(wanted: JudgeOptions) -> Roster:
    return roster_of(wanted.tracks) if wanted.roster is None else read_teams(wanted.roster).roster


def _opening(wanted: JudgeOptions, field: FieldProfile, roster: Roster) -> GameOpening:
    """What the file says; without one nothing was declared, and nothing is guessed."""
    if wanted.state is not None:
        return read_opening(wanted.state, field, [player.id for player in roster])
    middle_x, middle_y = field.goal_to_goal_mm / 2, field.width_mm / 2
    state = State(
        phase=GamePhase.SCRIMMAGE, quarter=1, team=Team.HOME, down=1, x_mm=middle_x, y_mm=middle_y
    )
    silence = PlayMoved(phase=PlayPhase.RETURN, nobody_said=True)
    return GameOpening(state, (ScriptLine(0.0, (silence,)),))


def _words(state: State, field: FieldProfile) -> str:
    who = "" if state.team is None else f"{state.team.value}, "
    return f"{who}{state.words(field)}; home {state.home_score}, away {state.away_score}"


def _short(call: Call | None) -> str:
    """A call in a cell of the table."""
    if call is None:
        return "no call"
    words = [call.kind.value, *call.players]
    flag = " (flagged)" if call.flagged else ""
    return f"{' '.join(words)}{flag}\n{call.rule}".rstrip()


def _plain(change: CallChange) -> dict[str, object]:
    def values(call: Call | None) -> dict[str, object] | None:
        return None if call is None else call_values(call)

    return {
        "t_ns": change.t_ns,
        "before": values(change.before),
        "after": values(change.after),
    }
