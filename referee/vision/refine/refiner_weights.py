"""The trained numbers of refinement: one file, used only if its hash is the one written here."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.vision.refine.edges.edge_reader import EdgeReader
from referee.vision.refine.fit_trust import FitTrust

FILE = Path(__file__).with_name("edges.npz")
SHA256 = "624d686fb375e739d7407b18b1412ffeca137f4e96b4b909f04e244f177e6bc8"


@dataclass(frozen=True, slots=True)
class RefinerWeights:
    """Weights that read edges, and that judge a fit: a plain one, or one with its rivals."""

    reader: EdgeReader
    trust: FitTrust
    settled: FitTrust


@lru_cache(maxsize=1)
def load_refiner_weights() -> RefinerWeights:
    """The weights that come with the program."""
    return read_weights(FILE, SHA256)


def read_weights(path: Path, sha256: str) -> RefinerWeights:
    """The weights in a file whose SHA-256 must be ``sha256``."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadValue(
            "the weights", PlainWord("missing"), "the file that is installed", str(path)
        ) from None
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise BadValue("the weights' SHA-256", found[:12], f"{sha256[:12]}...", str(path))
    with np.load(BytesIO(data), allow_pickle=False) as rows:
        return RefinerWeights(
            EdgeReader(*(rows[f"reader_{f.name}"] for f in fields(EdgeReader))),
            FitTrust(*(rows[f"trust_{f.name}"] for f in fields(FitTrust))),
            FitTrust(*(rows[f"settled_{f.name}"] for f in fields(FitTrust))),
        )
