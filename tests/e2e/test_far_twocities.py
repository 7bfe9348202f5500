"""A Tale of Two Cities between two browsers: shuffles, hands, a card played, seeds, certificate. A
spectator's page has no secret of either seat."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64encode
from random import Random
from typing import Any

from playwright.sync_api import expect

from engine.dev.verify import Ristretto
from engine.far.fold import LetterFold
from engine.far.log import Log
from engine.far.order import sorted_letters
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.state import TwoCitiesState
from engine.match.match import Match, MatchConfig
from tests.e2e.far_game import ended
from tests.e2e.far_pair import PATIENCE_MS, Player, wait_until
from tests.e2e.harness import NewContext, Servers, press, press_all
from tests.e2e.relays import RealRelay
from tests.e2e.screens import violations_in_every_light
from tests.e2e.test_twocities import CARDS, NEW_EVENTS, own_hand
from tests.far.devices import Curve
from tests.far.test_twocities_page import chosen_action
from ui.far.seat_store import FarSeat, SeatStore
from ui.saves.storage import MemoryStorage, SafeStorage

SHUFFLE_MS, TURN_S = 180_000, 300
STORED = "() => JSON.stringify(localStorage)"
SCRIPTS = "() => performance.getEntriesByType('resource').map(one => one.name)"
GAME = TwoCities()


def stored(me: Player) -> list[Any]:
    """Return the actions of the game as this page has stored them."""
    found: list[Any] = me.page.evaluate(NEW_EVENTS, 0)
    return found


def known(me: Player, seat: int) -> TwoCitiesState:
    """Return the state as this page knows it."""
    match = Match(MatchConfig("twocities"), viewer=seat)
    for action in stored(me):
        match.play(tuple(action))
    assert isinstance(match.state, TwoCitiesState)
    return match.state


def take_turn(me: Player, seat: int, rng: Random) -> list[str]:
    """Play decisions of this page until another is to decide; return their verbs."""
    verbs = []
    while (state := known(me, seat)).current_player() == seat:
        action = chosen_action(state, seat, rng)
        count = len(stored(me))
        press_all(me.page, GAME.path(state, action))
        me.page.wait_for_function(f"count => ({NEW_EVENTS})(count).length > 0", arg=count)
        verbs.append(action[0])
    return verbs


def seat_and_log(me: Player) -> tuple[FarSeat, Log]:
    """Return the seat of a page and its letters as its storage has them."""
    storage = SafeStorage(MemoryStorage(json.loads(me.page.evaluate(STORED))))
    key = next(iter(storage.keys("asedio:far:"))).removeprefix("asedio:far:")
    store = SeatStore(storage, key)
    seat = store.load()
    assert seat is not None
    log = Log(seat.terms, Curve(), Curve().public(seat.keys.secret))
    for data in sorted_letters(store.letters()):
        log.receive(data, trusted=True)
    return seat, log


def course(me: Player) -> tuple[LetterFold, bytes]:
    """Return the table of a page as its storage has it, and the seed of its seat."""
    seat, log = seat_and_log(me)
    found = LetterFold(seat.terms, seat.seat, group=Ristretto(), seed=seat.keys.seed)
    found.follow(log)
    return found, seat.keys.seed


def secrets_of(owner: Player) -> list[bytes]:
    """Return what only the page of this player may hold: its seed, and its keys of the cards that
    are in the deck or in a hand."""
    found, seed = course(owner)
    keys = [
        deck.key(found.seat, seed, place)
        for deck in found.dealing.decks
        for place in range(deck.size)
        if not deck.released(found.seat, place)
    ]
    return [seed, *keys]


def holds_no_secret(me: Player, other: Player) -> None:
    """Check that neither storage nor document of a page has a key of the other's hand or of the
    deck, or the other's seed, and that it shows no card of that hand."""
    theirs, _seed = course(other)
    held = me.page.evaluate(STORED) + me.page.content()
    assert not [one for one in secrets_of(other) if written(one, held)]
    hand = {f"{theirs.dealing.known[at]}" for at in theirs.dealing.hands[theirs.seat]}
    assert hand and not hand & {*own_hand(me.page)}


def written(secret: bytes, text: str) -> bool:
    word = urlsafe_b64encode(secret).decode().rstrip("=")
    return secret.hex() in text or word in text


# Notes the memories of all WebAssembly modules, Python's among them.
NOTE_MEMORIES = """(() => {
  const found = (window.memories = []);
  const note = (one) => one instanceof WebAssembly.Memory && found.push(one);
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const made = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const result = await made.apply(WebAssembly, given);
      Object.values(given[1]?.env ?? {}).forEach(note);
      Object.values((result.instance ?? result).exports).forEach(note);
      return result;
    };
  }
})()"""
# Returns which of these words (hexadecimal) occur in the memories, as bytes or as text.
IN_MEMORY = """words => {
  const text = new TextDecoder("latin1"), size = 1 << 23;
  const bytes = (word) => Uint8Array.from(word.match(/../g), (two) => parseInt(two, 16));
  const base64 = (word) => btoa(String.fromCharCode(...bytes(word)))
    .replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=+$/, "");
  const forms = words.map((word) => [word, text.decode(bytes(word)), base64(word)]);
  const found = new Set();
  for (const memory of new Set(window.memories))
    for (let at = 0; at < memory.buffer.byteLength; at += size) {
      const end = Math.min(at + size + 64, memory.buffer.byteLength);
      const part = text.decode(new Uint8Array(memory.buffer.slice(at, end)));
      forms.forEach((one, n) => one.some((form) => part.includes(form)) && found.add(words[n]));
    }
  return [...found];
}"""


def in_memory(me: Player, words: list[bytes]) -> set[bytes]:
    found = me.page.evaluate(IN_MEMORY, [word.hex() for word in words])
    return {bytes.fromhex(word) for word in found}


def knows_nothing(eva: Player, ana: Player, blas: Player) -> None:
    """Check that neither storage nor document nor memory of a spectator's page has a secret of
    either seat, and no player's page one of the other."""
    secrets, key = [secrets_of(me) for me in (ana, blas)], seat_and_log(ana)[0].terms.key
    assert min(map(len, secrets)) > 3
    held = eva.page.evaluate(STORED) + eva.page.content()
    assert not [one for one in (*secrets[0], *secrets[1]) if written(one, held)]
    drawn = [one[1] for one in stored(eva) if one[0] in ("deal", "card")]
    assert len(drawn) >= 6 and {*drawn} == {-1} and not eva.page.locator(CARDS).count()
    assert in_memory(eva, [key, *secrets[0], *secrets[1]]) == {key}
    for me, own, foreign in ((ana, secrets[0], secrets[1]), (blas, secrets[1], secrets[0])):
        assert in_memory(me, [own[0], *foreign]) == {own[0]}


def test_two_pages_shuffle_play_a_card_and_open_their_seeds_before_a_spectator(
    pair: list[Player], new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    ana, blas, eva = *pair, Player(new_context, server, relay.url)
    for me in (ana, blas, eva):
        me.context.add_init_script(NOTE_MEMORIES)
    address = ana.invite(game="twocities")
    blas.sit(address)
    eva.look(address)
    shown = ana.page.locator(CARDS)
    expect(shown).to_have_count(3, timeout=SHUFFLE_MS)
    ana.turn(0)
    for me in (ana, blas):
        assert any(name.endswith("far/deck.js") for name in me.page.evaluate(SCRIPTS))
    holds_no_secret(blas, ana)
    verbs = take_turn(ana, 0, Random(1))
    assert verbs[0] == "play"
    blas.page.wait_for_function(f"() => ({NEW_EVENTS})(0).some(one => one[0] === 'play')")
    until = time.monotonic() + TURN_S
    while known(blas, 1).ask != "card":
        assert time.monotonic() < until
        for seat, me in enumerate(pair):
            if known(me, seat).current_player() == seat:
                take_turn(me, seat, Random(1))
        ana.page.wait_for_timeout(100)
    holds_no_secret(ana, blas)
    wait_until(lambda: len(stored(eva)) >= len(stored(ana)))  # Blas may hold his next card
    knows_nothing(eva, ana, blas)
    press_all(blas.page, ("act:resign", "act:resign-yes"))
    ended(ana, blas, "1-0")
    press(ana.page, "act:far:certificate")
    verdict = ana.page.locator(".certificate-verdict")
    expect(verdict).to_have_class("certificate-verdict valid", timeout=PATIENCE_MS)
    expect(ana.page.locator(".certificate")).to_contain_text("gets the card")
    assert violations_in_every_light(ana.page) == {}
