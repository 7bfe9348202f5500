"""Registers the model game for these tests."""

from __future__ import annotations

import pytest

from tests.fixtures.model import register


@pytest.fixture(autouse=True)
def _model(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
