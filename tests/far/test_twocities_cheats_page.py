"""What the page does about cheats at A Tale of Two Cities: a proof instead of a loss on time, cards
that stay closed, a play that the true hand did not allow."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.far.deck import Deck
from engine.far.group import Product
from engine.match.clock import DAY, SECOND
from tests.far.groups import ToyGroup
from tests.far.test_clock import later, sat
from tests.far.test_twocities_page import Pair, page_text, turn
from tests.far.world import Device
from tests.fixtures.says import game_says, says

Change = Callable[[list[Product]], list[Product]]
MINUTES = 60


def foreign(work: list[Product]) -> list[Product]:
    return [work[0]._replace(point=ToyGroup().base(5)), *work[1:]]


def twice(work: list[Product]) -> list[Product]:
    """Put Black's first card into its second position too."""
    return [*work[:4], work[4]._replace(point=work[3].point), *work[5:]]


def last(work: list[Product]) -> list[Product]:
    """Change a card that nobody draws in a short game."""
    return [*work[:23], work[23]._replace(point=ToyGroup().base(5)), *work[24:]]


def cheated(
    monkeypatch: pytest.MonkeyPatch, change: Change, clock: str = "none", step: int = 3
) -> Any:
    """Return Ana and Blas; a pass is false, which is of Blas if its number is odd."""
    ana, blas = sat(clock, "twocities")
    cheat, false_step = (ana, blas)[step % 2], step
    honest = Deck.work

    def false(deck: Deck, step: int, seed: bytes) -> list[Product]:
        work = honest(deck, step, seed)
        return change(work) if (step, seed) == (false_step, cheat.side.seat.keys.seed) else work

    monkeypatch.setattr(Deck, "work", false)
    settle(ana, blas)
    monkeypatch.setattr(Deck, "work", honest)
    return ana, blas


def settle(*devices: Device) -> None:
    for _ in range(20):
        for device in devices:
            device.settle()


def winner(me: Device) -> int | None:
    outcome = me.table.session.outcome()
    return None if outcome is None else outcome.winner


def test_a_claim_on_time_by_a_false_shuffler_is_answered_with_the_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The device opens its cards by itself: nobody has to be there."""
    ana, blas = cheated(monkeypatch, foreign, "10m")
    assert "Blas shuffled falsely: card 1 of deck 1" in ana.asks
    assert says("far.cheat.about", who="Blas") in ana.asks
    later(11 * MINUTES, ana, blas)
    blas.press("act:far:time")
    settle(ana, blas)
    for me in (ana, blas):
        assert {*me.side.course.dealing.seeds} == {0, 1}
        assert me.side.course.failed == 1 and winner(me) == 0
        assert "Blas did not reveal the cards for checking and loses the game." in page_text(me)
        assert not any(part == "time" for part in words_of(me))
    assert "Blas shuffled falsely, as the revealed cards prove. " in ana.asks
    assert ana.table.session.outcome() == ana.reopen().table.session.outcome()


def words_of(me: Device) -> list[str]:
    parts = (part for letter in me.side.log.order() for part in letter.parts)
    return [str(getattr(part, "word", "")) for part in parts]


def test_a_card_that_comes_up_twice_is_named_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, blas = cheated(monkeypatch, twice, step=2)
    turn(ana, Random(1))
    settle(ana, blas)
    assert "shuffled falsely: card 5 of deck 1 has come up twice." in blas.asks
    blas.press("act:far:prove")
    settle(ana, blas)
    assert winner(ana) == winner(blas) == 1
    blas.press("act:home")
    assert "won by Blas" in page_text(blas)


def test_a_false_pass_that_nobody_has_noticed_loses_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both pages compute all passes again in the worker once both seeds are open."""
    ana, blas = cheated(monkeypatch, last)
    assert ana.side.course.dealing.broken is None
    ana.press("act:resign", "act:resign-yes")
    settle(ana, blas)
    for me in (ana, blas):
        assert winner(me) == 0 and me.tools.deck().asked[-1] >= 48
        assert "Blas shuffled falsely, as the revealed cards prove." in me.asks
        assert me.side.luck.progress is None
    again = ana.reopen()
    settle(again)
    assert winner(again) == 0 and "as the revealed cards prove" in again.asks


def test_a_win_is_not_yet_proved_while_the_winners_cards_are_closed() -> None:
    """Here the loser's page and home say so; the winner's device opens as soon as it is back."""
    pair = Pair()
    me = pair.to_card()
    mine, won = me.side.me, pair.blas if me is pair.ana else pair.ana
    name = "Blas" if me is pair.ana else "Ana"
    won.leave()
    me.press("act:resign", "act:resign-yes").settle()
    waits = says("far.status.proving.cards", who=name)
    for days in (0, 30):
        later(days * DAY / SECOND, me)
        me.press("act:turn").settle()
        assert waits in page_text(me) and winner(me) == 1 - mine
        assert me.side.course.failed is None and "act:far:board" not in me.asks
    me.leave()
    assert says("home.saved.turn.proof") in str(me.app.view.slots)  # type: ignore[attr-defined]
    me.back()
    won.back()
    settle(*pair.both)
    assert waits not in page_text(me) and winner(me) == 1 - mine and me.side.awaits() is None


def test_an_honest_game_is_checked_and_says_nothing() -> None:
    pair = Pair()
    pair.resign()
    for me in pair.both:
        assert me.side.course.failed is None and not me.side.course.proof_work()
        said = (game_says("twocities", "table.unproved", who=name) for name in ("Ana", "Blas"))
        assert not [one for one in said if one in page_text(me)] and me.side.awaits() is None
