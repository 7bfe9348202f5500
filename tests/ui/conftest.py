"""What tests of several files ask of the page: an engine that waits, and reading in many slices."""

from __future__ import annotations

import pytest

from tests.ui.pages import Page
from tests.ui.test_opponent import FakeEngine
from ui.session import long_tasks


@pytest.fixture
def waiting_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every page an engine that never answers by itself."""
    monkeypatch.setattr(Page, "engine", lambda page: FakeEngine())


@pytest.fixture
def one_step_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """End every slice of a long task after one step."""
    monkeypatch.setattr(long_tasks, "FIRST_SLICE", 0)
    monkeypatch.setattr(long_tasks, "SLICE", 0)
