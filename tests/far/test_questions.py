"""What waits for an answer: above the board, in the title of the tab, spoken once."""

from __future__ import annotations

import pytest

from tests.far.test_table import MATE, turn
from tests.far.world import Device, by_hand, relays, two
from tests.fixtures.says import says
from ui.table.screen import TableScreen


def title(device: Device) -> str:
    return device.shown(TableScreen).title()


def spoken(device: Device, words: str) -> int:
    return sum(words in one for one in device.view.said)


@pytest.mark.parametrize(("command", "words"), [
    (("act:draw", "act:draw-yes"), "offers a draw"), (("act:far:back",), "asks for a takeback"),
])  # fmt: skip
def test_an_offer_stands_above_the_board_and_in_the_title(
    command: tuple[str, ...], words: str
) -> None:
    ana, blas = two()
    ana.play("e2e4")
    blas.play("e7e5")
    assert ana.asks == blas.asks == ""
    ana.press(*command)
    blas.settle().app.refresh()
    assert "act:far:yes" in blas.asks and "act:far:no" in blas.asks and ana.asks == ""
    assert "act:far:yes" not in blas.panel.removeprefix(blas.asks)
    assert f"Ana {words}" in title(blas) and words not in title(ana)
    blas.settle().app.refresh()
    assert spoken(blas, f"Ana {words}") == 1
    blas.press("act:far:no")
    assert blas.asks == "" and words not in title(blas)


def test_a_rematch_is_asked_above_the_board() -> None:
    ana, blas = two()
    for move in MATE:
        turn(ana, blas)[0].play(move)
    ana.press("act:rematch").settle()
    assert "act:rematch" in blas.asks and says("far.title.again", who="Ana") in title(blas)


def test_somebody_who_came_too_late_reads_it_above_the_board() -> None:
    ana = Device(relays())
    invitation = ana.invite()
    eva = Device(ana.world).sit(invitation, "Eva")
    late = Device(ana.world).sit(invitation, "Late")
    late.settle()
    assert eva.asks == "" and "took the seat first" in late.asks and "seat is taken" in title(late)
    late.press("act:far:aside:taken")
    assert late.asks == ""


def test_letters_that_no_relay_takes_are_asked_about_above_the_board() -> None:
    ana, blas = two()
    for line in ana.side.pool.lines:
        line.relay.lines.remove(line)
        ana.side._on_report("stuck", line.url, "refused")
    ana.play("e2e4")
    assert "act:far:link" in ana.asks and "act:far:retry" in ana.asks
    assert says("far.title.unsent") in title(ana)
    assert blas.asks == ""


def test_who_plays_by_link_first_reads_what_to_send() -> None:
    """Above the board, until the answer is in; nothing before he has moved."""
    ana, blas = by_hand()
    assert says("far.send.move", who="Blas") not in ana.asks
    ana.play("e2e4")
    assert says("far.send.move", who="Blas") in ana.asks and "#l=" in ana.asks
    ana.press("act:far:copy:letters")
    assert says("far.send.move", who="Blas") in ana.asks and says("far.copied") in ana.asks
    blas.open(ana.link())
    assert says("far.send.move", who="Ana") not in blas.asks
    blas.play("e7e5")
    assert says("far.send.move", who="Ana") in blas.asks
    ana.open(blas.link())
    assert "far-question" not in ana.asks


def test_relays_may_be_asked_for_turns_after_the_first_game() -> None:
    ana, _ = two()
    assert says("far.turns.ask") not in ana.panel
    ana.press("act:resign", "act:resign-yes")
    assert says("far.turns.ask") in ana.panel
