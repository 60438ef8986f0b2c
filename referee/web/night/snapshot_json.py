"""One moment of a night as plain values: the board, the game, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.calls.call import Call, CallKind
from referee.calls.frame import SeenBase
from referee.calls.passing.stick_arc import StickArc
from referee.core.clock import MS_NS
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_name
from referee.game.events import (
    BallMoved,
    DownRepeated,
    Event,
    PlayEnded,
    QuarterEnded,
    Scored,
    SeriesBegan,
    Started,
    TryChosen,
    TryFailed,
)
from referee.game.frame_events import Challenged, Disputed, TimeoutTaken, Tossed
from referee.game.game_rules import GameRules
from referee.game.order.coach_clocks import ClockKind
from referee.game.order.offers import legal
from referee.game.state import GamePhase, State
from referee.night.gate import CLEARED_BY_LOOKING, PowerReason
from referee.night.interface import NightInfo
from referee.night.ledger.played_names import WhoPlayed
from referee.night.line_up.default_declarations import DefaultAnswer
from referee.night.magnets.reader import MagnetReading
from referee.night.play_clocks import ShownClock
from referee.night.screen.next_step import next_step
from referee.night.screen.performance_meter import Performance
from referee.night.screen.questions import Offer, Question
from referee.night.screen.snapshot import ShownCall, Snapshot
from referee.night.sound.clock_utterances import clock_words
from referee.official.line_up.line_up import LineUp, PlacedPlayer
from referee.official.outcome import KickNotice, PlayNotice
from referee.official.play.stop_reply import refusal_reason
from referee.review.rule_text import rule_text
from referee.rulebooks.procedure import TurnablePlayers
from referee.rulebooks.rulebook import Rulebook
from referee.vision.roster.roster_frame import IdentityDoubt
from referee.web.server.page_app import JsonValues

# Nobody has seen the board yet.
NEVER_MS = 9_999_999
# The name of the form by which a page enters an event.
_FORMS: Mapping[type[Event], str] = {
    Started: "started",
    SeriesBegan: "series",
    PlayEnded: "play",
    Scored: "scored",
    TryChosen: "try",
    TryFailed: "no good",
    DownRepeated: "again",
    BallMoved: "moved",
    QuarterEnded: "quarter",
    Tossed: "tossed",
    TimeoutTaken: "timeout",
    Challenged: "challenge",
    Disputed: "disputed",
}
# What a page says beside the form's name, by the option of the event that it is.
_MORE_PLAYS = {True: "one more play", False: None}
# From this probability on an eligible player is marked.
ELIGIBLE = 0.5


def snapshot_json(now: Snapshot, about: NightInfo, now_ns: int) -> JsonValues:
    """The newest moment, without calls and entries: those are told once each."""
    board, step = now.board, next_step(now)
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
        "clear": bool(now.alarm) or any(each.kind in CLEARED_BY_LOOKING for each in now.reasons),
        "reasons": [_reason(reason) for reason in now.reasons],
        "next": {"kind": step.kind.value, "sentence": step.sentence},
        "words": now.down_and_distance,
        "game": _game(now.state, about.field, about.rulebook.game),
        "notice": _notice(now.notice, now_ns),
        "pieces": [] if board is None else [_piece(seen) for seen in board.seen],
        "markers": []
        if board is None
        else [[round(m.x_mm, 1), round(m.y_mm, 1), m.radius_mm] for m in board.markers],
        "engaged": [list(pair) for pair in now.engaged],
        "moment": now.phase.value,
        "count_ms": now.count_ms,
        "may_turn": list(now.may_turn),
        "turns": _turns(now),
        "arc": None if now.arc is None else _arc(now.arc, about.field),
        "clocks": [_clock(each) for each in now.clocks],
        "numbers": _numbers(now.performance),
        **_line_up(now),
    }


def _why_not(call: Call, rulebook: Rulebook) -> str | None:
    """Why something is not allowed; where only the rule says it, what the rule is called."""
    told = refusal_reason(call)
    if told is None and call.kind is CallKind.NOT_ALLOWED:
        told = rule_text(call.rule, rulebook).title or None
    return told


def call_json(
    shown: ShownCall, field: FieldProfile, state: State, rulebook: Rulebook
) -> JsonValues:
    """A call as the card shows it."""
    call, spot = shown.call, shown.call.spot
    return {
        "number": shown.number,
        "kind": call.kind.value,
        "words": shown.words,
        "says_more": shown.says_more,
        "rule": call.rule,
        "why": _why_not(call, rulebook),
        "certainty": round(call.certainty, 6),
        "gap_mm": None if call.gap_mm is None else round(call.gap_mm, 2),
        "sigma_mm": None if call.sigma_mm is None else round(call.sigma_mm, 2),
        "players": list(call.players),
        "flag": list(call.flag),
        "ends": call.ends_play,
        "spot": None if spot is None else _spot_words(spot.x_mm, field, state),
        "at": None if spot is None else [round(spot.x_mm, 1), round(spot.y_mm, 1)],
    }


def _game(state: State, field: FieldProfile, rules: GameRules) -> JsonValues:
    scrimmage = state.phase is GamePhase.SCRIMMAGE
    to_gain = state.to_gain_x_mm
    return {
        "stage": state.phase.value,
        "quarter": state.quarter,
        "home": state.home_score,
        "away": state.away_score,
        "team": state.team and state.team.value,
        "plays": None if state.team is None else state.plays_toward(state.team).value,
        "home_plays": state.home_plays.value,
        "down": state.down,
        "to_go": state.to_go(field) if scrimmage else None,
        "x_mm": round(state.x_mm, 1),
        "y_mm": round(state.y_mm, 1),
        "to_gain_x_mm": None if to_gain is None else round(to_gain, 1),
        "spot": _spot_words(state.x_mm, field, state) if scrimmage else None,
        "try_by": state.try_by and state.try_by.value,
        "kicks_from_yd": rules.order.row(state.phase).from_yd,
        "legal": [list(each) for each in _legal(state, rules)],
    }


def _legal(state: State, rules: GameRules) -> Iterator[tuple[str, str | None, str | None]]:
    """What may be entered now: the form's name, how it was scored or tried, and by which team."""
    for offer in legal(state, rules):
        what = _FORMS.get(offer.event)
        if what is not None:
            hows, teams = (offer.options.get(key, (None,)) for key in ("how", "team"))
            if offer.event is TimeoutTaken:
                hows = tuple(_MORE_PLAYS[bool(each)] for each in offer.options["extra_play"])
            yield from ((what, _word(how), _word(team)) for how in hows for team in teams)


def _word(value: object) -> str | None:
    return None if value is None else str(value)


def _spot_words(x_mm: float, field: FieldProfile, state: State) -> str | None:
    """A place in words, in whole yards as the play-by-play has it; none beyond the end lines."""
    if state.team is None:
        return None
    try:
        return spot_name(field, x_mm, state.plays_toward(state.team), 0)
    except BadValue:
        return None


def _notice(notice: PlayNotice, now_ns: int) -> JsonValues:
    off_ns, pulse_ns = notice.off_ns, notice.pulse_ns
    return {
        "period": notice.step.value,
        "phase": notice.phase and notice.phase.value,
        "team": notice.team.value,
        "offense": notice.offense and notice.offense.value,
        "carrier": notice.carrier,
        "receiver": notice.receiver,
        "switch": notice.switch and notice.switch.value,
        "off_in_ms": None if off_ns is None else max(0, off_ns - now_ns) // MS_NS,
        "pulse_ms": None if pulse_ns is None else pulse_ns // MS_NS,
        "turns": None if notice.who is TurnablePlayers.NOBODY else notice.turns,
        "plays": [play.value for play in notice.plays],
        "may_pass_back": notice.may_pass_back,
        "sentences": list(notice.sentences),
        "kicks": _kicks(notice.kicks),
    }


def _kicks(kicks: KickNotice) -> JsonValues:
    dice = None if kicks.dice is None else {"count": kicks.dice[0], "sides": kicks.dice[1]}
    return {
        "may": [kick.value for kick in kicks.may],
        "now": kicks.now and kicks.now.value,
        "dice": dice,
        "choices": list(kicks.choices),
        "fair_catch": kicks.fair_catch,
        "may_decline": kicks.may_decline,
        "may_fake": kicks.may_fake,
    }


def _piece(seen: SeenBase) -> list[object]:
    pose = seen.measured.pose
    place = round(pose.x_mm, 2), round(pose.y_mm, 2), round(pose.heading_deg, 2)
    return [seen.player, *place, int(seen.lies), int(seen.muted)]


def _numbers(numbers: Performance) -> JsonValues:
    return {
        "fps": round(numbers.fps, 1),
        "dropped": numbers.dropped,
        "strained": numbers.strained,
        "speed": None if numbers.speed is None else round(numbers.speed, 3),
        "stages": {
            stage: [round(v, 1) for v in (spread.median_ms, spread.p99_ms, spread.worst_ms)]
            for stage, spread in numbers.stages.items()
        },
    }


def _line_up(now: Snapshot) -> JsonValues:
    """Everything of a moment that waits for a coach, or that the coach may correct."""
    return {
        "asks": [_ask(ask) for ask in now.questions],
        "offers": [_offer(offer) for offer in now.offers],
        "taken": [_taken(taken) for taken in now.default_answers],
        "waits": list(now.not_set_because),
        "wrong": list(now.line_up_faults),
        "unsure": list(now.line_up_doubts),
        "form": None if now.line_up is None else now.line_up.form.value,
        "men": _men(now.line_up),
        "doubts": [_doubt(doubt) for doubt in now.doubts],
        "magnets": [_magnet(magnet) for magnet in now.magnets],
        "who_played": None if now.who_played is None else _who_played(now.who_played),
    }


def _clock(clock: ShownClock) -> JsonValues:
    """A coach's clock; ``turn``: whose turn it is may say that it is done."""
    return {
        "words": clock_words(clock),
        "left_ms": clock.left_ms,
        "rule": clock.rule,
        "turn": clock.kind is not ClockKind.PASSING,
        "side": clock.side.value,
    }


def _arc(arc: StickArc, field: FieldProfile) -> JsonValues:
    """The stick that is due in words, and the lines on which its far end may lie."""
    far = f"{arc.length_mm / field.length_mm_per_yd:.1f} yards"
    pressed = ", the passer is under pressure" if arc.pressed else ""
    return {
        "sentence": f"{arc.stick.value.capitalize()} stick, {far}{pressed}.",
        "parts": [[[round(x, 1), round(y, 1)] for x, y in part] for part in arc.parts],
    }


def _turns(now: Snapshot) -> JsonValues:
    """What is wrong with the turns of this stop, what may be, and where those bases stood."""
    return {
        "wrong": list(now.turn_faults),
        "unsure": list(now.turn_doubts),
        "due": list(now.turn_duties),
        "from": [
            [name, round(pose.x_mm, 1), round(pose.y_mm, 1), round(pose.heading_deg, 1)]
            for name, pose in now.turned_from
        ],
    }


def _offer(offer: Offer) -> JsonValues:
    team = None if offer.team is None else offer.team.value
    told = {"kind": offer.kind.value, "since": offer.since, "team": team, "choice": offer.choice}
    return {**told, "sentence": offer.sentence}


def _reason(reason: PowerReason) -> JsonValues:
    told = {"kind": reason.kind.value, "sentence": reason.sentence, "why": reason.why}
    return {**told, "players": list(reason.players), "what_to_do": reason.what_to_do}


def _ask(ask: Question) -> JsonValues:
    return {
        "what": ask.what.value,
        "roll": ask.roll and ask.roll.value,
        "sentence": ask.sentence,
        "what_to_do": ask.what_to_do,
        "default": ask.default,
        "plays": [play.value for play in ask.plays],
        "candidates": list(ask.candidates),
    }


def _taken(taken: DefaultAnswer) -> JsonValues:
    return {"what": taken.what, "value": taken.value}


def _men(found: LineUp | None) -> list[list[object]]:
    """Who of the offense plays what; the defense needs no word."""
    if found is None:
        return []
    return [_man(man) for man in found.men if man.team is found.offense]


def _man(man: PlacedPlayer) -> list[object]:
    return [man.player, man.role.value, int(man.eligible >= ELIGIBLE), int(man.corrected)]


def _who_played(asked: WhoPlayed) -> JsonValues:
    names = {"part": asked.part.value, "shown": asked.shown, "other": asked.other}
    return {"number": asked.number, **names}


def _doubt(doubt: IdentityDoubt) -> JsonValues:
    return {
        "number": doubt.number,
        "players": list(doubt.players),
        "assumed": list(doubt.assumed),
        "places": [[round(x, 1), round(y, 1)] for x, y in doubt.places_mm],
    }


def _magnet(magnet: MagnetReading) -> JsonValues:
    return {
        "number": magnet.number,
        "sentence": magnet.sentence,
        "x_mm": round(magnet.x_mm, 1),
        "y_mm": round(magnet.y_mm, 1),
        "taken_back": magnet.taken_back,
        "may_be_taken_back": magnet.may_be_taken_back,
    }
