"""A spectator of A Tale of Two Cities over a relay: neither storage nor document nor memory of the
page has a secret of either seat.

Two devices without a page play a game, always the same one: cards and dice follow from their keys.
Two browsers then take their seats with the letters up to some event, and play on as planned.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from engine.core.contract import Action, Event
from engine.dev.verify import Ristretto
from engine.far.letter import EventsLetter, Letter
from engine.far.tablefile import pack_table
from engine.far.terms import SeatLink
from engine.match.match import Match
from tests.e2e.far_game import GAMES, Table
from tests.e2e.far_pair import Player
from tests.e2e.harness import BOARD, NewContext, Servers, press, wait_for_mark
from tests.e2e.relays import RealRelay
from tests.e2e.test_far_twocities import STORED, seat_and_log, secrets_of, stored, written
from tests.e2e.test_twocities import CARDS
from tests.far.decks import Pair, cities, play_on
from ui.far.relays.addresses import write_via

ARRIVED_S = 60

MIDDLE = 77  # event of game 1 at which both hold cards
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


def planned(seed: int, letters: int) -> Pair:
    """Return two devices that have played so many letters of a game."""
    pair = cities(group=Ristretto())
    for device in pair:
        device.at = 1000 * int(time.time())
    play_on(pair, Random(seed), letters)
    return pair


def plan_of(pair: Pair) -> list[Event]:
    """Return the events of a planned game, by the device that knows more of them."""
    return max((one.course.events for one in pair), key=len)


def decided(letters: Sequence[Letter]) -> list[EventsLetter]:
    """Return the decisions in these letters."""
    return [part for one in letters for part in one.parts if isinstance(part, EventsLetter)]


def before(pair: Pair, event: int) -> list[Letter]:
    """Return the letters before the one that brings this event; for 0 those that seat both."""
    found, order = [], pair[0].log.order()
    for letter in order if event else order[:2]:
        if any(part.count >= event > 0 for part in decided([letter])):
            break
        found.append(letter)
    return found


def stage(players: tuple[Player, Player], pair: Pair, event: int, folder: Path) -> None:
    """Let two browsers take the seats of a planned game at this event, which one of them knows
    already: dice that it has revealed travel with its next decision."""
    file, letters = folder / "staged.asedio.json", before(pair, event)
    file.write_text(pack_table(pair[0].terms.word, letters), encoding="utf-8")
    for me, device in zip(players, pair, strict=True):
        link = SeatLink(device.terms, device.seat, device.keys, device.name)
        via = f"&via={write_via(me.relays)}" if me.relays else ""
        me.page.goto(f"./#seat={link.word}{via}")
        wait_for_mark(me.page, BOARD)
        me.read(file)
    until = time.monotonic() + ARRIVED_S
    told = max((part.count + len(part.actions) for part in decided(letters)), default=0)
    while min(known := [len(stored(me)) for me in players]) < told or max(known) < event:
        assert time.monotonic() < until, known
        players[0].page.wait_for_timeout(100)


class Planned(Table):
    """Two pages that play on as planned, from this event."""

    def __init__(self, players: tuple[Player, Player], pair: Pair, event: int, folder: Path):
        self.game, self.players, self.spectators = GAMES["twocities"], [*players], []
        self.pair, self.plan = pair, plan_of(pair)
        stage(players, pair, event, folder)

    def choice(self, match: Match) -> Action:
        return self.plan[len(match.events)].action

    def follow(self) -> int:
        """Check that both pages know what their devices knew; return how many events at least."""
        found = [self.known(seat).events for seat in (0, 1)]
        for device, events in zip(self.pair, found, strict=True):
            assert events == device.course.events[: len(events)]
        return min(len(events) for events in found)


def in_memory(me: Player, words: list[bytes]) -> set[bytes]:
    found = me.page.evaluate(IN_MEMORY, [word.hex() for word in words])
    return {bytes.fromhex(word) for word in found}


def test_the_page_of_a_spectator_has_no_card_and_no_key_of_either_hand(
    new_context: NewContext, server: Servers, relay: RealRelay, tmp_path: Path
) -> None:
    ana, blas, eva = (Player(new_context, server, relay.url) for _ in range(3))
    for me in (ana, blas, eva):
        me.context.add_init_script(NOTE_MEMORIES)
    game = Planned((ana, blas), planned(1, 60), MIDDLE, tmp_path)
    terms = seat_and_log(ana)[0].terms
    eva.page.goto(f"./#join={terms.word}&via={relay.url}")
    eva.page.locator('[data-target="act:look"]').wait_for(timeout=90_000)
    press(eva.page, "act:look")
    until = time.monotonic() + ARRIVED_S
    while game.follow() <= MIDDLE + 5:
        assert time.monotonic() < until
        if not game.step():
            ana.page.wait_for_timeout(20)
    until = time.monotonic() + ARRIVED_S
    while len(stored(eva)) < MIDDLE:
        assert time.monotonic() < until
        eva.page.wait_for_timeout(100)
    secrets = [secrets_of(me) for me in (ana, blas)]
    assert min(map(len, secrets)) > 3
    held = eva.page.evaluate(STORED) + eva.page.content()
    assert not [one for one in (*secrets[0], *secrets[1]) if written(one, held)]
    drawn = [one[1] for one in stored(eva) if one[0] in ("deal", "card")]
    assert len(drawn) > 10 and {*drawn} == {-1} and not eva.page.locator(CARDS).count()
    assert in_memory(eva, [terms.key, *secrets[0], *secrets[1]]) == {terms.key}
    for me, own, foreign in ((ana, secrets[0], secrets[1]), (blas, secrets[1], secrets[0])):
        assert in_memory(me, [own[0], *foreign]) == {own[0]}
