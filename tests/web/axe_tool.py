"""axe-core, the outside judge of accessibility: installed for the tests, never for the program.

``python -m tests.web.axe_tool`` takes the pinned package from npm's registry, once, and checks its
sum; tests read the file and download nothing.
"""

from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
import urllib.request
from pathlib import Path

AXE_FILE = Path(__file__).with_name("axe.min.js")
VERSION = "4.14.1"
PACKAGE = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
# As npm's registry states it ("integrity").
SHA512 = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
SKIPPED = "Skipped without it: the check of the pages' accessibility."
WAIT_S = 60.0


def installed() -> bool:
    """Whether the pinned version is here."""
    return AXE_FILE.is_file() and f"axe v{VERSION}" in AXE_FILE.read_text(encoding="utf-8")[:40]


def main() -> None:
    """Install it where it is not; says in a sentence what is skipped without it."""
    if installed():
        return
    try:
        with urllib.request.urlopen(PACKAGE, timeout=WAIT_S) as answer:
            packed = answer.read()
    except OSError as error:
        sys.stdout.write(f"axe-core is not here, and npm cannot be reached ({error}). {SKIPPED}\n")
        return
    if base64.b64encode(hashlib.sha512(packed).digest()).decode() != SHA512:
        sys.exit(f"{PACKAGE} is not the package that was pinned: nothing was installed.")
    with tarfile.open(fileobj=io.BytesIO(packed)) as package:
        script = package.extractfile("package/axe.min.js")
        assert script is not None
        AXE_FILE.write_bytes(script.read())


if __name__ == "__main__":
    main()
