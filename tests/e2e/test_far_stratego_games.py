"""Whole games of Stratego between two browsers: over a relay, by links alone, on a phone, reopened
in the middle, moved to another device and watched. After every few decisions each page must know
what the rules give its seat, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import SPECTATOR, Action
from engine.core.errors import IllegalAction
from engine.core.steps import finish
from engine.far.certificate import examine
from engine.games.stratego.info import INFO
from engine.match.match import Match
from tests.bench.page import KEPT
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import boot, press, press_all, screenshot
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import relay as relay
from tests.e2e.test_far_games import carry, decide
from tests.e2e.test_far_games import players as players
from tests.e2e.test_rilatria import outcome
from tests.far.devices import Curve
from tests.far.plans import Plan, fresh, planned, skip
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.agreed import known_to
from ui.session.resume import opening

pytestmark = pytest.mark.soak
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
COMPARED = 6  # letters between two looks at what the pages know
OVER_RELAY = pytest.mark.parametrize("players", ["relay"], indirect=True)


# -- the table -------------------------------------------------------------------------------------


def choose_options(page: Page, plan: Plan) -> None:
    """Choose the plan's options on the form, from the preset that has most of them."""
    fits = [one for one in INFO.presets if one.options.items() <= plan.options.items()]
    best = max(fits, key=lambda one: len(one.options))
    press(page, f"preset:{best.id}")
    for option in INFO.options:
        value = plan.options.get(option.name)
        if value is not None and best.options.get(option.name) != value:
            page.evaluate(CHECK, [f"opt:{option.name}", str(option.check(value))])


CHECK = """([name, value]) => {
  for (let fold = document.querySelector(`[name="${name}"]`); fold; fold = fold.parentElement)
    if (fold.tagName === "DETAILS") fold.open = true;
  [...document.querySelectorAll(`[name="${name}"]`)].find(one => one.value === value).click();
}"""


def seated(ana: Player, blas: Player, plan: Plan) -> str:
    """Let Ana invite as Red, and Blas sit down; return the invitation."""
    boot(ana.page)
    press(ana.page, "act:game:stratego")
    choose_options(ana.page, plan)
    press(ana.page, "act:invite")
    address = ana.make("Ana", 0)
    blas.sit(address)
    carry(blas, ana)
    return address


def set_up(me: Player, text: str) -> None:
    me.page.locator('[data-field="setup"]:visible').fill(text)
    press_all(me.page, ("act:load", "act:ready"))


def known(page: Page) -> Match:
    """Return the page's match as its seat knows it, read from its store."""
    store = Store(MemoryStorage(page.evaluate(KEPT)))
    key = store.games()[0].id
    saved = store.load(key)
    assert saved is not None
    return finish(opening(saved, known_to(saved.config.game_id, store.load_table(key)))).match


class Game:
    """A planned game in play: the true match, the players by seat, and who else looks on."""

    def __init__(self, plan: Plan, players: Sequence[Player]) -> None:
        self.plan, self.players = plan, [*players]
        self.address = seated(*self.players, plan)
        self.truth = fresh(plan.options)
        self.spectators: list[Player] = []
        for seat, text in enumerate(plan.set_ups):
            me = self.players[seat]
            set_up(me.turn(seat), text)
            carry(me, self.players[1 - seat])
            self._place(text)
        skip(self.truth)
        for seat in (0, 1):  # by link: what is told at the opening of the boards
            carry(self.players[seat], self.players[1 - seat])

    def _place(self, text: str) -> None:
        """Take a set-up in the true match."""
        match = self.truth
        draft = match.game.read_setup(match.state, text)
        assert draft is not None
        whole = match.game.arrangement(match.state, draft)
        assert whole is not None
        for action in whole.actions:
            match.take(action)
        if match.state.frame() == "place" and match.options_now() == [("ready",)]:
            match.take(("ready",))

    def play(self, actions: Sequence[Action]) -> None:
        """Play these decisions by clicks; compare now and then what every page knows."""
        passed = 0
        for action in actions:
            seat = self.truth.state.current_player()
            me, other = self.players[seat], self.players[1 - seat]
            path = self.truth.game.path(self.truth.state.observation(seat), action)
            decide(me.turn(seat).page, path)
            self.truth.take(action)
            skip(self.truth)
            if self.truth.over or self.truth.state.current_player() != seat:
                carry(me, other)
                passed += 1  # before that, decisions are in no letter yet
                if passed % COMPARED == 0:
                    self.compare()

    def compare(self) -> None:
        """Check that every page comes to know what the rules give it, and no more. By link, an
        answer rides on the next decision, so that pages are behind."""
        if not self.players[0].relays:
            return
        pages = [(one.page, seat) for seat, one in enumerate(self.players)]
        for page, viewer in [*pages, *((one.page, SPECTATOR) for one in self.spectators)]:
            due = self.truth.state.observation(viewer).key()
            for _ in range(PATIENCE_MS // 50):  # a letter is sent again after ten seconds
                if known(page).state.observation(viewer).key() == due:
                    break
                page.wait_for_timeout(50)
            now = known(page)
            assert now.state.observation(viewer).key() == due, (viewer, now.events[-3:])

    def ends(self, name: str = "") -> None:
        """Play to the end: both pages show the result, and hold the opened boards."""
        assert self.truth.over
        for _ in range(2):
            for one, other in (self.players, self.players[::-1]):
                carry(one, other)
        for number, player in enumerate([*self.players, *self.spectators]):
            expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
            assert outcome(player.page) == self.truth.outcome().score  # type: ignore[union-attr]
            assert opened(player) == [event.action for event in self.truth.events]
            assert player.watch.problems == []
            if name:
                screenshot(player.page, f"far-stratego-{name}-{number}")
        assert verified(self.players[0])


def opened(player: Player) -> list[Action]:
    """Return the decisions of the stored game, once the opened boards are stored."""
    for _ in range(200):
        with suppress(IllegalAction):
            return player.played()
        player.page.wait_for_timeout(50)
    return player.played()


def verified(player: Player) -> bool:
    """Return whether the certificate of the table's file is valid."""
    text = player.file().read_text("utf-8")
    return finish(examine(text, Curve())).status == "valid"


# -- games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["relay", "rough", "links"], indirect=True)
def test_barrage_can_be_played_to_the_flag(players: tuple[Player, Player]) -> None:
    game = Game(plan := planned("barrage"), players)
    game.play(plan.actions)
    game.ends("flag")


@OVER_RELAY
@pytest.mark.parametrize("name", ["promotion and rescue", "desertion", "hexagons"])
def test_other_rules_can_be_played_to_the_end(players: tuple[Player, Player], name: str) -> None:
    game = Game(plan := planned(name), players)
    game.play(plan.actions)
    game.ends(name.replace(" ", "-"))


@pytest.fixture
def phone_and_desktop(
    new_context: NewContext, server: Servers, relay: RealRelay
) -> Iterator[tuple[Player, Player]]:
    yield Player(new_context, server, relay.url, **PHONE), Player(new_context, server, relay.url)


def test_a_phone_can_play_a_standard_game_against_a_desktop(
    phone_and_desktop: tuple[Player, Player],
) -> None:
    game = Game(plan := planned("standard"), phone_and_desktop)
    game.play(plan.actions)
    game.ends("standard")


@OVER_RELAY
def test_both_pages_can_be_reopened_in_the_middle(players: tuple[Player, Player]) -> None:
    game = Game(plan := planned("barrage"), players)
    for number, action in enumerate(plan.actions):
        game.play([action])
        if number in (4, 9, 15):
            for player in players:
                player.reopen()
    for player in players:
        player.reopen()
    game.ends()


@OVER_RELAY
def test_a_seat_can_move_to_another_device_in_the_middle(
    players: tuple[Player, Player], new_context: NewContext, server: Servers
) -> None:
    """The link alone is enough: the rest comes from the relay and the seat's seed."""
    game = Game(plan := planned("barrage"), players)
    middle = len(plan.actions) // 2
    game.play(plan.actions[:middle])
    ana = players[0]
    press_all(ana.page, ("act:far:fold:more", "act:far:seat"))
    address = ana.page.locator('[data-far="link"]').input_value()
    ana.page.close()
    phone = Player(new_context, server, *ana.relays, **PHONE)
    game.players[0] = phone.open(address)
    game.play(plan.actions[middle:])
    game.ends()


@OVER_RELAY
def test_a_spectator_sees_what_the_rules_show(
    players: tuple[Player, Player], new_context: NewContext, server: Servers
) -> None:
    """Until the boards are opened; then everything."""
    game = Game(plan := planned("barrage"), players)
    eva = Player(new_context, server, *players[0].relays)
    eva.page.goto(game.address)
    eva.page.locator('[data-target="act:look"]').wait_for(timeout=90_000)
    press(eva.page, "act:look")
    game.spectators.append(eva)
    game.play(plan.actions)
    game.ends()
