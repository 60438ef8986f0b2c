"""Answers that come with the same frames, however quick or slow the work is."""

from __future__ import annotations

import threading

import pytest

from referee.core.errors import BadValue
from referee.vision.watch.background_jobs import EyesFailed
from referee.vision.watch.timed_jobs import TimedJobs

SOON_S = 20.0


@pytest.fixture
def closing():
    """Whatever a test opens is closed after it."""
    opened = []
    yield lambda jobs: opened.append(jobs) or jobs
    for jobs in opened:
        jobs.close()


def answers(jobs, offered, frames):
    """What each frame is answered, when these frames offer a job named after themselves."""
    out = []
    for frame in range(frames):
        out.append(jobs.take())
        if frame in offered:
            jobs.offer(frame)
    return out


def test_an_answer_comes_so_many_frames_after_its_job(closing):
    jobs = closing(TimedJobs(lambda job: f"of {job}", 3))
    assert answers(jobs, {1}, 7) == [None, None, None, None, "of 1", None, None]


def test_work_that_is_done_at_once_is_not_answered_sooner(closing):
    done = threading.Event()

    def work(job):
        done.set()
        return job

    jobs = closing(TimedJobs(work, 3))
    jobs.offer("look")
    assert done.wait(SOON_S)
    assert [jobs.take(), jobs.take(), jobs.take()] == [None, None, "look"]


def test_the_frame_that_has_to_have_an_answer_waits_for_slow_work(closing):
    go, waits = threading.Event(), threading.Event()

    def work(job):
        waits.wait(SOON_S)
        go.wait(SOON_S)
        return job

    jobs = closing(TimedJobs(work, 2))
    jobs.offer("look")
    assert jobs.take() is None  # not due, and not waited for
    got = []
    frame = threading.Thread(target=lambda: got.append(jobs.take()))
    frame.start()
    waits.set()
    assert got == []
    go.set()
    frame.join(SOON_S)
    assert got == ["look"]


def test_while_one_job_runs_only_the_newest_waits_and_it_begins_with_the_answer(closing):
    begun = []
    jobs = closing(TimedJobs(lambda job: begun.append(job) or job, 3))
    # The job of frame 0 is answered with frame 3; of 1 and 2 the newer one has waited, and begins.
    assert answers(jobs, {0, 1, 2}, 8) == [None, None, None, 0, None, None, 2, None]
    assert begun == [0, 2]


@pytest.mark.parametrize("slow", [set(), {0}, {4, 9}, set(range(40))])
def test_answers_are_the_same_whatever_takes_long(closing, slow):
    gates = {frame: threading.Event() for frame in slow}

    def work(job):
        if job in gates:
            gates[job].wait(SOON_S)
        return -job

    jobs = closing(TimedJobs(work, 4))
    out = []
    for frame in range(40):
        # A slow job is let go only by the frame that cannot do without it.
        if jobs._running is not None and jobs._left == 1:
            for gate in gates.values():
                gate.set()
        out.append(jobs.take())
        jobs.offer(frame)
    # One is answered every fourth frame. It is the newest that was offered when the one before it
    # was answered, four frames ago: that of the frame before.
    due = {frame: -(frame - 5) for frame in range(8, 40, 4)} | {4: 0}
    assert out == [due.get(frame) for frame in range(40)]


def test_a_failure_is_raised_by_the_frame_that_has_to_have_the_answer(closing):
    def work(_job):
        raise ValueError("no such picture")

    jobs = closing(TimedJobs(work, 2, "detector"))
    jobs.offer(1)
    assert jobs.take() is None
    with pytest.raises(EyesFailed, match="the detector failed: no such picture"):
        jobs.take()


def test_closing_waits_for_the_job_at_hand_drops_the_next_and_may_be_done_twice():
    begun = []
    jobs = TimedJobs(begun.append, 3, "ends")
    jobs.offer(1)
    jobs.offer(2)
    jobs.close()
    jobs.close()
    assert begun == [1]
    assert not [t.name for t in threading.enumerate() if t.name.startswith("ends")]


def test_an_answer_cannot_come_with_its_own_frame():
    with pytest.raises(BadValue):
        TimedJobs(str, 0)
