"""axe-core, the outside judge of accessibility: installed for the tests, never for the program.

``python -m tests.web.axe_tool`` lets npm fetch the pinned package, once, and checks its sum; tests
read the file and download nothing.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

AXE_FILE = Path(__file__).with_name("axe.min.js")
VERSION = "4.14.1"
# As npm states it ("integrity").
SHA512 = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
SKIPPED = "Skipped without it: the check of the pages' accessibility."
WAIT_S = 120.0


def installed() -> bool:
    """Whether the pinned version is here."""
    return AXE_FILE.is_file() and f"axe v{VERSION}" in AXE_FILE.read_text(encoding="utf-8")[:40]


def main() -> None:
    """Install it where it is not; says in a sentence what is skipped without it."""
    npm = shutil.which("npm")
    if installed():
        return
    if npm is None:
        sys.stdout.write(f"axe-core is not here, and neither is npm to get it. {SKIPPED}\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        words = [npm, "pack", "--silent", f"axe-core@{VERSION}"]
        try:
            subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=WAIT_S)
        except (OSError, subprocess.SubprocessError):
            sys.stdout.write(f"axe-core is not here, and npm cannot get it. {SKIPPED}\n")
            return
        (packed,) = Path(folder).glob("*.tgz")
        if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode() != SHA512:
            sys.exit(f"axe-core {VERSION} is not the package that was pinned: not installed.")
        with tarfile.open(packed) as package:
            script = package.extractfile("package/axe.min.js")
            assert script is not None
            AXE_FILE.write_bytes(script.read())


if __name__ == "__main__":
    main()
