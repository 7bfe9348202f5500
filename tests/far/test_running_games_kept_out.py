"""Nothing of a running far game becomes an exercise, is warned of, or is explained."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalAction
from tests.far.world import Device, two
from ui.saves.own_mistakes import KEY
from ui.table import flag_map, hints
from ui.table.screen import TableScreen


def running() -> tuple[Device, Device]:
    """Two devices in the middle of a game in which White has blundered."""
    ana, blas = two()
    ana.play("f2f3").settle()
    blas.settle().play("e7e5").settle()
    ana.settle().play("g2g4").settle()
    blas.settle()
    return ana, blas


def at_table(device: Device) -> TableScreen:
    screen = device.app.screen
    assert isinstance(screen, TableScreen) and screen.table.far is not None
    return screen


def test_no_mistake_of_a_running_far_game_enters_the_training() -> None:
    for device in running():
        screen = at_table(device)
        device.press("act:mistakes:go", "act:mistakes:all").settle()
        assert screen.table.mistakes is None and KEY not in device.entries
        with pytest.raises(IllegalAction):
            screen.session.finished()


def test_a_running_far_game_has_neither_reasons_nor_warnings_nor_a_map() -> None:
    for device in running():
        table = at_table(device).table
        assert hints.explicable(table) is None and not flag_map.drawable(table)
        assert "act:why" not in device.panel and table.remark is None
