"""What a coach is asked, offered and told about his line-up, as plain values for a page."""

from __future__ import annotations

from referee.night.line_up.default_declarations import DefaultAnswer
from referee.night.magnets.reader import MagnetReading
from referee.night.screen.questions import Question
from referee.night.screen.snapshot import Snapshot
from referee.official.line_up.line_up import LineUp, PlacedPlayer
from referee.vision.roster.roster_frame import IdentityDoubt
from referee.web.live.live_feed import JsonValues

ELIGIBLE = 0.5


def line_up_json(now: Snapshot) -> JsonValues:
    """Everything of a moment that waits for a coach, or that he may correct."""
    return {
        "asks": [_ask(ask) for ask in now.asks],
        "offers": [offer.sentence for offer in now.offers],
        "taken": [_taken(taken) for taken in now.taken],
        "waits": list(now.waits),
        "wrong": list(now.wrong),
        "unsure": list(now.unsure),
        "form": None if now.line_up is None else now.line_up.form.value,
        "men": _men(now.line_up),
        "doubts": [_doubt(doubt) for doubt in now.doubts],
        "magnets": [_magnet(magnet) for magnet in now.magnets],
    }


def _ask(ask: Question) -> JsonValues:
    return {
        "what": ask.what,
        "sentence": ask.sentence,
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
