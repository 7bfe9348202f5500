"""Players of far tables, and what far play loads, draws and hides in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import Action
from engine.games.rilatria.rules.state import RilatriaState
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.bench.page import told
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import (
    BOARD,
    Watch,
    boot,
    loaded,
    press,
    press_all,
    screenshot,
    unasked,
    wait_for_mark,
)
from tests.e2e.relays import HostileRelay, RealRelay
from tests.e2e.test_home import settings, violations_in_every_light
from tests.e2e.test_rilatria import Mirror, keen_choice, quiet_choice, set_up

PATIENCE_MS = 20_000
DEFAULTS = ("nostr.oxtr.dev", "purplerelay.com", "nos.lol", "nostr.data.haus")
MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRelay]:
    running = RealRelay(tmp_path_factory.mktemp("relay"))
    yield running
    running.kill()


@contextmanager
def hostile_relays(many: int) -> Iterator[list[HostileRelay]]:
    running = [HostileRelay() for _ in range(many)]
    try:
        yield running
    finally:
        for one in running:
            one.close()


@pytest.fixture
def hostile() -> Iterator[HostileRelay]:
    with hostile_relays(1) as [only]:
        yield only


class Player:
    """Player with a watched profile that may contact only the page's host and these relays."""

    def __init__(self, new_context: NewContext, server: Servers, *relays: str, **more: object):
        self.context = unasked(new_context(**{"locale": "en-GB", **more}))
        hosts = [
            relay.replace("ws", "http") for relay in relays
        ]  # relays announce their limits over HTTP
        self.watch = Watch(self.context, (server.origin, *relays, *hosts))
        self.relays = relays
        self.page: Page = self.context.new_page()

    def invite(
        self, name: str = "Ana", side: int = 0, game: str = "andarraya", clock: str = "none"
    ) -> str:
        boot(self.page)
        press(self.page, f"act:game:{game}")
        press(self.page, "act:invite")
        return self.make(name, side, clock)

    def go_far(self, fragment: str) -> str:
        """Turn a local game into far play with Ana on the first side; return the invitation."""
        boot(self.page, fragment)
        press_all(self.page, ("act:share", "share:far"))
        return self.make("Ana", 0)

    def make(self, name: str, side: int, clock: str = "") -> str:
        """Fill in the invitation dialog and return the address of the invitation."""
        self.page.fill('[data-field="far-name"]', name)
        press(self.page, f"far-side:{side}")
        if clock:
            self.page.select_option('[data-field="far-clock"]', clock)
        self.choose_relays()
        press(self.page, "far:make")
        field = self.page.locator('[data-far="invitation"]')
        field.wait_for(timeout=PATIENCE_MS)
        return field.input_value()

    def choose_relays(self) -> None:
        """Replace the host's list, also without relays: tests contact no public ones."""
        self.page.locator(".far-ways summary").click()
        self.page.fill('[data-field="far-relays"]', "\n".join(self.relays))

    def sit(self, address: str, name: str = "Blas") -> Player:
        self.page.goto(address)
        self.page.locator('[data-target="act:sit"]').wait_for(timeout=90_000)
        self.page.fill('[data-field="far-name"]', name)
        press(self.page, "act:sit")
        self.page.locator(".far-panel").wait_for(timeout=PATIENCE_MS)
        return self

    def move(self, text: str) -> Player:
        press(self.page, f"sq:{text[:2]}")
        press(self.page, f"sq:{text[2:]}")
        return self

    def turn(self, player: int) -> Player:
        """Wait until this player is to decide."""
        seen = f'#app[data-player="{player}"]'
        self.page.locator(seen).wait_for(timeout=PATIENCE_MS, state="attached")
        return self

    def line(self, state: str) -> Player:
        found = f'.far-panel[data-line="{state}"]'
        self.page.locator(found).wait_for(timeout=PATIENCE_MS, state="attached")
        return self

    def link(self) -> str:
        press(self.page, "act:far:link")
        address = self.page.locator('[data-far="link"]').input_value()
        press(self.page, "dialog:close")
        return address

    def file(self) -> Path:
        """Download the whole table and return the path of the file."""
        press(self.page, "act:far:link")
        with self.page.expect_download() as download:
            press(self.page, "far:file")
        press(self.page, "dialog:close")
        return download.value.path()

    def read(self, file: Path) -> Player:
        press(self.page, "act:home")
        with self.page.expect_file_chooser() as chooser:
            press(self.page, "act:file")
        chooser.value.set_files(file)
        wait_for_mark(self.page, BOARD)
        return self

    def open(self, address: str) -> Player:
        """Open an address in a new tab, as a messenger does, and close the old one."""
        old, self.page = self.page, self.context.new_page()
        old.close()
        self.page.goto(address)
        wait_for_mark(self.page, BOARD)
        return self

    def reopen(self) -> Player:
        """Close the page and open a new one at the same address."""
        return self.open(self.page.url)

    def played(self) -> list[Action]:
        """Return the actions of the game in the page's store."""
        return [event.action for event in told(self.page).events]


def seated(ana: Player, blas: Player, side: int = 0) -> tuple[Player, Player]:
    blas.sit(ana.invite(side=side))
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    return ana, blas


def pictures(page: Page, name: str) -> None:
    """Save screenshots of the page on a wide screen and on a phone."""
    wide = page.viewport_size
    assert wide is not None
    screenshot(page, name)
    page.set_viewport_size({"width": 390, "height": 844})
    screenshot(page, f"{name}-phone")
    page.set_viewport_size(wide)


@pytest.fixture
def pair(new_context: NewContext, server: Servers, relay: RealRelay) -> Iterator[list[Player]]:
    found = [Player(new_context, server, relay.url) for _ in range(2)]
    yield found
    for player in found:
        assert player.watch.problems == []


def play_to_mate(ana: Player, blas: Player) -> None:
    """Play until Ana, on the first side, is mated; both pages must show it."""
    for number, move in enumerate(MATE):
        me, other = (ana, blas) if number % 2 == 0 else (blas, ana)
        me.turn(number % 2).move(move)
        if number < 3:
            other.turn(1 - number % 2)
    for player in (ana, blas):
        expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
    assert ana.played() == blas.played() and len(ana.played()) >= 4


@pytest.mark.soak
def test_one_game_can_continue_by_relay_link_and_file(
    new_context: NewContext, server: Servers, tmp_path: Path
) -> None:
    """Begin on one device and continue over a relay.

    While the relay is down, a link and a file carry the game; later the relay does.
    """
    mortal = RealRelay(tmp_path / "mortal")
    ana, blas = (Player(new_context, server, mortal.url) for _ in range(2))
    match = Match(MatchConfig("andarraya", {}, ("Ana", "Blas")))
    match.begin()
    match.play(match.game.parse_action(match.state, "e2e4"))
    try:
        blas.sit(ana.go_far(f"g={codec.encode(match)}"))
        blas.turn(1).move("e7e5")
        ana.turn(0)
        mortal.kill()
        for player in (ana, blas):
            player.line("lost")
        pictures(ana.page, "far-lost")
        ana.move("g1f3")
        blas.open(ana.link()).turn(1).move("b8c6")
        ana.read(blas.file()).turn(0).move("f1c4")
        assert len(ana.played()) == 5
        mortal.start()
        blas.turn(1)  # by itself, as soon as the relay is back
        assert blas.played() == ana.played()
    finally:
        mortal.kill()
    for player in (ana, blas):
        player.watch.forgive("WebSocket connection|ERR_CONNECTION_REFUSED")
        assert player.watch.problems == []


def test_far_play_is_loaded_only_on_request(new_context: NewContext, server: Servers) -> None:
    ana = Player(new_context, server)
    asked: list[str] = []
    ana.context.on("request", lambda request: asked.append(request.url))
    boot(ana.page)
    press(ana.page, "act:game:andarraya")
    press(ana.page, "act:start")
    wait_for_mark(ana.page, BOARD)
    loaded(ana.page)
    assert not [url for url in asked if "far" in url.rsplit("/", 1)[-1]]
    press(ana.page, "act:home")
    press(ana.page, "act:game:andarraya")
    press(ana.page, "act:invite")  # until the table is made
    loaded(ana.page)
    assert ana.watch.problems == [] and ana.watch.sockets == []
    limit = "document.querySelectorAll('meta[http-equiv]')[1].content"
    both = (f"wss://{one} https://{one}" for one in DEFAULTS)
    assert ana.page.evaluate(limit) == " ".join(("connect-src 'self'", *both))


# -- accessibility, forks, chance and open tables ------------------------------------------------


@pytest.mark.soak
def test_far_play_is_accessible_in_every_theme(new_context: NewContext, server: Servers) -> None:
    ana, blas = (Player(new_context, server) for _ in range(2))
    for player in (ana, blas):
        settings(player.page, lang="en", theme="day", motion="none", confirm="never")
    address = ana.invite()
    press(ana.page, "act:far:fold:qr")
    pictures(ana.page, "far-invitation")
    assert violations_in_every_light(ana.page) == {}
    blas.page.goto(address)
    blas.page.locator('[data-target="act:sit"]').wait_for(timeout=90_000)
    pictures(blas.page, "far-joining")
    assert violations_in_every_light(blas.page) == {}
    press(blas.page, "act:sit")
    press(blas.page, "act:far:fold:more")
    assert violations_in_every_light(blas.page) == {}
    press(blas.page, "act:far:link")
    assert violations_in_every_light(blas.page) == {}


def whose_turn(mirrors: list[Mirror]) -> tuple[int, RilatriaState]:
    """Return the seat of a player who may decide on his own device, and the state he sees.

    The other may have to wait for his letter: chance between two turns has no letter of its own.
    """
    for _ in range(200):
        for seat, state in enumerate([mirror.state for mirror in mirrors]):
            if state.current_player() == seat:
                return seat, state
        mirrors[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can go on")


def luck(mirror: Mirror) -> int:
    return sum(event.actor < 0 for event in mirror.match.events)


@pytest.mark.parametrize("draws", [2, pytest.param(8, marks=pytest.mark.soak)])
def test_two_devices_agree_on_coins_and_cards(pair: list[Player], draws: int) -> None:
    """Rilatria: both devices supply coins and cards, and neither player has to press for it."""
    blas, ana = pair[1].sit(pair[0].invite(game="rilatria")), pair[0]
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    set_up(ana.page, "h2", "g3")
    blas.turn(1)
    set_up(blas.page, "b8", "c7")
    mirrors = [Mirror(ana.page), Mirror(blas.page)]
    for _ in range(60):
        decider, state = whose_turn(mirrors)
        action = keen_choice(state, True) if decider == 0 else quiet_choice(state, True)
        press_all(pair[decider].page, state.game.path(state, action))
        if min(luck(mirror) for mirror in mirrors) >= draws:
            break
    less, more = sorted((mirror.match.events for mirror in mirrors), key=len)
    assert min(luck(mirror) for mirror in mirrors) >= draws and more[: len(less)] == less
    screenshot(ana.page, "far-rilatria")


def test_deployments_are_revealed_to_both_at_once(pair: list[Player]) -> None:
    """Cotadrez with a clock: no page knows the other's army before both are ready."""
    ana, blas = pair
    blas.sit(ana.invite(game="cotadrez", clock="30m"))
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    expect(ana.page.locator(".strip-clock")).to_have_count(2)
    press_all(ana.page, ("act:random", "act:ready"))
    blas.turn(1)
    kept = blas.page.evaluate("JSON.stringify(localStorage)")
    assert "ready" in kept and "mountain" not in kept and "fortress" not in kept
    screenshot(blas.page, "far-fog")
    press_all(blas.page, ("act:random", "act:ready"))
    for player in (ana, blas):
        player.turn(0)
    screenshot(ana.page, "far-fog-lifted")
    said = [player.page.locator(".board").get_attribute("aria-label") for player in (ana, blas)]
    assert said[0] == said[1]
    running = ana.page.locator(".strip.on-turn .strip-clock")
    expect(running).to_have_attribute("data-runs", "")
