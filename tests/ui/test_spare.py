"""Whether a device has power to spare for background work, tested with a fake browser."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ui.browser.power import LOW, Spare, spares


class Document:
    def __init__(self) -> None:
        self.visibilityState = "visible"
        self.heard: Callable[[Any], None] | None = None

    def addEventListener(self, name: str, heard: Callable[[Any], None]) -> None:
        assert name == "visibilitychange"
        self.heard = heard


def browser(monkeypatch: pytest.MonkeyPatch, **navigator: Any) -> Document:
    document, ffi = Document(), SimpleNamespace(create_proxy=lambda heard: heard)
    js = SimpleNamespace(document=document, navigator=SimpleNamespace(**navigator))
    for name, module in (("js", js), ("pyodide", ModuleType("pyodide")), ("pyodide.ffi", ffi)):
        monkeypatch.setitem(sys.modules, name, module)
    return document


def battery(level: float, charging: bool) -> dict[str, Any]:
    async def asked() -> Any:
        return SimpleNamespace(level=level, charging=charging)

    return {"getBattery": asked}


async def refused() -> Any:
    raise PermissionError


@pytest.mark.parametrize("visible", [True, False])
@pytest.mark.parametrize("saves", [True, False])
@pytest.mark.parametrize(
    ("level", "charging", "enough"),
    [(None, False, True), (LOW, False, False), (LOW, True, True), (1.0, False, True)],
)
def test_power_is_spared_only_on_a_visible_page_that_saves_nothing(
    visible: bool, saves: bool, level: float | None, charging: bool, enough: bool
) -> None:
    assert spares(visible, saves, level, charging) == (visible and not saves and enough)


@pytest.mark.parametrize(
    ("navigator", "expected"),
    [
        ({}, True),
        ({"getBattery": refused}, True),
        (battery(LOW + 0.1, False), True),
        (battery(LOW - 0.1, True), True),
        (battery(LOW - 0.1, False), False),
        ({"connection": SimpleNamespace(saveData=True)}, False),
        ({"connection": SimpleNamespace(saveData=True), **battery(1.0, True)}, False),
        ({"connection": SimpleNamespace(saveData=False)}, True),
        ({"connection": SimpleNamespace()}, True),
    ],
)
def test_a_low_battery_or_a_saving_browser_has_nothing_to_spare(
    monkeypatch: pytest.MonkeyPatch, navigator: dict[str, Any], expected: bool
) -> None:
    browser(monkeypatch, **navigator)
    assert asyncio.run(Spare(lambda: None).power()) == expected


def test_a_hidden_page_reports_at_once_and_has_nothing_to_spare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document, lost = browser(monkeypatch), []
    spare = Spare(lambda: lost.append(1))
    assert document.heard is not None
    document.heard(None)  # the page is visible
    assert lost == []
    document.visibilityState = "hidden"
    document.heard(None)
    assert lost == [1] and not asyncio.run(spare.power())
