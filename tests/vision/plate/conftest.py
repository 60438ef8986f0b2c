"""A field that the painted picture shows."""

from __future__ import annotations

import pytest

from referee.loaders.fields import load_field


@pytest.fixture
def field_of_the_picture():
    """The usual board."""
    return load_field("620")
