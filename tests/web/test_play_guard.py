"""Who may wish what of a night: power needs a paired page, a stop only one that is ours."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from referee.calls.play_name import PlayName, RollKind
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    PlayAccount,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
)
from referee.game.name_at_stake import PlayPart
from referee.night.commands import (
    Declare,
    EnterEvent,
    NamePlayers,
    OverturnCommand,
    PanicOff,
    ReportReady,
    SayWhoPlayed,
    SetAutoReady,
    StopBoard,
    SwapPlayers,
)
from referee.night.interface import StartProgress
from referee.night.ledger.played_names import WhoPlayed
from referee.night.night_output import NightOutput
from referee.official.declarations.types import BallHandedOff, DiceRolled, PassAimed, PlayNamed
from referee.web.night.night_app import night_app
from referee.web.server.home_network import checked_home
from referee.web.server.page_access import PageAccess
from referee.web.server.pairing import DevicePairing, NotPaired, TooManyTries
from tests.web.desks import ACCESS, ScriptedDesk

PAGE = "http://127.0.0.1:8620"
TOKEN = {"x-referee-token": ACCESS.token}
OURS = {"origin": PAGE} | TOKEN
UNPAIRED = {"origin": PAGE}


@pytest.fixture(scope="module")
def served():
    """One application for all tests that change nothing in it."""
    desk = ScriptedDesk()
    with TestClient(night_app(desk, ACCESS), base_url=PAGE) as client:
        yield desk, client


@pytest.fixture
def desk(served):
    desk, _ = served
    desk.answer = NightOutput()
    desk.wishes.clear()
    return desk


@pytest.fixture
def client(served, desk):
    return served[1]


def wish(client, headers, **what):
    return client.post("/wish", json=what, headers=headers)


SPOT = {"x_mm": 300.0, "y_mm": 200.0}
WISHES = {
    "ready": ({"do": "ready"}, ReportReady()),
    "by itself": ({"do": "by itself", "wanted": True}, SetAutoReady(True)),
    "a play": (
        {"do": "say", "said": {"what": "named", "play": "run", "carrier": "H22"}},
        Declare(PlayNamed(PlayName.RUN, "H22")),
    ),
    "a hand-off": (
        {"do": "say", "said": {"what": "handed", "to": "H40"}},
        Declare(BallHandedOff("H40")),
    ),
    "a receiver": (
        {"do": "say", "said": {"what": "aimed", "receiver": "H88"}},
        Declare(PassAimed(receiver="H88")),
    ),
    "dice": (
        {
            "do": "say",
            "said": {"what": "rolled", "roll": "recovery", "pips": [3, 4], "team": "away"},
        },
        Declare(DiceRolled(RollKind.RECOVERY, (3, 4), Team.AWAY)),
    ),
    "a punt": (
        {"do": "enter", "event": {"what": "series", "team": "away", "at": SPOT, "play": "punt"}},
        EnterEvent(
            SeriesBegan(Team.AWAY, 300.0, 200.0, told=PlayAccount("punt"), kick=ScrimmageKick.PUNT)
        ),
    ),
    "a field goal": (
        {"do": "enter", "event": {"what": "scored", "how": "field goal", "team": "home"}},
        EnterEvent(Scored(Score.FIELD_GOAL, Team.HOME, told=PlayAccount("kick"))),
    ),
    "a penalty": (
        {"do": "enter", "event": {"what": "again", "at": SPOT}},
        EnterEvent(DownRepeated(300.0, 200.0)),
    ),
    "names that are right": ({"do": "names are right"}, NamePlayers()),
    "a swap": ({"do": "swap", "first": "H22", "second": "H40"}, SwapPlayers("H22", "H40")),
    "a verdict": (
        {"do": "overturn", "entry": 3, "why": "no touch"},
        OverturnCommand(3, "no touch"),
    ),
}


@pytest.mark.parametrize(("sent", "command"), WISHES.values(), ids=WISHES.keys())
def test_a_paired_page_is_heard(client, desk, sent, command):
    assert client.post("/wish", json=sent, headers=OURS).status_code == 200
    assert desk.wishes == [command]


@pytest.mark.parametrize("sent", [w for w, _ in WISHES.values()], ids=WISHES.keys())
def test_a_page_that_is_not_paired_may_wish_none_of_it(client, desk, sent):
    for headers in (UNPAIRED, UNPAIRED | {"x-referee-token": "guess"}):
        assert client.post("/wish", json=sent, headers=headers).status_code == 403
    assert desk.wishes == []


ASKED = WhoPlayed(3, PlayPart.CARRIER, "H22", "H40", 2)


@pytest.fixture
def asking(desk):
    desk.show(who_played=ASKED)
    yield desk
    desk.show(who_played=None)


@pytest.mark.parametrize("player", ["H22", "H40", None])
def test_who_played_is_answered_with_one_of_the_two_or_with_nobody(client, asking, player):
    sent = {"do": "who played", "number": 3, "shown": "H22", "player": player}
    assert wish(client, OURS, **sent).status_code == 200
    assert asking.wishes == [SayWhoPlayed(3, "H22", player)]


@pytest.mark.parametrize(
    "otherwise", [{"number": 4}, {"shown": "H40"}, {"player": "H12"}, {"player": "X9"}]
)
def test_an_answer_about_another_play_or_another_player_is_refused(client, asking, otherwise):
    sent = {"do": "who played", "number": 3, "shown": "H22", "player": "H40"} | otherwise
    assert wish(client, OURS, **sent).status_code >= 400
    assert asking.wishes == []


def test_who_played_is_refused_where_nobody_asks(client, desk):
    sent = {"do": "who played", "number": 3, "shown": "H22", "player": "H40"}
    assert wish(client, OURS, **sent).status_code >= 400
    assert desk.wishes == []


def test_stop_and_off_come_from_every_page_of_ours(client, desk):
    assert wish(client, UNPAIRED, do="stop").status_code == 200
    assert wish(client, UNPAIRED, do="off").status_code == 200
    assert desk.wishes == [StopBoard(), PanicOff()]


FOREIGN = {
    "another site": OURS | {"origin": "https://example.org"},
    "a sandboxed frame": OURS | {"origin": "null"},
    "no page at all": TOKEN,
    "a name that was made to point here": OURS | {"host": "board.example.org:8620"},
    "the address of the house, which was not asked for": OURS | {"host": "192.168.1.20:8620"},
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN.keys())
@pytest.mark.parametrize("do", ["ready", "stop", "off"])
def test_nothing_is_heard_from_elsewhere(client, desk, headers, do):
    assert wish(client, headers, do=do).status_code == 403
    assert desk.wishes == []


@pytest.mark.parametrize("path", ["/night", "/score"])
@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "https://example.org"}, {"origin": PAGE, "host": "evil.example.org"}],
    ids=["no page", "another site", "a foreign name"],
)
def test_a_stray_line_is_refused(client, path, headers):
    line = f"ws://127.0.0.1:8620{path}"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(line, headers=headers):
        raise AssertionError("it was let in")


ODD = {
    "an unknown wish": {"do": "explode"},
    "an extra key": {"do": "ready", "force": True},
    "an unknown declaration": {"do": "say", "said": {"what": "shouted"}},
    "too many dice": {"do": "say", "said": {"what": "rolled", "roll": "fall", "pips": [1] * 10}},
    "no pips": {"do": "say", "said": {"what": "rolled", "roll": "fall", "pips": [0]}},
    "no number": {
        "do": "enter",
        "event": {"what": "again", "at": {"x_mm": "far", "y_mm": 1.0}},
    },
    "a long word": {"do": "enter", "event": {"what": "note", "words": "x" * 201}},
}


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD.keys())
def test_an_odd_wish_is_refused(client, desk, sent):
    assert client.post("/wish", json=sent, headers=OURS).status_code == 422
    assert desk.wishes == []


UNKNOWN = {
    "a player": ({"do": "say", "said": {"what": "handed", "to": "H99"}}, "H99"),
    "a place": (
        {"do": "enter", "event": {"what": "again", "at": {"x_mm": 5000.0, "y_mm": 10.0}}},
        "on the board",
    ),
    "a doubt": ({"do": "answer", "doubt": 3, "standing": ["H22", "H40"]}, "still open"),
    "himself": ({"do": "swap", "first": "H22", "second": "H22"}, "another"),
    "an entry": ({"do": "overturn", "entry": 77, "why": "no"}, "77"),
}


@pytest.mark.parametrize(("sent", "named"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_is_unknown_is_refused_with_a_sentence(client, desk, sent, named):
    answer = client.post("/wish", json=sent, headers=OURS)
    assert answer.status_code == 422
    assert named in answer.json()["detail"]
    assert desk.wishes == []


def test_why_a_wish_was_not_obeyed_is_said(client, desk):
    desk.answer = NightOutput(refused="The board is running: stop it first.")
    answer = wish(client, OURS, do="undo")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "The board is running: stop it first."


def test_before_the_night_begins_there_is_nothing_to_wish():
    desk = ScriptedDesk(now=None, doing=StartProgress("opening the camera", 0.4))
    with TestClient(night_app(desk, ACCESS), base_url=PAGE) as client:
        assert wish(client, OURS, do="ready").status_code == 409


def test_a_large_body_is_not_read(client, desk):
    assert client.post("/wish", content=b"x" * 70_000, headers=OURS).status_code == 403


@pytest.mark.parametrize("path", ["/", "/overlay", "/play/main.js", "/play/play.css"])
def test_the_pages_load_nothing_from_anywhere_else(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/play/", "/play/..%2f..%2fapp.py"])
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


# --- the home network -------------------------------------------------------------------------

HOUSE = "http://192.168.1.20:8620"
FROM_HOUSE = {"host": "192.168.1.20:8620", "origin": HOUSE}


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def house(clock):
    return PageAccess(8620, "the-token", "192.168.1.20", DevicePairing(lambda: clock[0]))


@pytest.fixture
def at_home(desk, house):
    with TestClient(night_app(desk, house), base_url=PAGE) as client:
        yield client


def code_of(client):
    return client.post("/pair/code", headers=OURS).json()["code"]


def typed(client, code):
    return client.post("/pair/with", json={"code": code}, headers=FROM_HOUSE)


def wrong(code):
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_a_phone_of_the_house_may_watch_and_stop_before_it_is_paired(at_home, desk):
    assert at_home.get("/", headers={"host": "192.168.1.20:8620"}).status_code == 200
    assert wish(at_home, FROM_HOUSE, do="stop").status_code == 200
    assert wish(at_home, FROM_HOUSE, do="ready").status_code == 403


def test_a_phone_with_the_code_of_the_laptop_may_do_everything(at_home, desk):
    token = typed(at_home, code_of(at_home)).json()["token"]
    headers = FROM_HOUSE | {"x-referee-token": token}
    assert wish(at_home, headers, do="ready").status_code == 200
    assert desk.wishes == [ReportReady()]
    assert at_home.post("/pair", headers=headers).json() == {"done": True, "owner": False}


def test_a_code_is_taken_once(at_home):
    code = code_of(at_home)
    assert typed(at_home, code).status_code == 200
    assert typed(at_home, code).status_code == 403


def test_a_code_is_over_after_five_minutes(at_home, clock):
    code = code_of(at_home)
    clock[0] = 301.0
    assert typed(at_home, code).status_code == 403


def test_after_five_wrong_tries_the_right_code_is_void(at_home):
    code = code_of(at_home)
    for _ in range(5):
        assert typed(at_home, wrong(code)).status_code == 403
    assert typed(at_home, code).status_code == 403


def test_guessing_is_slowed_down_whatever_codes_are_asked_for(at_home, clock):
    for _ in range(2):
        code = code_of(at_home)
        for _ in range(5):
            typed(at_home, wrong(code))
    code = code_of(at_home)
    assert typed(at_home, code).status_code == 429
    clock[0] = 61.0
    assert typed(at_home, code).status_code == 200


def test_a_device_that_guesses_keeps_no_other_from_being_paired(house):
    code = house.pairing.new_code().digits
    for _ in range(12):
        with pytest.raises((NotPaired, TooManyTries)):
            house.pairing.pair(wrong(code), "192.168.1.66")
    with pytest.raises((NotPaired, TooManyTries)):
        house.pairing.pair(code, "192.168.1.66")
    assert house.holds(house.pairing.pair(code, "192.168.1.30"))


def test_guesses_of_many_addresses_void_a_code_after_a_hundred(house):
    code = house.pairing.new_code().digits
    for device in range(20):
        for _ in range(5):
            with pytest.raises(NotPaired):
                house.pairing.pair(wrong(code), f"192.168.1.{100 + device}")
    with pytest.raises(NotPaired):
        house.pairing.pair(code, "192.168.1.30")


@pytest.mark.parametrize("path", ["/wish", "/pair/with"])
@pytest.mark.parametrize("body", [b'{"do": "\\ud800"}', b'{"\\ud800": 1}', b'{"do": Infinity}'])
def test_what_no_answer_can_repeat_is_refused_and_not_repeated(client, path, body):
    headers = UNPAIRED | {"content-type": "application/json"}
    answer = client.post(path, content=body, headers=headers)
    assert answer.status_code == 422
    assert all(set(each) == {"type", "loc", "msg"} for each in answer.json()["detail"])


def test_a_wish_that_nobody_knows_is_not_repeated(client):
    headers = UNPAIRED | {"content-type": "application/json"}
    answer = client.post("/wish", content=b'{"do": "my secret"}', headers=headers)
    assert answer.status_code == 422
    assert "secret" not in answer.text


def test_a_paired_phone_hands_out_no_codes(at_home):
    token = typed(at_home, code_of(at_home)).json()["token"]
    headers = FROM_HOUSE | {"x-referee-token": token}
    assert at_home.post("/pair/code", headers=headers).status_code == 403
    assert at_home.post("/pair/forget", headers=headers).status_code == 403


def test_devices_that_are_forgotten_only_watch(at_home):
    token = typed(at_home, code_of(at_home)).json()["token"]
    assert at_home.post("/pair/forget", headers=OURS).status_code == 200
    assert wish(at_home, FROM_HOUSE | {"x-referee-token": token}, do="ready").status_code == 403


def test_on_this_computer_alone_there_is_no_code(client):
    assert client.post("/pair/code", headers=OURS).status_code == 409


@pytest.mark.parametrize("host", ["192.168.1.21:8620", "192.168.1.20:80", "referee.local:8620"])
def test_another_name_for_the_house_is_refused(at_home, host):
    assert at_home.get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("address", ["8.8.8.8", "127.0.0.1", "0.0.0.0", "fe80::1", "home"])  # noqa: S104 - refused
def test_only_an_address_of_a_house_is_listened_on(address):
    with pytest.raises(BadValue):
        checked_home(address)


@pytest.mark.parametrize("address", ["192.168.1.20", "10.0.0.7", "172.16.4.4"])
def test_the_usual_addresses_of_a_house_are_fine(address):
    assert checked_home(address) == address
