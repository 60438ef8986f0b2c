"""Cameras are found by the platform's own names, and chosen by number, name or key."""

import pytest

from referee.camera.devices.camera_device import CameraDevice, choose_device, list_devices
from referee.core.errors import BadValue

TWO = (CameraDevice(0, "Built-in", "Built-in#1-4"), CameraDevice(2, "C920 HD", "C920 HD#A1B2"))


def plug(root, number, name, index, socket, serial=None):
    """A video node as Linux shows it."""
    usb = root / "bus" / socket.partition(":")[0]
    (usb / socket).mkdir(parents=True, exist_ok=True)
    if serial:
        (usb / "serial").write_text(serial + "\n")
    node = root / "class" / f"video{number}"
    node.mkdir(parents=True)
    (node / "name").write_text(name + "\n")
    (node / "index").write_text(f"{index}\n")
    (node / "device").symlink_to(usb / socket)
    return root / "class"


def test_linux_names_its_cameras_and_leaves_out_nodes_without_pictures(tmp_path):
    plug(tmp_path, 10, "Old cam", 0, "1-3:1.0")
    plug(tmp_path, 2, "C920 HD", 0, "1-2:1.0", serial="A1B2")
    sysfs = plug(tmp_path, 3, "C920 HD", 1, "1-2:1.0", serial="A1B2")
    found = list_devices(lambda n: False, "linux", sysfs)
    assert found == (
        CameraDevice(2, "C920 HD", "C920 HD#A1B2"),
        CameraDevice(10, "Old cam", "Old cam#1-3:1.0"),
    )


def test_linux_without_any_camera_has_an_empty_list(tmp_path):
    assert list_devices(lambda n: True, "linux", tmp_path / "nothing") == ()


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_elsewhere_numbers_are_tried_until_two_in_a_row_are_none(platform):
    tried = []

    def opens(number):
        tried.append(number)
        return number in {0, 2}

    assert [d.number for d in list_devices(opens, platform)] == [0, 2]
    assert tried == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("wanted", "number"), [("0", 0), ("2", 2), ("c920", 2), ("Built-in#1-4", 0), ("BUILT", 0)]
)
def test_a_camera_is_meant_by_number_name_or_key(wanted, number):
    assert choose_device(TWO, wanted).number == number


def test_the_only_camera_need_not_be_named():
    assert choose_device(TWO[:1], None) is TWO[0]


@pytest.mark.parametrize("wanted", [None, "7", "c930", ""])
def test_an_unclear_wish_lists_what_there_is(wanted):
    with pytest.raises(BadValue, match=r"one of 0 \(Built-in\), 2 \(C920 HD\)"):
        choose_device(TWO, wanted)


def test_no_camera_at_all_says_what_to_look_at():
    with pytest.raises(BadValue, match="look at its cable"):
        choose_device((), None)
