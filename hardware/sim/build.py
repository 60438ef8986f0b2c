"""Building the simulated switch: the harness around libsimavr, and firmwares from source."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "hardware/firmware"
RELEASE = FIRMWARE / "release/referee-power.hex"
MADE = ROOT / "out/hardware"
COMPILER = "5.4.0"  # Debian 12's gcc-avr: another one gives another hex file

_HARNESS = [Path(__file__).with_name(f"{name}.c") for name in ("chip", "outside", "wire")]
_HEADER = Path(__file__).with_name("chip.h")
_FUZZED = Path(__file__).with_name("fuzz_frame.c")
_PORTABLE = ("frame", "command", "text")
_OPTIBOOT = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot")
_HEADERS = Path("/usr/include/simavr")


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to one source file: ``old`` must stand there exactly once."""

    file: str
    old: str
    new: str


class NotHere(RuntimeError):  # noqa: N818 - it is shown as a sentence
    """Something that this machine lacks, as a sentence."""


def need_simulator() -> None:
    """Raises NotHere unless the harness can be built."""
    if not shutil.which("gcc") or not (_HEADERS / "sim_avr.h").is_file():
        raise NotHere(
            "the simulated chip needs gcc, libsimavr-dev and libelf-dev"
            " (Debian and Ubuntu: make hardware-tools)"
        )


def need_compiler() -> None:
    """Raises NotHere unless firmwares can be built as the committed one was."""
    if not shutil.which("avr-gcc") or not shutil.which("make"):
        raise NotHere("building firmware needs gcc-avr and avr-libc (make hardware-tools)")
    version = _run(["avr-gcc", "-dumpversion"]).strip()
    if version != COMPILER:
        raise NotHere(f"avr-gcc here is {version}; the committed hex file is of {COMPILER}")


def library() -> Path:
    """The harness as a shared library, built once for each version of its source."""
    need_simulator()

    def build(folder: Path) -> None:
        command = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"]
        command += [f"-I{_HEADERS}", "-o", str(folder / "libchip.so"), *map(str, _HARNESS)]
        _run([*command, "-lsimavr", "-lelf"])

    return _once("chip", [path.read_bytes() for path in (*_HARNESS, _HEADER)], build) / "libchip.so"


def firmware(edits: Sequence[Edit] = ()) -> Path:
    """A hex file from the sources, with edits for a firmware that is broken on purpose."""
    need_compiler()
    texts = _sources([*FIRMWARE.glob("*.[ch]"), FIRMWARE / "Makefile"], edits)
    command = ["make", "-s", "OUT=."]
    return _from_sources("firmware", texts, command) / "referee-power.hex"


def bootloader() -> Path:
    """optiboot as on a Uno, from its source: Debian's hex file of it runs past the end of flash."""
    need_compiler()
    if not _OPTIBOOT.is_dir():
        raise NotHere("the bootloader needs arduino-core-avr (make hardware-tools)")
    texts = _sources([*_OPTIBOOT.glob("*.[ch]")], ())
    link = ["-Wl,--section-start=.text=0x7e00", "-Wl,--relax", "-nostartfiles"]
    size = ["-Os", "-fno-inline-small-functions", "-fno-split-wide-types", "-mshort-calls"]
    about = ["-mmcu=atmega328p", "-DF_CPU=16000000L", "-DLED_START_FLASHES=0", "-DBAUD_RATE=115200"]
    compile_it = ["avr-gcc", *size, *about, *link, "-o", "optiboot.elf", "optiboot.c"]
    to_hex = [
        "avr-objcopy",
        "-j",
        ".text",
        "--set-start",
        "0",
        "-O",
        "ihex",
        "optiboot.elf",
        "optiboot.hex",
    ]
    return _from_sources("optiboot", texts, compile_it, to_hex) / "optiboot.hex"


def fuzzer(edits: Sequence[Edit] = ()) -> Path:
    """libFuzzer around the firmware's portable part."""
    if not shutil.which("clang"):
        raise NotHere("fuzzing the frame reader needs clang with libFuzzer (make hardware-tools)")
    parts = [FIRMWARE / f"{name}.{kind}" for name in _PORTABLE for kind in "ch"]
    texts = _sources([*parts, _FUZZED], edits)
    command = ["clang", "-g", "-O1", "-Wall", "-Wextra", "-fsanitize=fuzzer,address,undefined"]
    command += ["-fno-sanitize-recover=all", "-o", "fuzzer"]
    return (
        _from_sources("fuzzer", texts, [*command, *(n for n in texts if n.endswith(".c"))])
        / "fuzzer"
    )


def _sources(paths: Iterable[Path], edits: Sequence[Edit]) -> dict[str, str]:
    """The files' texts by name, edited."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(paths)}
    for edit in edits:
        found = texts[edit.file].count(edit.old)
        if found != 1:
            raise ValueError(f"{edit.file} has {edit.old!r} {found} times, not once")
        texts[edit.file] = texts[edit.file].replace(edit.old, edit.new)
    return texts


def _from_sources(name: str, texts: dict[str, str], *commands: list[str]) -> Path:
    """The folder in which the commands have been run on the sources."""

    def build(folder: Path) -> None:
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
        for command in commands:
            _run(command, folder)

    content = [f"{file}\0{text}\0" for file, text in texts.items()]
    content += [" ".join(command) for command in commands]
    return _once(name, [text.encode() for text in content], build)


def _once(name: str, content: list[bytes], build: Callable[[Path], None]) -> Path:
    """A folder named after its content; whole or absent, also when two processes build it."""
    digest = hashlib.sha256(b"".join(content)).hexdigest()[:16]
    folder = MADE / f"{name}-{digest}"
    if folder.is_dir():
        return folder
    MADE.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(dir=MADE, prefix="making-"))
    try:
        build(making)
        making.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return folder


def _run(command: list[str], folder: Path = ROOT) -> str:
    """What the command prints; its errors when it fails."""
    done = subprocess.run(  # noqa: S603 - our own compilers on our own files
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"LC_ALL": "C"},
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout
