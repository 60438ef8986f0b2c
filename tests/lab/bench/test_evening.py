"""The bench of an evening: its plan, what is kept, what its rows count, and who is excused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from referee.calls.call import Call, CallAction, CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.episode import Episode
from referee.cli.main import app
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.state import GamePhase, State
from referee.lab.bench.evening import bench
from referee.lab.bench.evening.evening_night import evening_setup
from referee.lab.bench.evening.evening_play import (
    BodyFaults,
    CoachWork,
    EveningPlay,
    KeptDecision,
    NameCount,
    NewcomerCount,
)
from referee.lab.bench.evening.evening_rows import evening_rows
from referee.lab.bench.evening.game_player import play_row, play_to_end
from referee.lab.bench.evening.kept_games import FINISHED, UNFINISHED, EveningGame, KeptGames
from referee.lab.bench.evening.line_up_truth import judged_fouls, true_faults
from referee.lab.bench.evening.made_up_beside import PlayDifference, play_difference
from referee.lab.bench.evening.newcomers import Newcomers
from referee.lab.bench.evening.own_names import TAKES_FRAMES, OwnNames, ShownNames
from referee.lab.bench.evening.plan import (
    BOARDS,
    LIGHTS,
    RULEBOOKS,
    SEEDS,
    EveningChoice,
    EveningRow,
    SeedList,
    seed_list,
)
from referee.lab.bench.evening.play_watch import (
    declared_carriers,
    figures_named,
    with_play_corrected,
)
from referee.lab.bench.games.body_match import BodyMatch, match_bodies
from referee.lab.bench.games.judged_game import reasons_of
from referee.lab.bench.report import Report
from referee.lab.bench.tools.machine import BenchMachine
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.night.commands import AnswerNameDoubt, Declare, NamePlayers, SwapPlayers
from referee.official.declarations.types import BallPitched, PassThrown, PlayMoved
from referee.sim.board_state import BoardState, PieceState
from referee.sim.coach.board_hands import PERSONS_PACE
from referee.sim.coach.line_up.line_up import scrimmage_line_up
from referee.sim.coach.table.lockstep_night import (
    QUICK_PACE,
    EyesKind,
    GameStuck,
)
from referee.sim.formations.formation import load_formation
from referee.sim.live.teams import usual_roster

ROW = EveningChoice().rows()[0]
RIGHT = KeptDecision("end", "tackle EFHL-TKL-01", "tackle EFHL-TKL-01", False, True)
WRONG = KeptDecision("end", "nothing", "tackle EFHL-TKL-01", False, False)
FLAGGED = replace(WRONG, flagged=True)
NAMED = NameCount(22, 22, 22, 22)
PLAY = EveningPlay(
    1, "1st and 10 at the own 20", "tackle", 30.0, 60.0, (RIGHT,), names=NAMED, own_names=NAMED,
    calls=("tackle",),
)  # fmt: skip


def game(*plays, row=ROW, **values):
    return EveningGame(
        row,
        **{
            "commit": "abc1234",
            "measured_at": "2026-11-19T17:00:00+00:00",
            "ended": FINISHED,
            "plays": plays,
        }
        | values,
    )


def labelled(*games, barred=True):
    rows, notes = evening_rows([each.row for each in games], games, barred=barred)
    return {row.label: row for row in rows}, notes


# --- the plan ---------------------------------------------------------------------------------


def test_every_rulebook_comes_by_every_board_and_every_light():
    usual = [row for row in EveningChoice().rows() if row.fps == 30.0]
    for rulebook in RULEBOOKS:
        own = [row for row in usual if row.rulebook == rulebook]
        assert {row.board for row in own} == set(BOARDS)
        assert {row.light for row in own} == set(LIGHTS)
        assert sum(4 * row.plays_a_quarter for row in own) >= 60


def test_all_rulebooks_are_played_at_the_other_rates_too():
    for fps in (15.0, 60.0):
        assert {row.rulebook for row in EveningChoice(fps=fps).rows()} == set(RULEBOOKS)


def test_no_seed_is_in_both_lists_and_no_two_games_have_the_same():
    assert not set(SEEDS[SeedList.DEVELOPMENT]) & set(SEEDS[SeedList.HELD_OUT])
    seeds = [row.seed for each in SeedList for row in EveningChoice(each).rows()]
    assert len(set(seeds)) == len(seeds)


def test_a_game_keeps_its_seed_whatever_else_is_chosen():
    everything = set(EveningChoice().rows())
    chosen = EveningChoice(rulebook="hefl", board="500").rows()
    assert chosen
    assert set(chosen) <= everything


@pytest.mark.parametrize(
    "values",
    [{"rulebook": "nfl"}, {"board": "720"}, {"fps": 25.0}, {"games": -1}, {"jobs": 0}],
)
def test_what_is_not_in_the_plan_is_refused_with_what_is(values):
    with pytest.raises(BadValue, match="should be"):
        EveningChoice(**values)


def test_seeds_are_asked_for_by_name():
    assert seed_list("held-out") is SeedList.HELD_OUT
    with pytest.raises(BadValue, match="development, held-out"):
        seed_list("fresh")


# --- what is kept -----------------------------------------------------------------------------


def test_a_game_comes_back_from_its_file_as_it_was(tmp_path):
    kept = KeptGames(tmp_path, "abc1234", SeedList.DEVELOPMENT)
    bodies = BodyFaults(1, 2, 3, 4, 5, ("H40 is truly H22",))
    play = replace(PLAY, aside=("the carrier fell",), bodies=bodies, coach=CoachWork(live=2))
    written = game(play, made_up=(PLAY,), made_up_ended=FINISHED, load=(1.5, None))
    kept.finish(written)
    assert kept.finished(ROW) == written


@pytest.mark.parametrize(
    ("commit", "seeds"), [("def5678", SeedList.DEVELOPMENT), ("abc1234", SeedList.HELD_OUT)]
)
def test_a_game_of_another_commit_or_list_of_seeds_does_not_count(tmp_path, commit, seeds):
    KeptGames(tmp_path, "abc1234", SeedList.DEVELOPMENT).finish(game(PLAY))
    assert KeptGames(tmp_path, commit, seeds).found(ROW) is None


def test_a_file_that_another_commit_wrote_does_not_count_wherever_it_lies(tmp_path):
    kept = KeptGames(tmp_path, "abc1234", SeedList.DEVELOPMENT)
    kept.finish(replace(game(PLAY), commit="def5678"))
    assert kept.finished(ROW) is None


@pytest.mark.parametrize(("commit", "clean"), [("abc1234", True), ("abc1234+", False)])
def test_only_what_a_commit_measured_is_kept_for_another_run(tmp_path, commit, clean):
    assert KeptGames(tmp_path, commit, SeedList.DEVELOPMENT).clean is clean


def test_a_game_that_was_killed_shows_how_far_it_came_but_for_half_a_line(tmp_path):
    kept = KeptGames(tmp_path, "abc1234", SeedList.DEVELOPMENT)
    kept.begin(ROW)
    kept.add(ROW, PLAY)
    kept.add(ROW, replace(PLAY, number=2))
    lines = next(kept.folder.glob("*.jsonl"))
    lines.write_text(lines.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    found = kept.found(ROW)
    assert kept.finished(ROW) is None
    assert (found.ended, found.plays) == (UNFINISHED, (PLAY,))


class FakeWatch:
    """A game of so many plays that ends as it is told to."""

    def __init__(self, tell, plays, error=None):
        self._tell, self._left, self._error = tell, list(range(1, plays + 1)), error
        self.night = self
        self.now_ns = 7_000_000_000
        self.closed = False

    def close(self):
        self.closed = True

    @property
    def over(self):
        return not self._left and self._error is None

    def step(self):
        if not self._left:
            raise self._error
        self._tell(replace(PLAY, number=self._left.pop(0)))


@pytest.mark.parametrize(
    ("error", "ended"),
    [
        (None, FINISHED),
        (GameStuck("no further for 90 s"), "no further for 90 s"),
        (ValueError("no base"), "broke down: ValueError: no base"),
    ],
)
def test_a_game_is_kept_however_it_ends_with_made_up_eyes_beside(tmp_path, error, ended):
    kept = KeptGames(tmp_path, "abc1234", SeedList.DEVELOPMENT)

    def opened(_row, pictures, tell):
        return FakeWatch(tell, 3 if pictures else 2, error if pictures else None)

    play_row(kept, ROW, open_watch=opened)
    found = kept.finished(ROW)
    assert (found.ended, len(found.plays), found.board_s) == (ended, 3, 7.0)
    assert (found.made_up_ended, len(found.made_up)) == (FINISHED, 2)


def test_a_game_without_time_left_is_unfinished():
    watch = FakeWatch(lambda _play: None, 3)
    assert play_to_end(watch, until_s=0.0) == UNFINISHED
    assert watch.closed


def test_a_game_that_is_begun_anew_forgets_the_attempt_before(tmp_path):
    kept = KeptGames(tmp_path, "abc1234", SeedList.DEVELOPMENT)
    kept.finish(game(PLAY))
    kept.begin(ROW)
    assert kept.found(ROW).plays == ()
    first = next(kept.folder.glob("*.jsonl")).read_text(encoding="utf-8").splitlines()[0]
    assert json.loads(first)["row"]["seed"] == ROW.seed


@pytest.fixture
def played(monkeypatch):
    """The games that a run of the bench plays: of commit abc1234, each a single play."""
    found = []

    def fake(kept, row, _tell):
        found.append(row)
        kept.finish(game(PLAY, row=row, commit=kept.commit))

    monkeypatch.setattr(bench, "play_row", fake)
    return found


def bench_of(monkeypatch, commit, out, **asked):
    machine = replace(BenchMachine.this_one(), commit=commit)
    monkeypatch.setattr(BenchMachine, "this_one", classmethod(lambda _cls: machine))
    return bench.run(False, out=out, rulebook="hefl", fps=30.0, **asked)


def test_a_second_start_plays_only_what_is_missing(played, monkeypatch, tmp_path):
    first = bench_of(monkeypatch, "abc1234", tmp_path, games=1)
    assert len(played) == 1
    assert first.rows[0].value == 1
    assert not first.passes()  # three games of four are missing
    whole = bench_of(monkeypatch, "abc1234", tmp_path)
    assert len(set(played)) == len(played) == 4
    assert whole.rows[0].value == 4
    bench_of(monkeypatch, "abc1234", tmp_path)
    assert len(played) == 4


def test_only_the_table_is_made_where_no_game_is_asked_for(played, monkeypatch, tmp_path):
    report = bench_of(monkeypatch, "abc1234", tmp_path, games=0)
    assert played == []
    assert report.rows[0].value == 0


def test_a_checkout_with_changes_plays_everything_again_and_says_so(played, monkeypatch, tmp_path):
    for _ in range(2):
        report = bench_of(monkeypatch, "abc1234+", tmp_path)
    assert len(played) == 8
    assert any("belong to no commit" in note for note in report.notes)


@pytest.mark.parametrize(
    ("bench_name", "option", "value", "words"),
    [
        ("evening", "--rulebook", "nfl", "one of efhl, hefl, vsefl, simplified"),
        ("evening", "--seeds", "fresh", "one of development, held-out"),
        ("gaps", "--jobs", "2", "bench gaps does not take it"),
    ],
)
def test_what_the_command_cannot_do_is_a_sentence(bench_name, option, value, words):
    result = CliRunner().invoke(app, ["bench", bench_name, option, value])
    assert result.exit_code == 2
    assert option in result.stderr
    assert words in " ".join(result.stderr.split())


# --- the rows ---------------------------------------------------------------------------------


def test_a_wrong_decision_counts_unless_its_own_flag_is_up():
    rows, notes = labelled(game(replace(PLAY, decisions=(WRONG, FLAGGED, RIGHT), reviews=1)))
    row = rows["wrong and not flagged: 1 of 3 decisions"]
    assert row.value == pytest.approx(1 / 3)
    assert not row.passes
    assert any(note.startswith("wrong: ") and "play 1" in note for note in notes)


@pytest.mark.parametrize(
    ("play", "label"),
    [
        (replace(PLAY, score="score 2:0 instead of 0:0"), "wrong scores, not flagged"),
        (replace(PLAY, broken_off=("Hands.",)), "plays broken off for want of eyes"),
        (replace(PLAY, reviews=1), "plays with anything to review"),
        (replace(PLAY, coach=CoachWork(live=1)), "corrections between snap and spot"),
        (replace(PLAY, coach=CoachWork(between=1)), "corrections between plays"),
        (
            replace(PLAY, own_names=NameCount(18, 22)),
            "names right at the whistle, without a correction",
        ),
        (replace(PLAY, bodies=BodyFaults(shared=1)), "snaps with two names on one base"),
        (
            replace(PLAY, bodies=BodyFaults(carriers=("H40 is truly H22",))),
            "carriers taken for others by a wrong name",
        ),
        (replace(PLAY, fouls=1, false_fouls=("EFHL-FRM-01",)), "false line-up fouls, of 1 called"),
    ],
)
def test_each_fault_of_a_play_misses_its_own_bar_and_no_other(play, label):
    missed = {name for name, row in labelled(game(play))[0].items() if not row.passes}
    few = f"{ROW.rulebook.upper()}: plays"
    assert missed == {label, few}


def test_names_before_a_correction_count_and_not_those_after_it():
    rows, _ = labelled(game(replace(PLAY, own_names=NameCount(11, 22, 3, 4))))
    assert rows["names right at the whistle, without a correction"].value == 0.5
    assert rows["... of those that are not shown muted"].value == 0.75
    assert rows["names right at the whistle, corrected ones too"].value == 1.0


def test_plays_with_substitutes_have_rows_of_their_own_and_who_came_in_too():
    came = replace(
        PLAY,
        own_names=NameCount(20, 22),
        coach=CoachWork(between=1),
        newcomers=NewcomerCount(figures=2, right=1),
    )
    rows, notes = labelled(game(PLAY, came, PLAY, replace(came, own_names=NAMED)))
    assert rows["plays before which somebody was substituted, of 4"].value == 2
    assert rows["... figures that came in"].value == 4
    assert rows["... names right at the whistle, without a correction"].value == 42 / 44
    assert rows["... of those who came in alone"].value == 0.5
    assert rows["... corrections between plays"].value == 1.0
    # All four plays: 22 + 20 + 22 + 22 of 88.
    assert rows["names right at the whistle, without a correction"].value == 86 / 88
    assert not any("substitut" in note for note in notes)


def test_an_evening_in_which_nobody_came_in_says_so_and_no_more():
    rows, _ = labelled(game(PLAY))
    assert rows["plays before which somebody was substituted, of 1"].value == 0
    assert "... of those who came in alone" not in rows


def test_the_card_of_the_first_line_up_is_shown_and_is_no_correction():
    rows, _ = labelled(game(replace(PLAY, coach=CoachWork(cards=1, taps=22))))
    assert rows["cards at the first line-up: set-up, no correction"].value == 1
    assert rows["corrections between plays"].value == 0
    assert rows["figures pointed at in all of these"].value == 22


def test_stuck_and_unfinished_games_are_rows_and_their_plays_count():
    stuck = game(PLAY, ended="no further for 90 s")
    rows, notes = labelled(stuck, game(PLAY, PLAY, ended=UNFINISHED))
    assert rows["games that got stuck"].value == 1
    assert rows["games unfinished: running or killed"].value == 1
    assert rows["games to the final whistle, of 2 planned"].value == 0
    assert rows[f"{ROW.rulebook.upper()}: plays"].value == 3
    assert any(note.startswith("stuck: ") for note in notes)


def test_other_rates_have_rows_of_their_own_without_bars():
    slow = replace(ROW, fps=15.0)
    rows, _ = labelled(game(PLAY), game(replace(PLAY, reviews=1), row=slow))
    assert rows["plays with anything to review"].value == 0.0
    beside = rows["15 frames/s: plays with anything to review"]
    assert (beside.value, beside.bar) == (1.0, None)


def test_what_is_not_judged_is_counted_with_its_reason():
    rows, _ = labelled(game(PLAY, replace(PLAY, aside=("the carrier fell",))))
    assert rows["plays of which a part is not judged"].value == 0.5
    assert rows["not judged: the carrier fell"].value == 1


def test_ends_are_counted_without_what_was_rightly_called_nothing():
    nothing = KeptDecision("end", "nothing", "nothing", False, True)
    gained = replace(RIGHT, what="gain")
    rows, _ = labelled(game(replace(PLAY, decisions=(nothing, gained, WRONG, RIGHT))))
    assert rows["... ends of plays and passes alone: 1 of 2"].value == 0.5


def test_reviews_are_counted_by_their_reasons_once_a_play():
    close = replace(PLAY, reviews=2, reasons=("TOO_CLOSE", "NOT_SEEN"))
    rows, _ = labelled(game(close, replace(PLAY, reviews=1, reasons=("TOO_CLOSE",))))
    assert rows["to review: TOO_CLOSE"].value == 2
    assert rows["to review: NOT_SEEN"].value == 1


def test_a_report_without_a_game_misses_its_bars_and_measures_nothing():
    rows, notes = evening_rows([ROW], [])
    assert not Report("evening", rows).passes()
    assert sum(note.startswith("not measured") for note in notes) == 1


def test_a_quick_report_has_no_bars():
    rows, _ = labelled(game(replace(PLAY, decisions=(WRONG,))), barred=False)
    assert all(row.bar is None for row in rows.values())


# --- the judge's parts ------------------------------------------------------------------------

FIELD, BOOK, ROSTER = load_field("620"), load_rulebook("efhl"), usual_roster(1)
SCRIMMAGE = State(
    phase=GamePhase.SCRIMMAGE, quarter=1, team=Team.HOME, home_plays=Direction.RIGHT, down=1,
    x_mm=FIELD.x_mm(30.0), y_mm=FIELD.width_mm / 2, to_gain_x_mm=FIELD.x_mm(40.0),
)  # fmt: skip


def standing():
    spot = SCRIMMAGE.x_mm, SCRIMMAGE.y_mm
    formations = load_formation("pro-set"), load_formation("4-3")
    plan = scrimmage_line_up(
        FIELD, ROSTER, Team.HOME, Direction.RIGHT, spot, formations, BOOK.calls, 180.0
    )
    return dict(plan.poses)


def faults_of(poses):
    pieces = tuple(PieceState(name, pose) for name, pose in poses.items())
    return true_faults(BoardState(0, 0.0, pieces), SCRIMMAGE, ROSTER, FIELD, BOOK.calls)


def foul(rule, *players):
    return Call(
        0, 0, CallKind.ILLEGAL_FORMATION, rule, 1.0, CallAction.RECORD, players, None, None, None,
        (), (), Episode.read("line-up:1"),
    )  # fmt: skip


def test_a_foul_called_of_a_legal_line_up_is_false():
    assert faults_of(standing()) == ()
    found = judged_fouls([foul("EFHL-FRM-01", "H72")], faults_of(standing()))
    assert (found.called, found.false, found.missed) == (1, ("EFHL-FRM-01",), ())


def test_a_foul_that_is_one_is_right_if_called_and_missed_if_not():
    poses = standing()
    ahead = poses["H66"]
    poses["H66"] = Pose(ahead.x_mm + 60.0, ahead.y_mm, ahead.heading_deg)
    faults = faults_of(poses)
    assert faults
    made = [foul(each.rule, *each.players) for each in faults]
    assert judged_fouls(made, faults).false == ()
    assert judged_fouls([], faults).missed == tuple(each.rule for each in faults)


def test_a_foul_of_other_figures_is_another_foul():
    poses = standing()
    poses["H66"] = Pose(poses["H66"].x_mm + 60.0, poses["H66"].y_mm, 0.0)
    fault = next(each for each in faults_of(poses) if each.players)
    other = next(p.id for p in ROSTER if p.id not in fault.players)
    assert judged_fouls([foul(fault.rule, other)], [fault]).false == (fault.rule,)


def test_whoever_stands_there_and_did_not_at_the_snap_before_has_come_in():
    newcomers = Newcomers()
    newcomers.snap(["H1", "H2", "A1"])
    assert newcomers.count(OwnNames()) == NewcomerCount()
    newcomers.snap(["H1", "H3", "A2"])
    # H3 is called by its own name; A2 by the name of the one that went off.
    names = OwnNames()
    names.whistle(shown({"H1": "H1", "H3": "H3", "A1": "A2"}))
    assert newcomers.count(names) == NewcomerCount(figures=2, right=1)
    newcomers.snap(["H1", "H3", "A2"])
    assert newcomers.count(names) == NewcomerCount()


def test_who_comes_on_again_has_come_in_and_a_name_unseen_is_not_right():
    newcomers = Newcomers()
    for there in (["H1", "A1"], ["H2", "A1"], ["H1", "A1"]):
        newcomers.snap(there)
    names = OwnNames()
    names.whistle(shown({"A1": "A1"}))
    assert newcomers.count(names) == NewcomerCount(figures=1, right=0)


def test_names_are_counted_with_and_without_those_in_doubt():
    places = {"H12": (100.0, 100.0), "H22": (200.0, 100.0)}
    swapped = {"H12": places["H22"], "H22": places["H12"]}
    count = ShownNames.of(match_bodies(swapped, places), None).count
    assert count == NameCount(0, 2, 0, 2)


def shown(names: dict[str, str]) -> ShownNames:
    """Names and the figures they stand on, none of them muted."""
    return ShownNames.of(BodyMatch(names), None)


def corrected_once(before: dict[str, str], after: dict[str, str]) -> OwnNames:
    """A person corrects names, which the eyes take in two frames later."""
    own = OwnNames()
    own.corrected(shown(before))
    for k in range(TAKES_FRAMES):
        own.frame(BodyMatch(before if k + 1 < TAKES_FRAMES else after))
    return own


def test_a_name_that_a_person_has_put_right_counts_as_wrong():
    own = corrected_once({"H1": "H2", "H2": "H1", "H3": "H3"}, {"H1": "H1", "H2": "H2", "H3": "H3"})
    own.whistle(shown({"H1": "H1", "H2": "H2", "H3": "H3", "H4": "H4"}))
    assert own.count == NameCount(2, 4, 2, 4)
    assert own.name_of("H2") == "H1"


def test_a_name_that_a_correction_pushed_aside_counts_as_it_was():
    """The figure that had the name in question goes by another one now: nobody said so of it."""
    own = corrected_once({"H1": "H2", "H3": "H3"}, {"H2": "H2", "H1": "H3"})
    own.whistle(shown({"H2": "H2", "H1": "H3"}))
    assert (own.count.right, own.count.seen) == (1, 2)


def test_figures_that_were_under_a_hand_as_a_name_was_corrected_count_at_the_whistle():
    own = corrected_once({"H1": "H2"}, {"H2": "H2"})
    own.whistle(shown({"H2": "H2", "H5": "H6", "H7": "H7"}))
    assert (own.count.right, own.count.seen) == (1, 3)


def test_of_two_corrections_of_a_figure_the_first_says_what_the_eyes_knew():
    own = corrected_once({"H1": "H2"}, {"H3": "H2"})
    own.corrected(shown({"H3": "H2"}))
    for _ in range(TAKES_FRAMES):
        own.frame(BodyMatch({"H2": "H2"}))
    own.whistle(shown({"H2": "H2"}))
    assert own.name_of("H2") == "H1"


@pytest.mark.parametrize(
    ("command", "figures"),
    [
        (NamePlayers({"H12": (0.0, 0.0), "H22": (9.0, 9.0)}), 2),
        (SwapPlayers("H12", "H22"), 2),
        (AnswerNameDoubt(3, ("H12", "H22", "H40")), 3),
    ],
)
def test_a_correction_costs_as_many_taps_as_it_names_figures(command, figures):
    assert figures_named(command) == figures


def test_a_play_put_right_by_an_answer_is_a_correction_of_one_tap_between_plays():
    before = CoachWork(live=1, between=2, taps=5, asked=1)
    assert with_play_corrected(before) == CoachWork(live=1, between=3, taps=6, asked=1)


def test_questions_after_plays_have_a_row_of_their_own():
    plays = (replace(PLAY, coach=CoachWork(asked=1)), PLAY)
    rows, _ = labelled(game(*plays))
    assert rows["questions about a name after a play"].value == 0.5
    assert rows["corrections between plays"].value == 0.0


def test_a_play_of_an_older_file_was_asked_about_nothing():
    line = replace(PLAY, coach=CoachWork(asked=1)).to_json()
    assert EveningPlay.from_json(line).coach.asked == 1
    del line["coach"]["asked"]
    assert EveningPlay.from_json(line).coach.asked == 0


@pytest.mark.parametrize(
    ("said", "carriers"),
    [
        (PlayMoved(carrier="H40"), {"H40"}),
        (PlayMoved(), set()),
        (BallPitched("H22"), {"H22"}),
        (PassThrown("H81", "A21"), set()),  # whoever catches it is seen, not said
    ],
)
def test_whom_the_coach_gives_the_ball_to_is_read_from_what_is_declared(said, carriers):
    assert declared_carriers(Declare(said)) == carriers


def test_reasons_are_kinds_of_doubts_whoever_they_are_about():
    doubts = (Doubt(DoubtKind.NOT_SEEN, "A52"), Doubt(DoubtKind.NOT_SEEN, "A55"))
    assert reasons_of([replace(foul("EFHL-FRM-01"), flag=doubts)]) == ("NOT_SEEN",)


# --- beside made-up eyes ----------------------------------------------------------------------

ELSEWHERE = replace(PLAY, words="2nd and 3 at the own 27")


@pytest.mark.parametrize(
    ("real", "made_up", "kind"),
    [
        (PLAY, PLAY, PlayDifference.ALIKE),
        (replace(PLAY, decisions=(WRONG,)), PLAY, PlayDifference.REAL_WRONG),
        (PLAY, replace(PLAY, decisions=(WRONG,)), PlayDifference.MADE_UP_WRONG),
        (replace(PLAY, broken_off=("x",)), PLAY, PlayDifference.BROKEN_OFF),
        (replace(PLAY, reviews=1), PLAY, PlayDifference.REAL_FLAGGED),
        (PLAY, replace(PLAY, reviews=2), PlayDifference.MADE_UP_FLAGGED),
        (replace(PLAY, fouls=1), PLAY, PlayDifference.FOUL),
        (replace(PLAY, calls=("sack",)), ELSEWHERE, PlayDifference.BOARD),
        (replace(PLAY, calls=("sack",), decisions=()), PLAY, PlayDifference.ASIDE),
        (replace(PLAY, calls=("sack",)), PLAY, PlayDifference.UNEXPLAINED),
        (PLAY, None, PlayDifference.MORE),
    ],
)
def test_a_difference_from_made_up_eyes_has_the_kind_that_explains_it(real, made_up, kind):
    assert play_difference(real, made_up) is kind


def test_a_game_and_the_one_beside_it_differ_in_their_eyes_alone():
    real, beside = (evening_setup(ROW, pictures=pictures) for pictures in (True, False))
    assert real.eyes is EyesKind.PICTURES
    assert (real.pace, beside.pace) == (PERSONS_PACE, QUICK_PACE)
    assert replace(real, eyes=beside.eyes, pace=beside.pace) == beside
    assert (real.field, real.light, real.fps) == (ROW.board, ROW.light, ROW.fps)
    assert real.board_setup().substitutes == 2


def test_the_row_of_a_game_names_its_files():
    row = EveningRow("hefl", "500", LIGHTS[1], 15.0, 816_001, 2)
    assert row.name == "hefl-500-ceiling-15fps-seed816001-2a"
