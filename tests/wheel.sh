#!/bin/sh
# The wheel as pipx installs it, away from the clone: nothing that the program needs is left out.
# sh tests/wheel.sh .venv/bin/python    (that environment lends the libraries)
set -eu
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
clone=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$python" -m pip wheel "$clone" --no-deps --quiet --wheel-dir "$scratch"
"$python" -m venv --without-pip "$scratch/venv"
"$python" -m pip --python "$scratch/venv/bin/python" install --quiet --no-deps --no-compile "$scratch"/*.whl
lent=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
echo "$lent" >"$("$scratch/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')/lent.pth"

cd "$scratch"
"$scratch/venv/bin/python" - "$clone" <<'END'
import sys
from pathlib import Path

import referee

clone, installed = Path(sys.argv[1]), Path(referee.__file__).parent
assert clone not in installed.parents, f"{installed} is the clone, not the wheel"
pages = [p.relative_to(clone) for p in (clone / "referee/web/static").rglob("*") if p.is_file()]
books = [p.relative_to(clone) for p in (clone / "referee/rulebooks").rglob("*.toml")]
gone = [str(p) for p in pages + books if not (installed.parent / p).is_file()]
assert pages and books and not gone, f"not in the wheel: {gone}"
END
"$scratch/venv/bin/referee" --help >help.txt
"$scratch/venv/bin/referee" field list >fields.txt
"$scratch/venv/bin/referee" rules show EFHL-TKL-01 >rule.txt
# The detector's network comes out of the wheel, and sees the figures of a drawn picture.
"$scratch/venv/bin/referee" sim still --seed 3 --at 0.5 --out board.png --files >still.txt
"$scratch/venv/bin/referee" locate board.png --calibration board.calib.json --out found.jsonl >located.txt
count='import json, sys; print(max(len(json.loads(line).get("bases", ())) for line in open(sys.argv[1])))'
seen=$("$python" -c "$count" found.jsonl)
there=$("$python" -c "$count" board.truth.jsonl)
test "$seen" -eq "$there" || { echo "The installed program sees $seen of $there figures in a drawn picture."; exit 1; }
echo "The wheel installs away from the clone, and its detector sees."
