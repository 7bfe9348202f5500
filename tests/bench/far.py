"""Measure far tables: sizes of letters and links, load on relays and, in Chromium with a real
relay, durations relative to the relay's own echo in the same run.

    python -m tests.bench.far            letters, links, relays
    python -m tests.bench.far --page     the page, too; needs dist/site (make site)
    python -m tests.bench.far --live     only how two pages meet and play over a relay
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from coincurve import PrivateKey
from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import connect

from engine.dev.verify import Ristretto
from engine.far.letter import Letter
from tests.bench.pace import FLOOD, SUFFERED, forged_by_a_player, paces
from tests.bench.slow import throttle
from tests.e2e.far_pair import Player, offering
from tests.e2e.harness import ROOT, NewContext, Servers, launch, press, serving
from tests.e2e.relays import Distance, HostileRelay, RealRelay
from tests.e2e.test_far_presses import meet
from tests.far.test_endurance import step
from tests.far.test_letters import mutated_letters
from tests.far.test_twocities_page import Pair, turn
from tests.far.world import Device, by_hand, two

SITE = ROOT / "dist" / "site"
GAMES = ("andarraya", "cotadrez", "rilatria")
PLIES = (2, 10, 40)
AWAY_S = 0.05  # delay of a relay at a usual distance


def row(what: str, value: object) -> None:
    print(f"{what:<66}{value}", flush=True)


# -- letters and relays, without a browser -------------------------------------------------------


def played(game_id: str, letters: int) -> tuple[Device, Device]:
    """Return two devices at a table with this many letters, played at random."""
    rng = Random(1)
    players = two(game_id=game_id)
    while len(players[0].side.log.order()) < letters and not players[0].table.session.over:
        for player in players:
            step(player, rng)
            player.settle()
    return players


def kinds(letters: list[Letter]) -> dict[str, list[int]]:
    """Return the sizes of letters in bytes, by their kinds of parts."""
    found: dict[str, list[int]] = {}
    for letter in letters:
        name = " + ".join(type(part).__name__ for part in letter.parts[:2])
        found.setdefault(name, []).append(len(letter.data))
    return found


def letter_figures() -> None:
    for game_id in GAMES:
        ana, _ = played(game_id, 60)
        letters = ana.side.log.order()
        for name, sizes in sorted(kinds(letters).items()):
            value = f"{median(sizes):.0f} (at most {max(sizes)}), {len(sizes)} letters"
            row(f"{game_id}: bytes of a letter, {name}", value)
        for relay in list(ana.world.values())[:1]:
            value = f"{relay.stored} / {len(letters)}, {relay.whispered}, {relay.bytes:,}"
            row(f"{game_id}: events / letters, whispers, characters", value)


def link_figures() -> None:
    ana, blas = by_hand()
    rng = Random(1)
    for ply in range(1, max(PLIES) + 1):
        me, other = (ana, blas) if ply % 2 else (blas, ana)
        step(me, rng)
        address = me.link()
        if ply in PLIES:
            row(f"andarraya: characters of the link after ply {ply}", len(address))
        other.open(address)


def deck_figures() -> None:
    """The letters of a whole game of A Tale of Two Cities, and the links of its first shuffle."""
    pair, rng = Pair(), Random("figures")
    while not pair.ana.table.session.over:
        turn(pair.mover(), rng)
        pair.carry()
    letters = pair.ana.side.log.order()
    decks = len(pair.ana.side.course.dealing.decks)
    for name, sizes in sorted(kinds(letters).items()):
        value = f"{median(sizes):.0f} (at most {max(sizes)}), {len(sizes)} letters"
        row(f"twocities: bytes of a letter, {name}", value)
    value = f"{len(letters)}, {sum(len(one.data) for one in letters):,}, {decks}"
    row("twocities: letters, their bytes, decks", value)
    row("twocities: events", len(pair.ana.events))
    hand = Pair(by_hand=True)
    row("twocities: characters of links until the first move", ", ".join(map(str, hand.links)))


# -- in the page ---------------------------------------------------------------------------------

# Run in a second interpreter: time to read and set aside a stranger's letter.
IN_PAGE = """async ({files, invitation, letters}) => {
  const at = (path) => new URL(path, location.href);
  const {loadPyodide} = await import(at("static/vendor/pyodide/pyodide.mjs"));
  const far = await import(at("static/vendor/far/far.js"));
  const python = await loadPyodide();
  for (const path of files) {
    const text = await (await fetch(path)).text();
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  for (const [name, value] of Object.entries({far, invitation, letters}))
    python.globals.set(name, name === "far" ? value : python.toPy(value));
  return (await python.runPythonAsync(`
import sys, time
sys.path.insert(0, ".")
from engine.far.log import Log
from engine.far.terms import open_invitation
from ui.browser.relay import BrowserCrypto
log = Log(open_invitation(invitation), BrowserCrypto(far), bytes(32))
spent = []
for letter in letters:
    begun = time.perf_counter()
    assert log.receive(bytes.fromhex(letter)).what in ("aside", "waiting")
    spent.append(1000 * (time.perf_counter() - begun))
spent`)).toJs();
}"""
NOTE = """() => {
  window.asedioTimes = [];
  addEventListener("click", () => window.asedioTimes.push(Date.now()), true);
  const app = document.querySelector("#app");
  new MutationObserver(() => window.asedioTimes.push(Date.now()))
    .observe(app, {attributes: true, attributeFilter: ["data-player"]});
}"""


# Computes the two passes of one side over a deck: in a worker, or on the page.
SHUFFLE = """async ([work, apart]) => {
  const deck = await import(new URL("static/vendor/far/deck.js", location.href));
  const Worker = globalThis.Worker;
  if (!apart) globalThis.Worker = class { constructor() { throw new Error("none"); } };
  const begun = performance.now();
  for (const text of work) await deck.compute(text, () => {});
  globalThis.Worker = Worker;
  return performance.now() - begun;
}"""


def shuffles(page: Page) -> None:
    """Measure one side's share of a shuffle. Chromium throttles a page, not its workers."""
    group, rng = Ristretto(), Random(1)
    points = [group.base(number + 1).hex() for number in range(24)]
    lines = [f"{rng.randrange(1, group.order):064x} {point}" for point in points]
    keys = [f"{rng.randrange(1, group.order):064x}" for _ in points]
    work = ["\n".join(lines), "\n".join([*lines, *keys])]
    for slower in (1, 4):
        throttle(page, slower)
        apart, here = (page.evaluate(SHUFFLE, [work, one]) for one in (True, False))
        row(f"two passes over 24 cards, 1/{slower} of the processor, worker, ms", f"{apart:.0f}")
        row(f"two passes over 24 cards, 1/{slower} of the processor, page, ms", f"{here:.0f}")
    throttle(page, 1)


def hostile_letters(page: Page, count: int = 300) -> list[float]:
    """Return the milliseconds for each corrupted letter, with the page's interpreter and
    cryptography."""
    from engine.dev.files import runtime_files

    terms, letters = mutated_letters(count)
    asked = {"invitation": terms.word, "letters": [one.hex() for one in letters]}
    return list(page.evaluate(IN_PAGE, {"files": list(runtime_files(ROOT)), **asked}))


def echo(url: str, count: int = 30) -> float:
    """Return the median ms from one connection of the relay to another, with events as the page
    signs them."""
    key = PrivateKey()
    public = key.public_key.format()[1:].hex()
    found = []
    with connect(url) as one, connect(url) as other:
        other.send(json.dumps(["REQ", "echo", {"kinds": [7368], "#x": ["bench"], "limit": 0}]))
        while json.loads(other.recv(10))[0] != "EOSE":
            pass
        for number in range(count):
            now, tags = int(time.time()), [["x", "bench"]]
            parts = [0, public, now, 7368, tags, f"{number:0600d}"]
            text = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
            digest = hashlib.sha256(text.encode()).digest()
            event = {
                "id": digest.hex(), "pubkey": public, "created_at": now, "kind": 7368,
                "tags": tags, "content": parts[-1], "sig": key.sign_schnorr(digest).hex(),
            }  # fmt: skip
            begun = time.perf_counter()
            one.send(json.dumps(["EVENT", event]))
            while json.loads(other.recv(10))[0] != "EVENT":
                pass
            found.append(1000 * (time.perf_counter() - begun))
    return median(found)


def live(ana: Player, blas: Player) -> tuple[float, float]:
    """Return (ms from joining until the other sees it, median ms from a move's last press until it
    is on the other's board)."""
    blas.page.goto(ana.invite())
    blas.page.locator('[data-target="act:sit"]').wait_for(timeout=90_000)
    blas.page.fill('[data-field="far-name"]', "Blas")
    begun = time.perf_counter()
    press(blas.page, "act:sit")
    ana.page.locator(".far-there.here").wait_for(timeout=20_000)
    joined = 1000 * (time.perf_counter() - begun)
    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "b1c3", "g8f6", "d2d3", "d7d6", "a2a3", "a7a6")
    for player in (ana, blas):
        player.page.evaluate(NOTE)
    found = []
    for number, move in enumerate(moves):
        me, other = (ana, blas) if number % 2 == 0 else (blas, ana)
        me.turn(number % 2).move(move)
        pressed = me.page.evaluate("window.asedioTimes.slice(-2)")
        other.turn(1 - number % 2)
        found.append(other.page.evaluate("window.asedioTimes.at(-1)") - pressed[0])
    return joined, median(found)


def echoes(spent: float, own: float) -> str:
    return f"{spent:.0f}, {spent / own:.1f} echoes"


def page_figures(live_only: bool) -> None:
    with (
        serving(SITE) as bundle,
        serving(ROOT) as sources,
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as driver,
    ):
        browser = launch(driver)
        relay, hostile = RealRelay(Path(folder)), HostileRelay()
        server = Servers(f"http://localhost:{bundle}/", "", Path())

        def new_context(**options: Any) -> Any:
            usual = {"base_url": server.url, "service_workers": "block"}
            return browser.new_context(**usual | options)

        try:
            live_figures(new_context, server, relay)
            if not live_only:
                flood_figures(new_context, server, hostile)
                letter_figures_in_page(browser, sources)
        finally:
            relay.kill()
            hostile.close()


def live_figures(new_context: NewContext, server: Servers, relay: RealRelay) -> None:
    host, guest = (Player(new_context, server, relay.url) for _ in range(2))
    for player in (host, guest):
        offering(player.context, server, relay)
    met = meet(host, guest)
    row("from home to both sitting: presses of inviter, guest", f"{met.inviter}, {met.guest}")
    spent = f"{met.seconds:.1f} ({met.guest_seconds:.1f})"
    row("the same, s (of them from opening the link)", spent)

    far = Distance(relay, AWAY_S)
    for where, url in (("", relay.url), (f" {1000 * AWAY_S:.0f} ms away", far.url)):
        own = echo(url)
        joined, moved = live(*(Player(new_context, server, url) for _ in range(2)))
        row(f"the own echo of a relay{where}, ms", f"{own:.0f}")
        row(f"relay{where}: from sitting down until the other knows, ms", echoes(joined, own))
        row(f"relay{where}: from a press to the other's board, ms", echoes(moved, own))
    far.close()


def flood_figures(new_context: NewContext, server: Servers, hostile: HostileRelay) -> None:
    ana, blas = (Player(new_context, server, hostile.url) for _ in range(2))
    address = ana.invite()
    blas.sit(address)
    ana.page.locator(".far-there.here").wait_for()
    real, sealed = list(hostile.seen), forged_by_a_player(blas.page, address)
    noise = [{**real[0], "id": f"{one:064x}"} for one in range(FLOOD)]

    def opened() -> Page:
        return ana.reopen().line("open").page

    for name, events, every in (
        ("everything again and again, slowly", real, SUFFERED),
        ("everything again and again, at once", real, 0.0),
        ("forged, at once", noise, 0.0),
        ("forged by a player, slowly", sealed, SUFFERED),
        ("forged by a player, at once", sealed, 0.0),
    ):
        found = paces(opened, hostile, events, every)
        before, during = found.p95()
        value = f"{before:.0f} → {during:.0f}, ratio of a round {found.ratio:.2f}"
        row(f"p95 of a press, ms, {name}", value)


def letter_figures_in_page(browser: Browser, sources: int) -> None:
    page = browser.new_page()
    page.goto(f"http://localhost:{sources}/")
    spent = hostile_letters(page)
    row("300 mutated letters in the page, ms each", f"{median(spent):.1f}, worst {max(spent):.1f}")
    shuffles(page)
    for name in ("far.js", "deck.js"):
        script = (ROOT / "static/vendor/far" / name).read_bytes()
        value = f"{len(script):,} ({len(gzip.compress(script)):,})"
        row(f"{name}, the script of far play, bytes (gzip)", value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--live", action="store_true")
    chosen = parser.parse_args()
    if not chosen.live:
        letter_figures()
        deck_figures()
        link_figures()
    if chosen.page or chosen.live:
        page_figures(chosen.live)


if __name__ == "__main__":
    main()
