"""The rows of an evening's bench and their bars, and the notes beneath them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.lab.bench.evening.evening_totals import EveningTotals, added_names
from referee.lab.bench.evening.kept_games import EveningGame
from referee.lab.bench.evening.made_up_beside import (
    PlayDifference,
    count_differences,
    plays_until_parted,
)
from referee.lab.bench.evening.plan import OTHER_FPS, RULEBOOKS, USUAL_FPS, EveningRow
from referee.lab.bench.report import Row
from referee.lab.bench.tools.figures import ratio

# The bars: what an evening has to come to.
PLAYS_A_BOOK = 60.0
BROKEN_OFF = 0.01
WRONG = 0.001
REVIEWED = 0.05
LIVE_CORRECTIONS = 0.02
BETWEEN_CORRECTIONS = 0.1
NAMES_RIGHT = 0.97
# So many of a kind are told in the notes; the files have them all.
MOST_TOLD = 20
NOT_MEASURED = (
    "not measured: a real-time camera of recorded frames with other processes on both cores",
)


def evening_rows(
    planned: Sequence[EveningRow], games: Sequence[EveningGame], *, barred: bool = True
) -> tuple[list[Row], list[str]]:
    """The whole table; without ``barred`` its figures only inform."""
    usual = EveningTotals(tuple(game for game in games if game.row.fps == USUAL_FPS))
    rows = [*_game_rows(planned, games), *_book_rows(planned, usual)]
    if usual.plays:
        rows += [*_call_rows(usual), *_coach_rows(usual), *_name_rows(usual)]
        rows += [
            *_substitution_rows(usual),
            *_foul_rows(usual),
            *_time_rows(usual),
            *_beside_rows(usual),
        ]
        rows += _reason_rows(usual)
    for fps in OTHER_FPS:
        other = EveningTotals(tuple(game for game in games if game.row.fps == fps))
        if other.plays:
            rows += [
                replace(row, label=f"{fps:g} frames/s: {row.label}", bar=None)
                for row in _rate_rows(other)
            ]
    if not barred:
        rows = [replace(row, bar=None) for row in rows]
    return rows, [*_notes(EveningTotals(tuple(games))), *NOT_MEASURED]


def _game_rows(planned: Sequence[EveningRow], games: Sequence[EveningGame]) -> Iterator[Row]:
    finished = sum(game.finished for game in games)
    stuck = sum(bool(game.stuck) for game in games)
    unfinished = len(games) - finished - stuck
    label = f"games to the final whistle, of {len(planned)} planned"
    yield Row(label, finished, "games", len(planned), "higher")
    yield Row("games that got stuck", stuck, "games", 0.0)
    yield Row("games unfinished: running or killed", unfinished, "games")


def _book_rows(planned: Sequence[EveningRow], usual: EveningTotals) -> Iterator[Row]:
    asked = {row.rulebook for row in planned if row.fps == USUAL_FPS}
    for rulebook in (book for book in RULEBOOKS if book in asked):
        plays = sum(len(game.plays) for game in usual.games if game.row.rulebook == rulebook)
        yield Row(f"{rulebook.upper()}: plays", plays, "plays", PLAYS_A_BOOK, "higher")


def _call_rows(all_: EveningTotals) -> Iterator[Row]:
    broken = all_.per_play(lambda play: bool(play.broken_off))
    yield Row("plays broken off for want of eyes", broken, "of all", BROKEN_OFF)
    wrong = len(all_.wrong)
    if all_.decisions:
        label = f"wrong and not flagged: {wrong} of {all_.decisions} decisions"
        yield Row(label, ratio(wrong, all_.decisions), "of all", WRONG)
    wrong_ends, ends = all_.ends
    if ends:
        label = f"... ends of plays and passes alone: {wrong_ends} of {ends}"
        yield Row(label, ratio(wrong_ends, ends), "of all")
    yield Row("wrong scores, not flagged", len(all_.wrong_scores), "plays", 0.0)
    reviewed = all_.per_play(lambda play: play.reviews > 0)
    yield Row("plays with anything to review", reviewed, "of all", REVIEWED)
    aside = all_.per_play(lambda play: bool(play.aside))
    yield Row("plays of which a part is not judged", aside, "of all")


def _coach_rows(all_: EveningTotals) -> Iterator[Row]:
    live = all_.per_play(lambda play: play.coach.live)
    yield Row("corrections between snap and spot", live, "a play", LIVE_CORRECTIONS)
    between = all_.per_play(lambda play: play.coach.between)
    yield Row("corrections between plays", between, "a play", BETWEEN_CORRECTIONS)
    cards = all_.total(lambda play: play.coach.cards)
    yield Row("cards at the first line-up: set-up, no correction", cards, "cards")
    taps = all_.per_play(lambda play: play.coach.taps)
    yield Row("figures pointed at in all of these", taps, "a play")
    asked = all_.per_play(lambda play: play.coach.asked)
    yield Row("questions about a name after a play", asked, "a play")
    touched = all_.total(lambda play: play.coach.touched)
    yield Row("figures touched because nobody saw them", touched, "figures")
    alarms = all_.total(lambda play: play.coach.alarms)
    yield Row("alarms that had to be cleared", alarms, "alarms")


def _name_rows(all_: EveningTotals) -> Iterator[Row]:
    own, shown = all_.names(lambda play: play.own_names), all_.names(lambda play: play.names)
    if own.seen:
        label = "names right at the whistle, without a correction"
        yield Row(label, ratio(own.right, own.seen), "of seen", NAMES_RIGHT, "higher")
    if own.sure_seen:
        label = "... of those that are not shown muted"
        yield Row(label, ratio(own.sure_right, own.sure_seen), "of those")
        yield Row("... names not shown muted", ratio(own.sure_seen, own.seen), "of seen")
        yield Row("... by the probabilities of the names", ratio(own.said, own.seen), "of seen")
    if shown.seen:
        label = "names right at the whistle, corrected ones too"
        yield Row(label, ratio(shown.right, shown.seen), "of seen")
    shared = all_.total(lambda play: play.bodies.shared > 0)
    yield Row("snaps with two names on one base", shared, "plays", 0.0)
    nowhere = all_.total(lambda play: play.bodies.nowhere > 0)
    yield Row("snaps with a name on no base", nowhere, "plays")
    unnamed = all_.total(lambda play: play.bodies.unnamed > 0)
    yield Row("snaps with a base that has no name or is not seen", unnamed, "plays")
    sides = all_.total(lambda play: play.bodies.wrong_side > 0)
    yield Row("snaps with a base of the wrong side", sides, "plays")
    jumps = all_.per_play(lambda play: play.bodies.jumps)
    yield Row("names that went to another base under power", jumps, "a play")
    yield Row("carriers taken for others by a wrong name", len(all_.carriers), "", 0.0)


def _substitution_rows(all_: EveningTotals) -> Iterator[Row]:
    """Nobody says who comes in: the eyes see hands and figures."""
    plays = all_.substituted
    came = sum(play.newcomers.figures for play in plays)
    yield Row(f"plays before which somebody was substituted, of {len(all_.plays)}", len(plays), "")
    if not plays:
        return
    yield Row("... figures that came in", came, "figures")
    own = added_names(play.own_names for play in plays)
    if own.seen:
        label = "... names right at the whistle, without a correction"
        yield Row(label, ratio(own.right, own.seen), "of seen")
    right = sum(play.newcomers.right for play in plays)
    yield Row("... of those who came in alone", ratio(right, came), "of them")
    corrected = sum(play.coach.between for play in plays)
    yield Row("... corrections between plays", ratio(corrected, len(plays)), "a play")
    broken = sum(bool(play.broken_off) for play in plays)
    yield Row("... broken off for want of eyes", broken, "plays")


def _foul_rows(all_: EveningTotals) -> Iterator[Row]:
    called = all_.total(lambda play: play.fouls)
    label = f"false line-up fouls, of {called:.0f} called"
    yield Row(label, len(all_.false_fouls), "fouls", 0.0)
    missed = all_.total(lambda play: len(play.missed_fouls))
    yield Row("line-up fouls not called", missed, "fouls")


def _time_rows(all_: EveningTotals) -> Iterator[Row]:
    yield Row("a second on the board", all_.slowness, "s of a clock")
    yield Row("a play on the board", all_.per_play(lambda play: play.board_s), "s")
    yield Row("a play, with pictures drawn", all_.per_play(lambda play: play.wall_s), "s")


def _beside_rows(all_: EveningTotals) -> Iterator[Row]:
    """What made-up eyes made of the same games; an unfinished game has none beside it."""
    both = [game for game in all_.games if game.made_up]
    counts = Counter[PlayDifference]()
    for game in both:
        counts += count_differences(game.plays, game.made_up)
    for kind in PlayDifference:
        if counts[kind]:
            yield Row(f"beside made-up eyes: {kind.value}", counts[kind], "plays")
    if both:
        alike = sum(plays_until_parted(game.plays, game.made_up) for game in both) / len(both)
        yield Row("beside made-up eyes: alike from the kickoff on", alike, "plays a game")
        stuck = sum(not _reached_whistle(game) for game in both)
        yield Row("made-up eyes: games that got stuck", stuck, "games")


def _reached_whistle(game: EveningGame) -> bool:
    return replace(game, ended=game.made_up_ended).finished


def _rate_rows(other: EveningTotals) -> Iterator[Row]:
    yield Row("plays", len(other.plays), "plays")
    yield Row("games that got stuck", len(other.stuck), "games")
    yield from _call_rows(other)
    for row in (*_coach_rows(other), *_name_rows(other), *_foul_rows(other)):
        if row.bar is not None:
            yield row


def _reason_rows(all_: EveningTotals) -> Iterator[Row]:
    """Why, the most frequent first: each reason with the plays in which it comes."""
    tables = (
        ("to review", all_.reasons(lambda play: play.reasons)),
        ("broken off", all_.reasons(lambda play: play.broken_off)),
        ("not judged", all_.reasons(lambda play: play.aside)),
        ("false line-up foul", all_.reasons(lambda play: play.false_fouls)),
        ("line-up foul not called", all_.reasons(lambda play: play.missed_fouls)),
    )
    for what, counts in tables:
        for reason, plays in counts.most_common(MOST_TOLD):
            yield Row(f"{what}: {reason}", plays, "plays")


def _notes(all_: EveningTotals) -> Iterator[str]:
    lists = (
        ("stuck", all_.stuck),
        ("wrong", all_.wrong),
        ("wrong score", all_.wrong_scores),
        ("another carrier", all_.carriers),
    )
    for what, said in lists:
        yield from (f"{what}: {words}" for words in said[:MOST_TOLD])
        if len(said) > MOST_TOLD:
            yield f"{what}: and {len(said) - MOST_TOLD} more, see the files of the games"
