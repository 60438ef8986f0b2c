"""Magnets laid as commands on pictures of fresh looks: understood right, wrong, or asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.episode import Episode, EpisodeTopic
from referee.calls.play_name import PlayName
from referee.camera.calibration import Calibration
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Roster, Team
from referee.game.state import GamePhase, State
from referee.lab.bench.report import Report, Row
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.night.magnets.placed_magnet import MagnetScene
from referee.night.magnets.reader import MagnetReader, MagnetReading
from referee.official.outcome import PlayNotice
from referee.record.observation import ObservedMarker
from referee.rulebooks.play_step import PlayStep
from referee.sim.art.looks.random_look import random_look
from referee.sim.board_state import BoardState, MarkerKind, MarkerState, PieceState
from referee.sim.live.teams import usual_roster
from referee.sim.render import LIVE, Renderer
from referee.vision.frame.locator import Locator
from referee.vision.frame.locator_setup import open_locator

SEED = 81_818
SCENES, QUICK_SCENES = 12, 4
PICTURES = 3
TOP_MM = 3.0
LOOK_NS, EMPTY_LOOKS, LOOKS = 200_000_000, 15, 30
APART_MM, BASES_APART_MM, SAME_MM, BESIDE_MM = 32.0, 42.0, 12.0, 17.0
PYLON_OFF_YD = (1.5, 5.0)
CALL = Call(
    0,
    0,
    CallKind.TACKLE,
    "EFHL-TKL-01",
    1.0,
    CallAction.CUT,
    (),
    None,
    None,
    None,
    (),
    (0,),
    Episode(EpisodeTopic.TOUCH),
)
KINDS = (
    MarkerKind.RED_MAGNET,
    MarkerKind.YELLOW_MAGNET,
    MarkerKind.GREEN_MAGNET,
    MarkerKind.BALL_MAGNET,
    MarkerKind.ORANGE_PYLON,
)


@dataclass
class _MagnetCounts:
    laid: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    asked: int = 0
    nothing_there: list[str] = field(default_factory=list)


def run(quick: bool) -> Report:
    """Five magnets and twenty-two figures on each of many boards, lamps and cameras."""
    cv2.setNumThreads(1)
    counts, scenes = _MagnetCounts(), QUICK_SCENES if quick else SCENES
    for number in range(scenes):
        _scene(np.random.default_rng([SEED, number]), number, counts)
    laid = sum(counts.laid.values())
    rows = [Row("understood", 100.0 * sum(counts.right.values()) / laid, "%")]
    rows += [
        Row(f"understood: {kind}", 100.0 * counts.right[kind] / counts.laid[kind], "%")
        for kind in counts.laid
    ]
    rows += [
        Row("taken for another kind", float(len(counts.wrong)), f"of {laid}"),
        Row("asked about", float(counts.asked), f"of {laid}"),
        Row("understood where nothing lies", float(len(counts.nothing_there)), "in all"),
    ]
    notes = [
        f"{scenes} boards with looks drawn at random, 1920 x 1080; one magnet of each kind on each",
        *(f"taken for another kind: {each}" for each in counts.wrong),
        *(f"nothing lies there: {each}" for each in counts.nothing_there),
    ]
    return Report("magnets", rows, notes)


def _scene(rng: np.random.Generator, number: int, counts: _MagnetCounts) -> None:
    profile, roster = load_field("620"), usual_roster(number)
    look = random_look(profile, roster, rng)
    places = _figures(profile, roster, rng)
    laid = _magnets(profile, places, rng)
    pylon = next(each for each in laid if each.kind is MarkerKind.ORANGE_PYLON)
    off_mm = float(rng.uniform(*PYLON_OFF_YD)) * profile.length_mm_per_yd
    locator = open_locator(Calibration(look.camera, TOP_MM, profile, "drawn"), reader=None)
    renderer = Renderer(profile, look, LIVE)
    empty = _looked(renderer, locator, _state(places, ()))
    seen = _looked(renderer, locator, _state(places, laid))
    at = _at(profile, roster, places, pylon.pose.x_mm - off_mm)
    _judge(MagnetReader(), empty, seen, at, laid, counts)


def _judge(
    reader: MagnetReader,
    empty: Sequence[tuple[ObservedMarker, ...]],
    seen: Sequence[tuple[ObservedMarker, ...]],
    at: MagnetScene,
    laid: Sequence[MarkerState],
    counts: _MagnetCounts,
) -> None:
    told: list[MagnetReading] = []
    for n in range(EMPTY_LOOKS + LOOKS):
        looks = empty if n < EMPTY_LOOKS else seen
        t_ns = (n + 1) * LOOK_NS
        told += reader.update(t_ns, looks[n % PICTURES], steady=True, power=False, at=at)
    counts.laid.update(each.kind.value for each in laid)
    for each in told:
        near = [m for m in laid if apart_mm(m.pose, each) <= SAME_MM]
        if each.asks:
            counts.asked += 1
        elif not near:
            counts.nothing_there.append(each.kind)
        elif near[0].kind.value == each.kind:
            counts.right[near[0].kind.value] += 1
        else:
            counts.wrong.append(f"{near[0].kind.value} as {each.kind}")


def _figures(profile: FieldProfile, roster: Roster, rng: np.random.Generator) -> dict[str, Pose]:
    out: dict[str, Pose] = {}
    for player in roster:
        while player.id not in out:
            x, y = rng.uniform((30, 25), (profile.goal_to_goal_mm - 30, profile.width_mm - 25))
            others = out.values()
            if all(np.hypot(x - p.x_mm, y - p.y_mm) > BASES_APART_MM for p in others):
                out[player.id] = Pose(float(x), float(y), float(rng.uniform(0, 360)))
    return out


def _magnets(
    profile: FieldProfile, places: dict[str, Pose], rng: np.random.Generator
) -> tuple[MarkerState, ...]:
    out: list[MarkerState] = []
    for kind in KINDS:
        while True:
            x, y = rng.uniform((60, 20), (profile.goal_to_goal_mm - 60, profile.width_mm - 20))
            if kind is MarkerKind.ORANGE_PYLON:
                y = rng.choice([0.0, profile.width_mm]) + rng.uniform(-6, 6)
            if kind is MarkerKind.GREEN_MAGNET:
                beside = places[list(places)[int(rng.integers(len(places)))]]
                turn = np.radians(beside.heading_deg + rng.choice([90.0, -90.0]))
                x, y = (
                    beside.x_mm + BESIDE_MM * np.cos(turn),
                    beside.y_mm + BESIDE_MM * np.sin(turn),
                )
            near = [np.hypot(x - p.x_mm, y - p.y_mm) for p in places.values()]
            near = sorted(near)[1:] if kind is MarkerKind.GREEN_MAGNET else near
            near += [np.hypot(x - m.pose.x_mm, y - m.pose.y_mm) for m in out]
            if min(near) > APART_MM:
                break
        out.append(MarkerState(kind, Pose(float(x), float(y), float(rng.uniform(0, 360)))))
    return tuple(out)


def _state(places: dict[str, Pose], markers: tuple[MarkerState, ...]) -> BoardState:
    pieces = tuple(PieceState(player, pose) for player, pose in places.items())
    return BoardState(0, 0.0, pieces, markers)


def _looked(
    renderer: Renderer, locator: Locator, state: BoardState
) -> list[tuple[ObservedMarker, ...]]:
    """What the eyes say of some pictures of the same board; each has noise of its own."""
    out = []
    for n in range(PICTURES):
        later = BoardState(n * LOOK_NS, 0.0, state.pieces, state.markers)
        found = locator.find(renderer.render(later).image)
        out.append(
            tuple(
                ObservedMarker(m.kind.value, m.x_mm, m.y_mm, 0.0, m.score, m.sigma_mm)
                for m in found.markers
            )
        )
    return out


def _at(
    profile: FieldProfile, roster: Roster, places: dict[str, Pose], line_x_mm: float
) -> MagnetScene:
    """A stop at which every magnet would mean something."""
    state = State(
        phase=GamePhase.SCRIMMAGE, quarter=1, home_plays=Direction.RIGHT, team=Team.HOME, down=1,
        x_mm=line_x_mm, y_mm=profile.width_mm / 2, to_gain_x_mm=None,
    )  # fmt: skip
    notice = PlayNotice(
        PlayStep.TO_THE_LINE, None, Team.HOME, None, None, False, None, None, "nobody", (), (),
        plays=(PlayName.FORWARD,),
    )  # fmt: skip
    poses = {name: MeasuredPose.with_sigmas(p, 0.2, 0.2, 0.5) for name, p in places.items()}
    names = {Team.HOME: "Reds", Team.AWAY: "Blues"}
    rules = load_rulebook("efhl").game
    return MagnetScene("efhl", rules, profile, roster, names, notice, state, poses, CALL, 1)
