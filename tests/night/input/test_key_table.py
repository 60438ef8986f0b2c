"""Keys as commands: the usual table, files of one's own, keys that are held down."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.night.commands import (
    ClearAlarm,
    Declare,
    PanicOff,
    ReportReady,
    RevokeReady,
    SetAutoReady,
    StopBoard,
    UndoLastEntry,
)
from referee.night.input.coach_keys import NO_TERMINAL, CoachKeys, reading_keys
from referee.night.input.key_table import KeyAction, KeyTable, key_table_of
from referee.night.input.pedal import BOUNCES_S, LOOK_S, PedalContact, SerialPedal
from referee.night.night_output import NightOutput
from referee.official.declarations.types import PassAimed

S = 1_000_000_000


class Desk:
    def __init__(self):
        self.now_ns, self.wishes, self.refused = 0, [], ""
        self.shows()

    def shows(self, **changed):
        usual = {"power": False, "ready": False, "set_by_itself": False}
        self.snapshot = SimpleNamespace(**(usual | changed))

    def submit(self, command, reply):
        self.wishes.append(command)
        reply(NightOutput(refused=self.refused))


class Hands:
    """A coach's hands on a keyboard, in told time."""

    def __init__(self, table=None):
        self.desk, self.said = Desk(), []
        self.keys = CoachKeys(self.desk, table or KeyTable(), self.said.append)

    def press(self, key, at_s=None):
        self.desk.now_ns = round((self.desk.now_ns / S + 5 if at_s is None else at_s) * S)
        self.keys.hear(key)

    @property
    def wishes(self):
        return self.desk.wishes


@pytest.mark.parametrize(
    ("shown", "wished"),
    [
        ({}, ReportReady()),
        ({"ready": True}, StopBoard()),  # at rest that takes "ready" back
        ({"power": True}, StopBoard()),
        ({"power": True, "ready": True}, StopBoard()),
    ],
)
@pytest.mark.parametrize("key", ["space", "enter", "pedal"])
def test_one_key_is_ready_or_stop_whichever_fits(key, shown, wished):
    hands = Hands()
    hands.desk.shows(**shown)
    hands.press(key)
    assert hands.wishes == [wished]


@pytest.mark.parametrize(
    ("key", "wished"),
    [
        ("escape", PanicOff()),
        ("s", StopBoard()),
        ("w", RevokeReady()),
        ("b", Declare(PassAimed(backward=True))),
        ("c", ClearAlarm()),
        ("u", UndoLastEntry()),
        ("a", SetAutoReady(True)),
    ],
)
def test_every_other_key_has_one_meaning(key, wished):
    hands = Hands()
    hands.press(key)
    assert hands.wishes == [wished]


def test_setting_by_itself_is_turned_off_by_the_same_key():
    hands = Hands()
    hands.desk.shows(set_by_itself=True)
    hands.press("a")
    assert hands.wishes == [SetAutoReady(False)]


def test_a_key_without_a_meaning_does_nothing():
    hands = Hands()
    hands.press("x")
    assert hands.wishes == []


def test_before_the_night_runs_keys_are_passed_on_all_the_same():
    hands = Hands()
    hands.desk.snapshot = None
    hands.press("space")
    hands.press("escape")
    assert hands.wishes == [ReportReady(), PanicOff()]


def test_a_key_that_is_held_down_asks_once():
    hands = Hands()
    hands.press("space", 10.0)
    for n in range(60):  # half a second until it repeats, then thirty times in one
        hands.press("space", 10.5 + n / 30)
    assert hands.wishes == [ReportReady()]
    hands.press("space", 14.0)
    assert len(hands.wishes) == 2


def test_a_key_held_down_until_the_power_comes_does_not_stop_it():
    hands = Hands()
    hands.press("space", 10.0)
    for n in range(30):
        hands.desk.shows(power=n > 10)
        hands.press("space", 10.5 + n / 30)
    assert hands.wishes == [ReportReady()]


def test_with_the_power_on_a_second_press_stops_at_once():
    hands = Hands()
    hands.press("space", 10.0)
    hands.desk.shows(power=True)
    hands.press("space", 10.85)
    assert hands.wishes == [ReportReady(), StopBoard()]


def test_off_is_off_each_time_it_is_pressed():
    hands = Hands()
    for n in range(5):
        hands.press("escape", 10.0 + n / 30)
    assert hands.wishes == [PanicOff()] * 5


def test_two_keys_are_told_apart():
    hands = Hands()
    hands.press("space", 10.0)
    hands.press("w", 10.1)
    assert hands.wishes == [ReportReady(), RevokeReady()]


def test_what_is_refused_is_said():
    hands = Hands()
    hands.desk.refused = "The board is running: stop it first."
    hands.press("u")
    assert hands.said == ["The board is running: stop it first."]


def read(**values):
    return key_table_of(SettingsTable(values, "keys.toml"))


def test_a_file_changes_what_it_names_and_leaves_the_rest():
    table = read(keys={"B": "go", "f5": "undo", "space": "nothing"}, pedal={"port": "COM7"})
    assert [table.act(key) for key in ("b", "f5", "space", "enter")] == [
        KeyAction.GO,
        KeyAction.UNDO,
        KeyAction.NOTHING,
        KeyAction.GO,
    ]
    assert (table.pedal_port, table.pedal_line) == ("COM7", "cts")


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        (
            {"keys": {"escape": "go"}},
            "keys.escape is 'go', but should be left out: escape is always",
        ),
        ({"keys": {"Escape": "go"}}, "escape is always off"),
        ({"keys": {"shift": "go"}}, "keys.shift is not a key; needed: one character, or one of"),
        ({"keys": {"x": "jump"}}, "keys.x is 'jump', but should be one of go, ready"),
        ({"keys": {"x": 7}}, "keys.x is 7"),
        ({"kyes": {}}, "kyes is not a known key"),
        ({"pedal": {"line": "tx"}}, "pedal.line is 'tx', but should be one of cts"),
        (
            {"keys": dict.fromkeys(["space", "enter", "pedal", "page down", "s"], "nothing")},
            "keys is without a key that stops",
        ),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(values, complaint):
    with pytest.raises(BadValue) as refused:
        read(**values)
    assert str(refused.value).startswith("keys.toml: ")
    assert complaint in str(refused.value)


def test_escape_is_off_whatever_a_table_holds():
    assert KeyTable({"escape": KeyAction.GO}).act("escape") is KeyAction.OFF


def looks(states):
    contact = PedalContact()
    return [contact.update(closed=closed) for closed in states].count(True)


SETTLED = round(BOUNCES_S / LOOK_S)


def test_a_contact_that_bounces_is_one_press():
    bounces = [True, False, True, False, True]
    held = [True] * (3 * SETTLED)
    opened = [False, True, False] + [False] * (3 * SETTLED)
    assert looks(bounces + held + opened) == 1
    assert looks((bounces + held + opened) * 3) == 3
    assert looks(bounces + [False] * 10) == 0


class Lines:
    """A serial port whose contact is closed or open, or that was pulled out."""

    closed = gone = contact = False

    @property
    def cts(self):
        if self.gone:
            raise OSError("pulled out")
        return self.contact

    def close(self):
        self.closed = True


def pedal_of(lines, said):
    return SerialPedal(lines, "cts", said.append, lambda _: None)


def test_a_pedal_is_a_key():
    lines, said = Lines(), []
    pedal = pedal_of(lines, said)
    assert pedal.pressed(0.0) == []
    lines.contact = True
    assert pedal.pressed(0.2) == ["pedal"]
    assert pedal.pressed(0.05) == []  # held down
    pedal.close()
    assert lines.closed


def test_a_pedal_that_is_pulled_out_says_so_once():
    lines, said = Lines(), []
    pedal = pedal_of(lines, said)
    lines.gone = True
    assert [pedal.pressed(0.01) for _ in range(3)] == [[]] * 3
    assert said == ["The pedal is gone (pulled out): plug it in and start the referee again."]


def test_a_pedal_that_is_not_there_is_refused_in_a_sentence():
    table = KeyTable(pedal_port="no-such-port")
    opened = reading_keys(Desk(), table, print, lambda: None)
    with pytest.raises(BadValue, match="is no-such-port, which cannot be opened"), opened:
        pass


def test_without_a_terminal_one_sentence_says_so():
    said = []
    with reading_keys(Desk(), KeyTable(), said.append, lambda: None):
        pass
    assert said == [NO_TERMINAL]
