"""Locations and tracks files: every frame as a line, without and with the players' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from referee.calls.frame import SeenBase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import whole_file
from referee.record.json_lines import MM_DIGITS, PX_DIGITS, LineWriter, file_header, read_lines
from referee.record.observation import (
    Observation,
    ObservedGap,
    ObservedHand,
    ObservedMarker,
)

VERSION = 1
BOARD_MM = 20_000.0
IMAGE_PX = 50_000.0
MAX_T_NS = 2**63 - 1
# Keys that a base may have beyond those of every file, and the largest value of each.
JUDGED = {"front": 1.0, "team_probability": 1.0, "length_mm": 200.0, "width_mm": 200.0}


class TracksFileKind(StrEnum):
    """Locations know pictures only; tracks add time, power and a stable player id.

    Corrections are locations that a person has looked through, picture by picture.
    """

    LOCATIONS = "locations"
    CORRECTIONS = "corrections"
    TRACKS = "tracks"


@dataclass(frozen=True, slots=True)
class TracksFileHeader:
    """What the first line says."""

    kind: TracksFileKind
    field: str


class ObservationWriter:
    """Writes a locations or a tracks file, a line per frame."""

    def __init__(self, path: Path, header: TracksFileHeader) -> None:
        self._kind = header.kind
        self._out = LineWriter(path, file_header(header.kind, VERSION, field=header.field))

    def write(self, seen: Observation) -> None:
        """Append a line for one frame."""
        self._out.write(observation_line(seen, self._kind))

    def close(self) -> None:
        """Finish the file."""
        self._out.close()


@contextmanager
def whole_observations(
    path: Path | None, header: TracksFileHeader
) -> Iterator[ObservationWriter | None]:
    """A file that takes its name when the block ends well; without a path, None."""
    if path is None:
        yield None
        return
    with whole_file(path) as part, closing(ObservationWriter(part, header)) as writer:
        yield writer


def observation_line(seen: Observation, kind: TracksFileKind) -> dict[str, object]:
    """One frame as its line says it."""
    tracks = kind is TracksFileKind.TRACKS
    timing: dict[str, object] = {"t_ns": seen.t_ns, "power": seen.power} if tracks else {}
    return {
        "frame": seen.frame,
        **({} if seen.image is None else {"image": seen.image}),
        **timing,
        "bases": [({"id": b.player or None} if tracks else {}) | _base(b) for b in seen.bases],
        **values_beside_bases(seen),
    }


def values_beside_bases(seen: Observation) -> dict[str, object]:
    """The markers of a frame, and its hands and gaps where somebody looked for them."""
    return {
        "markers": [_marker(m) for m in seen.markers],
        **({} if seen.hands is None else {"hands": [_hand(h) for h in seen.hands]}),
        **({} if seen.gaps is None else {"gaps": [_gap(g) for g in seen.gaps]}),
    }


def field_named(path: Path) -> str:
    """The board that a tracks file names in its first line."""
    return next(read_lines(path, TracksFileKind.TRACKS, VERSION)).text("field")


def read_observations(
    path: Path, kind: TracksFileKind, cut: Callable[[str], None] | None = None
) -> Iterator[Observation]:
    """Every frame of the file, checked; frames must come in order.

    Locations that were printed rather than written have no header. ``cut`` is told of a last line
    that is not whole; without it that is an error.
    """
    last = -1
    bare = kind is TracksFileKind.LOCATIONS
    for number, table in enumerate(read_lines(path, kind, VERSION, bare=bare, cut=cut)):
        if number == 0 and not (bare and table.raw("format") is None):
            table.text("field")
            table.done()
            continue
        seen = observation_of(table, kind)
        if seen.frame <= last:
            raise table.error("frame", seen.frame, f"more than {last}, the frame before")
        last = seen.frame
        yield seen


def _base(b: SeenBase) -> dict[str, object]:
    return {
        "x_mm": round(b.x_mm, MM_DIGITS),
        "y_mm": round(b.y_mm, MM_DIGITS),
        "heading_deg": round(b.heading_deg, MM_DIGITS) % 360.0,
        "sigma": [round(s, MM_DIGITS) for s in b.sigma],
        "corners_px": [[round(x, PX_DIGITS), round(y, PX_DIGITS)] for x, y in b.corners_px],
        "team": None if b.team is None else b.team.value,
        "fallen": round(b.fallen, MM_DIGITS),
        "score": round(b.score, MM_DIGITS),
        **_judged(b, JUDGED),
        **({"doubtful": True} if b.doubtful else {}),
    }


def _marker(m: ObservedMarker) -> dict[str, object]:
    return {
        "kind": m.kind,
        "x_mm": round(m.x_mm, MM_DIGITS),
        "y_mm": round(m.y_mm, MM_DIGITS),
        "heading_deg": round(m.heading_deg, MM_DIGITS) % 360.0,
        "score": round(m.score, MM_DIGITS),
        **_judged(m, ("sigma_mm", "heading_sigma_deg")),
    }


def _hand(h: ObservedHand) -> dict[str, object]:
    return {"box_px": [round(v, PX_DIGITS) for v in h.box_px], "score": round(h.score, MM_DIGITS)}


def _gap(g: ObservedGap) -> dict[str, object]:
    gap_mm, sigma_mm = round(g.gap_mm, MM_DIGITS), round(g.sigma_mm, MM_DIGITS)
    return {"first": g.first, "second": g.second, "gap_mm": gap_mm, "sigma_mm": sigma_mm}


def _judged(seen: SeenBase | ObservedMarker, keys: Iterable[str]) -> dict[str, object]:
    """The keys that were measured beyond those of every file."""
    values = {key: getattr(seen, key) for key in keys}
    return {key: round(value, MM_DIGITS) for key, value in values.items() if value is not None}


def observation_of(table: SettingsTable, kind: TracksFileKind) -> Observation:
    """One frame from the table of its line."""
    tracks = kind is TracksFileKind.TRACKS
    seen = Observation(
        frame=table.whole("frame", 0, 2**40),
        t_ns=table.whole("t_ns", 0, MAX_T_NS) if tracks else None,
        power=table.flag("power") if tracks else None,
        bases=tuple(_read_base(t, tracks) for t in table.tables("bases")),
        markers=tuple(_read_marker(t) for t in table.tables("markers")),
        hands=tuple(_read_hand(t) for t in table.tables("hands")) if "hands" in table else None,
        image=table.text("image", 4000) if "image" in table else None,
        gaps=tuple(_read_gap(t) for t in table.tables("gaps")) if "gaps" in table else None,
    )
    table.done()
    ids = [b.player for b in seen.bases]
    if tracks and len(set(ids)) != len(ids):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise table.error("bases", twice, "each player once in a frame")
    return seen


def _read_base(table: SettingsTable, tracks: bool) -> SeenBase:
    sx, sy, sh = table.numbers("sigma", 3, 0.0, 1000.0)
    fl, fr, br, bl = table.points("corners_px", 4, -IMAGE_PX, IMAGE_PX)
    unknown = "team" in table and table.raw("team") is None
    player = table.text("id", 12) if tracks else ""
    where = Pose(
        table.number("x_mm", -BOARD_MM, BOARD_MM),
        table.number("y_mm", -BOARD_MM, BOARD_MM),
        table.number("heading_deg", 0.0, 360.0),
    )
    return SeenBase(
        player=player,
        measured=MeasuredPose.with_sigmas(where, sx, sy, sh),
        corners_px=(fl, fr, br, bl),
        team=None if unknown else table.choice("team", list(Team)),
        fallen=_read_fallen(table),
        score=table.number("score", 0.0, 1.0),
        doubtful=table.flag("doubtful", default=False),
        other_name="",  # of a live line-up only; no file has it
        **{k: table.number(k, 0.0, high) for k, high in JUDGED.items() if k in table},
    )


def _read_fallen(table: SettingsTable) -> float:
    """How likely the figure lies; files of older versions said true or false."""
    if isinstance(table.raw("fallen"), bool):
        return 1.0 if table.flag("fallen") else 0.0
    return table.number("fallen", 0.0, 1.0)


def _read_marker(table: SettingsTable) -> ObservedMarker:
    return ObservedMarker(
        kind=table.text("kind", 40),
        x_mm=table.number("x_mm", -BOARD_MM, BOARD_MM),
        y_mm=table.number("y_mm", -BOARD_MM, BOARD_MM),
        heading_deg=table.number("heading_deg", 0.0, 360.0),
        score=table.number("score", 0.0, 1.0),
        sigma_mm=table.number("sigma_mm", 0.0, 1000.0) if "sigma_mm" in table else None,
        heading_sigma_deg=(
            table.number("heading_sigma_deg", 0.0, 180.0) if "heading_sigma_deg" in table else None
        ),
    )


def _read_hand(table: SettingsTable) -> ObservedHand:
    left, top, right, bottom = table.numbers("box_px", 4, -IMAGE_PX, IMAGE_PX)
    return ObservedHand((left, top, right, bottom), table.number("score", 0.0, 1.0))


def _read_gap(table: SettingsTable) -> ObservedGap:
    return ObservedGap(
        table.text("first", 12),
        table.text("second", 12),
        table.number("gap_mm", -BOARD_MM, BOARD_MM),
        table.number("sigma_mm", 0.0, 1000.0),
    )
