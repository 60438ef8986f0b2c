"""What the review page is told, as plain values: the list, a clip with its geometry, a preview."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.calls.call import Call
from referee.calls.frame import SeenBase
from referee.calls.passing.marker_tracker import marker_pose
from referee.core.clock import MS_NS, S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.marker import disc
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Team
from referee.game.events import Noted
from referee.game.journal import Journal
from referee.game.state import State
from referee.record.board_frames import BALL_RADIUS_MM, observed_ball
from referee.record.observation import ObservedMarker
from referee.review.queue import FlaggedEntry
from referee.review.replay.clip import PictureBox
from referee.review.replay.curve import TOUCHES, LengthCurve
from referee.review.replay.instant_geometry import BaseMeeting
from referee.review.replay.projection import PictureLine, Projection
from referee.review.replay.replay import Replay, ReplayFrame
from referee.review.review import Review
from referee.review.rule_text import RuleText
from referee.review.rulings.changes import EntryComparison, journal_with, state_before
from referee.review.rulings.choices import OutcomeChoice
from referee.review.rulings.rulings import RulingEffect
from referee.review.source.source import ReviewGameInfo

# Outlines are drawn at the tops of bases, and so is where they meet.
TOP_MM = 3.0
USUAL_RADIUS_MM = 4.0
ReviewJson = dict[str, Any]


def flag_list_json(review: Review, journal: Journal, items: Sequence[FlaggedEntry]) -> ReviewJson:
    """Every flag of the game."""
    setting = review.source.setting
    return {
        "title": setting.title,
        "running": review.source.running,
        "entries": len(journal.entries),
        "names": {team.value: setting.names.get(team, team.value) for team in Team},
        "colours": {team.value: colour for team, colour in setting.colours.items()},
        "flags": [flag_json(review, journal, item) for item in sorted(items, key=_when)],
    }


def _when(item: FlaggedEntry) -> tuple[int, int]:
    """Flags are read in the order in which things happened."""
    return item.t_ns, item.number


def flag_json(review: Review, journal: Journal, item: FlaggedEntry) -> ReviewJson:
    """One flag as a line of the list."""
    setting, call = review.source.setting, item.call
    before = state_before(review.keeper, journal, item.play)
    return {
        "number": item.number,
        "play": item.play,
        "open": item.open,
        "what": _what(item),
        "players": [] if call is None else list(call.players),
        "names": [] if call is None else [review.called(name) for name in call.players],
        "reasons": list(item.reasons),
        "certainty": None if call is None else call.certainty,
        "at": _clock(item.t_ns),
        "clock": f"{item.t_ns // (60 * S_NS)}:{item.t_ns // S_NS % 60:02d}",
        "quarter": before.quarter,
        "down": before.words(setting.field, 0),
        "ruling": None if item.ruling is None else item.ruling.kind.value,
        "why": None if item.ruling is None else item.ruling.why,
    }


def replay_json(
    review: Review, replay: Replay, box: PictureBox, choices: Sequence[OutcomeChoice]
) -> ReviewJson:
    """A clip with everything that is drawn on it; times are milliseconds from the instant."""
    setting, item, plate = review.source.setting, replay.item, review.plate
    zero_ns, focus = item.t_ns, _focus(item)
    players = {player.id: player for player in setting.roster}
    call = item.call
    return {
        "plate": {
            "size": list(plate.size_px),
            "lines": [{"kind": kind, "points": line} for kind, line in plate.lines()],
            "box": [box.left, box.top, box.width, box.height],
        },
        "yard_mm": [setting.field.length_mm_per_yd, setting.field.width_mm_per_yd],
        "shots": [_shot(shot, zero_ns, focus, setting, plate) for shot in replay.shots],
        "instant": {
            "bases": [
                _base(players[name], pose, name in focus, plate)
                for name, _, pose in replay.instant.poses
                if name in players
            ],
            "markers": [
                plate.outline(shape, pose)
                for name, shape, pose in replay.instant.poses
                if name not in players
            ],
            "meetings": [_meeting(each, plate) for each in replay.instant.meetings],
            "spot": _spot(call, plate),
            "sigma_ms": None if call is None else call.sigma_ns / MS_NS,
            "last_seen": _last_seen(review, replay),
        },
        "measured": None if call is None else _measured(call),
        "curves": [
            _curve(curve, zero_ns) | {"named": _named(review, curve)} for curve in replay.curves
        ],
        "rule": None if replay.rule is None else _rule(replay.rule),
        "lacks": [*replay.lacks, *_unseen(review, replay)],
        "called": {player.id: review.called(player.id) for player in setting.roster},
        "choices": [_choice(choice) for choice in choices],
    }


def changes_json(review: Review, journal: Journal, decision: RulingEffect) -> ReviewJson:
    """What would be different: at the end of the game so far, and entry by entry."""
    changes, then = decision.changes, journal_with(journal, decision.entries)
    sentences = review.sentences(journal) | review.sentences(then)
    return {
        "now": _state(review, changes.now),
        "then": _state(review, changes.then),
        "steps": [_step(review, step, sentences.get(step.number, "")) for step in changes.steps],
        "falls": list(changes.falls),
    }


def _step(review: Review, step: EntryComparison, sentence: str) -> ReviewJson:
    return {
        "number": step.number,
        "what": sentence,
        "now": None if step.now is None else _state(review, step.now),
        "then": None if step.then is None else _state(review, step.then),
        "changed": step.changed,
    }


def _state(review: Review, state: State) -> ReviewJson:
    setting = review.source.setting
    team = state.team
    return {
        "words": state.words(setting.field),
        "ball": None if team is None else setting.names[team],
        "score": [state.home_score, state.away_score],
        "quarter": state.quarter,
    }


def _what(item: FlaggedEntry) -> str:
    """What was called, in a word or two."""
    event = item.event
    if item.call is not None:
        words = item.call.kind.value
    elif isinstance(event, Noted):
        words = event.words
    else:
        words = str(getattr(event, "how", "the end of a play"))
    return words[:1].upper() + words[1:]


def _focus(item: FlaggedEntry) -> frozenset[str]:
    return frozenset() if item.call is None else frozenset(item.call.players)


def _clock(t_ns: int) -> str:
    minutes, seconds = divmod(t_ns / S_NS, 60.0)
    return f"{int(minutes)}:{seconds:06.3f}"


def _shot(
    shot: ReplayFrame,
    zero_ns: int,
    focus: frozenset[str],
    setting: ReviewGameInfo,
    plate: Projection,
) -> ReviewJson:
    players = {player.id: player for player in setting.roster}
    bases = () if shot.seen is None else shot.seen.bases
    return {
        "t_ns": str(shot.t_ns),
        "t_ms": (shot.t_ns - zero_ns) / MS_NS,
        "pictured": shot.pictured,
        "power": None if shot.seen is None else shot.seen.power,
        "markers": [] if shot.seen is None else [_marker(m, plate) for m in shot.seen.markers],
        "bases": [
            _seen(base, players[base.player], base.player in focus, plate)
            for base in bases
            if base.player in players
        ],
    }


def _marker(marker: ObservedMarker, plate: Projection) -> PictureLine:
    if marker.kind in BALL_RADIUS_MM:
        ball = observed_ball(marker)
        return plate.outline(ball.shape, marker_pose(ball).pose)
    return plate.outline(disc(USUAL_RADIUS_MM), Pose(marker.x_mm, marker.y_mm, 0.0))


def _seen(base: SeenBase, player: Player, close: bool, plate: Projection) -> ReviewJson:
    return _base(player, base.measured.pose, close, plate) | ({"fallen": True} if base.lies else {})


def _base(player: Player, pose: Pose, close: bool, plate: Projection) -> ReviewJson:
    """A base with its whole outline if the call is about it, else as a rectangle."""
    shape = player.base
    return {
        "id": player.id,
        "number": str(player.number),
        "team": player.team.value,
        "close": close,
        "line": plate.outline(shape, pose) if close else _rectangle(shape, pose, plate),
        "front": plate.front(shape, pose),
    }


def _rectangle(shape: BaseShape, pose: Pose, plate: Projection) -> PictureLine:
    return plate.px(pose.to_board(shape.corners_mm), shape.height_mm)


def _meeting(meeting: BaseMeeting, plate: Projection) -> ReviewJson:
    return {
        "players": [meeting.first, meeting.second],
        "parts": [meeting.first_part.value, meeting.second_part.value],
        "gap_mm": meeting.gap_mm,
        "sigma_mm": meeting.sigma_mm,
        "points": plate.points([meeting.first_mm, meeting.second_mm], TOP_MM),
    }


def _spot(call: Call | None, plate: Projection) -> tuple[float, float] | None:
    if call is None or call.spot is None:
        return None
    return plate.points([(call.spot.x_mm, call.spot.y_mm)])[0]


def _last_seen(review: Review, replay: Replay) -> ReviewJson | None:
    """Where somebody was seen last whom nobody saw at the instant."""
    seen = review.last_seen(replay.item, replay)
    if seen is None:
        return None
    base = review.source.setting.roster.player(seen.player).base
    return {
        "player": seen.player,
        "line": review.plate.outline(base, seen.pose),
        "ago_s": round((replay.item.t_ns - seen.t_ns) / S_NS, 1),
    }


def _unseen(review: Review, replay: Replay) -> list[str]:
    seen = review.last_seen(replay.item, replay)
    if seen is None:
        return []
    ago_s = (replay.item.t_ns - seen.t_ns) / S_NS
    return [f"{review.called(seen.player)} was last seen {ago_s:.1f} s before: dashed."]


def _measured(call: Call) -> ReviewJson:
    return {
        "what": "gap" if call.kind in TOUCHES else "beyond the line",
        "gap_mm": call.gap_mm,
        "sigma_mm": call.sigma_mm,
        "certainty": call.certainty,
        "frames": len(call.frames),
    }


def _named(review: Review, curve: LengthCurve) -> str:
    """The title of a curve with the names that people use."""
    if not curve.touch or len(curve.players) != 2:
        return curve.title
    first, second = map(review.called, curve.players)
    return f"Gap between {first} and {second}"


def _curve(curve: LengthCurve, zero_ns: int) -> ReviewJson:
    return {
        "title": curve.title,
        "players": list(curve.players),
        "touch": curve.touch,
        "sure": curve.sure,
        "points": [
            {
                "t_ms": (point.t_ns - zero_ns) / MS_NS,
                "mm": round(point.mm, 4),
                "low_mm": round(point.band_mm[0], 4),
                "high_mm": round(point.band_mm[1], 4),
                "chance": None if point.chance is None else round(point.chance, 5),
            }
            for point in curve.points
        ],
    }


def _rule(rule: RuleText) -> ReviewJson:
    return {
        "id": rule.id,
        "league": rule.league.upper(),
        "title": rule.title,
        "settings": [
            {"says": says, "value": value, "house": house} for says, value, house in rule.settings
        ],
    }


def _choice(choice: OutcomeChoice) -> ReviewJson:
    return {
        "key": choice.key,
        "title": choice.title,
        "place": choice.needs_place,
        "players": list(choice.players),
        "place_mm": None if choice.place is None else list(choice.place),
    }
