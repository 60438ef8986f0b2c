"""How many names habit alone gets right from true places, and what a person has to correct."""

from __future__ import annotations

from collections.abc import Sequence

from referee.lab.bench.names.line_up_games import RULEBOOKS
from referee.lab.bench.names.named_evening import CoachKind, NamedLineUp, named_evening
from referee.lab.bench.report import Report, Row

# Nothing was chosen with these; what was chosen was chosen with seeds from 1000.
SEEDS = (7000, 7001)
LINE_UPS, QUICK_LINE_UPS = 41, 9
SPANS = ((1, 5), (6, 10), (11, 20), (21, 40))
SURE = 0.9  # below this a name is shown muted
KINDS = (
    CoachKind("nothing known before"),
    CoachKind("a team file with positions", positions=True),
    CoachKind("... and a coach who keeps roles", positions=True, by_role=True),
    CoachKind("an evening before", positions=True, evenings_before=1),
)
QUICK_KINDS = KINDS[1:2]
NOTES = (
    "from TRUE places of simulated formations: a stand-in for whole evenings. No picture is looked",
    "at, and neither hands nor bases are known. The first line-up is introduced, and after each",
    "play the names are right. The simulated coach goes by the order of a formation's file, so",
    "some of its players have another job in another formation; one who keeps roles does not.",
)


def run(quick: bool) -> Report:
    """Games of all four rulebooks; both teams, every line-up named before it is corrected."""
    seeds, count = (SEEDS[:1], QUICK_LINE_UPS) if quick else (SEEDS, LINE_UPS)
    rows: list[Row] = []
    for kind in QUICK_KINDS if quick else KINDS:
        named = [
            line_up
            for rulebook in RULEBOOKS
            for seed in seeds
            for line_up in named_evening(rulebook, seed, count, kind)
        ]
        rows += _rows(kind, named)
    games = len(RULEBOOKS) * len(seeds)
    return Report("names", rows, (*NOTES, f"{games} games of {count - 1} line-ups, both teams"))


def _rows(kind: CoachKind, named: Sequence[NamedLineUp]) -> list[Row]:
    rows = []
    for first, last in SPANS:
        right = [r for each in named if first <= each.number <= last for r in each.right]
        if right:
            words = f"{kind.words}: names right in line-ups {first} to {last}"
            rows.append(Row(words, sum(right) / len(right), "of all"))
    pairs = [
        pair for each in named for pair in zip(each.right, each.sure, strict=True) if each.number
    ]
    said = [right for right, probability in pairs if probability >= SURE]
    muted = [
        (right, second)
        for each in named
        if each.number
        for right, sure, second in zip(each.right, each.sure, each.second, strict=True)
        if sure < SURE
    ]
    plays = [each for each in named if each.number]
    # Both teams are lined up for a play, and corrected with one card.
    wrong = {(k // 2) for k, each in enumerate(plays) if not all(each.right)}
    rows += [
        Row(
            f"{kind.words}: cards of corrections, all wrong names on one",
            len(wrong) / max(len(plays) / 2, 1),
            "a play",
        ),
        Row(
            f"{kind.words}: figures pointed at, one by one, the others following",
            2 * sum(each.pointed_at for each in plays) / max(len(plays), 1),
            "a play",
        ),
        Row(f"{kind.words}: names said with {SURE:.0%} or more", len(said) / len(pairs), "of all"),
        Row(f"{kind.words}: ... right of those", sum(said) / max(len(said), 1), "of those"),
        Row(
            f"{kind.words}: right of the others",
            sum(right for right, _ in muted) / max(len(muted), 1),
            "of those",
        ),
        Row(
            f"{kind.words}: ... or their second name is",
            sum(right or second for right, second in muted) / max(len(muted), 1),
            "of those",
        ),
        Row(
            f"{kind.words}: right by their own probabilities",
            sum(probability for _, probability in pairs) / len(pairs),
            "of all",
        ),
        Row(
            f"{kind.words}: right in truth", sum(right for right, _ in pairs) / len(pairs), "of all"
        ),
    ]
    return rows
