"""One moment of a night as plain values: the board, the game, and what may be done."""

from __future__ import annotations

from referee.calls.call import CallKind
from referee.calls.frame import SeenBase
from referee.core.clock import MS_NS
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_name
from referee.game.state import GamePhase, State
from referee.night.interface import NightInfo
from referee.night.screen.snapshot import Performance, ShownCall, Snapshot
from referee.official.outcome import PlayNotice
from referee.web.live.live_feed import JsonValues
from referee.web.night.line_up_json import line_up_json

# Nobody has seen the board yet.
NEVER_MS = 9_999_999
LIES = 0.5


def snapshot_json(now: Snapshot, about: NightInfo, now_ns: int) -> JsonValues:
    """The newest moment, without calls and entries: those are told once each."""
    board = now.board
    return {
        "kind": "state",
        "number": now.number,
        "age_ms": NEVER_MS if board is None else max(0, now_ns - board.t_ns) // MS_NS,
        "stale_ms": max(0, now_ns - now.t_ns) // MS_NS,
        "watching": now.watching,
        "hands": now.hands,
        "power": now.power,
        "ready": now.ready,
        "by_itself": now.set_by_itself,
        "alarm": now.alarm,
        "record": now.record,
        "reasons": list(now.reasons),
        "words": now.words,
        "game": _game(now.state, about.field),
        "notice": _notice(now.notice, now_ns),
        "pieces": [] if board is None else [_piece(seen) for seen in board.seen],
        "markers": []
        if board is None
        else [[round(m.x_mm, 1), round(m.y_mm, 1), m.radius_mm] for m in board.markers],
        "engaged": [list(pair) for pair in now.engaged],
        "moment": now.moment.value,
        "count_ms": now.count_ms,
        "may_turn": list(now.may_turn),
        "numbers": _numbers(now.numbers),
        **line_up_json(now),
    }


def call_json(shown: ShownCall, field: FieldProfile, state: State) -> JsonValues:
    """A call as the card shows it."""
    call, spot = shown.call, shown.call.spot
    return {
        "number": shown.number,
        "kind": call.kind.value,
        "sentence": shown.sentence,
        "rule": call.rule,
        "why": call.episode.split(":", 3)[-1] if call.kind is CallKind.NOT_ALLOWED else None,
        "certainty": round(call.certainty, 6),
        "gap_mm": None if call.gap_mm is None else round(call.gap_mm, 2),
        "sigma_mm": None if call.sigma_mm is None else round(call.sigma_mm, 2),
        "players": list(call.players),
        "flag": list(call.flag),
        "ends": call.ends_play,
        "spot": None if spot is None else _spot_words(spot.x_mm, field, state),
        "at": None if spot is None else [round(spot.x_mm, 1), round(spot.y_mm, 1)],
    }


def _game(state: State, field: FieldProfile) -> JsonValues:
    scrimmage = state.stage is GamePhase.SCRIMMAGE
    to_gain = state.to_gain_x_mm
    return {
        "stage": state.stage.value,
        "quarter": state.quarter,
        "home": state.home_score,
        "away": state.away_score,
        "team": state.team and state.team.value,
        "plays": None if state.team is None else state.plays_toward(state.team).value,
        "home_plays": state.home_plays.value,
        "down": state.down,
        "x_mm": round(state.x_mm, 1),
        "y_mm": round(state.y_mm, 1),
        "to_gain_x_mm": None if to_gain is None else round(to_gain, 1),
        "spot": _spot_words(state.x_mm, field, state) if scrimmage else None,
    }


def _spot_words(x_mm: float, field: FieldProfile, state: State) -> str | None:
    """A place in words; none beyond the end lines."""
    if state.team is None:
        return None
    try:
        return spot_name(field, x_mm, state.plays_toward(state.team))
    except BadValue:
        return None


def _notice(notice: PlayNotice, now_ns: int) -> JsonValues:
    off_ns, pulse_ns = notice.off_ns, notice.pulse_ns
    return {
        "period": notice.period.value,
        "phase": notice.phase and notice.phase.value,
        "team": notice.team.value,
        "carrier": notice.carrier,
        "switch": notice.switch and notice.switch.value,
        "off_in_ms": None if off_ns is None else max(0, off_ns - now_ns) // MS_NS,
        "pulse_ms": None if pulse_ns is None else pulse_ns // MS_NS,
        "turns": notice.turns,
        "plays": [play.value for play in notice.plays],
        "sentences": list(notice.sentences),
    }


def _piece(seen: SeenBase) -> list[object]:
    pose = seen.measured.pose
    place = round(pose.x_mm, 2), round(pose.y_mm, 2), round(pose.heading_deg, 2)
    return [seen.player, *place, int(seen.fallen >= LIES), int(seen.doubtful)]


def _numbers(numbers: Performance) -> JsonValues:
    return {
        "fps": round(numbers.fps, 1),
        "dropped": numbers.dropped,
        "stages": {
            stage: [round(v, 1) for v in (spread.median_ms, spread.p99_ms, spread.worst_ms)]
            for stage, spread in numbers.stages.items()
        },
    }
