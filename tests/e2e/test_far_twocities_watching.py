"""A spectator of A Tale of Two Cities over a relay: neither storage nor document nor memory of the
page has a secret of either seat."""

from __future__ import annotations

import time
from pathlib import Path

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.far_staged import ARRIVED_S, Planned, planned
from tests.e2e.harness import press
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import Player
from tests.e2e.test_far import relay as relay
from tests.e2e.test_far_twocities import STORED, seat_and_log, secrets_of, stored, written
from tests.e2e.test_twocities import CARDS

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
    game.until(lambda: min(game.follow()) > MIDDLE + 5)
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
    for me, own, foreign in ((ana, *secrets), (blas, *secrets[::-1])):
        assert in_memory(me, [own[0], *foreign]) == {own[0]}
