"""Games between two pages far away from each other: a small description of each game, and a driver
that plays any of them by clicks, over relays or by links alone.

What a page knows is read from its store. A page decides as soon as its own knowledge says that it
is to decide; what devices do by themselves (chance, answers, passes of a deck) is waited for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from playwright.sync_api import Page, expect

from engine.core.contract import SPECTATOR, Action, State
from engine.core.steps import finish
from engine.dev.verify import Ristretto
from engine.far.certificate import examine
from engine.games.rilatria.rules.state import RilatriaState
from engine.match.match import Match, MatchConfig
from tests.bench.page import KEPT
from tests.e2e.far_pair import MATE, PATIENCE_MS, Player
from tests.e2e.harness import boot, press, press_all
from tests.e2e.test_cotadrez import LATE, after_set_ups, battle
from tests.e2e.test_rilatria import WAR, board, keen_choice, link, outcome, quiet_choice
from tests.far.devices import Curve
from tests.far.plans import choose as attack_or_advance
from tests.far.test_twocities_page import chosen_action
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.agreed import known_to
from ui.session.resume import opening

AGREED_S = 60
COMPUTES_S = 60  # for the passes of a shuffle
MOST_EVENTS = 3_000
COMPUTES = "() => document.body.innerText.includes('This device is shuffling')"
RECEIPT = """() => document.querySelector(".far-receipt")?.className.split(" ")[1] ?? "" """


def any_action(match: Match, rng: Random) -> Action:
    return rng.choice(sorted(match.options_now()))


def to_the_war(match: Match, rng: Random) -> Action:
    state = match.state
    assert isinstance(state, RilatriaState)
    return (keen_choice, quiet_choice)[state.current_player()](state, False)


def recorded(decisions: Iterable[tuple[State, Action]]) -> Choose:
    """Return the choices of a recorded game, given as states and what was decided there."""
    played = {state.to_text(): action for state, action in decisions}
    return lambda match, rng: played[match.state.to_text()]


def fools_mate() -> Iterator[tuple[State, Action]]:
    match = Match(MatchConfig("andarraya"))
    for text in MATE:
        action = match.game.parse_action(match.state, text)
        yield match.state.clone(), action
        match.play(action)


def with_cards(match: Match, rng: Random) -> Action:
    return tuple(chosen_action(match.state, match.state.current_player(), rng))


Choose = Callable[[Match, Random], Action]


class FarGame(NamedTuple):
    """What the driver has to know of a game.

    `choose`: what a player decides, from what the page knows; `chosen`: presses on the form before
    the invitation; `start`: a game begun at one device, as a link; `placed`: both set up their
    pieces at random; `seed`: of what they decide."""

    id: str
    choose: Choose = any_action
    chosen: tuple[str, ...] = ()
    start: str = ""
    placed: bool = False
    seed: int = 1


WAR_BEGUN = link(WAR, blow=3)
GAMES = {
    one.id: one
    for one in (
        FarGame("andarraya"),
        FarGame("cotadrez", placed=True),
        FarGame("rilatria", to_the_war, start=WAR_BEGUN),
        FarGame("stratego", attack_or_advance, ("preset:barrage",), placed=True, seed=2),
        FarGame("twocities", with_cards),
    )
}
# The same where a whole game of random decisions would be long: recorded ones, or their ends.
ENDING = GAMES | {
    "andarraya": FarGame("andarraya", recorded(fools_mate())),
    "cotadrez": FarGame("cotadrez", recorded(battle()), start=after_set_ups(LATE)),
}


def known(page: Page) -> Match:
    """Return the page's match as its seat knows it."""
    store = Store(MemoryStorage(page.evaluate(KEPT)))
    key = store.games()[0].id
    saved = store.load(key)
    assert saved is not None
    return finish(opening(saved, known_to(saved.config.game_id, store.load_table(key)))).match


def decide(page: Page, path: Sequence[str]) -> None:
    """Press the targets and move the pointer away each time: a piece card covers the tray."""
    for name in path:
        press(page, name)
        page.mouse.move(0, 0)


def carry(me: Player, other: Player) -> None:
    """Without relays, open the link that `me` shares in `other`; do nothing if there is none."""
    if me.relays:
        return
    press(me.page, "act:far:link")
    field = me.page.locator('[data-far="link"]')
    address = field.input_value() if field.count() else ""  # the other may have everything already
    press(me.page, "dialog:close")
    if address:
        other.open(address)


def ended(ana: Player, blas: Player, score: str = "") -> None:
    """Check that both pages show the same result, this one if it is named."""
    for player in (ana, blas):
        expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
        assert player.watch.problems == []
    assert outcome(ana.page) == outcome(blas.page) and outcome(ana.page) == (
        score or outcome(ana.page)
    )
    assert board(ana.page) == board(blas.page)


class Table:
    """Two pages at one table. Ana, the first player, invites and has the first side."""

    def __init__(self, game: FarGame, players: Sequence[Player], rng: Random | None = None) -> None:
        self.game, self.players = game, [*players]
        self.rng = rng or Random(game.seed)
        self.spectators: list[Player] = []
        self.address = self._invite()
        self.players[1].sit(self.address)
        self.carry()
        for seat in (0, 1) if game.placed else ():
            self._place(seat)

    def _invite(self) -> str:
        ana = self.players[0]
        if self.game.start:
            return ana.go_far(self.game.start)
        boot(ana.page)
        press_all(ana.page, (f"act:game:{self.game.id}", *self.game.chosen, "act:invite"))
        return ana.make("Ana", 0)

    def _place(self, seat: int) -> None:
        press_all(self.players[seat].turn(seat).page, ("act:random", "act:ready"))
        self.carry()

    def known(self, seat: int) -> Match:
        """Return the match as the page of a seat has stored it."""
        return known(self.players[seat].page)

    @property
    def over(self) -> bool:
        return all(self.known(seat).over for seat in (0, 1))

    def choice(self, match: Match) -> Action:
        return self.game.choose(match, self.rng)

    def decider(self) -> int | None:
        """Return the seat whose page can decide now."""
        for seat in (0, 1):
            match = self.known(seat)
            mine = not match.over and match.state.current_player() == seat
            if mine and match.state.automatic() is None:
                return seat
        return None

    def step(self) -> bool:
        """Play one decision by clicks; return False if nobody can decide now."""
        seat = self.decider()
        if seat is None:
            return False
        me, match = self.players[seat].turn(seat), self.known(seat)
        seen = match.state.observation(seat)
        decide(me.page, match.game.path(seen, self.choice(match)))
        until = time.monotonic() + AGREED_S
        while len(known(me.page).events) == len(match.events):
            assert time.monotonic() < until
            me.page.wait_for_timeout(20)
        return True

    def carry(self) -> None:
        """By links: hand over what each page has to send, once it has computed its passes."""
        for me, other in (self.players, self.players[::-1]):
            if me.relays:
                continue
            until = time.monotonic() + COMPUTES_S
            while me.page.evaluate(COMPUTES):
                assert time.monotonic() < until
                me.page.wait_for_timeout(100)
            if me.page.evaluate(RECEIPT) != "seen":
                carry(me, other)

    def play(self, decisions: int = MOST_EVENTS) -> None:
        """Play so many decisions, or to the end."""
        done = waited = 0
        while done < decisions and not self.over:
            if self.step():
                done, waited = done + 1, 0
                continue
            self.carry()
            self.players[0].page.wait_for_timeout(20)
            waited += 1
            assert waited < 1_000

    def agreed(self) -> list[Match]:
        """Return what both pages know, once they are connected, know the same of what everybody may
        know, and no device has to answer by itself; spectators know as much."""
        until, both, keys = time.monotonic() + AGREED_S, list[Match](), list[object]()
        while True:
            for player in self.players if self.players[0].relays else ():
                player.line("open")
            both = [self.known(seat) for seat in (0, 1)]
            seen = [*both, *(known(one.page) for one in self.spectators)]
            keys = [one.state.observation(SPECTATOR).key() for one in seen]
            turn = both[0].state.current_player()
            settled = both[0].over or (turn >= 0 and both[turn].state.automatic() is None)
            if settled and all(key == keys[0] for key in keys):
                break
            assert time.monotonic() < until, keys
            self.players[0].page.wait_for_timeout(100)
        for player in self.players:
            assert player.page.locator(".far-fork").count() == 0
        return both

    def ends(self) -> None:
        """Check the end of the game: one result, opened secrets, a valid certificate."""
        assert self.over
        self.carry()
        self.carry()
        ana, blas = self.players
        for player in (ana, blas):
            expect(player.page.locator(".result-waits")).to_have_count(0, timeout=PATIENCE_MS)
        ended(ana, blas)
        if ana.page.locator('[data-target="act:seen"]').count():
            press(ana.page, "act:seen")
        text = ana.file().read_text("utf-8")
        assert finish(examine(text, Curve(), Ristretto())).status == "valid"
