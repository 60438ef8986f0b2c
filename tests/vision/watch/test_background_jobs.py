"""One job at a time, the newest next; failures are told, and nothing is left running."""

from __future__ import annotations

import threading

import pytest

from referee.vision.watch.background_jobs import (
    FIRST_S,
    STALLED_S,
    STALLED_UNDER_POWER_S,
    BackgroundJobs,
    EyesFailed,
    InlineJobs,
)

SOON_S = 20.0


def answer_of(aside):
    """The next answer; it comes as soon as the thread gets its turn."""
    turn = threading.Event()
    for _ in range(2000):
        if (answer := aside.take()) is not None:
            return answer
        turn.wait(0.01)
    raise AssertionError("no answer came")


def test_inline_answers_at_once_and_once():
    aside = InlineJobs(lambda job: job * 2)
    aside.offer(4)
    assert (aside.take(), aside.take()) == (8, None)


def test_while_one_job_runs_only_the_newest_waits():
    started, go, done = threading.Event(), threading.Event(), []

    def work(job):
        started.set()
        go.wait(SOON_S)
        done.append(job)
        return job

    aside = BackgroundJobs(work)
    aside.offer(1)
    started.wait(SOON_S)
    for job in (2, 3, 4):
        aside.offer(job)
    go.set()
    while answer_of(aside) != 4:
        pass
    aside.close()
    assert done == [1, 4]


def test_a_failure_is_raised_where_answers_are_taken():
    def work(job):
        raise ValueError("no such picture")

    aside = BackgroundJobs(work, name="detector")
    aside.offer(1)
    with pytest.raises(EyesFailed, match="the detector failed: no such picture"):
        answer_of(aside)
    aside.close()


@pytest.mark.parametrize(
    ("answered", "powered", "allowed_s"),
    [
        (False, False, FIRST_S),
        (True, False, STALLED_S),
        (False, True, STALLED_UNDER_POWER_S),
        (True, True, STALLED_UNDER_POWER_S),
    ],
)
def test_a_job_that_takes_too_long_is_noticed(answered, powered, allowed_s):
    now, go, started = [0.0], threading.Event(), threading.Event()

    def work(job):
        started.set()
        if job == "slow":
            go.wait(SOON_S)
        return job

    aside = BackgroundJobs(work, clock=lambda: now[0])
    if answered:
        aside.offer("quick")
        answer_of(aside)
        started.clear()
    aside.offer("slow")
    started.wait(SOON_S)
    now[0] = allowed_s - 0.1
    assert aside.take(powered) is None
    now[0] = allowed_s + 0.1
    with pytest.raises(EyesFailed, match="has not answered for"):
        aside.take(powered)
    go.set()
    aside.close()


def test_closing_ends_the_thread_and_may_be_done_twice():
    aside = BackgroundJobs(lambda job: job, name="ends")
    aside.offer(1)
    aside.close()
    aside.close()
    assert "ends" not in {t.name for t in threading.enumerate()}
