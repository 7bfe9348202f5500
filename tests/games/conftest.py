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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--golden`, run only the tests that write sentences."""
    if config.getoption("--golden"):
        items[:] = [one for one in items if "golden" in getattr(one, "fixturenames", ())]
