"""A king whom a siege drives out of the reserve: what is asked, and the squares marked for it."""

from __future__ import annotations

import pytest

from tests.fixtures.targets import aim
from tests.games.cotadrez.table import ctn
from tests.ui.fakes import FakeTable, match_of
from tests.ui.test_opponent import table
from ui.table.guide import guide

# The hidden King has more than one exit; without him a rescued unit may be saved.
HIDDEN = ctn("Ra1 Hd7 Le7 Ta10 Dg4 Eb9", "Hj5", res=("", "RHH"), counters="20.5.0")
SHOWN = ctn("Rc9 Hd7 Df7", "Rj1", res=("", "EH"), dun=("", "L"))


def besieged(start: str, seats: tuple[int, ...]) -> FakeTable:
    screen, _ = table(seats, start)
    siege = next(a for a in match_of(screen.session).options_now() if a[0] == "siege")
    screen.session.play([siege])
    screen.session.reveal()
    assert screen.session.observation().frame() == "exchange"
    return screen


@pytest.mark.parametrize("seats", [(0, 0), (3, 0)])
def test_a_king_who_must_come_out_is_asked_for_with_his_squares_marked(
    seats: tuple[int, ...],
) -> None:
    """Regression test: the guide asked which unit to save, and no square was marked."""
    screen = besieged(HIDDEN, seats)
    assert [one.key for one in guide(screen.table)] == ["guide.king_out"]
    zone = [mark.squares for mark in screen.table.scene.marks if mark.kind == "zone"]
    exits = {screen.session.game.path(match_of(screen.session).state, a)[1]
             for a in match_of(screen.session).options_now()}  # fmt: skip
    assert len(exits) > 1 and [{f"sq:{name}" for name in names} for names in zone] == [exits]
    screen.press(aim("kind:king"))
    screen.press(aim(min(exits)))
    assert screen.session.observation().frame() != "exchange"
    assert not any(mark.kind == "zone" for mark in screen.table.scene.marks)


def test_a_unit_to_save_is_asked_for_only_without_a_king_in_the_reserve() -> None:
    screen = besieged(SHOWN, (0, 0))
    assert [one.key for one in guide(screen.table)] == ["guide.exchange"]
    assert not any(mark.kind == "zone" for mark in screen.table.scene.marks)
