"""The bench of the calls: its judge, its eyes, and how it compares."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.episode import Episode
from referee.calls.phase_state import PhaseState, PlayPhase
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.base_shape import BasePart, rounded_rectangle
from referee.core.geometry.pose import Pose
from referee.core.roster import Player, Roster, Team
from referee.lab.bench.calls.bench import confusion_lines, write_page
from referee.lab.bench.calls.call_decisions import NOTHING, UNCLEAR, call_decisions
from referee.lab.bench.calls.call_figures import ANOTHER, call_rows, confusion, error_rows
from referee.lab.bench.calls.judged_play import (
    JudgedPlay,
    PlayResult,
    gap_sigmas,
    judge_play,
    rulebooks,
)
from referee.lab.bench.calls.plays.play_recipe import TUNED, BenchPlayKind, PlayRecipe, PlayTwist
from referee.lab.bench.calls.plays.play_recorder import record_play
from referee.lab.bench.calls.plays.play_store import recorded_plays
from referee.lab.bench.calls.plays.recorded_play import PARTS, PlayFact, RecordedPlay
from referee.lab.bench.calls.plays.touching_parts import touching_parts
from referee.lab.bench.calls.simulated_eyes import board_frames, observations_of
from referee.lab.bench.calls.truth.contacts import contacts_of
from referee.lab.bench.calls.truth.play_story import PlayStory, story_of
from referee.lab.bench.calls.truth.ruled_play import ExpectedCall
from referee.lab.bench.report import Report
from referee.record.board_frames import board_frame_of
from referee.record.tracks import (
    TracksFileHeader,
    TracksFileKind,
    read_observations,
    whole_observations,
)
from tests.core.fields import EASY

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
ROSTER = Roster(tuple(Player(f"{t.name[0]}{n}", t, n, BASE) for t in Team for n in (1, 2)))
MS = 1_000_000
BOOKS = rulebooks()
FRONT, SIDE, REAR = (PARTS.index(p) for p in (BasePart.FRONT, BasePart.LEFT, BasePart.BACK))


def take(*facts, phase=PlayPhase.RUN, x=300.0, near=(), scrimmage=290.0, **changes):
    """H1 stands with his front 13.9 mm ahead of x and plays to the right, 8 mm to the yard."""
    times = np.arange(0, 2_000_001, 50_000) * 1000
    row = np.array([x, 150.0, 0.0])
    phase_state = PhaseState(
        play=1,
        phase=phase,
        team=Team.HOME,
        plays=Direction.RIGHT,
        carrier="H1",
        on_field=tuple(p.id for p in ROSTER),
        scrimmage_x_mm=None if phase is PlayPhase.RETURN else scrimmage,
        **changes,
    )
    return RecordedPlay(
        PlayRecipe(1),
        EASY,
        ROSTER,
        phase_state,
        times,
        np.tile(row, (len(times), len(ROSTER), 1)),
        np.zeros((len(times), len(ROSTER)), bool),
        np.ones(len(times), bool),
        times,
        np.tile(row, (len(times), 1)),
        np.array(near, float).reshape(-1, 6),
        facts,
    )


def touch(ms, part, who="A1", own=FRONT, ahead=0.0):
    return PlayFact(ms * MS, "began", who, own, part, ahead)


def end_of(story):
    return None if story.end is None else (story.end.kind, story.end.rule)


# 23.9 mm past the line is less than 5 yards of 8 mm; 100 mm further on is more.
TABLE = [
    ("efhl", FRONT, 300.0, (CallKind.TACKLE, "EFHL-TKL-01")),
    ("efhl", SIDE, 400.0, None),
    ("hefl", FRONT, 300.0, (CallKind.TACKLE, "HEFL-TKL-01")),
    ("hefl", SIDE, 300.0, None),
    ("hefl", REAR, 400.0, (CallKind.TACKLE, "HEFL-TKL-02")),
    ("vsefl", REAR, 400.0, None),
    ("vsefl", SIDE, 400.0, (CallKind.TACKLE, "VSEFL-TKL-02")),
    ("simplified", REAR, 300.0, (CallKind.TACKLE, "SIMP-TKL-01")),
]


@pytest.mark.parametrize(("book", "part", "x", "wanted"), TABLE)
def test_the_judge_reads_a_touch_as_the_rulebook_says(book, part, x, wanted):
    story = story_of(take(touch(500, part), x=x), BOOKS[book])
    assert end_of(story) == wanted
    broken = [i.kind for i in story.others]
    assert broken == ([] if wanted or book == "hefl" else [CallKind.BROKEN_TACKLE])


def test_a_side_a_tenth_of_a_length_behind_the_corner_is_a_front_in_efhl():
    for ahead, wanted in ((11.2, CallKind.TACKLE), (11.0, None)):
        story = story_of(take(touch(500, SIDE, ahead=ahead)), BOOKS["efhl"])
        assert (story.end.kind if story.end else None) is wanted


def test_a_side_that_turns_into_a_front_and_stays_so_is_a_tackle_from_then_on():
    turning = [(t * MS, 2, 0.0, FRONT, SIDE if t < 540 else FRONT, 0.0) for t in range(504, 620, 4)]
    story = story_of(take(touch(500, SIDE), near=turning), BOOKS["efhl"])
    assert (story.end.kind, story.end.t_ns) == (CallKind.TACKLE, 540 * MS)
    assert [i.optional for i in story.others] == [True]


def test_two_touches_with_nothing_between_them_are_one():
    ended = PlayFact(520 * MS, "ended", "A1")
    assert len(contacts_of(take(touch(500, FRONT), ended, touch(550, SIDE)))) == 1
    assert len(contacts_of(take(touch(500, FRONT), ended, touch(700, SIDE)))) == 2


def test_who_falls_in_time_has_been_shaken_off_and_the_next_one_tackles():
    facts = (touch(500, FRONT), PlayFact(700 * MS, "fell", "A1"), touch(900, FRONT, "A2"))
    story = story_of(take(*facts), BOOKS["efhl"])
    assert story.end.players == ("A2", "H1")
    assert [(i.kind, i.rule, i.optional) for i in story.others] == [
        (CallKind.BROKEN_TACKLE, "EFHL-TKL-05", False)
    ]
    late = story_of(take(facts[0], PlayFact(800 * MS, "fell", "A1")), BOOKS["efhl"])
    assert late.end.players == ("A1", "H1")


def test_two_at_one_time_are_a_fumble_in_vsefl():
    facts = (touch(500, FRONT), touch(540, FRONT, "A2"))
    assert end_of(story_of(take(*facts), BOOKS["vsefl"])) == (CallKind.FUMBLE, "VSEFL-FUM-01")
    apart = (touch(500, FRONT), touch(560, FRONT, "A2"))
    assert story_of(take(*apart), BOOKS["vsefl"]).end.kind is CallKind.TACKLE


def test_lines_and_what_follows_from_the_spot():
    scored = PlayFact(500 * MS, "reached", line="right goal line", direction=1)
    assert end_of(story_of(take(scored, x=786.1), BOOKS["hefl"])) == (
        CallKind.TOUCHDOWN,
        "HEFL-SCO-01",
    )
    back = PlayFact(500 * MS, "reached", line="left goal line", direction=-1)
    assert story_of(take(back), BOOKS["hefl"]).end is None
    story = story_of(take(touch(500, FRONT), to_gain_x_mm=313.0), BOOKS["hefl"])
    assert [i.kind for i in story.others] == [CallKind.LINE_TO_GAIN]
    story = story_of(take(touch(500, FRONT), x=-20.0, scrimmage=10.0), BOOKS["hefl"])
    assert [i.kind for i in story.others] == [CallKind.SAFETY]


def test_after_the_power_went_off_only_efhl_counts():
    off = PlayFact(400 * MS, "power", on=False)
    assert story_of(take(off, touch(500, FRONT)), BOOKS["hefl"]).end is None
    assert story_of(take(off, touch(500, FRONT)), BOOKS["efhl"]).end is not None


def test_a_play_that_nobody_saw_out_is_set_aside():
    assert story_of(take(touch(1900, FRONT)), BOOKS["hefl"]).unknown
    assert not story_of(take(touch(500, FRONT)), BOOKS["hefl"]).unknown


def test_bases_that_lie_flat_touch_with_their_edges_and_others_with_corners():
    still = Pose(0.0, 0.0, 0.0)
    flat = touching_parts(BASE, still, BASE, Pose(27.8, 3.0, 180.0))
    assert flat[:2] == (BasePart.FRONT, BasePart.FRONT)
    turned = math.radians(20.0)
    # The corner nearest to the front of a: half a length back, half a width across, rounded.
    reach = 11.9 * math.cos(turned) + 8.3 * math.sin(turned) + 2.0
    corner = touching_parts(BASE, still, BASE, Pose(13.9 + reach, 0.0, 160.0))
    assert corner[0] is BasePart.FRONT
    assert corner[1] in {BasePart.FRONT_LEFT, BasePart.FRONT_RIGHT}


def call(kind=CallKind.TACKLE, t=500, players=("A1", "H1"), rule="HEFL-TKL-01", flag=()):
    spot = BallSpot(313.9, 150.0, 0.1)
    return Call(
        t * MS,
        MS,
        kind,
        rule,
        1.0,
        CallAction.CUT,
        players,
        0.0,
        0.1,
        spot,
        flag,
        (),
        Episode.read(f"{kind}{t}"),
    )


DOWN = ExpectedCall(CallKind.TACKLE, "HEFL-TKL-01", 500 * MS, ("A1", "H1"), 313.8)
LATE = ExpectedCall(CallKind.TACKLE, "HEFL-TKL-01", 510 * MS, ("A2", "H1"), 313.8)
COMPARED = [
    (DOWN, [call(t=502)], (True, False)),
    (DOWN, [call(t=502, flag=("why",))], (True, True)),
    (DOWN, [call(t=650)], (False, False)),
    (DOWN, [call(rule="HEFL-TKL-02")], (False, False)),
    (DOWN, [call(players=("A2", "H1"))], (True, False)),
    (DOWN, [call(players=("A3", "H1"))], (False, False)),
    (DOWN, [call(CallKind.SACK)], (False, False)),
    (DOWN, [], (False, False)),
    (DOWN, [call(CallKind.UNCLEAR_TACKLE, flag=("why",))], (False, True)),
    (DOWN, [call(CallKind.NOT_SEEN, 300, ("H1",), "", ("why",)), call()], (False, True)),
    (DOWN, [call(CallKind.NOT_SEEN, 300, ("H1",), "", ()), call()], (True, False)),
    (DOWN, [call(CallKind.NOT_SEEN, 300, ("H1",), "", ())], (False, False)),
    (None, [], (True, False)),
    (None, [call()], (False, False)),
    (None, [call(CallKind.UNCLEAR_TACKLE, flag=("why",))], (True, True)),
]


@pytest.mark.parametrize(("true", "calls", "wanted"), COMPARED)
def test_a_call_is_right_when_kind_rule_players_and_time_are(true, calls, wanted):
    downs = (DOWN, LATE)
    end = call_decisions(PlayStory(true, (), downs), calls)[0]
    assert (end.right, end.flagged) == wanted


def test_errors_are_told_in_sigmas():
    end = call_decisions(PlayStory(DOWN, (), (DOWN,)), [call(t=502)])[0]
    assert end.off_ms == pytest.approx(2.0)
    assert end.time_sigmas == pytest.approx(2.0)
    assert end.spot_sigmas == pytest.approx(1.0)


def test_a_broken_tackle_that_nobody_noted_is_wrong_unless_it_may_be_left_out():
    broken = ExpectedCall(CallKind.BROKEN_TACKLE, "EFHL-TKL-02", 300 * MS, ("A2", "H1"))
    missed = call_decisions(PlayStory(None, (broken,), ()), [])[1]
    assert (missed.true, missed.called, missed.right) == (
        "broken tackle EFHL-TKL-02", NOTHING, False,
    )  # fmt: skip
    assert len(call_decisions(PlayStory(None, (replace(broken, optional=True),), ()), [])) == 1


def judged(*made, near=False, aside=""):
    return JudgedPlay(
        1, 30, "run", "plain", "hefl", near, any(d.flagged for d in made), made, aside
    )


def test_shares_are_of_unflagged_calls_and_of_ordinary_plays():
    right = call_decisions(PlayStory(DOWN, (), (DOWN,)), [call(t=502)])[0]
    wrong = call_decisions(PlayStory(DOWN, (), ()), [])[0]
    doubt = call_decisions(PlayStory(DOWN, (), ()), [call(CallKind.UNCLEAR_TACKLE, flag=("why",))])[
        0
    ]
    every = (judged(right), judged(right), judged(wrong), judged(doubt), judged(wrong, aside="x"))
    results = [PlayResult(every, (0.0,) * 30, (0.001,), 0)]
    rows = {row.label: row.value for row in call_rows(results)}
    assert rows["unflagged calls right"] == pytest.approx(200 / 3)
    assert rows["flags on ordinary plays"] == pytest.approx(25.0)
    # The four plays that count have an end each: two right, one wrong, one flagged.
    assert rows["ends counted alone, unflagged ones right"] == pytest.approx(200 / 3)
    assert rows["ends counted alone, unflagged and wrong"] == 1
    assert rows["ends counted alone, flagged"] == pytest.approx(25.0)
    gained = replace(wrong, what="gain")
    rows = {r.label: r.value for r in call_rows([PlayResult((judged(right, gained),), (), (), 0)])}
    assert rows["ends counted alone, unflagged ones right"] == 100.0
    assert rows["unflagged calls right"] == 50.0
    table = confusion([e for e in every if not e.aside])
    assert table.sure["tackle HEFL-TKL-01", NOTHING] == 1
    assert table.flagged["tackle HEFL-TKL-01", UNCLEAR] == 1
    assert any("**wrong**" in line for line in confusion_lines(table))
    other = replace(right, right=False)
    assert confusion([judged(other)]).sure[other.true, f"{other.true}, {ANOTHER}"] == 1
    assert next(r for r in error_rows(results) if "median" in r.label).value == pytest.approx(2.0)


def test_the_page_is_written_between_its_marks(tmp_path):
    page = tmp_path / "page.md"
    start, end = "<!-- bench calls: start -->", "<!-- bench calls: end -->"
    page.write_text(f"before\n{start}\nold\n{end}\nafter\n", encoding="utf-8")
    report = Report("calls", list(call_rows([PlayResult((judged(),), (), (), 0)])))
    write_page(page, report, confusion([]))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    page.write_text("no marks\n", encoding="utf-8")
    with pytest.raises(BadValue, match="one line"):
        write_page(page, report, confusion([]))


def test_any_stretch_of_plays_has_every_kind_and_turn():
    recipes = [PlayRecipe(k) for k in range(160)]
    assert {(r.play, r.fps, r.turn) for r in recipes} == {
        (play, fps, turn) for play in BenchPlayKind for fps in (30, 60) for turn in PlayTwist
    }
    assert PlayRecipe(3).seed != PlayRecipe(3, TUNED).seed


@pytest.fixture(scope="module")
def played():
    return record_play(PlayRecipe(8, TUNED))


def test_a_play_is_kept_and_found_again(tmp_path, played):
    recipes = [played.recipe]
    first, again = (next(iter(recorded_plays(recipes, tmp_path))) for _ in range(2))
    for found in (first, again):
        assert found.facts == played.facts
        assert found.phase_state == played.phase_state
        np.testing.assert_array_equal(found.poses, played.poses)


def test_a_play_is_seen_the_same_each_time_and_with_errors_of_the_stated_size(played):
    seen = board_frames(played)
    assert repr(seen) == repr(board_frames(played))
    frames = {int(t): k for k, t in enumerate(played.times_ns)}
    off = [
        (s.measured.pose.x_mm - played.poses[frames[b.t_ns], i, 0])
        / math.sqrt(s.measured.covariance[0][0])
        for b in seen
        for i, p in enumerate(played.roster)
        if (s := b.find(p.id)) is not None
    ]
    assert 0.85 < (np.abs(off) < 1.96).mean() < 0.99
    wanted = len(seen) * len(played.roster)
    assert 0.85 * wanted < len(off) < wanted


def test_a_base_whose_outline_is_lost_is_followed_roughly_or_not_seen(played):
    """Between 0.1 and 10 % of the sightings are rough: to a few mm, with no gap of their own."""
    frames = {int(t): k for k, t in enumerate(played.times_ns)}
    rough, sightings = [], 0
    for board in board_frames(played):
        sightings += len(board.seen)
        for i, player in enumerate(played.roster):
            seen = board.find(player.id)
            if seen is None or seen.lies or seen.sigma[0] < 0.5:
                continue
            off_mm = seen.x_mm - played.poses[frames[board.t_ns], i, 0]
            rough.append(abs(off_mm) / seen.sigma[0])
            assert 1.0 <= seen.sigma[0] <= 1.0 + 1.5 * 0.8 + 0.1
            assert all(player.id not in (gap.first, gap.second) for gap in board.gaps)
    assert 0.001 * sightings < len(rough) < 0.1 * sightings
    assert max(rough) < 4.5


def test_the_calls_get_the_frames_that_a_tracks_file_of_the_play_gives(tmp_path, played):
    path = tmp_path / "tracks.jsonl"
    with whole_observations(path, TracksFileHeader(TracksFileKind.TRACKS, "620")) as out:
        for seen in observations_of(played):
            out.write(seen)
    read = read_observations(path, TracksFileKind.TRACKS)
    assert [board_frame_of(seen) for seen in read] == board_frames(played)


def test_the_gap_of_a_close_pair_is_measured_for_itself_and_its_error_is_stated(played):
    off = np.array(gap_sigmas(played, board_frames(played)))
    assert len(off) > 10
    assert 0.8 < (np.abs(off) < 1.96).mean() <= 1.0


def test_a_whole_play_is_judged_the_same_again_and_mixed(played):
    result = judge_play(played, BOOKS, again=True)
    assert result.differing == 0
    assert [j.book for j in result.judged] == list(BOOKS)
