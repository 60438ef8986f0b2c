"""Nothing leaves the computer, whatever command is run; and nobody's home folder is filled."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from websockets.sync.client import connect

from tests.cli.test_main import every_command
from tests.offline.hook.sitecustomize import stays_here
from tests.offline.watched import ROOT, watched_place

ENDS_S = 900
START = "from referee.cli.main import main; main()"
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/#(\S+)")
BOARD, CAMERA = "board.png", "board.calib.json"
TACKLES = str(ROOT / "tests" / "cases" / "hefl" / "tackles.yaml")
# Real runs with real inputs, in this order: later ones read what earlier ones wrote. Those that
# open networks are here: locate, calibrate, track, enroll; a night does so below.
RUNS = (
    f"sim still --seed 3 --size 1280x720 --out {BOARD} --files",
    "sim formations --json",
    f"locate {BOARD} --calibration {CAMERA} --out seen.jsonl",
    f"calibrate {BOARD} --field 620 --out again.calib.json",
    "calibrate sheet --out sheet.pdf",
    f"enroll {BOARD} --calibration {CAMERA} --out ours.teams.toml",
    "sim play --seed 7 --seconds 2 --size 1280x720 --out seven",
    "track seven/video.mp4 --calibration seven/camera.calib.json --out seven.jsonl",
    "judge seven/tracks.jsonl --rules hefl",
    "game list .",
    "field list",
    "field show 620",
    "field new attic",
    "base list",
    "base show standard",
    "doctor --json",
    "rules list hefl",
    "rules show HEFL-TKL-01",
    "rules procedure efhl",
    "rules evening",
    f"case run {TACKLES}",
    "power list --json",
    "voice list",
    "keys list",
    "bench list",
)
# A computer without a camera is told so.
MAY_FAIL = {"doctor --json": 1}
# What the program writes into the home folder, as the docs say: kept games, the chosen switch, and
# the set-up of a simulated table.
DOCUMENTED = (
    "Referee games/",
    "Documents/Referee games/",
    ".config/referee/power.toml",
    ".cache/referee/",
)


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """Every command, run once; what it said by its words, and the place it was run in."""
    place = watched_place(tmp_path_factory.mktemp("offline"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.offline.run_commands"],
        input=json.dumps([words.split() for words in RUNS]),
        cwd=place.work,
        env=place.environment,
        capture_output=True,
        text=True,
        timeout=ENDS_S,
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {" ".join(each["words"]): each for each in told}, place


def test_no_command_looks_up_a_name_or_reaches_beyond_this_computer(everything):
    assert everything[1].got_out() == []


def test_every_command_was_run(everything):
    """Those of the table, so that a new one is watched without being listed here."""
    told, _place = everything
    for path, _command in every_command():
        assert told[" ".join((*path, "--help"))]["code"] == 0


@pytest.mark.parametrize("words", RUNS)
def test_the_real_run_was_one(everything, words):
    """A command that stopped at its options would prove nothing."""
    told = everything[0][words]
    assert told["code"] == MAY_FAIL.get(words, 0), told["said"]


def test_nothing_is_written_into_the_home_folder_but_what_the_docs_say(everything):
    assert [path for path in everything[1].written() if not path.startswith(DOCUMENTED)] == []


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a POSIX signal")
def test_a_night_on_the_simulated_board_reaches_nobody_and_keeps_its_game_where_the_docs_say(
    tmp_path,
):
    """Networks are open before the page is told how the night stands."""
    place = watched_place(tmp_path)
    words = ("play", "--sim", "--no-browser", "--port", "0", "--size", "480x270", "--volume", "0")
    program = subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=place.work,
        env=place.environment,
    )
    try:
        page, token = ADDRESS.search(program.stdout.readline()).groups()
        heard = ""
        with connect(page.replace("http", "ws") + "/night", origin=page, max_size=None) as line:
            while heard != "state":
                message = line.recv(timeout=ENDS_S)
                heard = heard if isinstance(message, bytes) else json.loads(message)["kind"]
        headers = {"origin": page, "x-referee-token": token, "content-type": "application/json"}
        server = http.client.HTTPConnection(page.removeprefix("http://"), timeout=60)
        server.request("POST", "/wish", '{"do":"off"}', headers)
        assert json.load(server.getresponse())["done"] is True
        server.close()
    finally:
        os.killpg(program.pid, signal.SIGINT)
        told = program.stdout.read()
        program.wait(timeout=60)
    assert place.got_out() == []
    assert "A person has switched off" in told
    written = place.written()
    assert any(path.startswith("Referee games/") for path in written)
    assert [path for path in written if not path.startswith(DOCUMENTED)] == []


# --- The watch itself ---------------------------------------------------------------------------

BAD = {
    "a look-up": "socket.getaddrinfo('example.org', 80)",
    "an old look-up": "socket.gethostbyname('example.org')",
    "a connection": "socket.create_connection(('192.0.2.1', 9), 1)",
    "a packet": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))",
    "a download": "__import__('urllib.request').request.urlopen('http://192.0.2.1/x', timeout=1)",
    "a child's": "__import__('subprocess').run([__import__('sys').executable, '-c', "
    "'import socket; socket.gethostbyname(\"example.org\")'])",
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_whatever_reaches_out_is_noticed_and_refused(bad, tmp_path):
    place = watched_place(tmp_path)
    subprocess.run(
        [sys.executable, "-c", f"import socket; {bad}"],
        env=place.environment,
        capture_output=True,
        timeout=60,
    )
    assert len(place.got_out()) >= 1


def test_the_telemetry_of_a_library_would_be_noticed(tmp_path):
    """What a network library once did at its import: report its use, in the background."""
    place = watched_place(tmp_path)
    (place.work / "reports.py").write_text(
        "import threading, urllib.request\n"
        "def tell():\n"
        "    try: urllib.request.urlopen('https://www.google-analytics.com/collect')\n"
        "    except OSError: pass\n"
        "sender = threading.Thread(target=tell); sender.start(); sender.join()\n",
        encoding="utf-8",
    )
    subprocess.run(
        [sys.executable, "-c", "import reports"], cwd=place.work, env=place.environment, timeout=60
    )
    (line,) = place.got_out()
    assert "google-analytics" in line


def test_a_file_in_the_home_folder_is_noticed(tmp_path):
    place = watched_place(tmp_path)
    program = "from pathlib import Path as P; c = P.home() / '.cache'; c.mkdir(); (c / 'x').touch()"
    subprocess.run([sys.executable, "-c", program], env=place.environment, timeout=60)
    assert place.written() == [".cache/x"]


@pytest.mark.parametrize(
    ("target", "here"),
    [
        (("127.0.0.1", 80), True),
        (("::1", 80, 0, 0), True),
        ("localhost", True),
        (None, True),
        ((4242, 0), True),
        (b"router", False),
        (("192.168.1.20", 80), False),
        ("example.org", False),
        (b"example.org", False),
        (("fe80::1", 80, 0, 0), False),
    ],
)
def test_what_counts_as_this_computer(target, here):
    assert stays_here(target) is here


def test_the_list_of_real_runs_names_commands_that_there_are():
    known = {" ".join(path) for path, _command in every_command()}
    for words in RUNS:
        assert any(f"{words} ".startswith(f"{name} ") for name in known), words
