"""The set-up page's form: every field as it was typed, and as the plan's file would have it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from referee.core.field.direction import Direction
from referee.night.start.plan import CHOSEN_SWITCH, USUAL_RULES, NightFile, OpeningKick
from referee.web.server.page_app import JsonValues, StrictForm

TypedText = Annotated[str, Field(max_length=400)]
PLAN = "the plan"
# Where each field stands in a plan; those of NUMBERS are numbers there.
KEYS = {
    "camera": ("camera", "name"),
    "size": ("camera", "size"),
    "fps": ("camera", "fps"),
    "exposure_ms": ("camera", "exposure_ms"),
    "focus": ("camera", "focus"),
    "calibration": ("", "calibration"),
    "teams": ("", "teams"),
    "rules": ("", "rules"),
    "field": ("", "field"),
    "power": ("power", "switch"),
    "kicks": ("start", "kicks"),
    "home_plays": ("start", "home_plays"),
    "keep": ("record", "keep"),
    "games": ("record", "games"),
    "video_gb": ("record", "video_gb"),
}
NUMBERS = frozenset({"fps", "exposure_ms", "focus", "video_gb"})


class SetupForm(StrictForm):
    """What stands on the page; an empty field is left out of the plan."""

    camera: TypedText = ""
    size: TypedText = ""
    fps: TypedText = ""
    exposure_ms: TypedText = ""
    focus: TypedText = ""
    calibration: TypedText = ""
    teams: TypedText = ""
    rules: TypedText = USUAL_RULES
    field: TypedText = ""
    power: TypedText = CHOSEN_SWITCH
    kicks: TypedText = OpeningKick.AWAY.value
    home_plays: TypedText = Direction.RIGHT.value
    keep: bool = True
    games: TypedText = ""
    video_gb: TypedText = ""


def values_of(form: SetupForm, *names: str) -> JsonValues:
    """These fields of the form as a plan's file would say them, those left empty not at all."""
    out: JsonValues = {}
    for name in names or tuple(KEYS):
        typed = getattr(form, name)
        value = typed.strip() if isinstance(typed, str) else typed
        if value == "":
            continue
        section, key = KEYS[name]
        table = out.setdefault(section, {}) if section else out
        if isinstance(table, dict):
            table[key] = _number(value) if name in NUMBERS else _at_home(value)
    return out


def form_of(plan: NightFile) -> SetupForm:
    """A plan as the page shows it."""
    eye = plan.eye
    return SetupForm(
        camera=eye.name or "",
        size="" if eye.size_px is None else f"{eye.size_px[0]}x{eye.size_px[1]}",
        fps=_shown(eye.fps),
        exposure_ms=_shown(eye.exposure_ms),
        focus=_shown(eye.focus),
        calibration=str(plan.calibration or ""),
        teams=str(plan.teams or ""),
        rules=plan.rules,
        field=plan.board or "",
        power=plan.power,
        kicks=plan.kicks.value,
        home_plays=plan.home_plays.value,
        keep=plan.record,
        games=str(plan.games or ""),
        video_gb=_shown(plan.video_gb),
    )


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _number(typed: object) -> object:
    """The number that was typed, with a comma or a point; words stay, to be complained about."""
    try:
        return float(str(typed).replace(",", "."))
    except ValueError:
        return typed


def _at_home(value: object) -> object:
    """A path from the home folder, in full."""
    short = isinstance(value, str) and value.startswith(("~/", "~\\"))
    return str(Path.home() / str(value)[2:]) if short else value
