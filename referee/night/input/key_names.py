"""What a terminal sends for a key, and the name of that key; for Linux, Mac and Windows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.night.input.key_table import ESCAPE

_PLAIN: Mapping[str, str] = {
    " ": "space",
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x1b": ESCAPE,
}
_LETTERS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
# What follows an escape; a long press of escape itself is followed by nothing.
_AFTER_ESCAPE: Mapping[str, str] = {
    **{f"{lead}{end}": name for lead in "[O" for end, name in _LETTERS.items()},
    **{f"O{end}": f"f{n}" for n, end in enumerate("PQRS", 1)},
    **{f"[[{end}": f"f{n}" for n, end in enumerate("ABCDE", 1)},
    **{
        f"[{code}~": name
        for code, name in (
            (1, "home"), (2, "insert"), (3, "delete"), (4, "end"), (5, "page up"), (6, "page down"),
            (11, "f1"), (12, "f2"), (13, "f3"), (14, "f4"), (15, "f5"), (17, "f6"), (18, "f7"),
            (19, "f8"), (20, "f9"), (21, "f10"), (23, "f11"), (24, "f12"),
        )
    },
}  # fmt: skip
_WINDOWS: Mapping[str, str] = {
    "H": "up", "P": "down", "K": "left", "M": "right", "G": "home", "O": "end",
    "I": "page up", "Q": "page down", "R": "insert", "S": "delete",
    **{chr(0x3A + n): f"f{n}" for n in range(1, 11)}, "\x85": "f11", "\x86": "f12",
}  # fmt: skip
WINDOWS_LEADS = ("\x00", "\xe0")


def key_names_of(sent: str) -> Iterator[str]:
    """The keys in what a terminal sent at once.

    >>> list(key_names_of("a \\x1b[6~"))
    ['a', 'space', 'page down']
    """
    at = 0
    while at < len(sent):
        length = _sequence(sent, at + 1) if sent[at] == "\x1b" else 0
        if length:
            yield from _named(sent[at + 1 : at + 1 + length])
        else:
            yield from _one(sent[at])
        at += 1 + length


def windows_key_name(lead: str, code: str) -> str | None:
    """The key that Windows sends as two characters."""
    return _WINDOWS.get(code) if lead in WINDOWS_LEADS else None


def _one(character: str) -> Iterator[str]:
    name = _PLAIN.get(character, character.lower() if character.isprintable() else None)
    if name is not None:
        yield name


def _named(sequence: str) -> Iterator[str]:
    """A sequence that nobody knows is no key, and no escape either."""
    name = _AFTER_ESCAPE.get(sequence)
    if name is not None:
        yield name


def _sequence(sent: str, at: int) -> int:
    """How long the sequence after an escape is: up to its letter or tilde."""
    if at >= len(sent) or sent[at] not in "[O":
        return 0
    start = at + (2 if sent[at : at + 2] == "[[" else 1)
    for end in range(start, len(sent)):
        if sent[end].isalpha() or sent[end] == "~":
            return end + 1 - at
        if not (sent[end].isdigit() or sent[end] == ";"):
            return 0
    return len(sent) - at
