"""The one way hot loops are compiled: cached on disk, and without holding up other threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """The function as machine code, with its types kept for the checker."""
    return cast("F", njit(cache=True, nogil=True)(function))
