"""The fixture `golden` of the tests of games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fixtures.golden import Golden


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Iterator[Golden]:
    """Compare what a test reads with its section of the game's golden file."""
    module = request.path
    found = Golden(module.parent / "told.txt", f"{module.stem}::{request.node.name}")
    yield found
    found.check(rewrite=request.config.getoption("--golden"))
