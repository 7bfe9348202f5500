"""Cheating clients at A Tale of Two Cities against a real page: what the honest player reads in
both languages, and that game and storage are unharmed.

The page plays White. The cheat plays Black: a device of the engine that writes what it likes and
hands its letters over by link."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.core.steps import finish
from engine.dev.verify import Ristretto
from engine.far.certificate import Certificate, examine
from engine.far.letter import KEYS, Chance, DeckStep, EventsLetter, Part
from engine.far.terms import open_invitation
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import boot, press, press_all
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far_cheats import LATER, Board, shots
from tests.e2e.test_far_twocities import SHUFFLE_MS, known, stored, take_turn
from tests.e2e.test_rilatria import outcome
from tests.e2e.test_twocities import CARDS
from tests.far.decks import chosen, contribution
from tests.far.devices import Curve, Device
from ui.far.manual_mail import open_link

pytestmark = pytest.mark.soak
Cheat = Callable[[Device], Sequence[Part]]


def owed(me: Device) -> list[Part]:
    """Return what a device owes now; nothing if it is to decide."""
    if me.course.owes(me.seat):
        return [contribution(me)]
    return [*me.course.deck_steps()]


class Cards(Board):
    """A real page of White against a cheat with Black."""

    def __init__(self, ana: Player) -> None:
        self.ana = ana
        boot(ana.page)
        press_all(ana.page, ("act:game:twocities", "act:invite"))
        self.base, word = ana.make("Ana", 0).split("#join=")
        self.blas = Device(open_invitation(word), 1, "Blas", Ristretto())
        self.blas.at = int(1000 * time.time())
        self.hand(self.blas.join())

    def fetch(self) -> None:
        """Give the cheat what the page has to send, if anything."""
        press(self.ana.page, "act:far:link")
        field = self.ana.page.locator('[data-far="link"]')
        address = field.input_value() if field.count() else ""
        press(self.ana.page, "dialog:close")
        if address:
            for data in open_link(address.split("#l=")[1]).letters:
                assert self.blas.log.receive(data).what in ("new", "known"), data
            self.blas.course.follow(self.blas.log)

    def state(self) -> Any:
        return known(self.ana, 0).state

    def wait(self, enough: Callable[[], Any]) -> None:
        """Read the page's links until `enough`, while the page computes its passes."""
        until = time.monotonic() + SHUFFLE_MS / 1000
        while not enough():
            assert time.monotonic() < until
            self.ana.page.wait_for_timeout(300)
            self.fetch()

    def due(self, what: Callable[[Part], bool]) -> Sequence[Part]:
        """Answer honestly until the cheat owes a part like this; return all it owes then."""
        while True:
            self.wait(lambda: owed(self.blas))
            parts = owed(self.blas)
            if any(what(part) for part in parts):
                return parts
            self.hand(self.blas.write(*parts))

    def deal(self) -> None:
        """Answer honestly until White holds its cards."""
        while len(self.blas.course.dealing.hands[0]) < 3:
            self.wait(lambda: owed(self.blas))
            self.hand(self.blas.write(*owed(self.blas)))
        expect(self.ana.page.locator(CARDS)).to_have_count(3, timeout=PATIENCE_MS)

    def to_black(self) -> None:
        """Play White's turn by clicks; answer until Black chooses a card."""
        rng = Random(1)
        while not (self.decides() and self.blas.course.match.state.ask == "card"):
            if self.state().current_player() == 0:
                take_turn(self.ana, 0, rng)
            self.fetch()
            if parts := owed(self.blas):
                self.hand(self.blas.write(*self.blas.course.riding, *parts))
            elif self.decides() and self.blas.course.match.state.ask != "card":
                self.decide(chosen(self.blas, rng))

    def decides(self) -> bool:
        return bool(self.blas.course.match.state.current_player() == 1)

    def decide(self, actions: tuple[Any, ...]) -> None:
        course = self.blas.course
        keys, events = course.dealing.before(actions), EventsLetter(course.event_count, actions)
        self.hand(self.blas.write(*course.riding, *keys, events))

    def certificate(self) -> Certificate:
        text = self.ana.file().read_text("utf-8")
        return finish(examine(text, Curve(), Ristretto()))


@pytest.fixture
def cards(new_context: NewContext, server: Servers) -> Cards:
    return Cards(Player(new_context, server))


# -- refused at once -------------------------------------------------------------------------------


def test_a_false_contribution_to_the_dice_is_refused_and_the_true_one_counts(cards: Cards) -> None:
    """Here the roll that places the terrain."""
    (good,) = cards.due(lambda part: isinstance(part, Chance))
    assert isinstance(good, Chance)
    before = stored(cards.ana)
    cards.hand(cards.blas.write(replace(good, contribution=bytes(32))))
    cards.reads("far.refused", who="Blas")
    assert stored(cards.ana) == before
    cards.hand(cards.blas.write(good))
    cards.wait(lambda: len(stored(cards.ana)) > len(before))
    assert cards.ana.watch.problems == []


def test_a_false_key_is_refused_and_the_true_one_counts(cards: Cards) -> None:
    *steps, keys = cards.due(lambda part: isinstance(part, DeckStep) and part.what == KEYS)
    assert isinstance(keys, DeckStep)
    before = stored(cards.ana)
    cards.hand(cards.blas.write(*steps))
    cards.hand(cards.blas.write(replace(keys, items=(bytes(31) + b"\1", *keys.items[1:]))))
    cards.reads("far.refused", who="Blas")
    assert stored(cards.ana) == before and not cards.ana.page.locator(CARDS).count()
    cards.hand(cards.blas.write(keys))
    expect(cards.ana.page.locator(CARDS)).to_have_count(3, timeout=PATIENCE_MS)
    assert cards.ana.watch.problems == []


def test_a_card_that_was_not_drawn_is_refused_and_a_true_one_counts(cards: Cards) -> None:
    """Black plays a card of the deck with the key of one it has."""
    cards.deal()
    cards.to_black()
    course, blas = cards.blas.course, cards.blas
    mine = {at: course.dealing.known[at] for at in course.dealing.hands[1]}
    at, state = next(iter(mine)), course.match.state
    foreign = next(card for card in range(16, 24) if card not in mine.values())
    key = DeckStep(
        KEYS, 0, (course.dealing.decks[0].key(1, blas.keys.seed, at.place),), (at.place,)
    )
    before = stored(cards.ana)
    events = EventsLetter(course.event_count, (("play", foreign),))
    cards.hand(blas.write(*course.riding, key, events))
    cards.reads("far.refused", who="Blas")
    assert stored(cards.ana)[: len(before)] == before
    assert ["play", foreign] not in stored(cards.ana) and state.ask == "card"
    cards.decide(chosen(blas, Random(2)))
    assert len(stored(cards.ana)) > len(before) and ["play", foreign] not in stored(cards.ana)
    assert cards.ana.watch.problems == []


# -- a false shuffle, and cards that stay closed ---------------------------------------------------


def lost(cards: Cards, kind: str, line: str) -> None:
    """Check that the cards above the board, the result and home agree that Blas has lost."""
    page = cards.ana.page
    cards.reads(f"far.failed.{kind}", who="Blas", other="Ana")
    expect(page.locator(".result-card")).to_contain_text("Ana wins", timeout=PATIENCE_MS)
    assert outcome(page) == "1-0"
    found = cards.certificate()
    assert found.status == "valid", found.failure
    assert {line, "certificate.won.cards"} <= {check.message.key for check in found.checks}
    press_all(page, ("act:far:aside:failed", "act:far:certificate"))
    expect(page.locator(".certificate-verdict.valid")).to_be_visible(timeout=SHUFFLE_MS)
    shots(page, f"far-twocities-lost-{kind}")
    press_all(page, ("dialog:close", "act:home"))
    expect(page.locator("body")).to_contain_text("won by Ana")
    assert cards.ana.watch.problems == []


def test_a_false_shuffle_is_named_and_lost_when_its_victim_opens_the_cards(cards: Cards) -> None:
    *_, keys = steps = cards.due(lambda part: isinstance(part, DeckStep) and part.what == 3)
    last = steps[0]
    assert isinstance(last, DeckStep) and isinstance(keys, DeckStep)
    items = (Ristretto().base(12345), *last.items[1:])
    cards.hand(cards.blas.write(replace(last, items=items), keys))
    cards.wait(lambda: owed(cards.blas) or cards.decides() or cards.blas.course.at_chance)
    cards.reads("far.status.cheated", who="Blas", n="1", deck="1")
    before = stored(cards.ana)
    press(cards.ana.page, "act:far:prove")
    assert stored(cards.ana) == before
    lost(cards, "shuffle", "certificate.guilt.foreign")


def test_a_win_is_not_yet_proved_until_the_winner_opens_the_cards(cards: Cards) -> None:
    cards.deal()
    cards.ana.turn(0)
    press_all(cards.ana.page, ("act:resign", "act:resign-yes"))
    expect(cards.ana.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
    cards.ana.context.add_init_script(LATER)
    cards.ana.reopen()
    cards.reads("far.status.proving.cards", who="Blas")
    assert outcome(cards.ana.page) == "0-1"
    assert not cards.ana.page.locator('[data-target="act:far:board"]').count()
