"""What browsers answer to the question for persistent storage."""

from __future__ import annotations

import asyncio
import sys
from types import SimpleNamespace

import pytest

from ui.browser.persistent_storage import lasting


class StorageManager:
    """Storage manager of a browser; `kept` and `grants` are what it answers, raised if errors."""

    def __init__(self, kept: object, grants: object = False) -> None:
        self.kept, self.grants, self.asked = kept, grants, 0

    async def persisted(self) -> object:
        if isinstance(self.kept, Exception):
            raise self.kept
        return self.kept

    async def persist(self) -> object:
        self.asked += 1
        if isinstance(self.grants, Exception):
            raise self.grants
        return self.grants


def answered(monkeypatch: pytest.MonkeyPatch, storage: object, ask: bool) -> bool | None:
    """Return what is told of a browser whose `navigator.storage` is this one."""
    navigator = SimpleNamespace() if storage is None else SimpleNamespace(storage=storage)
    ffi = SimpleNamespace(is_none=lambda one: one is None)
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(navigator=navigator))
    monkeypatch.setitem(sys.modules, "pyscript", SimpleNamespace(ffi=ffi))
    monkeypatch.setitem(sys.modules, "pyscript.ffi", ffi)
    return asyncio.run(lasting(ask))


@pytest.mark.parametrize("grants", [True, False])
def test_storage_is_asked_for_only_if_wanted_and_not_yet_granted(
    monkeypatch: pytest.MonkeyPatch, grants: bool
) -> None:
    storage = StorageManager(kept=False, grants=grants)
    assert answered(monkeypatch, storage, ask=False) is False and storage.asked == 0
    assert answered(monkeypatch, storage, ask=True) is grants and storage.asked == 1
    granted = StorageManager(kept=True)
    assert answered(monkeypatch, granted, ask=True) is True and granted.asked == 0


BROKEN = {
    "no API": None,
    "an old one": SimpleNamespace(),
    "refuses": StorageManager(TypeError("no")),
    "throws on the question": StorageManager(False, TypeError("no")),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_browser_without_a_working_api_gives_no_answer(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert answered(monkeypatch, BROKEN[name], ask=True) is None
