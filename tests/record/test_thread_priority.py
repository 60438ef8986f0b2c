"""Threads that stand back."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from referee.record.thread_priority import NICER, lower_thread_priority


def in_a_thread(deed):
    """What a deed returns in a thread of its own."""
    out = []
    thread = threading.Thread(target=lambda: out.append(deed()))
    thread.start()
    thread.join()
    return out[0]


@pytest.mark.skipif(sys.platform != "linux", reason="threads are asked for their place as on Linux")
def test_only_the_thread_that_stands_back_is_nicer():
    def deed():
        before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        stood = lower_thread_priority()
        return stood, before, os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    stood, before, after = in_a_thread(deed)
    assert stood
    assert after == min(before + NICER, 19)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own


@pytest.mark.skipif(sys.platform != "linux", reason="threads are asked for their place as on Linux")
def test_one_started_by_one_that_stands_back_stands_no_further_back():
    def deed():
        lower_thread_priority()
        own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        return own, in_a_thread(
            lambda: (
                lower_thread_priority(),
                os.getpriority(os.PRIO_PROCESS, threading.get_native_id()),
            )
        )

    own, (stood, after) = in_a_thread(deed)
    assert stood
    assert after == own


def test_a_system_that_knows_no_such_thing_changes_nothing():
    assert in_a_thread(lambda: lower_thread_priority("plan9")) is False
