"""Every frame is measured, nothing is filled in, and who was lost is found again."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import pytest

from referee.core.geometry.pose import Pose
from referee.core.turns import turn_deg
from referee.vision.refine.refinement import MeasurementQuality
from referee.vision.refine.refiner import Refiner
from referee.vision.roster.roster_tracker import RosterTracker
from referee.vision.watch.background_jobs import BackgroundJobs, EyesFailed, InlineJobs
from referee.vision.watch.board_look import BoardLook, Looker
from referee.vision.watch.watcher import Watcher
from tests.vision.watch import scene

REFINER = Refiner(scene.CAMERA)


def looker(find=scene.find):
    return Looker(find, REFINER, [scene.SHAPE], teams=scene.teams)


def watcher(aside=None, places=scene.LINE_UP, each_s=0.1):
    aside = aside or InlineJobs(looker().look)
    made = Watcher(scene.CAMERA, REFINER, RosterTracker(scene.ROSTER), aside, each_s)
    made.begin(0, places, dict.fromkeys(places, 0.9))
    return made


def moved(player, dx, dy=0.0, places=scene.LINE_UP):
    pose = places[player]
    return {**places, player: Pose(pose.x_mm + dx, pose.y_mm + dy, pose.heading_deg)}


def poses(watched):
    return {s.player: s.pose for s in watched.roster.seen if s is not None}


def off_mm(pose, true):
    return math.hypot(pose.x_mm - true.x_mm, pose.y_mm - true.y_mm)


def test_everybody_is_measured_where_he_stands():
    with watcher() as eyes:
        seen = poses(eyes.update(scene.frame(0, scene.LINE_UP), powered=False))
    assert set(seen) == set(scene.LINE_UP)
    assert max(off_mm(seen[p], true) for p, true in scene.LINE_UP.items()) < 0.5


def test_a_creeping_base_is_followed_by_raw_measurements():
    with watcher() as eyes:
        for k in range(30):
            places = moved("H2", 2.5 * k)
            seen = poses(eyes.update(scene.frame(k, places), powered=True))
            assert off_mm(seen["H2"], places["H2"]) < 0.5


def test_bases_that_start_before_a_camera_of_few_frames_are_not_lost():
    """Ten pictures a second, and everybody goes off at 120 mm/s the way he looks."""
    silent = InlineJobs(lambda asked: BoardLook(asked.frame, (), (), (), (), ()))
    with watcher(silent) as eyes:
        for k in range(10):
            way_mm = 12.0 * max(0, k - 3)
            places = {who: advanced(pose, way_mm) for who, pose in scene.LINE_UP.items()}
            if way_mm > 30.0:  # by then they would stand in each other's places
                break
            seen = poses(eyes.update(scene.frame(3 * k, places), powered=True))
            assert set(seen) == set(places)
            assert max(off_mm(seen[p], true) for p, true in places.items()) < 0.5


def advanced(pose, way_mm):
    along = math.radians(pose.heading_deg)
    x_mm, y_mm = pose.x_mm + way_mm * math.cos(along), pose.y_mm + way_mm * math.sin(along)
    return Pose(x_mm, y_mm, pose.heading_deg)


def test_who_is_hidden_is_not_seen_and_nothing_is_filled_in():
    with watcher() as eyes:
        for k in range(6):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=False)
        hidden = scene.frame(6, scene.LINE_UP, hidden=[scene.LINE_UP["A2"]])
        seen = poses(eyes.update(hidden, powered=False))
    assert {"H1", "H2", "H3"} <= set(seen)
    assert "A2" not in seen


def test_a_base_that_moved_on_while_hidden_is_found_again_by_the_detector():
    with watcher() as eyes:
        for k in range(5):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=True)
        for k in range(5, 14):
            eyes.update(scene.frame(k, moved("H2", 0.0), hidden=[Pose(110, 90, 0)]), powered=True)
        for k in range(14, 40):
            places = moved("H2", 22.0, 3.0)
            seen = poses(eyes.update(scene.frame(k, places), powered=True))
    assert off_mm(seen["H2"], places["H2"]) < 0.5


def test_who_is_found_again_by_the_detector_alone_is_followed_although_no_outline_is_sure():
    """Motion blurs it and the grain is coarse: what the refiner fits is doubtful all the time."""
    refiner = Doubting(scene.CAMERA)
    found = InlineJobs(Looker(scene.find, refiner, [scene.SHAPE], teams=scene.teams).look)
    with Watcher(scene.CAMERA, refiner, RosterTracker(scene.ROSTER), found, 0.1) as eyes:
        eyes.begin(0, scene.LINE_UP, dict.fromkeys(scene.LINE_UP, 0.9))
        for k in range(5):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=True)
        for k in range(5, 14):
            eyes.update(scene.frame(k, moved("H2", 0.0), hidden=[Pose(110, 90, 0)]), powered=True)
        refiner.doubts = True
        for k in range(14, 40):
            places = moved("H2", 22.0 + k, 3.0)
            seen = poses(eyes.update(scene.frame(k, places), powered=True))
    assert off_mm(seen["H2"], places["H2"]) < 2.0


def test_a_base_that_turns_while_one_fit_does_not_reach_its_outline_is_found_from_others():
    """Its picture goes along and says nothing of the turn; nor does any look."""
    refiner = Doubting(scene.CAMERA)
    silent = InlineJobs(lambda asked: BoardLook(asked.frame, (), (), (), (), ()))
    with Watcher(scene.CAMERA, refiner, RosterTracker(scene.ROSTER), silent, 0.1) as eyes:
        eyes.begin(0, scene.LINE_UP, dict.fromkeys(scene.LINE_UP, 0.9))
        for k in range(5):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=True)
        refiner.doubts, refiner.right, start = True, 0.02, scene.LINE_UP["H2"]
        for k in range(5, 25):
            there = Pose(start.x_mm + 0.5 * k, start.y_mm, start.heading_deg + 2.0 * (k - 5))
            seen = poses(eyes.update(scene.frame(k, {**scene.LINE_UP, "H2": there}), powered=True))
    assert abs(turn_deg(seen["H2"].heading_deg, there.heading_deg)) < 20.0


class Doubting(Refiner):
    """A refiner that is sure of nothing once it ``doubts``, unless it looks at each base alone."""

    doubts, right = False, 0.4

    def _judged(self, *how, **more):
        said = super()._judged(*how, **more)
        if not self.doubts or (self.right < 0.1 and not more.get("together", True)):
            return said
        wide, unsure = ((5.5, 0, 0), (0, 5.5, 0), (0, 0, 0.04)), MeasurementQuality.DOUBTFUL
        doubtful = [
            replace(b, covariance=wide, quality=unsure, right=self.right) for b in said.bases
        ]
        return replace(said, bases=tuple(doubtful))


class Toppled:
    """A detector before which one figure lies; only every other time it makes him out."""

    def __init__(self, place, fallen=0.97):
        self.place, self.fallen, self.calls, self.lies = place, fallen, 0, False

    def find(self, image):
        self.calls += 1
        found = scene.find(image)
        if not self.lies:
            return found
        others = [c for c in found.candidates if off_mm(c.pose, self.place) > 12.0]
        lies = [c for c in found.candidates if off_mm(c.pose, self.place) <= 12.0]
        kept = [replace(c, fallen=self.fallen) for c in lies] if self.calls % 2 else []
        return replace(found, candidates=(*others, *kept))


def test_who_lies_is_seen_in_every_frame_although_only_looks_show_him():
    places = moved("H2", 14.0, 9.0)
    detector = Toppled(places["H2"])
    with watcher(InlineJobs(looker(detector.find).look), each_s=0.3) as eyes:
        for k in range(8):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=True)
        detector.lies = True
        film = [scene.frame(k, places, lying=["H2"]) for k in range(8, 120)]
        seen = [eyes.update(frame, powered=k < 22) for k, frame in enumerate(film)]
    late = [{s.player: s for s in w.roster.seen if s is not None} for w in seen[67:]]
    assert all(set(seen) == set(places) for seen in late)
    assert all(seen["H2"].sighting.fallen > 0.5 for seen in late)


def test_whose_outline_cannot_be_made_out_is_shown_by_looks_at_rest_and_where_it_is_else():
    places = moved("H2", 14.0, 9.0)
    detector = Toppled(places["H2"], fallen=0.0)
    with watcher(InlineJobs(looker(detector.find).look), each_s=0.3) as eyes:
        for k in range(8):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=True)
        detector.lies = True
        for k in range(8, 22):
            eyes.update(scene.frame(k, places, lying=["H2"]), powered=True)
        at_rest = [
            poses(eyes.update(scene.frame(k, places, lying=["H2"]), powered=False))
            for k in range(22, 150)
        ]
        shaking = [
            poses(eyes.update(scene.frame(k, places, lying=["H2"]), powered=True))
            for k in range(150, 170)
        ]
    assert all(set(seen) == set(places) for seen in at_rest[90:])
    assert off_mm(at_rest[-1]["H2"], places["H2"]) < 4.0
    assert all(off_mm(seen["H2"], places["H2"]) < 4.0 for seen in shaking if "H2" in seen)


def test_a_picture_that_cannot_be_used_gives_a_complaint_and_no_measurement():
    def check(frame):
        raise BadFrame("the picture", PlainWord("black"), "light")

    from referee.core.errors import PlainWord
    from referee.vision.frame.frame_check import BadFrame

    made = Looker(scene.find, REFINER, [scene.SHAPE], check=check)
    with watcher(InlineJobs(made.look), each_s=0.0) as eyes:
        eyes.update(scene.frame(0, scene.LINE_UP), powered=False)
        watched = eyes.update(scene.frame(1, scene.LINE_UP), powered=False)
    assert watched.complaint == "the picture is black; needed: light"
    assert poses(watched) == {}


def test_a_turned_base_gets_its_front_from_evidence_and_not_from_one_frame():
    turned = {**scene.LINE_UP, "H1": Pose(100.0, 50.0, 180.0)}
    with watcher(each_s=0.0) as eyes:
        first = poses(eyes.update(scene.frame(0, turned), powered=False))
        for k in range(1, 60):
            last = poses(eyes.update(scene.frame(k, turned), powered=False))
    assert math.cos(math.radians(first["H1"].heading_deg)) > 0.9
    assert math.cos(math.radians(last["H1"].heading_deg)) < -0.9


def test_the_same_frames_give_the_same_answers():
    def once():
        with watcher() as eyes:
            frames = [scene.frame(k, moved("A1", -2.0 * k)) for k in range(12)]
            return [eyes.update(f, powered=True) for f in frames]

    assert [w.roster for w in once()] == [w.roster for w in once()]


def test_live_nobody_waits_for_the_detector_and_no_thread_is_left():
    go = threading.Event()

    def slow(image):
        go.wait(20.0)
        return scene.find(image)

    with watcher(BackgroundJobs(looker(slow).look), each_s=0.0) as eyes:
        watched = [eyes.update(scene.frame(k, scene.LINE_UP), powered=False) for k in range(3)]
        go.set()
    assert [len(poses(w)) for w in watched] == [6, 6, 6]
    assert [w.looked_ns for w in watched] == [None, None, None]
    assert "detector" not in {t.name for t in threading.enumerate()}


class Asked(InlineJobs):
    """Notes whether the board ran when an answer was asked for."""

    powered = ()

    def take(self, powered=False, /):
        self.powered += (powered,)
        return super().take(powered)


def test_a_detector_is_waited_for_less_while_the_board_runs():
    aside = Asked(looker().look)
    with watcher(aside) as eyes:
        for k, powered in enumerate((False, True, False)):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=powered)
    assert aside.powered == (False, True, False)


def test_a_detector_that_fails_says_so_at_one_of_the_next_frames():
    done = threading.Event()

    def broken(image):
        done.set()
        raise RuntimeError("the model is gone")

    with watcher(BackgroundJobs(looker(broken).look), each_s=0.0) as eyes:
        eyes.update(scene.frame(0, scene.LINE_UP), powered=False)
        done.wait(20.0)
        with pytest.raises(EyesFailed, match="the detector failed: the model is gone"):
            for k in range(1, 1000):
                eyes.update(scene.frame(k, scene.LINE_UP), powered=False)


def test_swapped_players_are_followed_by_their_new_names():
    with watcher() as eyes:
        for k in range(6):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=False)
        eyes.swap("H1", "H2")
        for k in range(6, 12):
            seen = poses(eyes.update(scene.frame(k, scene.LINE_UP), powered=False))
    assert off_mm(seen["H1"], scene.LINE_UP["H2"]) < 0.5
    assert off_mm(seen["H2"], scene.LINE_UP["H1"]) < 0.5
    assert off_mm(seen["H3"], scene.LINE_UP["H3"]) < 0.5


class OneIsTheOther(RosterTracker):
    """The base that was followed as H2 turns out to be H1, and H1's own to be nobody."""

    def update(self, sightings, *, powered, hands=()):
        frame = super().update(sightings, powered=powered, hands=hands)
        kept = {s.player: s for s in frame.seen if s is not None}
        kept |= {"H1": replace(kept["H2"], player="H1")}
        seen = tuple(None if p.id == "H2" else kept.get(p.id) for p in self.roster)
        return replace(frame, seen=seen)


def test_a_base_that_turned_out_to_be_nobody_is_in_no_gap_under_its_old_name():
    # Side by side with 3 mm between them: 20.6 mm wide, 23.6 mm apart.
    near = {**scene.LINE_UP, "H1": Pose(100.0, 66.4, 0.0), "H2": Pose(100.0, 90.0, 0.0)}

    def gaps(tracker):
        made = Watcher(scene.CAMERA, REFINER, tracker, InlineJobs(looker().look), 0.1)
        made.begin(0, near, dict.fromkeys(near, 0.9))
        with made as eyes:
            return eyes.update(scene.frame(0, near), powered=False).gaps

    (gap,) = gaps(RosterTracker(scene.ROSTER))
    assert {gap.first, gap.second} == {"H1", "H2"}
    assert gap.gap_mm == pytest.approx(3.0, abs=0.3)
    assert gaps(OneIsTheOther(scene.ROSTER)) == ()


def test_a_hand_over_a_board_that_runs_is_told_before_any_look():
    silent = InlineJobs(lambda asked: BoardLook(asked.frame, (), (), (), (), ()))
    with watcher(silent, each_s=60.0) as eyes:
        told = []
        for k in range(12):
            frame = scene.frame(k, scene.LINE_UP)
            if k >= 10:
                frame.image[200:, 300:420] = (120, 150, 205)
            told.append(eyes.update(frame, powered=True).reaching)
    assert told.index(True) == 11


@pytest.mark.parametrize(("spare", "powered"), [(False, False), (True, False), (True, True)])
def test_a_computer_that_is_too_busy_looks_less_often_and_reads_nothing_under_power(spare, powered):
    asked = []

    def look(request):
        asked.append(request)
        return BoardLook(request.frame, (), (), (), (), ())

    with watcher(InlineJobs(look), each_s=0.1) as eyes:
        eyes.spare = spare
        for k in range(31):
            eyes.update(scene.frame(k, scene.LINE_UP), powered=powered)
    assert len(asked) <= 6 if spare else len(asked) >= 10
    read = any(base.read for request in asked for base in request.known)
    assert read is not (spare and powered)
